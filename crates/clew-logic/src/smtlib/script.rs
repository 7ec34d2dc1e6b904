//! Scripts as a sequence of commands.

use crate::pool::TermId;

/// A command of a script, its terms in the reader's pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `(assert t)`
    Assert(TermId),
    /// `(check-sat)`, with what `(set-info :status …)` announced for it.
    CheckSat {
        /// `sat`, `unsat` or `unknown`.
        expected: Option<String>,
    },
    /// `(push n)`
    Push(u32),
    /// `(pop n)`
    Pop(u32),
    /// `(reset-assertions)`
    ResetAssertions,
    /// `(get-model)`
    GetModel,
    /// `(get-value (t…))`
    GetValue(Vec<TermId>),
    /// `(get-unsat-core)`
    GetUnsatCore,
    /// `(exit)`
    Exit,
}

/// What a reader made of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// The commands in order; declarations and definitions are worked in.
    pub commands: Vec<Command>,
}

impl Script {
    /// Calls `visit` with the constraints of each `check-sat` and its announced answer.
    pub fn for_each_query(&self, mut visit: impl FnMut(&[TermId], Option<&str>)) {
        let mut asserted: Vec<TermId> = Vec::new();
        let mut levels: Vec<usize> = Vec::new();
        for command in &self.commands {
            match command {
                Command::Assert(term) => asserted.push(*term),
                Command::Push(count) => {
                    levels.extend(std::iter::repeat_n(asserted.len(), *count as usize));
                }
                Command::Pop(count) => {
                    for _ in 0..*count {
                        asserted.truncate(levels.pop().unwrap_or(0));
                    }
                }
                Command::ResetAssertions => {
                    asserted.clear();
                    levels.clear();
                }
                Command::CheckSat { expected } => visit(&asserted, expected.as_deref()),
                Command::Exit => break,
                Command::GetModel | Command::GetValue(_) | Command::GetUnsatCore => {}
            }
        }
    }
}

//! The interprocedural control-flow graph as a judge of words: it reads a word letter by letter and
//! shares nothing with what spells it.

use clew_ir::{
    Body, Builtin, Callee, FunctionId, Position, Program, StatementKind, TerminatorKind,
};
use clew_symbolic::{Ending, Fork, ForkKind, Letter, Trace, Word};
use clew_vm::stop::Stop;

/// What words are made of, counted.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Letters {
    pub(crate) edges: usize,
    pub(crate) forks: usize,
    pub(crate) calls: usize,
    pub(crate) returns: usize,
    pub(crate) jumps: usize,
}

impl Letters {
    pub(crate) fn add(&mut self, word: &Word) {
        for letter in &word.letters {
            match letter {
                Letter::Edge { fork, .. } => {
                    self.edges += 1;
                    self.forks += usize::from(fork.is_some());
                }
                Letter::Call { .. } => self.calls += 1,
                Letter::Return { .. } => self.returns += 1,
                Letter::Jump { .. } => self.jumps += 1,
            }
        }
    }
}

/// Why the word of a run is no path of the graph, or not the run's; `None` where it is.
pub(crate) fn objection(program: &Program, word: &Word, trace: &Trace) -> Option<String> {
    let mut reader = Reader { program, frames: Vec::new(), is_cut_short: false };
    for (at, letter) in word.letters.iter().enumerate() {
        if let Err(why) = reader.read(letter) {
            let frames = &reader.frames;
            return Some(format!("letter {at}, {letter:?}: {why}; under way: {frames:?}"));
        }
    }
    let has_returned = matches!(trace.stop, Ending::Stop(Stop::Return(_)));
    if has_returned && (reader.is_cut_short || !reader.frames.is_empty()) {
        return Some(format!("the run returns; under way: {:?}", reader.frames));
    }
    forks_told(word, &trace.forks).err()
}

/// The forks of branches and switches are the edges that say so, in order.
fn forks_told(word: &Word, forks: &[Fork]) -> Result<(), String> {
    let mut told = Vec::new();
    for letter in &word.letters {
        let Letter::Edge { from, arm, fork: Some(fork) } = *letter else { continue };
        let Some(found) = forks.get(fork as usize) else {
            return Err(format!("there is no fork {fork}"));
        };
        if (found.site.at, found.arm.0) != (from, u64::from(arm)) {
            return Err(format!("the edge from {from} by {arm} is not {found:?}"));
        }
        told.push(fork);
    }
    let is_edge = |fork: &Fork| matches!(fork.site.kind, ForkKind::Branch | ForkKind::Switch);
    let expected: Vec<u32> = (0..).zip(forks).filter(|it| is_edge(it.1)).map(|it| it.0).collect();
    match told == expected {
        true => Ok(()),
        false => Err(format!("the forks {expected:?} are told as {told:?}")),
    }
}

/// Where each function under way stands: before what comes next.
struct Reader<'p> {
    program: &'p Program,
    frames: Vec<Position>,
    /// Whether calls were under way that never return.
    is_cut_short: bool,
}

impl<'p> Reader<'p> {
    fn body(&self, function: FunctionId) -> Result<&'p Body, String> {
        let body = self.program.functions[function].body.as_ref();
        body.map_err(|_| format!("{function} has no body"))
    }

    fn read(&mut self, letter: &Letter) -> Result<(), String> {
        match *letter {
            Letter::Edge { from, arm, .. } => {
                let terminator = self.go_to(from)?.terminator_in(self.body(from.function)?);
                let successors = terminator.ok_or("no terminator")?.successors();
                let block = *successors.get(arm as usize).ok_or("no such successor")?;
                self.stand(Position { block, statement: 0, ..from })
            }
            Letter::Call { site, callee } => self.call(site, callee),
            Letter::Return { from } => {
                let terminator = self.go_to(from)?.terminator_in(self.body(from.function)?);
                let Some(TerminatorKind::Return(_)) = terminator else {
                    return Err("nothing returns here".to_owned());
                };
                self.frames.pop();
                Ok(())
            }
            Letter::Jump { to, leaves } => self.jump(to, leaves),
        }
    }

    fn call(&mut self, site: Option<Position>, callee: FunctionId) -> Result<(), String> {
        self.body(callee)?;
        match site {
            // The machine calls: nothing is under way, or what was has been cut short.
            None => {
                self.is_cut_short |= !self.frames.is_empty();
                self.frames.clear();
            }
            Some(site) => {
                let statement = self.go_to(site)?.statement_in(self.body(site.function)?);
                let Some(StatementKind::Call { callee: called, .. }) = statement else {
                    return Err("no call".to_owned());
                };
                let may_enter = match called {
                    Callee::Direct(id) => *id == callee,
                    Callee::Indirect(_) => true,
                    Callee::Builtin(_) => false,
                };
                if !may_enter {
                    return Err(format!("{callee} is not called here"));
                }
                self.stand(Position { statement: site.statement + 1, ..site })?;
            }
        }
        self.frames.push(Position::entry(callee));
        Ok(())
    }

    /// `longjmp` is called where the word stands, and leads behind a `setjmp`.
    fn jump(&mut self, to: Position, leaves: u32) -> Result<(), String> {
        let here = *self.frames.last().ok_or("nothing is under way")?;
        let block = &self.body(here.function)?.blocks[here.block];
        let mut rest = block.statements.iter().skip(here.statement as usize);
        if !rest.any(|it| builtin_called(&it.kind) == Some(Builtin::LongJmp)) {
            return Err("no longjmp".to_owned());
        }
        let set = to.statement_in(self.body(to.function)?).and_then(builtin_called);
        if set != Some(Builtin::SetJmp) {
            return Err("no setjmp".to_owned());
        }
        let rest = self.frames.len().checked_sub(leaves as usize).ok_or("too many are left")?;
        self.frames.truncate(rest);
        if self.frames.last().map(|it| it.function) != Some(to.function) {
            return Err("another function is under way".to_owned());
        }
        self.stand(Position { statement: to.statement + 1, ..to })
    }

    /// Goes on inside the block. What is passed enters no function that has a body.
    fn go_to(&self, to: Position) -> Result<Position, String> {
        let here = *self.frames.last().ok_or("nothing is under way")?;
        if (here.function, here.block) != (to.function, to.block) || to.statement < here.statement {
            return Err(format!("{to} does not come behind {here}"));
        }
        let statements = &self.body(to.function)?.blocks[to.block].statements;
        let passed = here.statement as usize..to.statement as usize;
        for statement in statements.get(passed).ok_or("no such statement")? {
            if let StatementKind::Call { callee: Callee::Direct(id), .. } = &statement.kind
                && self.body(*id).is_ok()
            {
                return Err(format!("the call of {id} is passed"));
            }
        }
        Ok(to)
    }

    fn stand(&mut self, at: Position) -> Result<(), String> {
        *self.frames.last_mut().ok_or("nothing is under way")? = at;
        Ok(())
    }
}

fn builtin_called(statement: &StatementKind) -> Option<Builtin> {
    match statement {
        StatementKind::Call { callee: Callee::Builtin(builtin), .. } => Some(*builtin),
        _ => None,
    }
}

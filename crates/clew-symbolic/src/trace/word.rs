//! The word of a run: the control-flow edges it takes, through all calls, in order.
//!
//! Forks tell where inputs decide. A word tells every way that was gone: branches that are
//! concrete, constant or merged, jumps, calls and returns. A run notes only what cannot be worked
//! out from the control-flow graphs ([`Recorder`]); [`spell`] puts the rest in between, and so finds
//! out whether the run is a path of the graphs at all.

use super::run::{Fork, ForkKind};
use clew_ir::{Callee, FunctionId, Position, Program, StatementKind, TerminatorKind};
use clew_vm::code::{Code, Op, Slow};
use clew_vm::shadow::View;
use std::fmt;

/// One letter of a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Letter {
    /// An edge of a control-flow graph.
    Edge {
        /// The terminator that is left.
        from: Position,
        /// The index of the successor.
        arm: u32,
        /// The fork of the run's path that this is, if inputs decide.
        fork: Option<u32>,
    },
    /// A call enters a function that has a body.
    Call {
        /// The call statement; `None` where the machine itself calls: the function under test, its
        /// precondition, and what writes the output of a run that was cut short. Nothing is under way
        /// any more then.
        site: Option<Position>,
        /// What is entered.
        callee: FunctionId,
    },
    /// A function returns.
    Return {
        /// Its terminator.
        from: Position,
    },
    /// `longjmp` goes back to a `setjmp`.
    Jump {
        /// The statement behind which the run goes on.
        to: Position,
        /// How many functions are left on the way.
        leaves: u32,
    },
}

/// The word of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Word {
    /// Its letters, in order.
    pub letters: Vec<Letter>,
}

/// Where what a run did is no path of the control-flow graphs: a bug of ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stray {
    /// The letters that fit.
    pub letters: usize,
    /// Where the word stands there.
    pub at: Option<Position>,
}

impl fmt::Display for Stray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the run leaves the control-flow graph after {} letters", self.letters)?;
        self.at.map_or(Ok(()), |at| write!(f, ", at {at}"))
    }
}

/// What a run notes for its word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Note {
    /// A terminator with several successors goes this way; so many forks were on the path before.
    Arm(Position, u32, usize),
    /// A function is entered from a call statement, or by the machine itself.
    Enter(FunctionId, Option<Position>),
    Return,
    Jump(Position, u32),
}

/// Notes the ways that a run goes.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    notes: Vec<Note>,
    /// The function under way and the number of calls; nothing where it has just returned.
    inside: Option<(FunctionId, usize)>,
    /// The number of calls under way when a `longjmp` was seen.
    jumps_from: Option<usize>,
}

impl Recorder {
    /// An operation is about to be executed; so many forks are on the path.
    pub(crate) fn step(&mut self, program: &Program, op: &Op, view: &View<'_, '_>, forks: usize) {
        let code = view.code;
        if let Some(depth) = self.jumps_from.take()
            && let Some((to, _)) = view.position.checked_sub(1).and_then(|at| code.place_of(at))
        {
            let leaves = depth.saturating_sub(view.frames.len()) as u32;
            self.notes.push(Note::Jump(to, leaves));
        }
        if let Some(compiled) = code.compiled_at(view.position) {
            // A loop may come back to a function's first operation, and the operation itself is
            // announced again where it reads an indeterminate byte.
            let inside = Some((compiled.function, view.frames.len()));
            if compiled.start == view.position && self.inside != inside {
                let back = view.frames.last().and_then(|frame| frame.position.checked_sub(1));
                let site = back.and_then(|at| code.place_of(at)).map(|(site, _)| site);
                self.notes.push(Note::Enter(compiled.function, site));
            }
            self.inside = inside;
        }
        match *op {
            Op::Return { .. } | Op::ReturnWide { .. } => {
                self.inside = None;
                self.notes.push(Note::Return);
            }
            Op::Slow { index } if matches!(*code.slow[index as usize], Slow::LongJmp { .. }) => {
                self.jumps_from = Some(view.frames.len());
            }
            _ => {
                if let Some((from, arm)) = arm_of(program, op, view) {
                    self.notes.push(Note::Arm(from, arm, forks));
                }
            }
        }
    }
}

/// The way that an operation with several successors goes.
fn arm_of(program: &Program, op: &Op, view: &View<'_, '_>) -> Option<(Position, u32)> {
    let code = view.code;
    if let Some((a, b)) = op.jump_operands() {
        let site = code.branch_sites.get(&view.position)?;
        let (from, _) = code.place_of(view.position)?;
        let is_taken = crate::shadow::is_taken(op, view.registers[a], view.registers[b]);
        return Some((from, if is_taken { site.taken } else { site.not_taken }));
    }
    let (Op::SwitchDense { a, .. } | Op::SwitchSparse { a, .. } | Op::JumpIndirect { a, .. }) = *op
    else {
        return None;
    };
    let (from, _) = code.place_of(view.position)?;
    let body = program.functions[from.function].body.as_ref().ok()?;
    let value = view.registers[a];
    let arm = match &body.blocks[from.block].terminator.kind {
        TerminatorKind::Switch { value: scrutinee, arms, .. } => {
            crate::branching::arm_of(program, scrutinee, arms, value)
        }
        TerminatorKind::IndirectGoto { targets, .. } => {
            let (_, block) = code.label_at(value)?;
            targets.iter().position(|target| *target == block)?
        }
        TerminatorKind::Goto(_)
        | TerminatorKind::Branch { .. }
        | TerminatorKind::Return(_)
        | TerminatorKind::Unreachable => return None,
    };
    Some((from, arm as u32))
}

/// The word of what a run noted, with the forks of its path.
///
/// # Errors
/// Where the notes are no path of the control-flow graphs.
pub(crate) fn spell(
    program: &Program,
    code: &Code,
    recorder: &Recorder,
    forks: &[Fork],
) -> Result<Word, Stray> {
    let mut speller = Speller {
        program,
        code,
        notes: &recorder.notes,
        forks,
        at: 0,
        stack: Vec::new(),
        word: Word::default(),
    };
    while speller.at < speller.notes.len() {
        speller.advance()?;
    }
    Ok(speller.word)
}

/// A word under way.
struct Speller<'a> {
    program: &'a Program,
    code: &'a Code,
    notes: &'a [Note],
    forks: &'a [Fork],
    /// The next note.
    at: usize,
    /// Where each function under way stands: before the statement that comes next.
    stack: Vec<Position>,
    word: Word,
}

impl Speller<'_> {
    fn stray(&self) -> Stray {
        Stray { letters: self.word.letters.len(), at: self.stack.last().copied() }
    }

    /// Goes on by one statement or terminator.
    fn advance(&mut self) -> Result<(), Stray> {
        if let Note::Enter(_, None) = self.notes[self.at] {
            // The machine calls only where nothing is under way any more.
            self.stack.clear();
        }
        let Some(&here) = self.stack.last() else { return self.enter(None) };
        let body = &self.program.functions[here.function].body;
        let Ok(body) = body else { return Err(self.stray()) };
        if let Note::Jump(to, leaves) = self.notes[self.at]
            && self.stands_at_long_jump(here)
        {
            return self.jump(to, leaves);
        }
        if let Some(statement) = here.statement_in(body) {
            return match statement {
                StatementKind::Call { callee, .. } => self.call(here, callee),
                StatementKind::Assign { .. }
                | StatementKind::Live(_)
                | StatementKind::Dead(_)
                | StatementKind::Zero(_) => self.step_over(),
            };
        }
        match &body.blocks[here.block].terminator.kind {
            TerminatorKind::Goto(_) => self.leave_by(here, 0, None),
            TerminatorKind::Return(_) => self.leave(here),
            TerminatorKind::Unreachable => Err(self.stray()),
            TerminatorKind::Branch { .. }
            | TerminatorKind::Switch { .. }
            | TerminatorKind::IndirectGoto { .. } => self.choose(here),
        }
    }

    fn step_over(&mut self) -> Result<(), Stray> {
        if let Some(here) = self.stack.last_mut() {
            here.statement += 1;
        }
        Ok(())
    }

    /// A call: into a function that has a body, or done at once.
    fn call(&mut self, here: Position, callee: &Callee) -> Result<(), Stray> {
        let entered = match self.notes[self.at] {
            Note::Enter(entered, Some(site)) if site == here => Some(entered),
            Note::Enter(..) | Note::Arm(..) | Note::Return | Note::Jump(..) => None,
        };
        let fits = match (callee, entered) {
            (Callee::Direct(id), Some(entered)) => *id == entered,
            (Callee::Direct(id), None) => self.program.functions[*id].body.is_err(),
            (Callee::Indirect(_), _) | (Callee::Builtin(_), None) => true,
            (Callee::Builtin(_), Some(_)) => false,
        };
        match (fits, entered) {
            (true, Some(_)) => self.enter(Some(here)),
            (true, None) => self.step_over(),
            (false, _) => Err(self.stray()),
        }
    }

    fn enter(&mut self, site: Option<Position>) -> Result<(), Stray> {
        let Note::Enter(callee, _) = self.notes[self.at] else { return Err(self.stray()) };
        self.at += 1;
        self.step_over()?;
        if self.program.functions[callee].body.is_ok() {
            self.word.letters.push(Letter::Call { site, callee });
            self.stack.push(Position::entry(callee));
        } else if self.notes.get(self.at) == Some(&Note::Return) {
            // A function without a body is called by its address: nothing of it is seen.
            self.at += 1;
        }
        Ok(())
    }

    fn leave(&mut self, here: Position) -> Result<(), Stray> {
        if self.notes[self.at] != Note::Return {
            return Err(self.stray());
        }
        self.at += 1;
        self.word.letters.push(Letter::Return { from: here });
        self.stack.pop();
        Ok(())
    }

    fn choose(&mut self, here: Position) -> Result<(), Stray> {
        match self.notes[self.at] {
            Note::Arm(from, arm, before) if from == here => {
                self.at += 1;
                self.leave_by(here, arm, self.fork_of(here, before))
            }
            _ => match self.code.constant_branches.get(&(here.function, here.block)) {
                Some(&arm) => self.leave_by(here, arm, None),
                None => Err(self.stray()),
            },
        }
    }

    /// The fork of a terminator that was come to behind so many forks. Values that it compares may
    /// have made forks of their own first.
    fn fork_of(&self, here: Position, before: usize) -> Option<u32> {
        let next = self.notes[self.at..].iter().find_map(|note| match note {
            Note::Arm(.., before) => Some(*before),
            Note::Enter(..) | Note::Return | Note::Jump(..) => None,
        });
        let own = self.forks.get(before..next.unwrap_or(self.forks.len()))?;
        let is_own = |fork: &Fork| {
            fork.site.at == here && matches!(fork.site.kind, ForkKind::Branch | ForkKind::Switch)
        };
        own.iter().position(is_own).map(|at| (before + at) as u32)
    }

    fn leave_by(&mut self, here: Position, arm: u32, fork: Option<u32>) -> Result<(), Stray> {
        let body = self.program.functions[here.function].body.as_ref().map_err(|_| self.stray())?;
        let successors = body.blocks[here.block].terminator.kind.successors();
        let Some(&block) = successors.get(arm as usize) else { return Err(self.stray()) };
        self.word.letters.push(Letter::Edge { from: here, arm, fork });
        if let Some(cursor) = self.stack.last_mut() {
            *cursor = Position { block, statement: 0, ..here };
        }
        Ok(())
    }

    fn stands_at_long_jump(&self, here: Position) -> bool {
        let body = self.program.functions[here.function].body.as_ref();
        let statement = body.ok().and_then(|body| here.statement_in(body));
        matches!(
            statement,
            Some(StatementKind::Call { callee: Callee::Builtin(clew_ir::Builtin::LongJmp), .. })
        )
    }

    fn jump(&mut self, to: Position, leaves: u32) -> Result<(), Stray> {
        self.at += 1;
        for _ in 0..leaves {
            self.stack.pop();
        }
        self.word.letters.push(Letter::Jump { to, leaves });
        match self.stack.last_mut() {
            Some(cursor) if cursor.function == to.function => {
                *cursor = Position { statement: to.statement + 1, ..to };
                Ok(())
            }
            _ => Err(self.stray()),
        }
    }
}

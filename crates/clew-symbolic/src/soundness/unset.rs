//! Reads of what was never set, where the run goes on as compiled code does.
//!
//! What is read is whatever happens to be there, which no test controls. It is an input that the path
//! fixes: so it is known at the end what depends on it. A run whose way depends on it is no test, and
//! what it returns or leaves in memory because of it is not known.
//!
//! A whole program is another matter. Where nothing was called before a function of it is entered, its locals
//! lie where the stack has not been used since the program started, and tests fill the stack before: every four
//! bytes alike, with a word that is an input like others.

use super::cause::Cause;
use crate::shadow::Symbolic;
use crate::trace::{Ending, Kind, Others, Passed, TestCase, Value};
use clew_ir::cfg::Cfg;
use clew_ir::{Body, Id, LocalId, Position, Scalar, StatementKind};
use clew_logic::{InputId, TermId, TermPool};
use clew_vm::code::Reg;
use clew_vm::shadow::{Veto, View};
use rustc_hash::FxHashSet;

/// What a run has read that was never set.
#[derive(Debug, Default)]
pub(crate) struct Unset {
    inputs: FxHashSet<InputId>,
    /// The constraints that say what was there.
    facts: FxHashSet<TermId>,
    /// Whether runs begin where a program does.
    pub(crate) is_whole_program: bool,
    /// What the stack was filled with, where the run has looked.
    pub(crate) stack_word: Option<u32>,
}

/// The input that the stack is filled with.
const STACK_WORD: &str = "what was on the stack";

impl Unset {
    /// Starts a new run.
    pub(crate) fn start(&mut self) {
        self.inputs.clear();
        self.facts.clear();
        self.stack_word = None;
    }

    /// Whether a term depends on what was never set.
    fn decides(&self, pool: &TermPool, term: TermId) -> bool {
        let (mut seen, mut open) = (FxHashSet::default(), vec![term]);
        while let Some(term) = open.pop() {
            if pool.input_of(term).is_some_and(|input| self.inputs.contains(&input)) {
                return true;
            }
            open.extend(pool.args(term).iter().filter(|it| seen.insert(**it)));
        }
        false
    }
}

impl Symbolic<'_> {
    /// A load of bytes inside an object: those that were never set count as set from now on.
    #[inline]
    pub(crate) fn read_unset_bytes(
        &mut self,
        number: u32,
        (offset, len): (u64, u64),
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        if !self.bounds.liberties.unset_reads {
            return Ok(());
        }
        let (start, len) = (offset as usize, len as usize);
        while let Some(at) = view.memory.object(number).first_indeterminate(start, len) {
            let object = view.memory.object_mut(number);
            object.mark_known(at, 1);
            let held = object.bytes[at];
            let term = self.unset_input(8, held.into(), view)?;
            self.cells.store(view.memory, number, at as u64, 1, Some(term));
        }
        Ok(())
    }

    /// A check of whether a local in a register has a value: its flag is behind the register.
    pub(crate) fn read_unset_local(
        &mut self,
        flag: Reg,
        local: u32,
        view: &mut View<'_, '_>,
    ) -> Result<(), Veto> {
        if !self.bounds.liberties.unset_reads || view.registers[flag] != 0 {
            return Ok(());
        }
        let Some((place, _)) = view.code.place_of(view.position) else { return Ok(()) };
        let local = LocalId::from_index(local as usize);
        let ty = self.program.functions[place.function].locals[local].ty;
        let scalar = self.program.types.scalar(ty).filter(|it| it.size() <= 8);
        if let Some(scalar @ Scalar::Int { bits: 32 | 64, .. }) = scalar
            && self.is_on_fresh_stack(view)
        {
            self.read_stack_word(flag - 1, scalar, view);
            return Ok(());
        }
        if self.environment.are_plain() {
            return Ok(());
        }
        let Some(scalar) = scalar else { return self.end_at_unset(view) };
        let bits = match scalar {
            Scalar::Int { bits, .. } => bits,
            Scalar::Float(_) => 8 * scalar.size() as u32,
        };
        let held = clew_ir::ops::truncate(view.registers[flag - 1].into(), bits);
        let term = self.unset_input(bits, held, view)?;
        let (low, _) = self.register_terms(scalar, term);
        self.set(view, flag - 1, low);
        Ok(())
    }

    /// Whether the locals of the function that is run lie where nothing was since the program started.
    fn is_on_fresh_stack(&self, view: &View<'_, '_>) -> bool {
        self.unset.is_whole_program
            && view.frames.iter().all(|frame| {
                let site = frame.position.checked_sub(1).and_then(|it| view.code.place_of(it));
                // The entry is called from outside.
                site.is_none_or(|(site, _)| {
                    let body = self.program.functions[site.function].body.as_ref();
                    body.is_ok_and(|body| calls_nothing_before(body, site))
                })
            })
    }

    /// A register gets what the stack was filled with.
    fn read_stack_word(&mut self, register: Reg, scalar: Scalar, view: &mut View<'_, '_>) {
        self.path.give_up(Cause::Indeterminate, view.code.span(view.position));
        let (word, term) = self.environment.stack_input(&mut self.pool, STACK_WORD);
        let (held, term) = match scalar.size() {
            8 => (word << 32 | word, self.pool.concat(term, term)),
            _ => (word, term),
        };
        let is_signed_word = matches!(scalar, Scalar::Int { bits: 32, signed: true });
        view.registers[register] = match is_signed_word {
            true => held as i32 as i64 as u64,
            false => held as u64,
        };
        self.unset.stack_word = Some(word as u32);
        let (low, _) = self.register_terms(scalar, term);
        self.set(view, register, low);
    }

    /// What depends on the value cannot be told: the run ends.
    fn end_at_unset(&mut self, view: &View<'_, '_>) -> Result<(), Veto> {
        self.path.give_up(Cause::Indeterminate, view.code.span(view.position));
        self.path.ending = Some(Ending::Bound);
        Err(Veto::End)
    }

    /// An input for what was there; the path says what it was.
    fn unset_input(&mut self, bits: u32, held: u128, view: &View<'_, '_>) -> Result<TermId, Veto> {
        self.path.give_up(Cause::Indeterminate, view.code.span(view.position));
        let term = self.environment.unset_input(&mut self.pool, bits, held);
        let Some(input) = self.pool.input_of(term) else {
            // A run without terms.
            self.end_at_unset(view)?;
            return Ok(term);
        };
        let there = self.pool.bv(bits, held);
        let fact = self.pool.eq(term, there);
        self.unset.inputs.insert(input);
        self.unset.facts.insert(fact);
        let site = self.path.site(view.code, view.position, view.frames, Kind::Assume);
        self.path.assume(&mut self.pool, site, fact, true)?;
        Ok(term)
    }

    /// At the end of a run: whether its way depends on what was never set. It is no test then, and nothing
    /// beside it can be aimed at.
    pub(crate) fn settle_unset(&mut self) {
        if self.unset.inputs.is_empty() {
            return;
        }
        let (pool, unset) = (&self.pool, &self.unset);
        let mut depends = false;
        for fork in &mut self.path.forks {
            if !unset.facts.contains(&fork.constraint) && unset.decides(pool, fork.constraint) {
                fork.others = Others::None;
                depends = true;
            }
        }
        self.path.sides.retain(|side| !unset.decides(pool, side.constraint));
        if depends {
            self.path.ending = Some(Ending::Bound);
        }
    }

    /// Forgets of a test case what may depend on what was never set.
    pub(crate) fn forget_unset(&self, case: &mut TestCase) {
        if self.unset.inputs.is_empty() {
            return;
        }
        let is_known = self.term_at(0).is_none_or(|it| !self.unset.decides(&self.pool, it));
        if let Some(returned) = &mut case.returned
            && !(is_known && matches!(returned, Value::Scalar(_)))
        {
            *returned = Value::Unknown;
        }
        for state in &mut case.globals {
            if state.before.as_ref() != Some(&state.after) {
                state.after = Value::Unknown;
            }
        }
        case.printed = None;
        case.made.iter_mut().for_each(|object| object.after.fill(Value::Unknown));
        for passed in case.stubs.iter_mut().flat_map(|call| &mut call.arguments) {
            *passed = Passed { value: Value::Unknown, pointee: None };
        }
        for object in &mut case.objects {
            for (before, after) in object.before.iter().zip(&mut object.after) {
                if before != after {
                    *after = Value::Unknown;
                }
            }
        }
    }
}

/// Whether nothing is called on any way from the start of a function to a call.
fn calls_nothing_before(body: &Body, site: Position) -> bool {
    let calls = |it: &clew_ir::Statement| matches!(it.kind, StatementKind::Call { .. });
    let cfg = Cfg::new(body);
    let (mut seen, mut open) = (FxHashSet::default(), vec![site.block]);
    while let Some(block) = open.pop() {
        let statements = &body.blocks[block].statements;
        // Where the way comes round to the call itself, it is called before.
        let is_first = seen.is_empty() && block == site.block;
        let before = if is_first { site.statement as usize } else { statements.len() };
        if statements.iter().take(before).any(calls) {
            return false;
        }
        for &next in cfg.predecessors(block) {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    true
}

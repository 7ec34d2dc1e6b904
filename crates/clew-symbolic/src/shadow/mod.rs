//! The shadow: runs every operation on terms, just before the machine runs it on values.
//!
//! - `dispatch`: which operation does what.
//! - `arithmetic`: those on registers alone; `rare`: values of 128 bits, bit-fields, builtins.
//! - `concrete`: what an operation is about to do on its values.
//!
//! What needs more than that has a folder of its own: `memory`, `branching`, `labels`, `library`
//! and `environment`.

mod arithmetic;
mod concrete;
mod dispatch;
mod rare;

pub(crate) use arithmetic::may_move_pointers;
pub(crate) use concrete::is_taken;
pub(crate) use rare::insert_bits;

use crate::bounds::Bounds;
use crate::branching::Branching;
use crate::cut::Cuts;
use crate::environment::Environment;
use crate::labels::Probes;
use crate::library::Library;
use crate::memory::{Cells, Chains};
use crate::ops;
use crate::soundness::{Excuses, Unset};
use crate::trace::{Kind, Path};
use clew_ir::{FunctionId, Program, Scalar};
use clew_logic::{TermId, TermPool};
use clew_vm::code::Reg;
use clew_vm::shadow::{Veto, View};

/// The terms beside the values of a run, and the parts that know what to do with them.
///
/// Invariant: a register or byte is concrete exactly when it has no term; a term that simplifies
/// to a constant is none.
pub(crate) struct Symbolic<'p> {
    pub(crate) program: &'p Program,
    pub(crate) bounds: Bounds,
    pub(crate) pool: TermPool,
    /// Beside the stack of registers.
    registers: Vec<Option<TermId>>,
    pub(crate) cells: Cells,
    pub(crate) chains: Chains,
    pub(crate) path: Path,
    pub(crate) branching: Branching,
    pub(crate) probes: Probes,
    pub(crate) environment: Environment,
    pub(crate) library: Library,
    pub(crate) cuts: Cuts,
    pub(crate) excuses: Excuses,
    pub(crate) unset: Unset,
}

impl<'p> Symbolic<'p> {
    pub(crate) fn new(
        program: &'p Program,
        function: FunctionId,
        bounds: Bounds,
        probes: Probes,
    ) -> Self {
        Self {
            program,
            bounds,
            pool: TermPool::new(),
            registers: Vec::new(),
            cells: Cells::default(),
            chains: Chains::default(),
            path: Path::new(&bounds),
            branching: Branching::default(),
            probes,
            environment: Environment::new(program, function),
            library: Library::new(program),
            cuts: Cuts::default(),
            excuses: Excuses::default(),
            unset: Unset::default(),
        }
    }

    /// Starts a new run of which so many forks are known. The environment has its own start: it
    /// wants the inputs.
    pub(crate) fn start(&mut self, known: usize) {
        self.path.start(known);
        self.drop_terms();
        self.probes.start();
        self.branching.start();
        self.library.start();
        self.cuts.start();
        self.unset.start();
    }

    /// From here on every value is concrete, until new inputs come.
    pub(crate) fn drop_terms(&mut self) {
        self.cells.clear();
        self.registers.clear();
    }

    /// The term of a register of the current frame.
    #[inline(always)]
    pub(crate) fn term(&self, view: &View<'_, '_>, register: Reg) -> Option<TermId> {
        self.registers.get(view.base + usize::from(register)).copied().flatten()
    }

    /// The term of a register by its place in the stack of registers.
    pub(crate) fn term_at(&self, register: usize) -> Option<TermId> {
        self.registers.get(register).copied().flatten()
    }

    /// The term of a register, a constant when it has none.
    pub(crate) fn operand(&mut self, view: &View<'_, '_>, register: Reg) -> TermId {
        match self.term(view, register) {
            Some(term) => term,
            None => self.pool.bv(64, view.registers[register].into()),
        }
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, view: &View<'_, '_>, register: Reg, term: Option<TermId>) {
        self.set_at(view.base + usize::from(register), term);
    }

    /// Sets the term of a register by its place in the stack of registers.
    #[inline(always)]
    pub(crate) fn set_at(&mut self, register: usize, term: Option<TermId>) {
        match self.registers.get_mut(register) {
            Some(slot) => *slot = term,
            None if term.is_some() => {
                self.registers.resize(register + 1, None);
                self.registers[register] = term;
            }
            None => {}
        }
    }

    /// The term, unless it is a constant.
    pub(crate) fn unless_constant(&self, term: TermId) -> Option<TermId> {
        self.pool.value(term).is_none().then_some(term)
    }

    /// Makes a term concrete: a fork over its values.
    pub(crate) fn pin_term(
        &mut self,
        term: TermId,
        value: u128,
        view: &View<'_, '_>,
        others: Option<u32>,
    ) -> Result<(), Veto> {
        let site = self.path.site(view.code, view.position, view.frames, Kind::Value);
        self.path.pin(&mut self.pool, site, term, value, others)
    }

    /// Makes a register concrete.
    pub(crate) fn pin(&mut self, register: Reg, view: &View<'_, '_>) -> Result<(), Veto> {
        if let Some(term) = self.term(view, register) {
            self.pin_term(term, view.registers[register].into(), view, None)?;
            self.set(view, register, None);
        }
        Ok(())
    }

    /// What a scalar's term becomes in one register, or two.
    pub(crate) fn register_terms(
        &mut self,
        scalar: Scalar,
        term: TermId,
    ) -> (Option<TermId>, Option<TermId>) {
        if scalar.size() <= 8 {
            let term = ops::canonical(&mut self.pool, scalar, term);
            return (self.unless_constant(term), None);
        }
        let term = self.pool.zero_extend(term, 128);
        let (low, high) = (self.pool.extract(63, 0, term), self.pool.extract(127, 64, term));
        (self.unless_constant(low), self.unless_constant(high))
    }
}

//! Branches that only choose what is computed: once a path has gone both ways, it forks there no
//! more. What both ways compute becomes one term.
//!
//! A checksum that shifts bit by bit (`if (c & 1) c = (c >> 1) ^ POLY; else c >>= 1;`) has a path
//! for each message, and what is behind it is out of reach of any one of them. With one term for
//! both ways, the solver finds a message for whatever comes later.
//!
//! Nothing is lost. The ways have no branch, no check and no call, so that they can meet nothing but
//! their own probes; and whoever comes to the merged branch has hit these before, on the part of the
//! path that forks. Whether a branch is merged follows from the path before it alone, so that every
//! run with the same forks so far does the same.

use crate::ops;
use crate::shadow::Symbolic;
use clew_ir::{
    BlockId, FunctionId, LocalId, Place, PlaceBase, Program, Scalar, StatementKind, TerminatorKind,
};
use clew_logic::TermId;
use clew_vm::code::{BranchSite, Code, Op, Reg};
use clew_vm::shadow::View;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A path has gone through a branch so often before it is merged, and both ways.
const FORKS_FIRST: u32 = 4;

/// So many branches of a path are merged: terms grow with each.
const MOST_MERGED: u32 = 512;

/// A way of more operations is not looked at.
const LONGEST_WAY: usize = 24;

/// The branches that can be merged, and the one that is.
#[derive(Debug, Default)]
pub(crate) struct Merges {
    /// By position of the jump.
    known: FxHashMap<u32, Option<Rc<Diamond>>>,
    /// Branches merged on the path under way.
    count: u32,
    /// While a way of a merged branch is gone.
    under_way: Option<Merged>,
}

/// The two ways of a jump up to where they meet.
#[derive(Debug)]
struct Diamond {
    /// The operations where the jump is not taken, and where it is.
    ways: [Vec<Op>; 2],
    /// The registers that either writes.
    written: Vec<Reg>,
    /// The position where they meet.
    join: u32,
}

/// What registers get where the ways of a merged branch meet.
#[derive(Debug)]
struct Merged {
    join: u32,
    terms: Vec<(Reg, Option<TermId>)>,
}

impl Merges {
    /// Starts a new run.
    pub(crate) fn start(&mut self) {
        self.count = 0;
        self.under_way = None;
    }

    /// Whether a way of a merged branch is being gone.
    #[inline(always)]
    pub(crate) fn is_under_way(&self) -> bool {
        self.under_way.is_some()
    }
}

impl Symbolic<'_> {
    /// Merges the branch of a jump that is taken under a condition, if it can be: then it is no fork.
    pub(crate) fn merge(&mut self, condition: TermId, is_taken: bool, view: &View<'_, '_>) -> bool {
        if self.branching.merges.count >= MOST_MERGED || self.probes.labels.is_evaluating() {
            return false;
        }
        let mut before = self.branching.progress.counts(view.position);
        before[usize::from(is_taken)] -= 1;
        if before.contains(&0) || before[0] + before[1] < FORKS_FIRST {
            return false;
        }
        if self.path.decides(&mut self.pool, condition) {
            return false;
        }
        let Some(diamond) = self.diamond_at(view) else { return false };
        let Some(terms) = self.merged_terms(&diamond, condition, view) else { return false };
        self.branching.merges.count += 1;
        self.path.merged_from.get_or_insert(self.path.forks.len());
        self.branching.merges.under_way = Some(Merged { join: diamond.join, terms });
        true
    }

    /// An operation is about to be executed while a way of a merged branch is gone, or of a call that is taken for
    /// a value: its terms are known already. Whether the ways of a branch meet here.
    pub(crate) fn pass_merged(&mut self, op: &Op, view: &View<'_, '_>) -> bool {
        if self.branching.values.is_under_way() {
            self.pass_value_call(op, view);
            return false;
        }
        let Some(merged) = self.branching.merges.under_way.take_if(|it| it.join == view.position)
        else {
            return false;
        };
        for (register, term) in merged.terms {
            self.set(view, register, term);
        }
        true
    }

    fn diamond_at(&mut self, view: &View<'_, '_>) -> Option<Rc<Diamond>> {
        let (program, hits) = (self.program, &self.probes.hits);
        let find = || {
            let site = view.code.branch_sites.get(&view.position)?;
            let function = view.code.compiled_at(view.position)?.function;
            if !computes_integers(program, function, site) {
                return None;
            }
            let diamond = Diamond::find(view.code, view.position)?;
            let is_ordered = |op: &Op| matches!(op, Op::Probe { id } if hits.is_ordered(*id));
            let has_ordered = diamond.ways.iter().flatten().any(is_ordered);
            (!has_ordered).then(|| Rc::new(diamond))
        };
        self.branching.merges.known.entry(view.position).or_insert_with(find).clone()
    }

    /// The terms of the registers that the ways write; `None` where an operation has no term.
    fn merged_terms(
        &mut self,
        diamond: &Diamond,
        condition: TermId,
        view: &View<'_, '_>,
    ) -> Option<Vec<(Reg, Option<TermId>)>> {
        let [not_taken, taken] = &diamond.ways;
        let (not_taken, taken) = (self.walk(not_taken, view)?, self.walk(taken, view)?);
        let mut terms = Vec::with_capacity(diamond.written.len());
        for &register in &diamond.written {
            let before = self.operand(view, register);
            let of = |way: &FxHashMap<Reg, TermId>| way.get(&register).copied().unwrap_or(before);
            let (then, otherwise) = (of(&taken), of(&not_taken));
            let merged = self.pool.ite(condition, then, otherwise);
            terms.push((register, self.unless_constant(merged)));
        }
        Some(terms)
    }

    /// The terms of the registers that a way writes, after it.
    fn walk(&mut self, way: &[Op], view: &View<'_, '_>) -> Option<FxHashMap<Reg, TermId>> {
        let mut written: FxHashMap<Reg, TermId> = FxHashMap::default();
        for op in way {
            let Some(Effect { d, a, b }) = effect(op) else { continue };
            let mut read = |register: Reg| match written.get(&register) {
                Some(term) => *term,
                None => self.operand(view, register),
            };
            let (x, y) = (read(a), read(b));
            // What these lead to is decided before they are computed with.
            if self.environment.is_pointer_choice(x) || self.environment.is_pointer_choice(y) {
                return None;
            }
            let term = match *op {
                Op::Move { .. } => x,
                Op::Const { value, .. } => self.pool.bv(64, value.into()),
                _ => ops::result(&mut self.pool, op, x, y)?,
            };
            written.insert(d, term);
        }
        Some(written)
    }
}

impl Diamond {
    /// The ways of the jump at a position, if they are short, compute only, and meet.
    fn find(code: &Code, position: u32) -> Option<Self> {
        let mut jump = code.ops[position as usize];
        let target = *jump.target_mut()?;
        let ways = [straight(code, position + 1), straight(code, target)];
        let (here, there) = meeting(&ways[0], &ways[1])?;
        let join = ways[0][here];
        let operations = |way: &[u32]| -> Vec<Op> {
            way.iter().map(|position| code.ops[*position as usize]).collect()
        };
        let ways = [operations(&ways[0][..here]), operations(&ways[1][..there])];
        let mut written: Vec<Reg> =
            ways.iter().flatten().filter_map(effect).map(|it| it.d).collect();
        written.sort_unstable();
        written.dedup();
        Some(Self { ways, written, join })
    }
}

/// The positions that control passes from one on, up to the first operation that does more than
/// compute.
fn straight(code: &Code, start: u32) -> Vec<u32> {
    let mut passed = Vec::new();
    let mut at = start;
    while passed.len() < LONGEST_WAY {
        passed.push(at);
        at = match &code.ops[at as usize] {
            Op::Jump { target } => *target,
            Op::Probe { .. } => at + 1,
            op if effect(op).is_some() => at + 1,
            _ => break,
        };
    }
    passed
}

/// The first position that is on both ways, as an index into each.
fn meeting(one: &[u32], other: &[u32]) -> Option<(usize, usize)> {
    one.iter().enumerate().find_map(|(here, position)| {
        let there = other.iter().position(|it| it == position)?;
        Some((here, there))
    })
}

/// The register that an operation writes, and those it reads (twice the same where it is one).
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    pub(super) d: Reg,
    pub(super) a: Reg,
    pub(super) b: Reg,
}

/// What an operation does that only computes, never faults, and is cheap for a solver.
#[rustfmt::skip] // The operations that are alike on one line: this is a table.
pub(super) fn effect(op: &Op) -> Option<Effect> {
    match *op {
        Op::Add32 { d, a, b } | Op::AddU32 { d, a, b } | Op::Add64 { d, a, b }
        | Op::Sub32 { d, a, b } | Op::SubU32 { d, a, b } | Op::Sub64 { d, a, b }
        | Op::And { d, a, b } | Op::Or { d, a, b } | Op::Xor { d, a, b }
        | Op::LtS { d, a, b } | Op::LeS { d, a, b } => Some(Effect { d, a, b }),
        Op::Move { d, a }
        | Op::AddI32 { d, a, .. } | Op::AddIU32 { d, a, .. } | Op::AddI64 { d, a, .. }
        | Op::AndI { d, a, .. } | Op::OrI { d, a, .. } | Op::XorI { d, a, .. }
        | Op::ShlI32 { d, a, .. } | Op::ShlIU32 { d, a, .. } | Op::ShlI64 { d, a, .. }
        | Op::ShrSI { d, a, .. } | Op::ShrUI { d, a, .. }
        | Op::Neg32 { d, a } | Op::NegU32 { d, a } | Op::Neg64 { d, a } | Op::Not { d, a }
        | Op::SignExtend8 { d, a } | Op::SignExtend16 { d, a } | Op::SignExtend32 { d, a }
        | Op::ZeroExtend8 { d, a } | Op::ZeroExtend16 { d, a } | Op::ZeroExtend32 { d, a }
        | Op::EqI { d, a, .. } | Op::NeI { d, a, .. } | Op::LtSI { d, a, .. }
        | Op::GeSI { d, a, .. } | Op::LtUI { d, a, .. } | Op::GeUI { d, a, .. }
        => Some(Effect { d, a, b: a }),
        Op::Const { d, .. } => Some(Effect { d, a: d, b: d }),
        _ => None,
    }
}

/// Whether the successors of a branch only assign integers to variables before they meet. Addresses
/// are no integers: which object a pointer leads to is for the path to say.
fn computes_integers(program: &Program, function: FunctionId, site: &BranchSite) -> bool {
    let Ok(body) = &program.functions[function].body else { return false };
    let TerminatorKind::Branch { then, otherwise, .. } = body.blocks[site.block].terminator.kind
    else {
        return false;
    };
    let is_integer = |local: LocalId| {
        let ty = program.functions[function].locals[local].ty;
        !program.types.is_pointer(ty)
            && matches!(program.types.scalar(ty), Some(Scalar::Int { bits: ..=64, .. }))
    };
    let next_of = |block: BlockId| {
        let block = &body.blocks[block];
        let assigns = block.statements.iter().all(|statement| match &statement.kind {
            StatementKind::Assign { place, .. } => assigned(place).is_some_and(is_integer),
            _ => false,
        });
        match block.terminator.kind {
            TerminatorKind::Goto(next) if assigns => Some(next),
            _ => None,
        }
    };
    let (after_then, after_otherwise) = (next_of(then), next_of(otherwise));
    after_then == Some(otherwise)
        || after_otherwise == Some(then)
        || (after_then.is_some() && after_then == after_otherwise)
}

/// The variable that an assignment to a place gives a value as a whole.
fn assigned(place: &Place) -> Option<LocalId> {
    match place.base {
        PlaceBase::Local(local) if place.path.is_empty() => Some(local),
        _ => None,
    }
}

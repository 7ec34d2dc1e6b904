//! Which branches tell paths apart.

use crate::trace::{ForkKind, ForkSite, number_of};
use clew_ir::{
    BlockId, Body, ExprKind, FunctionId, LocalId, LocalKind, PlaceBase, Program, StatementKind,
    TerminatorKind,
};
use clew_vm::shadow::View;

/// Known by position: a number for the branch, or that it does not count.
#[derive(Debug, Default)]
pub(crate) struct Branches {
    known: Vec<Known>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Known {
    #[default]
    NotYet,
    Selects,
    Branches(u64),
}

impl Branches {
    /// A number for the branch that is about to be taken; `None` for one that only selects a
    /// value.
    #[inline(always)]
    pub(crate) fn place(&mut self, program: &Program, view: &View<'_, '_>) -> Option<u64> {
        match self.known.get(view.position as usize) {
            Some(Known::Branches(place)) => Some(*place),
            Some(Known::Selects) => None,
            Some(Known::NotYet) | None => self.learn(program, view),
        }
    }

    #[cold]
    fn learn(&mut self, program: &Program, view: &View<'_, '_>) -> Option<u64> {
        let index = view.position as usize;
        if index >= self.known.len() {
            self.known.resize(index + 1, Known::NotYet);
        }
        let site = view.code.branch_sites.get(&view.position)?;
        let (at, _) = view.code.place_of(view.position)?;
        self.known[index] = match selects(program, at.function, site.block) {
            true => Known::Selects,
            false => {
                let place = ForkSite { at, kind: ForkKind::Branch };
                // Jumps that are taken for different successors tell different paths.
                Known::Branches(number_of(&place) ^ u64::from(site.taken))
            }
        };
        match self.known[index] {
            Known::Branches(place) => Some(place),
            Known::NotYet | Known::Selects => None,
        }
    }
}

/// Whether a branch only chooses one of two constants for a temporary.
fn selects(program: &Program, function: FunctionId, block: BlockId) -> bool {
    let function = &program.functions[function];
    let Ok(body) = &function.body else { return false };
    let TerminatorKind::Branch { then, otherwise, .. } = body.blocks[block].terminator.kind else {
        return false;
    };
    let is_temporary = |local: LocalId| function.locals[local].kind == LocalKind::Temporary;
    match (constant_arm(body, then), constant_arm(body, otherwise)) {
        (Some((a, next)), Some((b, other))) => a == b && next == other && is_temporary(a),
        _ => false,
    }
}

/// The variable that a block gives a constant, and where it goes then, if it does nothing else.
fn constant_arm(body: &Body, block: BlockId) -> Option<(LocalId, BlockId)> {
    let block = &body.blocks[block];
    let [statement] = &block.statements[..] else { return None };
    let StatementKind::Assign { place, value } = &statement.kind else { return None };
    let (PlaceBase::Local(local), ExprKind::Const(_)) = (&place.base, &value.kind) else {
        return None;
    };
    let TerminatorKind::Goto(next) = block.terminator.kind else { return None };
    place.path.is_empty().then_some((*local, next))
}

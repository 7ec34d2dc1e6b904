//! Temporaries are assigned before they are read: invariant 10, a forward data flow over the
//! sets of temporaries that every path has assigned.

use super::{Location, Verifier};
use crate::body::{Block, Body, StatementKind};
use crate::expr::{Expr, ExprKind, PlaceBase};
use crate::ids::{BlockId, Id, IdVec, LocalId};
use crate::program::{Function, LocalKind};

/// The temporaries assigned on every path so far, as bits in the order of their locals.
type Assigned = Vec<bool>;

impl Verifier<'_> {
    pub(super) fn temporaries(&mut self, function: &Function, body: &Body) {
        let is_watched: IdVec<LocalId, bool> = function
            .locals
            .iter()
            .map(|local| local.kind == LocalKind::Temporary && !local.is_address_taken)
            .collect();
        if !is_watched.iter().any(|watched| *watched) {
            return;
        }
        // `None`: no path is known to come here yet.
        let mut at_entry: IdVec<BlockId, Option<Assigned>> =
            IdVec::from_elem(None, body.blocks.len());
        at_entry[body.entry()] = Some(vec![false; function.locals.len()]);
        let mut work = vec![body.entry()];
        while let Some(id) = work.pop() {
            let mut assigned = at_entry[id].clone().expect("queued blocks have been reached");
            assign_all(&body.blocks[id], &mut assigned);
            for target in body.blocks[id].terminator.kind.successors() {
                let changed = match &mut at_entry[target] {
                    Some(known) => meet(known, &assigned),
                    unknown @ None => {
                        *unknown = Some(assigned.clone());
                        true
                    }
                };
                if changed && !work.contains(&target) {
                    work.push(target);
                }
            }
        }
        let function_location = self.location;
        for (id, block) in body.blocks.iter_enumerated() {
            let Some(mut assigned) = at_entry[id].clone() else { continue };
            for (at, statement) in block.statements.iter().enumerate() {
                self.location =
                    Location { block: Some(id), statement: Some(at), ..function_location };
                statement.kind.walk(&mut |expr| self.read(expr, &is_watched, &assigned));
                assign(&statement.kind, &mut assigned);
            }
            self.location = Location { block: Some(id), ..function_location };
            block.terminator.kind.walk(&mut |expr| self.read(expr, &is_watched, &assigned));
        }
    }

    fn read(&mut self, expr: &Expr, is_watched: &IdVec<LocalId, bool>, assigned: &Assigned) {
        let ExprKind::Load(place) = &expr.kind else { return };
        let PlaceBase::Local(local) = place.base else { return };
        self.check(10, !is_watched[local] || assigned[local.index()], || {
            format!("temporary {local} is read before it is assigned")
        });
    }
}

fn assign_all(block: &Block, assigned: &mut Assigned) {
    for statement in &block.statements {
        assign(&statement.kind, assigned);
    }
}

fn assign(statement: &StatementKind, assigned: &mut Assigned) {
    if let Some(local) = statement.written_place().and_then(|place| place.as_local()) {
        assigned[local.index()] = true;
    }
}

/// Keeps what both have assigned; whether anything was lost.
fn meet(known: &mut Assigned, other: &Assigned) -> bool {
    let mut changed = false;
    for (known, other) in known.iter_mut().zip(other) {
        changed |= *known && !other;
        *known &= other;
    }
    changed
}

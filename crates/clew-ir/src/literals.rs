//! String literals: whether two that are written alike are one object is left to the compiler.

use crate::body::{Callee, StatementKind, TerminatorKind};
use crate::expr::{Expr, ExprKind, PlaceBase};
use crate::ids::{GlobalId, IdVec};
use crate::program::{Global, GlobalKind, Program, RelocationTarget};
use crate::rebuild::rebuilt;
use std::cell::RefCell;

/// The copies of literals that are made.
struct Copies {
    globals: IdVec<GlobalId, Global>,
    is_named: Vec<bool>,
}

impl Copies {
    /// The object that the next place names which names a literal: another one each time.
    fn next(&mut self, id: GlobalId) -> GlobalId {
        let global = &self.globals[id];
        if global.kind != GlobalKind::StringLiteral {
            return id;
        }
        let at = crate::ids::Id::index(id);
        if !std::mem::replace(&mut self.is_named[at], true) {
            return id;
        }
        let copy = global.clone();
        self.globals.push(copy)
    }
}

impl Program {
    /// Whether a string literal is named in several places: the lowering makes one object of those
    /// that are written alike.
    pub fn has_shared_literals(&self) -> bool {
        let mut seen = vec![false; self.globals.len()];
        let mut is_shared = false;
        let mut name = |id: GlobalId| {
            let is_literal = self.globals[id].kind == GlobalKind::StringLiteral;
            let is_seen = std::mem::replace(&mut seen[crate::ids::Id::index(id)], true);
            is_shared |= is_literal && is_seen;
        };
        for global in self.globals.iter() {
            let relocations = global.init.iter().flat_map(|image| &image.relocations);
            for relocation in relocations {
                if let RelocationTarget::Global(target) = relocation.target {
                    name(target);
                }
            }
        }
        for body in self.functions.iter().filter_map(|function| function.body.as_ref().ok()) {
            body.for_each_expr(&mut |expr| {
                if let ExprKind::AddressOf(place) = &expr.kind
                    && let PlaceBase::Global(global) = place.base
                {
                    name(global);
                }
            });
        }
        is_shared
    }

    /// Gives every place that names a string literal an object of its own. Whoever reasons about the
    /// program must not take two literals for one object; that they may share memory is known.
    pub fn split_literals(&mut self) {
        let is_named = vec![false; self.globals.len()];
        let copies = RefCell::new(Copies { globals: std::mem::take(&mut self.globals), is_named });
        let count = copies.borrow().is_named.len();
        for at in 0..count {
            let id = crate::ids::Id::from_index(at);
            let targets = copies.borrow().globals[id].init.clone();
            let Some(mut image) = targets else { continue };
            for relocation in &mut image.relocations {
                if let RelocationTarget::Global(target) = relocation.target {
                    relocation.target = RelocationTarget::Global(copies.borrow_mut().next(target));
                }
            }
            copies.borrow_mut().globals[id].init = Some(image);
        }
        let replace = |mut expr: Expr| {
            if let ExprKind::AddressOf(place) = &mut expr.kind
                && let PlaceBase::Global(global) = place.base
            {
                place.base = PlaceBase::Global(copies.borrow_mut().next(global));
            }
            expr
        };
        let renew = |expr: &mut Expr| *expr = rebuilt(expr, &replace);
        for function in self.functions.iter_mut() {
            let Ok(body) = &mut function.body else { continue };
            for block in body.blocks.iter_mut() {
                for statement in &mut block.statements {
                    match &mut statement.kind {
                        StatementKind::Assign { value, .. } => renew(value),
                        StatementKind::Call { callee, args, .. } => {
                            if let Callee::Indirect(address) = callee {
                                renew(address);
                            }
                            args.iter_mut().for_each(renew);
                        }
                        StatementKind::Live(_)
                        | StatementKind::Dead(_)
                        | StatementKind::Zero(_) => {}
                    }
                }
                match &mut block.terminator.kind {
                    TerminatorKind::Branch { condition: value, .. }
                    | TerminatorKind::Switch { value, .. }
                    | TerminatorKind::IndirectGoto { address: value, .. }
                    | TerminatorKind::Return(Some(value)) => renew(value),
                    TerminatorKind::Goto(_)
                    | TerminatorKind::Return(None)
                    | TerminatorKind::Unreachable => {}
                }
            }
        }
        self.globals = copies.into_inner().globals;
    }
}

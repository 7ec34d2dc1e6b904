//! Atomic builtins. The machine has one thread, so each is its plain effect; but other threads may
//! write the object at any time, and show what they wrote before.

use super::Lowered;
use super::function::FunctionLowering;
use crate::ast::Node;
use clew_ir::{
    BinaryOp, Builtin, Expr, ExprKind, Place, Span, TerminatorKind, TypeId, TypeTable, UnaryOp,
};

/// Whether a compare-and-exchange fails only where the values differ.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strength {
    Strong,
    /// It may fail for no reason (C11, 7.17.7.4).
    Weak,
}

/// What a read-modify-write does with the old value and the operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Exchange,
    Op(BinaryOp),
    Nand,
    Extreme(BinaryOp),
}

impl FunctionLowering<'_, '_> {
    /// An `AtomicExpr`: `__atomic_*` and C11's `atomic_*` macros. Older clangs leave the name
    /// out of the tree, so it is read where it is spelled.
    pub(crate) fn atomic(&mut self, node: &Node) -> Lowered<Option<Expr>> {
        let name = match &node.name {
            Some(name) => Some(name.to_string()),
            None => self.unit.spelled_token(node),
        };
        let Some(name) = name else {
            return self.unsupported("atomic operation", node);
        };
        let bare = name
            .trim_start_matches("__c11_atomic_")
            .trim_start_matches("__atomic_")
            .trim_start_matches("__opencl_atomic_");
        self.atomic_operation(node, bare)
    }

    /// The object that an atomic operation is about.
    fn shared_place(&mut self, pointer: Expr, node: &Node) -> Lowered<Place> {
        let span = self.span(node);
        self.emit_builtin(None, Builtin::Synchronize, Vec::new(), span);
        Ok(Place { is_volatile: true, ..self.deref(pointer, node)? })
    }

    /// clang orders the operands: pointer, order, first value, failure order, second value.
    fn atomic_operation(&mut self, node: &Node, name: &str) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let nodes: Vec<_> = node.inner.iter().collect();
        let values = self.operands(&nodes)?;
        // The strong kind says so by a constant zero behind its operands.
        let is_strong = match name {
            "compare_exchange_strong" => true,
            "compare_exchange_weak" => false,
            _ => values.get(5).is_some_and(|weak| self.constant_bits(weak) == Some(0)),
        };
        let strength = if is_strong { Strength::Strong } else { Strength::Weak };
        let kept: Vec<_> = values.into_iter().map(|value| self.keep(value)).collect();
        let value = |index: usize| kept.get(index).cloned();
        let (Some(pointer), first) = (value(0), value(2)) else {
            return self.unsupported("atomic operation", node);
        };
        let place = self.shared_place(pointer, node)?;
        match (name, first) {
            ("init", _) => {
                // `atomic_init(pointer, value)` has no order.
                let Some(new) = value(1) else {
                    return self.unsupported("atomic operation", node);
                };
                let new = self.cast(new, place.ty, true, span)?;
                self.assign(place, new, span);
                Ok(None)
            }
            ("load_n" | "load", None) => Ok(Some(self.keep(Expr::load(place, span)))),
            ("load", Some(result)) => {
                let result = self.deref(result, node)?;
                self.assign(result, Expr::load(place, span), span);
                Ok(None)
            }
            ("store", Some(new))
                if self.types().is_pointer(new.ty) && !self.holds_pointer(&place) =>
            {
                let new = self.deref(new, node)?;
                self.assign(place, Expr::load(new, span), span);
                Ok(None)
            }
            ("store_n" | "store", Some(new)) => {
                let new = self.cast(new, place.ty, true, span)?;
                self.assign(place, new, span);
                Ok(None)
            }
            ("exchange", Some(new)) if node.inner.len() == 4 => {
                let Some(result) = value(3) else {
                    return self.unsupported("atomic operation", node);
                };
                let old = self.keep(Expr::load(place.clone(), span));
                let new = self.deref(new, node)?;
                self.assign(place, Expr::load(new, span), span);
                let result = self.deref(result, node)?;
                self.assign(result, old, span);
                Ok(None)
            }
            ("exchange_n" | "exchange", Some(new)) => {
                self.read_modify_write(place, Change::Exchange, new, false, span).map(Some)
            }
            (
                "compare_exchange_n"
                | "compare_exchange"
                | "compare_exchange_strong"
                | "compare_exchange_weak",
                Some(expected),
            ) => {
                let Some(desired) = value(4) else {
                    return self.unsupported("atomic operation", node);
                };
                let desired = if name == "compare_exchange" {
                    let desired = self.deref(desired, node)?;
                    Expr::load(desired, span)
                } else {
                    self.cast(desired, place.ty, true, span)?
                };
                let expected = self.deref(expected, node)?;
                self.compare_exchange(place, expected, desired, strength, span).map(Some)
            }
            (_, Some(operand)) => match fetch_change(name) {
                Some((change, gives_new)) => {
                    self.read_modify_write(place, change, operand, gives_new, span).map(Some)
                }
                None => self.unsupported(format!("atomic operation {name}"), node),
            },
            (_, None) => self.unsupported(format!("atomic operation {name}"), node),
        }
    }

    fn holds_pointer(&self, place: &Place) -> bool {
        self.types().is_pointer(place.ty)
    }

    fn read_modify_write(
        &mut self,
        place: Place,
        change: Change,
        operand: Expr,
        gives_new: bool,
        span: Span,
    ) -> Lowered<Expr> {
        let ty = place.ty;
        let old = Expr::load(place.clone(), span);
        let temporary = self.new_temporary(ty, span);
        self.assign(Place::local(temporary, ty), old, span);
        let old = self.load_local(temporary, span);
        let new = self.changed(change, old.clone(), operand, ty, span)?;
        let new = self.keep(new);
        self.assign(place, new.clone(), span);
        Ok(if gives_new { new } else { old })
    }

    fn changed(
        &mut self,
        change: Change,
        old: Expr,
        operand: Expr,
        ty: TypeId,
        span: Span,
    ) -> Lowered<Expr> {
        // GNU atomics add bytes to pointers.
        if self.types().is_pointer(ty) && change != Change::Exchange {
            let Change::Op(op) = change else {
                return Err(clew_ir::Unsupported { feature: "atomic operation".into(), span });
            };
            let base = self.cast(old, self.types().size_type(), true, span)?;
            let step = self.cast(operand, self.types().size_type(), true, span)?;
            let moved = self.arithmetic(op, base, step, span)?;
            return self.cast(moved, ty, true, span);
        }
        let operand = self.cast(operand, ty, true, span)?;
        match change {
            Change::Exchange => Ok(operand),
            Change::Op(op) => {
                let compute = super::decl::default_promotion(self.types(), ty);
                let left = self.cast(old, compute, true, span)?;
                let right = self.cast(operand, compute, true, span)?;
                let value = self.arithmetic(op, left, right, span)?;
                self.cast(value, ty, true, span)
            }
            Change::Nand => {
                let both = self.arithmetic(BinaryOp::BitAnd, old, operand, span)?;
                let ty = both.ty;
                Ok(Expr { kind: ExprKind::Unary(UnaryOp::BitNot, Box::new(both)), ty, span })
            }
            Change::Extreme(op) => {
                let condition = self.arithmetic(op, old.clone(), operand.clone(), span)?;
                self.select(condition, old, operand, ty, span)
            }
        }
    }

    /// `condition ? a : b` without a decision of the user's.
    fn select(
        &mut self,
        condition: Expr,
        a: Expr,
        b: Expr,
        ty: TypeId,
        span: Span,
    ) -> Lowered<Expr> {
        let result = self.new_temporary(ty, span);
        let [then, otherwise, join] = [(); 3].map(|()| self.new_block());
        self.terminate(TerminatorKind::Branch { condition, id: None, then, otherwise }, span);
        for (block, value) in [(then, a), (otherwise, b)] {
            self.start(block);
            self.assign(Place::local(result, ty), value, span);
            self.goto(join, span);
        }
        self.start(join);
        Ok(self.load_local(result, span))
    }

    fn compare_exchange(
        &mut self,
        place: Place,
        expected: Place,
        desired: Expr,
        strength: Strength,
        span: Span,
    ) -> Lowered<Expr> {
        let old = Expr::load(place.clone(), span);
        let old = {
            let temporary = self.new_temporary(place.ty, span);
            self.assign(Place::local(temporary, place.ty), old, span);
            self.load_local(temporary, span)
        };
        let wanted = Expr::load(expected.clone(), span);
        let wanted = self.cast(wanted, place.ty, true, span)?;
        let mut condition = self.arithmetic(BinaryOp::Eq, old.clone(), wanted, span)?;
        if strength == Strength::Weak {
            // It may fail for no reason: a flag that is clear here and volatile to proofs.
            let flag = self.new_temporary(TypeTable::INT, span);
            let flag = Place::local(flag, TypeTable::INT);
            self.assign(flag.clone(), Expr::constant(0, TypeTable::INT, span), span);
            let fails = Expr::load(Place { is_volatile: true, ..flag }, span);
            let zero = Expr::constant(0, TypeTable::INT, span);
            let holds = self.arithmetic(BinaryOp::Eq, fails, zero, span)?;
            condition = self.arithmetic(BinaryOp::BitAnd, condition, holds, span)?;
        }
        let result = self.new_temporary(TypeTable::BOOL, span);
        let flag = Place::local(result, TypeTable::BOOL);
        let [hit, miss, join] = [(); 3].map(|()| self.new_block());
        let branch = TerminatorKind::Branch { condition, id: None, then: hit, otherwise: miss };
        self.terminate(branch, span);
        self.start(hit);
        let desired = self.cast(desired, place.ty, true, span)?;
        self.assign(place, desired, span);
        self.assign(flag.clone(), Expr::constant(1, TypeTable::BOOL, span), span);
        self.goto(join, span);
        self.start(miss);
        let old = self.cast(old, expected.ty, true, span)?;
        self.assign(expected, old, span);
        self.assign(flag, Expr::constant(0, TypeTable::BOOL, span), span);
        self.goto_and_start(join, span);
        Ok(self.load_local(result, span))
    }

    /// `__sync_*`, and the `__atomic_*` that clang treats as plain calls.
    pub(crate) fn sync_builtin(
        &mut self,
        node: &Node,
        name: &str,
        args: &[Node],
    ) -> Option<Lowered<Option<Expr>>> {
        if matches!(
            name,
            "__sync_synchronize"
                | "__atomic_thread_fence"
                | "__atomic_signal_fence"
                | "__c11_atomic_thread_fence"
                | "__c11_atomic_signal_fence"
        ) {
            let effects = args.iter().try_for_each(|arg| self.effect(arg));
            let span = self.span(node);
            self.emit_builtin(None, Builtin::Synchronize, Vec::new(), span);
            return Some(effects.map(|()| None));
        }
        if matches!(
            name,
            "__atomic_is_lock_free" | "__atomic_always_lock_free" | "__c11_atomic_is_lock_free"
        ) {
            return Some(self.lock_freedom(node, name, args));
        }
        if matches!(name, "__atomic_test_and_set" | "__atomic_clear") {
            return Some(self.flag(node, args, name == "__atomic_test_and_set"));
        }
        let bare = name.strip_prefix("__sync_")?;
        // clang resolves `__sync_add_and_fetch` to a form with the size in its name.
        let bare = bare.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        Some(self.sync(node, bare, args))
    }

    /// Whether objects of a size need no lock. Of the sizes that no machine word has, only the library that
    /// the program is linked with knows.
    fn lock_freedom(&mut self, node: &Node, name: &str, args: &[Node]) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let size = match args.first() {
            Some(size) => self.rvalue(size)?,
            None => return self.unsupported(name, node),
        };
        match self.constant_int(&size) {
            Some(1 | 2 | 4 | 8) => Ok(Some(Expr::constant(1, TypeTable::BOOL, span))),
            Some(_) | None => self.unsupported(format!("{name} of this size"), node),
        }
    }

    fn flag(&mut self, node: &Node, args: &[Node], set: bool) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let Some(pointer) = args.first() else {
            return self.unsupported("atomic operation", node);
        };
        let pointer = self.rvalue(pointer)?;
        let bytes = self.types_mut().pointer_to(TypeTable::UNSIGNED_CHAR);
        let pointer = self.cast(pointer, bytes, true, span)?;
        let pointer = self.keep(pointer);
        let place = self.shared_place(pointer, node)?;
        let new = self.int(i128::from(set), TypeTable::UNSIGNED_CHAR, span);
        if !set {
            self.assign(place, new, span);
            return Ok(None);
        }
        let old = self.read_modify_write(place, Change::Exchange, new, false, span)?;
        self.cast(old, TypeTable::BOOL, true, span).map(Some)
    }

    fn sync(&mut self, node: &Node, name: &str, args: &[Node]) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let nodes: Vec<_> = args.iter().collect();
        let values = self.operands(&nodes)?;
        let kept: Vec<_> = values.into_iter().map(|value| self.keep(value)).collect();
        let Some(pointer) = kept.first().cloned() else {
            return self.unsupported(format!("__sync_{name}"), node);
        };
        let place = self.shared_place(pointer, node)?;
        match (name, kept.get(1), kept.get(2)) {
            ("lock_release", ..) => {
                let zero = Expr::constant(0, place.ty, span);
                self.assign(place, zero, span);
                Ok(None)
            }
            ("lock_test_and_set" | "swap", Some(new), _) => {
                self.read_modify_write(place, Change::Exchange, new.clone(), false, span).map(Some)
            }
            ("val_compare_and_swap" | "bool_compare_and_swap", Some(old), Some(new)) => {
                let ty = place.ty;
                let expected = self.new_temporary(ty, span);
                let expected = Place::local(expected, ty);
                let old = self.cast(old.clone(), ty, true, span)?;
                self.assign(expected.clone(), old, span);
                let strength = Strength::Strong;
                let new = new.clone();
                let flag = self.compare_exchange(place, expected.clone(), new, strength, span)?;
                let is_bool = name.starts_with("bool");
                Ok(Some(if is_bool { flag } else { Expr::load(expected, span) }))
            }
            (_, Some(operand), _) => match sync_change(name) {
                Some((change, gives_new)) => self
                    .read_modify_write(place, change, operand.clone(), gives_new, span)
                    .map(Some),
                None => self.unsupported(format!("__sync_{name}"), node),
            },
            _ => self.unsupported(format!("__sync_{name}"), node),
        }
    }
}

/// `fetch_add`, `add_fetch` and the like: what they do, and whether they give the new value.
fn fetch_change(name: &str) -> Option<(Change, bool)> {
    if let Some(op) = name.strip_prefix("fetch_") {
        return Some((change_named(op)?, false));
    }
    Some((change_named(name.strip_suffix("_fetch")?)?, true))
}

/// `fetch_and_add` and `add_and_fetch`.
fn sync_change(name: &str) -> Option<(Change, bool)> {
    if let Some(op) = name.strip_prefix("fetch_and_") {
        return Some((change_named(op)?, false));
    }
    Some((change_named(name.strip_suffix("_and_fetch")?)?, true))
}

fn change_named(op: &str) -> Option<Change> {
    Some(match op {
        "add" => Change::Op(BinaryOp::Add),
        "sub" => Change::Op(BinaryOp::Sub),
        "and" => Change::Op(BinaryOp::BitAnd),
        "or" => Change::Op(BinaryOp::BitOr),
        "xor" => Change::Op(BinaryOp::BitXor),
        "nand" => Change::Nand,
        "min" => Change::Extreme(BinaryOp::Lt),
        "max" => Change::Extreme(BinaryOp::Gt),
        _ => return None,
    })
}

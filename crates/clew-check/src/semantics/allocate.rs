//! Objects that calls make: of `malloc` and its kin, and of `alloca`.
//!
//! A new object may lie where others have been. What was stored there while they lived is none of its bytes:
//! those without values have the memory of their birth ([`super::Unset`]), and where an object has values from
//! the start, nothing is known of memory in which something may have ended.

use super::access::Value;
use super::unset::Spans;
use super::{Object, Semantics, State, Unset};
use crate::program::{Expr, ExprKind, Place};
use crate::term::{Sort, Term};

impl Semantics<'_> {
    /// `malloc` and its kin: something that is new, or null. Of an object without values `size` says which
    /// argument is its size.
    pub(super) fn allocate(
        &mut self,
        state: &mut State,
        args: &[Expr],
        size: Option<usize>,
        dest: Option<&Place>,
    ) {
        let values = self.evaluate(state, args.iter());
        self.change_errno(state);
        let Some(dest) = dest else { return };
        let result = self.terms.fresh(Sort::Bits(64));
        let moment = self.tick();
        self.pointer_existed(result, moment);
        let bytes = size.and_then(|at| match values.get(at) {
            Some(Value::Scalar(size)) => Some(*size),
            Some(Value::Bytes(_) | Value::Unknown) | None => None,
        });
        self.assume_not_errno(state, result, bytes);
        if size.is_some() {
            let bytes = bytes.and_then(|size| self.terms.as_const(size));
            let size = bytes.and_then(|size| u64::try_from(size).ok());
            let (memory, set) = (state.memory, Spans::default());
            let unset = Unset { base: result, size, object: None, born: moment, memory, set };
            state.unset.push(unset);
        }
        let is_pointer = dest.ty.scalar() == Some(crate::program::POINTER);
        match is_pointer {
            true => self.write_place(state, state.top(), dest, &Value::Scalar(result)),
            false => self.write_arbitrary(state, dest),
        }
    }

    /// Memory that was given back may come from another thread, which shows what that thread wrote
    /// (C11, 7.22.3p2). It could write only after this one has given something back.
    pub(super) fn meet_releases(&mut self, state: &mut State) {
        if state.has_freed {
            self.unknown_code(state, &[]);
        }
    }

    /// An object with values comes to life, perhaps where others were: nobody knows which bytes of memory are
    /// others now.
    pub(super) fn reuse_memory(&mut self, state: &mut State) {
        let is_gone = |it: &Object| it.died.is_some() && it.escaped.is_some();
        if state.has_freed || state.objects.iter().any(is_gone) {
            self.forget_memory(state);
        }
    }

    pub(super) fn alloca(&mut self, state: &mut State, args: &[Expr], dest: Option<&Place>) {
        let values = self.evaluate(state, args.iter());
        let signed = args.first().and_then(|arg| arg.ty.scalar()).is_some_and(|it| it.is_signed());
        let size = match values.first() {
            Some(Value::Scalar(size)) => self.terms.resize(*size, 64, signed),
            Some(Value::Bytes(_) | Value::Unknown) | None => self.terms.fresh(Sort::Bits(64)),
        };
        let align = match args.get(1).map(|arg| &arg.kind) {
            Some(ExprKind::Const(align)) if align.is_power_of_two() => *align as u64,
            Some(_) | None => 1,
        };
        let object = self.new_object(state, size, align);
        self.escape(state, object);
        let top = state.top();
        state.frames[top].allocated.push(object);
        if let Some(dest) = dest {
            let base: Term = state.objects[object].base;
            self.write_place(state, top, dest, &Value::Scalar(base));
        }
    }
}

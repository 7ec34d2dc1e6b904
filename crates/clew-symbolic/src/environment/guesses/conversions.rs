//! What the code converts pointers to whose type does not say what they lead to.
//!
//! `struct stream { struct state *state; void *user; }` with an incomplete `struct state`: that the
//! code reads `(struct inflate_state *)stream->state` says what is there. The largest type wins, as
//! for parameters.

use super::usage::is_local_type;
use clew_ir::{
    Expr, ExprKind, FunctionId, LocalId, PlaceBase, Program, RecordId, Type, TypeId, TypeTable,
};
use rustc_hash::FxHashMap;

/// Types by what is converted to a pointer to them.
#[derive(Debug, Default)]
pub(in crate::environment) struct Conversions {
    /// By incomplete type, wherever a pointer to it is.
    incomplete: FxHashMap<TypeId, TypeId>,
    /// By the position of a member in its record.
    members: FxHashMap<(RecordId, usize), TypeId>,
    /// By variable of a function.
    variables: FxHashMap<(FunctionId, LocalId), TypeId>,
}

impl Conversions {
    /// What the user's code does.
    pub(in crate::environment) fn new(program: &Program) -> Self {
        let mut found = Self::default();
        for (id, function) in program.functions.iter_enumerated() {
            if let Ok(body) = &function.body
                && !function.is_system
            {
                body.for_each_expr(&mut |expr| found.expression(program, id, expr));
            }
        }
        found
    }

    /// What a pointer to a type leads to.
    pub(in crate::environment) fn of_type(&self, types: &TypeTable, target: TypeId) -> TypeId {
        let is_unknown = is_opaque(types, target);
        self.incomplete.get(&target).copied().filter(|_| is_unknown).unwrap_or(target)
    }

    /// What a member leads to, if the code says so.
    pub(in crate::environment) fn of_member(
        &self,
        record: RecordId,
        position: usize,
    ) -> Option<TypeId> {
        self.members.get(&(record, position)).copied()
    }

    /// What the result of a call leads to that a variable gets, if the code says so.
    pub(in crate::environment) fn of_result(
        &self,
        variable: (FunctionId, LocalId),
    ) -> Option<TypeId> {
        self.variables.get(&variable).copied()
    }

    fn expression(&mut self, program: &Program, function: FunctionId, expr: &Expr) {
        let types = &program.types;
        let ExprKind::Cast { operand, .. } = &expr.kind else { return };
        let (Some(from), Some(to)) = (types.pointee(operand.ty), types.pointee(expr.ty)) else {
            return;
        };
        let size = types.size(to).unwrap_or(0);
        let says_more = match is_opaque(types, from) {
            true => !is_opaque(types, to),
            false => is_vague(types, from) && !is_vague(types, to),
        };
        if !says_more || size == 0 || is_local_type(program, to) {
            return;
        }
        let known = match &operand.kind {
            _ if is_opaque(types, from) && *types.get(from) != Type::Void => {
                self.incomplete.entry(from).or_insert(to)
            }
            ExprKind::Load(place) => {
                let locals = &program.functions[function].locals;
                match (&place.base, program.member(locals, place)) {
                    (_, Some(member)) => self.members.entry(member).or_insert(to),
                    (PlaceBase::Local(local), None) => {
                        self.variables.entry((function, *local)).or_insert(to)
                    }
                    _ => return,
                }
            }
            _ => return,
        };
        if types.size(*known) < Some(size) {
            *known = to;
        }
    }
}

/// Whether a type is opaque or leads to what is: `void **` is an array of pointers to anything.
fn is_vague(types: &TypeTable, ty: TypeId) -> bool {
    is_opaque(types, types.pointee(ty).unwrap_or(ty))
}

/// Whether a type says nothing of what an object of it holds.
pub(in crate::environment) fn is_opaque(types: &TypeTable, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Void | Type::Opaque { .. } | Type::Function(_) => true,
        Type::Record(id) => !types.records[*id].is_complete,
        _ => false,
    }
}

//! Which objects the accesses of a statement stay in.

use clew_ir::{
    ArrayLength, Expr, ExprKind, Function, FunctionId, LocalId, Place, PlaceBase, Program,
    Projection, RecordKind, Type, TypeTable,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The objects that accesses of one statement may leave: where their address is taken as a value, or an
/// index is not known to be in its array. Accesses to all others that it names stay in them, or the
/// path ends there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Loose {
    bases: Vec<NamedBase>,
}

/// An object as the code of a function names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NamedBase {
    Local(LocalId),
    Global(clew_ir::GlobalId),
}

impl Loose {
    /// What the expressions of a statement may leave, and the place that it writes.
    pub(super) fn of<'a>(
        program: &Program,
        function: &Function,
        written: Option<&Place>,
        walk: impl FnOnce(&mut dyn FnMut(&'a Expr)),
    ) -> Self {
        let mut loose = Loose::default();
        if let Some(place) = written {
            loose.note(place, is_bounded(program, function, place));
        }
        walk(&mut |expr| match &expr.kind {
            ExprKind::Load(place) => loose.note(place, is_bounded(program, function, place)),
            ExprKind::AddressOf(place) => loose.note(place, false),
            _ => {}
        });
        loose
    }

    fn note(&mut self, place: &Place, is_bounded: bool) {
        match (&place.base, is_bounded) {
            (_, true) | (PlaceBase::Deref(_), _) => {}
            (PlaceBase::Local(local), false) => self.bases.push(NamedBase::Local(*local)),
            (PlaceBase::Global(global), false) => self.bases.push(NamedBase::Global(*global)),
        }
    }

    pub(super) fn may_leave(&self, base: NamedBase) -> bool {
        self.bases.contains(&base)
    }
}

/// Whether an access to a place of a named object stays in the object, or ends the path: as the
/// meaning has it, an index into an array at the end of a record may be any.
fn is_bounded(program: &Program, function: &Function, place: &Place) -> bool {
    let Some(mut ty) = program.base_type(&function.locals, place) else { return false };
    let mut is_trailing = false;
    for step in &place.path {
        match step {
            Projection::Field(at) => {
                let Some((_, record)) = program.types.record(ty) else { return false };
                is_trailing =
                    *at as usize + 1 == record.fields.len() || record.kind == RecordKind::Union;
            }
            Projection::Index(index) => {
                if !is_within(&program.types, ty, index, is_trailing) {
                    return false;
                }
                is_trailing = false;
            }
        }
        let Some(next) = program.types.step(ty, step) else { return false };
        ty = next;
    }
    true
}

fn is_within(types: &TypeTable, array: clew_ir::TypeId, index: &Expr, is_trailing: bool) -> bool {
    let Type::Array { length: ArrayLength::Fixed(len @ 1..), .. } = *types.get(array) else {
        return false;
    };
    !is_trailing || index.as_const().is_some_and(|at| at < len.into())
}

/// The locals of each function whose address is taken as a value: what pointers may point to.
#[derive(Debug, Default)]
pub(super) struct Escaping {
    of: FxHashMap<FunctionId, FxHashSet<LocalId>>,
}

impl Escaping {
    pub(super) fn has(&mut self, program: &Program, function: FunctionId, local: LocalId) -> bool {
        let escaping = self.of.entry(function).or_insert_with(|| {
            let mut taken = FxHashSet::default();
            if let Ok(body) = &program.functions[function].body {
                body.for_each_expr(&mut |expr| {
                    if let ExprKind::AddressOf(place) = &expr.kind
                        && let PlaceBase::Local(local) = place.base
                    {
                        taken.insert(local);
                    }
                });
            }
            taken
        });
        escaping.contains(&local)
    }
}

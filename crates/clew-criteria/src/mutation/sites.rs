//! What can be mutated: the expressions of statements and terminators, and their parts.

use crate::objective::Subject;
use crate::piecewise;
use clew_ir::{
    ArrayLength, Expr, ExprKind, Place, PlaceBase, ProbePoint, Projection, Scalar, Span,
    StatementKind, TerminatorKind, Type, TypeTable, is_label_marker,
};

/// What becomes of the value of a root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It is stored, passed or returned.
    Value,
    /// It decides a branch: only whether it is zero counts.
    Condition,
}

/// An expression that no other contains.
pub(super) struct Root<'p> {
    pub(super) point: ProbePoint,
    pub(super) expr: &'p Expr,
    pub(super) role: Role,
    /// The statement.
    pub(super) span: Span,
}

/// The roots of a function that the user wrote.
pub(super) fn roots<'p>(subject: &Subject<'p>) -> Vec<Root<'p>> {
    let mut roots = Vec::new();
    let types = &subject.program.types;
    for block in subject.body.blocks.ids().filter(|&block| subject.cfg.is_reachable(block)) {
        let contents = &subject.body.blocks[block];
        let mut add = |at: usize, expr: &'p Expr, role, span: Span| {
            if types.scalar(expr.ty).is_some() && span.file.is_some() {
                let point = ProbePoint::Statement(subject.id, block, at as u32);
                roots.push(Root { point, expr, role, span });
            }
        };
        for (at, statement) in contents.statements.iter().enumerate() {
            match &statement.kind {
                StatementKind::Assign { value, .. } => add(at, value, Role::Value, statement.span),
                StatementKind::Call { args, callee: clew_ir::Callee::Direct(callee), .. }
                    if !is_label_marker(&subject.program.functions[*callee]) =>
                {
                    args.iter().for_each(|arg| add(at, arg, Role::Value, statement.span));
                }
                StatementKind::Call { .. }
                | StatementKind::Live(_)
                | StatementKind::Dead(_)
                | StatementKind::Zero(_) => {}
            }
        }
        let end = contents.statements.len();
        match &contents.terminator.kind {
            TerminatorKind::Branch { condition, id: Some(id), .. } => {
                let span = subject.body.decisions.conditions[*id].span;
                add(end, condition, Role::Condition, span);
            }
            TerminatorKind::Switch { value, .. } | TerminatorKind::Return(Some(value)) => {
                add(end, value, Role::Value, contents.terminator.span);
            }
            TerminatorKind::Branch { id: None, .. }
            | TerminatorKind::Goto(_)
            | TerminatorKind::IndirectGoto { .. }
            | TerminatorKind::Return(None)
            | TerminatorKind::Unreachable => {}
        }
    }
    roots
}

/// What makes the whole expression from a new part; `None` where that has no value in any state in
/// which it differs from the old one: another index of an array that is never one of its own.
pub(super) type Rebuild<'r> = &'r dyn Fn(Expr) -> Option<Expr>;

/// Calls `visit` on an expression and each of its parts, those in places too, outermost first.
/// A narrow index is visited as C computes with it: promoted.
pub(super) fn for_each_part(
    subject: &Subject<'_>,
    expr: &Expr,
    visit: &mut dyn FnMut(&Expr, Rebuild<'_>),
) {
    let mut walk = Walk { subject, types: &subject.program.types, visit };
    walk.expr(expr, &Some);
}

struct Walk<'p, 'v> {
    subject: &'p Subject<'p>,
    types: &'p TypeTable,
    visit: &'v mut dyn FnMut(&Expr, Rebuild<'_>),
}

impl Walk<'_, '_> {
    fn expr(&mut self, expr: &Expr, rebuild: Rebuild<'_>) {
        (self.visit)(expr, rebuild);
        let with = |kind: ExprKind| rebuild(Expr { kind, ..expr.clone() });
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(_) => {}
            ExprKind::Load(place) => {
                self.place(place, &|place| with(ExprKind::Load(Box::new(place))));
            }
            ExprKind::AddressOf(place) => {
                self.place(place, &|place| with(ExprKind::AddressOf(Box::new(place))));
            }
            ExprKind::Unary(op, operand) => {
                self.expr(operand, &|part| with(ExprKind::Unary(*op, Box::new(part))));
            }
            ExprKind::Cast { operand, implicit } => {
                let implicit = *implicit;
                self.expr(operand, &|part| {
                    with(ExprKind::Cast { operand: Box::new(part), implicit })
                });
            }
            ExprKind::Binary(op, left, right) => {
                let make = |left: Expr, right: Expr| {
                    with(ExprKind::Binary(*op, Box::new(left), Box::new(right)))
                };
                self.expr(left, &|part| make(part, (**right).clone()));
                let of_right = |part| make((**left).clone(), part);
                match self.types.is_pointer(left.ty) {
                    true => self.index(right, &of_right),
                    false => self.expr(right, &of_right),
                }
            }
            ExprKind::Intrinsic(op, operands) => {
                for (at, operand) in operands.iter().enumerate() {
                    let make = |part: Expr| {
                        let mut operands = operands.clone();
                        operands[at] = part;
                        with(ExprKind::Intrinsic(*op, operands))
                    };
                    self.expr(operand, &make);
                }
            }
        }
    }

    fn place(&mut self, place: &Place, rebuild: &dyn Fn(Place) -> Option<Expr>) {
        if let PlaceBase::Deref(pointer) = &place.base {
            let make = |part: Expr| {
                rebuild(Place { base: PlaceBase::Deref(Box::new(part)), ..place.clone() })
            };
            self.expr(pointer, &make);
        }
        let types = self.types;
        for (at, step) in place.path.iter().enumerate() {
            if let Projection::Index(index) = step {
                let length = self.length(place, at);
                let make = |part: Expr| {
                    if !length.is_none_or(|it| piecewise::may_name_two(types, it, index, &part)) {
                        return None;
                    }
                    let mut path = place.path.clone();
                    path[at] = Projection::Index(part);
                    rebuild(Place { path, ..place.clone() })
                };
                self.index(index, &make);
            }
        }
    }

    /// The number of elements of a variable that is an array, for the index that chooses among
    /// them. Inside of records and arrays an index past its own array may still lead to something.
    fn length(&self, place: &Place, at: usize) -> Option<u64> {
        let ty = match place.base {
            PlaceBase::Local(local) => self.subject.function.locals[local].ty,
            PlaceBase::Global(global) => self.subject.program.globals[global].ty,
            PlaceBase::Deref(_) => return None,
        };
        let is_alone =
            at == 0 && place.path[1..].iter().all(|step| matches!(step, Projection::Field(_)));
        match self.types.get(ty) {
            Type::Array { length: ArrayLength::Fixed(length), .. } if is_alone => Some(*length),
            _ => None,
        }
    }

    /// What is added to a pointer, or counts elements: the model does not promote it.
    fn index(&mut self, index: &Expr, rebuild: Rebuild<'_>) {
        let is_narrow = matches!(self.types.scalar(index.ty), Some(Scalar::Int { bits: ..32, .. }));
        if !is_narrow {
            return self.expr(index, rebuild);
        }
        let operand = Box::new(index.clone());
        let kind = ExprKind::Cast { operand, implicit: true };
        self.expr(&Expr { kind, ty: TypeTable::INT, span: index.span }, rebuild);
    }
}

//! The criterion `rte`: run-time errors. Each operation that C does not define for all operands
//! has a label for each way to get there: division, overflow, shifts, pointers, indices,
//! conversions of floats.
//!
//! The label is before the statement with the operation: whether the operation then faults on the
//! machine, or gives what the processor gives, is another matter.

use crate::objective::{Aim, Found, Subject};
use crate::predicate::{self, Builder};
use clew_ir::{
    ArrayLength, BinaryOp, Expr, ExprKind, FloatKind, Intrinsic, OverflowOp, Place, PlaceBase,
    ProbePoint, Projection, Scalar, Span, Type, TypeId, TypeTable, UnaryOp, c_text,
};

pub(crate) fn find(subject: &Subject<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    for block in subject.body.blocks.ids().filter(|&block| subject.cfg.is_reachable(block)) {
        let contents = &subject.body.blocks[block];
        let point = |at: usize| ProbePoint::Statement(subject.id, block, at as u32);
        for (at, statement) in contents.statements.iter().enumerate() {
            let mut site =
                Site { subject, point: point(at), span: statement.span, found: &mut found };
            if statement.span.file.is_none() {
                continue;
            }
            if let Some(place) = statement.kind.written_place() {
                site.place(place);
            }
            statement.kind.walk(&mut |expr| site.expr(expr));
        }
        let end = contents.statements.len();
        let span = contents.terminator.span;
        let mut site = Site { subject, point: point(end), span, found: &mut found };
        contents.terminator.kind.walk(&mut |expr| site.expr(expr));
    }
    found
}

/// A statement whose errors are looked for.
struct Site<'a, 'p> {
    subject: &'a Subject<'p>,
    point: ProbePoint,
    span: Span,
    found: &'a mut Vec<Found>,
}

impl Site<'_, '_> {
    fn builder(&self, span: Span) -> Builder<'_> {
        let span = if span.file.is_some() { span } else { self.span };
        Builder { types: &self.subject.program.types, span }
    }

    fn add(&mut self, span: Span, words: String, predicate: Expr) {
        if predicate::is_repeatable(&predicate) {
            let span = if span.file.is_some() { span } else { self.span };
            self.found.push(Found {
                span,
                text: words,
                aim: Aim::Label(self.point, predicate),
                change: None,
            });
        }
    }

    fn text(&self, expr: &Expr) -> String {
        c_text::expr_text(self.subject.program, self.subject.function, expr)
    }

    /// The errors of this very expression, not of its parts.
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(op, left, right) => self.binary(expr, *op, left, right),
            ExprKind::Unary(UnaryOp::Neg, operand) => self.negation(expr, operand),
            ExprKind::Cast { operand, .. } => self.conversion(expr, operand),
            ExprKind::Load(place) => self.place(place),
            // An address is no access, but its indices are evaluated.
            ExprKind::AddressOf(_)
            | ExprKind::Unary(..)
            | ExprKind::Const(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Intrinsic(..) => {}
        }
    }

    fn binary(&mut self, expr: &Expr, op: BinaryOp, left: &Expr, right: &Expr) {
        let build = self.builder(expr.span);
        let Some(Scalar::Int { bits, signed }) = build.types.scalar(expr.ty) else { return };
        let text = self.text(expr);
        match op {
            BinaryOp::Div | BinaryOp::Rem => {
                let is_zero = build.compare_with(BinaryOp::Eq, right, 0);
                let overflows = signed.then(|| {
                    let least = build.compare_with(BinaryOp::Eq, left, least(bits));
                    build.and(least, build.compare_with(BinaryOp::Eq, right, -1))
                });
                self.add(expr.span, format!("{text} divides by zero"), is_zero);
                if let Some(overflows) = overflows {
                    self.add(expr.span, format!("{text} overflows"), overflows);
                }
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if signed => {
                let op = match op {
                    BinaryOp::Add => OverflowOp::Add,
                    BinaryOp::Sub => OverflowOp::Sub,
                    _ => OverflowOp::Mul,
                };
                let op = Intrinsic::Overflows { op, result: expr.ty };
                let operands = vec![left.clone(), right.clone()];
                let overflows = build.intrinsic(op, operands, TypeTable::INT);
                let overflows = build.truth(&overflows);
                self.add(expr.span, format!("{text} overflows"), overflows);
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                self.shift(expr, op, (left, right), bits, signed);
            }
            _ => {}
        }
    }

    fn shift(
        &mut self,
        expr: &Expr,
        op: BinaryOp,
        (left, right): (&Expr, &Expr),
        bits: u32,
        signed: bool,
    ) {
        let build = self.builder(expr.span);
        let text = self.text(expr);
        let is_large = build.compare_with(BinaryOp::Ge, right, bits.into());
        let is_bad = match build.types.scalar(right.ty) {
            Some(Scalar::Int { signed: true, .. }) => {
                build.or(build.compare_with(BinaryOp::Lt, right, 0), is_large)
            }
            _ => is_large,
        };
        let is_negative =
            (op == BinaryOp::Shl && signed).then(|| build.compare_with(BinaryOp::Lt, left, 0));
        self.add(expr.span, format!("{text} shifts too far"), is_bad);
        if let Some(is_negative) = is_negative {
            self.add(expr.span, format!("{text} shifts a negative value"), is_negative);
        }
    }

    fn negation(&mut self, expr: &Expr, operand: &Expr) {
        let build = self.builder(expr.span);
        if let Some(Scalar::Int { bits, signed: true }) = build.types.scalar(expr.ty) {
            let overflows = build.compare_with(BinaryOp::Eq, operand, least(bits));
            let text = format!("{} overflows", self.text(expr));
            self.add(expr.span, text, overflows);
        }
    }

    /// A float that becomes an integer which cannot hold it.
    fn conversion(&mut self, expr: &Expr, operand: &Expr) {
        let build = self.builder(expr.span);
        let (Some(Scalar::Float(kind)), Some(Scalar::Int { bits, signed })) =
            (build.types.scalar(operand.ty), build.types.scalar(expr.ty))
        else {
            return;
        };
        if bits == 1 || bits > 64 {
            return;
        }
        let low = if signed { least(bits) } else { 0 };
        let high = 1i128 << (bits - u32::from(signed));
        let high = build.binary(BinaryOp::Lt, operand.clone(), build.float(high, operand.ty));
        // What lies between the least integer and the next below it is cut to the least.
        let low = match has_exact(kind, low - 1) {
            true => build.binary(BinaryOp::Gt, operand.clone(), build.float(low - 1, operand.ty)),
            false => build.binary(BinaryOp::Ge, operand.clone(), build.float(low, operand.ty)),
        };
        let is_bad = build.not(&build.and(low, high));
        let to = c_text::type_text(build.types, expr.ty);
        let text = format!("{} does not fit {to}", self.text(operand));
        self.add(expr.span, text, is_bad);
    }

    /// The errors of an access.
    fn place(&mut self, place: &Place) {
        let types = &self.subject.program.types;
        if let PlaceBase::Deref(pointer) = &place.base {
            self.pointer(pointer);
        }
        let mut ty = self.subject.program.base_type(&self.subject.function.locals, place);
        for step in &place.path {
            if let (Some(array), Projection::Index(index)) = (ty, step) {
                self.index(array, index);
            }
            ty = ty.and_then(|ty| types.step(ty, step));
        }
    }

    /// A pointer that is followed: null, or outside the array whose element it is.
    fn pointer(&mut self, pointer: &Expr) {
        let build = self.builder(pointer.span);
        match &pointer.kind {
            ExprKind::Binary(BinaryOp::PtrAdd, base, index) => {
                if let ExprKind::AddressOf(array) = &base.kind
                    && build.types.element(array.ty).is_some()
                {
                    return self.index(array.ty, index);
                }
                self.pointer(base);
            }
            ExprKind::AddressOf(_) => {}
            _ => {
                let is_null = build.compare_with(BinaryOp::Eq, pointer, 0);
                let text = format!("{} is null", self.text(pointer));
                self.add(pointer.span, text, is_null);
            }
        }
    }

    fn index(&mut self, array: TypeId, index: &Expr) {
        let build = self.builder(index.span);
        let Type::Array { length: ArrayLength::Fixed(length), .. } = build.types.get(array) else {
            return;
        };
        let is_large = build.compare_with(BinaryOp::Ge, index, (*length).into());
        let is_outside = match build.types.scalar(index.ty) {
            Some(Scalar::Int { signed: true, .. }) => {
                build.or(build.compare_with(BinaryOp::Lt, index, 0), is_large)
            }
            _ => is_large,
        };
        let text = format!("{} is no index of an array of {length}", self.text(index));
        self.add(index.span, text, is_outside);
    }
}

/// The least value of a signed type.
fn least(bits: u32) -> i128 {
    -1 << (bits - 1)
}

/// Whether a floating type has this integer exactly, for those next to a power of 2.
fn has_exact(kind: FloatKind, value: i128) -> bool {
    let digits = match kind {
        FloatKind::F32 => 24,
        FloatKind::F64 => 53,
        FloatKind::X87 => 64,
    };
    let magnitude = value.unsigned_abs();
    magnitude == 0 || 128 - magnitude.leading_zeros() - magnitude.trailing_zeros() <= digits
}

//! The integers of a function whose relations are looked for: its variables and what it compares.

use clew_ir::rebuild::{place_without_spans, without_spans};
use clew_ir::{
    BinaryOp, Body, Expr, ExprKind, FunctionId, LocalKind, Place, PlaceBase, Program, Projection,
    Scalar, Span, StatementKind, TerminatorKind,
};

/// The most quantities of a function.
const MOST: usize = 48;
/// The largest expression that is one.
const LARGEST: usize = 12;

/// Something whose value is an integer or a pointer.
#[derive(Clone, Debug)]
pub(crate) struct Quantity {
    pub(crate) expr: Expr,
    pub(crate) bits: u32,
    pub(crate) is_signed: bool,
    pub(crate) is_pointer: bool,
    /// Whether it is a variable, a member or an element at a constant place, and not computed.
    pub(crate) is_place: bool,
    /// Whether the function writes it.
    pub(crate) is_changing: bool,
    /// Whether it is compared to constants for equality, or as a truth value.
    pub(crate) is_mode: bool,
}

/// The quantities of a function.
pub(crate) fn quantities(program: &Program, function: FunctionId) -> Vec<Quantity> {
    let Ok(body) = &program.functions[function].body else { return Vec::new() };
    let mut collector = Collector { program, found: Vec::new() };
    collector.variables(function);
    collector.code(body);
    collector.changes(body);
    collector.found
}

struct Collector<'p> {
    program: &'p Program,
    found: Vec<Quantity>,
}

impl Collector<'_> {
    fn add(&mut self, expr: &Expr) -> Option<&mut Quantity> {
        let is_pointer = self.program.types.is_pointer(expr.ty);
        let (bits, is_signed) = match self.program.types.scalar(expr.ty)? {
            Scalar::Int { bits, signed } if bits <= 64 => (bits, signed),
            _ => return None,
        };
        if expr.as_const().is_some() || !is_plain(expr) {
            return None;
        }
        let expr = without_spans(expr);
        let at = match self.found.iter().position(|it| it.expr == expr) {
            Some(at) => at,
            None if self.found.len() >= MOST => return None,
            None => {
                let is_place = matches!(&expr.kind, ExprKind::Load(place) if is_steady(place));
                let (is_changing, is_mode) = (false, false);
                self.found.push(Quantity {
                    expr,
                    bits,
                    is_signed,
                    is_pointer,
                    is_place,
                    is_changing,
                    is_mode,
                });
                self.found.len() - 1
            }
        };
        self.found.get_mut(at)
    }

    fn variables(&mut self, function: FunctionId) {
        for (local, declared) in self.program.functions[function].locals.iter_enumerated() {
            if declared.kind != LocalKind::Temporary {
                self.add(&Expr::load(Place::local(local, declared.ty), Span::NONE));
            }
        }
    }

    fn code(&mut self, body: &Body) {
        for block in body.blocks.iter() {
            for statement in &block.statements {
                if let StatementKind::Assign { place, value } = &statement.kind {
                    value.walk(&mut |part| self.compared(part));
                    if is_steady(place) {
                        self.add(&Expr::load(place.clone(), Span::NONE));
                    }
                }
            }
            match &block.terminator.kind {
                TerminatorKind::Branch { condition, .. } => {
                    condition.walk(&mut |part| self.compared(part));
                    self.truth(condition);
                }
                TerminatorKind::Switch { value, .. } => self.mode(value),
                TerminatorKind::Goto(_)
                | TerminatorKind::IndirectGoto { .. }
                | TerminatorKind::Return(_)
                | TerminatorKind::Unreachable => {}
            }
        }
    }

    fn compared(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                self.add(left);
                self.add(right);
                if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
                    match (left.as_const(), right.as_const()) {
                        (None, Some(_)) => self.mode(left),
                        (Some(_), None) => self.mode(right),
                        _ => {}
                    }
                }
            }
            ExprKind::Unary(clew_ir::UnaryOp::LogicalNot, operand) => self.truth(operand),
            _ => {}
        }
    }

    fn truth(&mut self, condition: &Expr) {
        match &condition.kind {
            ExprKind::Binary(op, ..) if op.is_comparison() => {}
            ExprKind::Unary(clew_ir::UnaryOp::LogicalNot, _) => {}
            _ => self.mode(condition),
        }
    }

    fn mode(&mut self, expr: &Expr) {
        if let ExprKind::Cast { operand, .. } = &expr.kind {
            self.mode(operand);
        }
        if let Some(quantity) = self.add(expr) {
            quantity.is_mode = true;
        }
    }

    /// What is written by assignments, calls and through pointers.
    fn changes(&mut self, body: &Body) {
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            let Some(written) = statement.kind.written_place() else { continue };
            let written = place_without_spans(written);
            for quantity in &mut self.found {
                quantity.expr.walk(&mut |part| {
                    if let ExprKind::Load(place) = &part.kind {
                        quantity.is_changing |= place.base == written.base;
                    }
                });
            }
        }
        for quantity in &mut self.found {
            let is_local = |place: &Place| matches!(place.base, PlaceBase::Local(_));
            quantity.expr.walk(&mut |part| {
                if let ExprKind::Load(place) = &part.kind {
                    quantity.is_changing |= !is_local(place);
                }
            });
        }
    }
}

/// Whether a place is at the same offset of the same object always.
fn is_steady(place: &Place) -> bool {
    let is_constant = |step: &Projection| match step {
        Projection::Field(_) => true,
        Projection::Index(index) => index.as_const().is_some(),
    };
    let has_base = match &place.base {
        PlaceBase::Local(_) | PlaceBase::Global(_) => true,
        PlaceBase::Deref(pointer) => {
            matches!(&pointer.kind, ExprKind::Load(place) if place.as_local().is_some())
        }
    };
    has_base && !place.is_volatile && place.path.iter().all(is_constant)
}

/// Whether an expression is small, and reads nothing volatile.
fn is_plain(expr: &Expr) -> bool {
    let (mut size, mut is_plain) = (0, true);
    expr.walk(&mut |part| {
        size += 1;
        if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &part.kind {
            is_plain &= !place.is_volatile;
        }
    });
    is_plain && size <= LARGEST
}

//! Expressions and places as the C that the user wrote.
//!
//! Names are the user's; parentheses stand only where C needs them; implicit conversions are
//! left out, explicit ones shown; `p->f`, `a[i]` and decayed arrays are recognised. Temporaries
//! print by their own names, which no C program can contain.

mod constant;
mod types;

pub use types::{declaration, parts_text, type_text};

use crate::data_model::DataModel;
use crate::expr::{
    BinaryOp, Expr, ExprKind, Intrinsic, OverflowOp, Place, PlaceBase, Projection, UnaryOp,
};
use crate::ids::{GlobalId, Id, LocalId, TypeId};
use crate::program::{Function, GlobalKind, Program};
use crate::source::Span;
use crate::types::{FloatKind, RecordKind, Scalar};
use std::fmt::Write;

/// An expression of the function as C.
pub fn expr_text(program: &Program, function: &Function, expr: &Expr) -> String {
    Printer { program, function, is_explicit: false }.expr(expr, Precedence::Lowest)
}

/// A place of the function as C.
pub fn place_text(program: &Program, function: &Function, place: &Place) -> String {
    Printer { program, function, is_explicit: false }.place(place, Precedence::Lowest)
}

/// An expression with nothing left out, for the textual form: implicit conversions stand as
/// `{int}x`, decayed arrays as `{decay}a`, and locals that share a name are told apart.
pub(crate) fn explicit_expr_text(program: &Program, function: &Function, expr: &Expr) -> String {
    Printer { program, function, is_explicit: true }.expr(expr, Precedence::Lowest)
}

/// A place in the textual form.
pub(crate) fn explicit_place_text(program: &Program, function: &Function, place: &Place) -> String {
    Printer { program, function, is_explicit: true }.place(place, Precedence::Lowest)
}

/// The name of a local in the textual form: `name`, or `name@position` when another has it too.
pub(crate) fn explicit_local_name(function: &Function, id: LocalId) -> String {
    let name = &function.locals[id].name;
    let is_shared = function.locals.iter().filter(|local| local.name == *name).count() > 1;
    if is_shared { format!("{name}@{}", id.index()) } else { name.clone() }
}

/// How tightly an expression binds; the order is C's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Lowest,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Unary,
    Postfix,
}

impl Precedence {
    fn of(op: BinaryOp) -> Precedence {
        match op {
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => Precedence::Multiplicative,
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::PtrAdd
            | BinaryOp::PtrSub
            | BinaryOp::PtrDiff => Precedence::Additive,
            BinaryOp::Shl | BinaryOp::Shr => Precedence::Shift,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => Precedence::Relational,
            BinaryOp::Eq | BinaryOp::Ne => Precedence::Equality,
            BinaryOp::BitAnd => Precedence::BitAnd,
            BinaryOp::BitXor => Precedence::BitXor,
            BinaryOp::BitOr => Precedence::BitOr,
        }
    }

    /// The next tighter one: what the right operand of a left-associative operator needs.
    fn tighter(self) -> Precedence {
        match self {
            Precedence::Lowest => Precedence::BitOr,
            Precedence::BitOr => Precedence::BitXor,
            Precedence::BitXor => Precedence::BitAnd,
            Precedence::BitAnd => Precedence::Equality,
            Precedence::Equality => Precedence::Relational,
            Precedence::Relational => Precedence::Shift,
            Precedence::Shift => Precedence::Additive,
            Precedence::Additive => Precedence::Multiplicative,
            Precedence::Multiplicative => Precedence::Unary,
            Precedence::Unary | Precedence::Postfix => Precedence::Postfix,
        }
    }
}

/// Puts parentheses around what binds less tightly than its place needs.
fn parenthesize(text: String, own: Precedence, needed: Precedence) -> String {
    if own < needed { format!("({text})") } else { text }
}

struct Printer<'a> {
    program: &'a Program,
    function: &'a Function,
    is_explicit: bool,
}

impl Printer<'_> {
    fn expr(&self, expr: &Expr, needed: Precedence) -> String {
        let types = &self.program.types;
        let (text, own) = match &expr.kind {
            ExprKind::Const(bits) => {
                constant_with_precedence(constant::constant(types, *bits, expr.ty, None))
            }
            ExprKind::Load(place) => return self.place(place, needed),
            ExprKind::AddressOf(place) => {
                let is_decay = types.pointee(expr.ty) == types.element(place.ty)
                    && types.pointee(expr.ty) != Some(place.ty);
                if is_decay && !self.is_explicit {
                    return self.place(place, needed);
                }
                if is_decay {
                    let array = self.place(place, Precedence::Unary);
                    return parenthesize(format!("{{decay}}{array}"), Precedence::Unary, needed);
                }
                if let PlaceBase::Deref(pointer) = &place.base
                    && place.path.is_empty()
                {
                    return self.expr(pointer, needed);
                }
                (format!("&{}", self.place(place, Precedence::Unary)), Precedence::Unary)
            }
            ExprKind::FunctionAddress(id) => {
                (self.program.functions[*id].name.clone(), Precedence::Postfix)
            }
            ExprKind::LabelAddress(block) => (format!("&&{block}"), Precedence::Unary),
            ExprKind::Unary(op, operand) => {
                let symbol = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::BitNot => "~",
                    UnaryOp::LogicalNot => "!",
                };
                let operand = self.expr(operand, Precedence::Unary);
                let space = if symbol == "-" && operand.starts_with('-') { " " } else { "" };
                (format!("{symbol}{space}{operand}"), Precedence::Unary)
            }
            ExprKind::Binary(op, left, right) => {
                let own = Precedence::of(*op);
                let left_text = self.operand(left, right, *op, own);
                let right_text = self.operand(right, left, *op, own.tighter());
                (format!("{left_text} {} {right_text}", op.c_symbol()), own)
            }
            ExprKind::Cast { operand, implicit: true } if !self.is_explicit => {
                return self.expr(operand, needed);
            }
            ExprKind::Cast { operand, implicit: true } => {
                let operand = self.expr(operand, Precedence::Unary);
                (format!("{{{}}}{operand}", type_text(types, expr.ty)), Precedence::Unary)
            }
            ExprKind::Cast { operand, implicit: false } => {
                let operand = self.expr(operand, Precedence::Unary);
                (format!("({}){operand}", type_text(types, expr.ty)), Precedence::Unary)
            }
            ExprKind::Intrinsic(op, operands) => {
                (self.intrinsic(*op, operands), Precedence::Postfix)
            }
        };
        parenthesize(text, own, needed)
    }

    /// An operand of a binary operator; constants in comparisons are shown as what they are
    /// compared with.
    fn operand(&self, expr: &Expr, other: &Expr, op: BinaryOp, needed: Precedence) -> String {
        let is_shown_as_other = op.is_comparison() && !self.is_explicit;
        if let (ExprKind::Const(bits), true) = (&innermost(expr).kind, is_shown_as_other) {
            let beside = match &other.kind {
                ExprKind::Cast { implicit: true, .. } => Some(innermost(other).ty),
                _ => None,
            };
            let types = &self.program.types;
            let constant = constant::constant(types, *bits, innermost(expr).ty, beside);
            let (text, own) = constant_with_precedence(constant);
            return parenthesize(text, own, needed);
        }
        self.expr(expr, needed)
    }

    fn place(&self, place: &Place, needed: Precedence) -> String {
        if !self.is_explicit
            && let Some((whole, rest)) = self.number_of_parts(place)
        {
            return self.part(&whole, rest, needed);
        }
        let (mut text, mut own, mut ty, mut path) = self.base(place);
        while let Some((step, rest)) = path.split_first() {
            text = parenthesize(text, own, Precedence::Postfix);
            own = Precedence::Postfix;
            ty = self.step(&mut text, ty, step, ".");
            path = rest;
        }
        parenthesize(text, own, needed)
    }

    /// The `_Complex` number or vector that a place is in, and the steps from there.
    fn number_of_parts<'p>(&self, place: &'p Place) -> Option<(Place, &'p [Projection])> {
        let types = &self.program.types;
        let mut ty = self.program.base_type(&self.function.locals, place)?;
        for (at, step) in place.path.iter().enumerate() {
            if types.parts(ty).is_some() {
                let (path, rest) = place.path.split_at(at);
                return Some((Place { path: path.to_vec(), ty, ..place.clone() }, rest));
            }
            ty = types.step(ty, step)?;
        }
        None
    }

    /// A part of a number, by the operator or the subscript that names it.
    fn part(&self, whole: &Place, rest: &[Projection], needed: Precedence) -> String {
        let is_complex = self
            .program
            .types
            .parts(whole.ty)
            .is_some_and(|parts| parts.kind == RecordKind::Complex);
        match rest {
            [Projection::Field(at)] if is_complex => {
                let name = if *at == 0 { "__real__" } else { "__imag__" };
                let text = format!("{name} {}", self.place(whole, Precedence::Unary));
                parenthesize(text, Precedence::Unary, needed)
            }
            [Projection::Field(_), Projection::Index(index)] => {
                let index = self.expr(index, Precedence::Lowest);
                format!("{}[{index}]", self.place(whole, Precedence::Postfix))
            }
            _ => self.place(whole, needed),
        }
    }

    /// The text of a place's base and of the steps that are written together with it.
    fn base<'p>(&self, place: &'p Place) -> (String, Precedence, TypeId, &'p [Projection]) {
        let types = &self.program.types;
        let path = place.path.as_slice();
        match &place.base {
            PlaceBase::Local(local) => {
                let name = if self.is_explicit {
                    explicit_local_name(self.function, *local)
                } else {
                    self.function.locals[*local].name.clone()
                };
                (name, Precedence::Postfix, self.function.locals[*local].ty, path)
            }
            PlaceBase::Global(global) => {
                let ty = self.program.globals[*global].ty;
                (self.global(*global), Precedence::Postfix, ty, path)
            }
            PlaceBase::Deref(pointer) => {
                let target = types.pointee(pointer.ty).unwrap_or(place.ty);
                if let ExprKind::Binary(BinaryOp::PtrAdd, base, index) = &pointer.kind {
                    let base = self.expr(base, Precedence::Postfix);
                    let index = self.expr(index, Precedence::Lowest);
                    return (format!("{base}[{index}]"), Precedence::Postfix, target, path);
                }
                if let ExprKind::AddressOf(inner) = &pointer.kind {
                    let text = self.place(inner, Precedence::Postfix);
                    let is_decay = inner.ty != target;
                    let index = if is_decay { "[0]" } else { "" };
                    return (text + index, Precedence::Postfix, target, path);
                }
                if let Some((step @ Projection::Field(_), rest)) = path.split_first() {
                    let mut text = self.expr(pointer, Precedence::Postfix);
                    let mut ty = self.step(&mut text, target, step, "->");
                    let mut rest = rest;
                    // Through anonymous members the arrow reaches the named one.
                    while text.ends_with("->") {
                        let Some((step, further)) = rest.split_first() else { break };
                        text.truncate(text.len() - 2);
                        ty = self.step(&mut text, ty, step, "->");
                        rest = further;
                    }
                    return (text, Precedence::Postfix, ty, rest);
                }
                let pointer = self.expr(pointer, Precedence::Unary);
                (format!("*{pointer}"), Precedence::Unary, target, path)
            }
        }
    }

    /// Appends one step; gives the type it leads to.
    fn step(&self, text: &mut String, ty: TypeId, step: &Projection, access: &str) -> TypeId {
        let types = &self.program.types;
        match step {
            Projection::Field(index) => {
                let field = types.record(ty).and_then(|(_, r)| r.fields.get(*index as usize));
                let Some(field) = field else { return ty };
                let is_arrow = access == "->";
                if !field.name.is_empty() || is_arrow {
                    text.push_str(access);
                    text.push_str(&field.name);
                }
                field.ty
            }
            Projection::Index(index) => {
                let index = self.expr(index, Precedence::Lowest);
                write!(text, "[{index}]").expect("writing to a string");
                types.element(ty).unwrap_or(ty)
            }
        }
    }

    fn global(&self, id: GlobalId) -> String {
        let global = &self.program.globals[id];
        let types = &self.program.types;
        let is_narrow = types.element(global.ty).is_some_and(|element| types.is_character(element));
        match (&global.init, global.kind) {
            (Some(image), GlobalKind::StringLiteral) if is_narrow => constant::string(&image.bytes),
            _ => global.name.clone(),
        }
    }

    fn intrinsic(&self, op: Intrinsic, operands: &[Expr]) -> String {
        let types = &self.program.types;
        let scalar = operands.first().and_then(|operand| types.scalar(operand.ty));
        let width = match scalar {
            Some(Scalar::Int { bits, .. }) => bits,
            Some(Scalar::Float(_)) | None => 0,
        };
        let int_suffix = match (width, types.data_model()) {
            (64, DataModel::Lp64) => "l",
            (64, DataModel::Ilp32) => "ll",
            _ => "",
        };
        let float_suffix = match scalar {
            Some(Scalar::Float(FloatKind::F32)) => "f",
            Some(Scalar::Float(FloatKind::X87)) => "l",
            _ => "",
        };
        let mut operands: Vec<String> =
            operands.iter().map(|operand| self.expr(operand, Precedence::Lowest)).collect();
        let name = match op {
            Intrinsic::CountLeadingZeros => format!("clz{int_suffix}"),
            Intrinsic::CountTrailingZeros => format!("ctz{int_suffix}"),
            Intrinsic::FindFirstSet => format!("ffs{int_suffix}"),
            Intrinsic::PopCount => format!("popcount{int_suffix}"),
            Intrinsic::Parity => format!("parity{int_suffix}"),
            Intrinsic::CountLeadingRedundantSignBits => format!("clrsb{int_suffix}"),
            Intrinsic::ByteSwap => format!("bswap{width}"),
            Intrinsic::BitReverse => format!("bitreverse{width}"),
            Intrinsic::Overflows { op, result } => {
                operands.push(format!("({})0", type_text(types, result)));
                let op = match op {
                    OverflowOp::Add => "add",
                    OverflowOp::Sub => "sub",
                    OverflowOp::Mul => "mul",
                };
                format!("{op}_overflow_p")
            }
            Intrinsic::FloatAbs => format!("fabs{float_suffix}"),
            Intrinsic::CopySign => format!("copysign{float_suffix}"),
            Intrinsic::SignBit => format!("signbit{float_suffix}"),
            Intrinsic::IsNan => "isnan".to_owned(),
            Intrinsic::IsInf { signed: false } => "isinf".to_owned(),
            Intrinsic::IsInf { signed: true } => "isinf_sign".to_owned(),
            Intrinsic::IsFinite => "isfinite".to_owned(),
            Intrinsic::IsNormal => "isnormal".to_owned(),
            Intrinsic::IsUnordered => "isunordered".to_owned(),
            Intrinsic::IsLessGreater => "islessgreater".to_owned(),
            Intrinsic::Sqrt => format!("sqrt{float_suffix}"),
            Intrinsic::FusedMultiplyAdd => format!("fma{float_suffix}"),
        };
        format!("__builtin_{name}({})", operands.join(", "))
    }
}

fn constant_with_precedence(text: String) -> (String, Precedence) {
    let is_unary = text.starts_with(['-', '(']);
    (text, if is_unary { Precedence::Unary } else { Precedence::Postfix })
}

/// The expression under implicit casts.
fn innermost(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast { operand, implicit: true } => innermost(operand),
        _ => expr,
    }
}

/// The decision's or statement's own words are better than any printing: the source text of a
/// span on one line, or else what `print` makes.
pub fn source_or(program: &Program, span: Span, print: impl FnOnce() -> String) -> String {
    program.sources.text_on_one_line(span).filter(|text| !text.is_empty()).unwrap_or_else(print)
}

#[cfg(test)]
mod tests;

//! Clauses as C. Arithmetic is written so that it wraps as the program model's does, and is never
//! undefined; what could be, pointers above all, is not written.

use clew_c::tokens::Tokens;
use clew_ir::{
    BinaryOp, Expr, ExprKind, Function, GlobalKind, LocalKind, Place, PlaceBase, Program,
    Projection, Scalar, Span, TypeId, UnaryOp, ops,
};

/// Where a clause is written.
pub(super) struct Scope<'a> {
    pub(super) program: &'a Program,
    pub(super) function: &'a Function,
    pub(super) tokens: &'a Tokens<'a>,
    /// Of the loop's condition.
    pub(super) span: Span,
}

/// An integer type: its width, and whether it is signed.
type Integer = (u32, bool);

impl Scope<'_> {
    /// A clause as C; none where it cannot be written.
    pub(super) fn text(&self, expr: &Expr) -> Option<String> {
        let ty = self.integer(expr.ty)?;
        match &expr.kind {
            ExprKind::Const(bits) => Some(constant(*bits, ty)),
            ExprKind::Load(place) => self.place(place),
            ExprKind::Cast { operand, .. } => {
                let text = self.text(operand)?;
                Some(format!("({}){}", type_name(ty)?, operand_text(&text)))
            }
            ExprKind::Unary(op, operand) => {
                let (text, name) = (self.text(operand)?, type_name(ty)?);
                let text = operand_text(&text);
                Some(match op {
                    UnaryOp::LogicalNot => format!("!{text}"),
                    UnaryOp::BitNot => format!("({name})(~{text})"),
                    UnaryOp::Neg => format!("({name})(0u - {}{text})", unsigned(ty)?),
                })
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, ty),
            ExprKind::AddressOf(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Intrinsic(..) => None,
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr, ty: Integer) -> Option<String> {
        let (one, two) = (self.text(left)?, self.text(right)?);
        let (one, two) = (operand_text(&one), operand_text(&two));
        let symbol = op.c_symbol();
        let plain = format!("{one} {symbol} {two}");
        match op {
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => Some(plain),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let unsigned = unsigned(ty)?;
                Some(format!("({})({unsigned}{one} {symbol} {unsigned}{two})", type_name(ty)?))
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                Some(format!("({})({plain})", type_name(ty)?))
            }
            BinaryOp::Div | BinaryOp::Rem => {
                let divisor = ops::int_value(right.as_const()?, ty.0, ty.1);
                (divisor > 0).then(|| format!("({})({plain})", type_name(ty).unwrap_or("int")))
            }
            BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::PtrAdd
            | BinaryOp::PtrSub
            | BinaryOp::PtrDiff => None,
        }
    }

    /// The integer type of an expression; none for pointers and floats.
    fn integer(&self, ty: TypeId) -> Option<Integer> {
        match self.program.types.scalar(ty)? {
            Scalar::Int { bits: bits @ ..=64, signed } if !self.program.types.is_pointer(ty) => {
                Some((bits, signed))
            }
            Scalar::Int { .. } | Scalar::Float(_) => None,
        }
    }

    /// A variable that is in scope, or a member of one.
    fn place(&self, place: &Place) -> Option<String> {
        let mut text = match &place.base {
            PlaceBase::Local(local) => self.local(&self.function.locals[*local])?,
            PlaceBase::Global(global) => self.global(&self.program.globals[*global])?,
            PlaceBase::Deref(_) => return None,
        };
        let types = &self.program.types;
        let mut ty = self.program.base_type(&self.function.locals, place)?;
        for step in &place.path {
            let Projection::Field(field) = step else { return None };
            let (_, record) = types.record(ty)?;
            let name = &record.fields.get(*field as usize)?.name;
            if name.is_empty() {
                return None;
            }
            text = format!("{text}.{name}");
            ty = types.step(ty, step)?;
        }
        (!place.is_volatile).then_some(text)
    }

    fn local(&self, local: &clew_ir::Local) -> Option<String> {
        let same_name = self.function.locals.iter().filter(|it| it.name == local.name).count();
        let is_seen = match local.kind {
            LocalKind::Parameter => true,
            LocalKind::Variable => self.is_in_scope(local.span),
            LocalKind::Temporary => false,
        };
        (is_seen && same_name == 1 && is_identifier(&local.name)).then(|| local.name.clone())
    }

    fn global(&self, global: &clew_ir::Global) -> Option<String> {
        let is_variable = global.kind == GlobalKind::Variable && global.function.is_none();
        let is_hidden = self.function.locals.iter().any(|it| it.name == global.name);
        let is_seen = is_variable && !is_hidden && self.is_in_scope(global.span);
        (is_seen && is_identifier(&global.name)).then(|| global.name.clone())
    }

    fn is_in_scope(&self, declared: Span) -> bool {
        let is_written = declared.expansion.is_none() && declared.file == self.span.file;
        let end = self.tokens.scope_end(declared.start as usize);
        let is_open = end.is_none_or(|end| (self.span.start as usize) < end);
        is_written && declared.start < self.span.start && is_open
    }
}

fn is_identifier(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

/// As an operand: in parentheses, unless it is a name or a number.
fn operand_text(text: &str) -> String {
    let is_plain = text.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_' || it == b'.');
    if is_plain { text.to_owned() } else { format!("({text})") }
}

/// A cast to the unsigned type in which arithmetic of a type is done.
fn unsigned((bits, _): Integer) -> Option<&'static str> {
    match bits {
        ..=32 => Some("(unsigned int)"),
        64 => Some("(unsigned long)"),
        _ => None,
    }
}

fn type_name(ty: Integer) -> Option<&'static str> {
    Some(match ty {
        (1, _) => "_Bool",
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned int",
        (64, true) => "long",
        (64, false) => "unsigned long",
        _ => return None,
    })
}

fn constant(bits: u128, (width, signed): Integer) -> String {
    let suffix = match (width, signed) {
        (..=31, _) | (32, true) => "",
        (32, false) => "u",
        (_, true) => "l",
        (_, false) => "ul",
    };
    let value = ops::int_value(bits, width, signed);
    if signed && width >= 32 && value == -1 << (width - 1) {
        return format!("-{}{suffix} - 1", -(value + 1));
    }
    format!("{value}{suffix}")
}

//! The certificate of a predicate that is false whatever its operands are.
//!
//! It is written from the expression itself and shares nothing with the reasoning that refuted
//! it. What is read from memory is a variable; reads that are written alike are the same one.

use clew_criteria::without_spans;
use clew_ir::{
    BinaryOp, Expr, ExprKind, Function, Intrinsic, OverflowOp, PlaceBase, Program, Scalar, UnaryOp,
    c_text,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A script whose answer is `unsat` when no values of its operands make the predicate hold, or
/// fail where `is_false`; `None` where it is no predicate of integers.
pub(super) fn script(
    program: &Program,
    function: &Function,
    predicate: &Expr,
    is_false: bool,
) -> Option<String> {
    let mut printer =
        Printer { program, function, declarations: String::new(), variables: BTreeMap::new() };
    let (text, width) = printer.term(predicate)?;
    let name = if is_false { "=" } else { "distinct" };
    Some(format!(
        "(set-logic QF_BV)\n{}(assert ({name} {text} (_ bv0 {width})))\n(check-sat)\n",
        printer.declarations
    ))
}

struct Printer<'a> {
    program: &'a Program,
    function: &'a Function,
    declarations: String,
    /// By what is read, without places in the source.
    variables: BTreeMap<String, String>,
}

/// A bit-vector and its width.
type Term = (String, u32);

impl Printer<'_> {
    fn scalar(&self, expr: &Expr) -> Option<(u32, bool)> {
        match self.program.types.scalar(expr.ty)? {
            Scalar::Int { bits, signed } => Some((bits, signed)),
            Scalar::Float(_) => None,
        }
    }

    fn term(&mut self, expr: &Expr) -> Option<Term> {
        let (width, _) = self.scalar(expr)?;
        let known = match &expr.kind {
            ExprKind::Const(bits) => Some(format!("(_ bv{bits} {width})")),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, width),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, width),
            ExprKind::Cast { operand, .. } => self.cast(operand, width),
            ExprKind::Intrinsic(Intrinsic::Overflows { op, result }, operands) => {
                let [left, right] = operands.as_slice() else { return None };
                let result = self.program.types.scalar(*result)?;
                self.overflows(*op, result, left, right, width)
            }
            ExprKind::Load(_)
            | ExprKind::AddressOf(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Intrinsic(..) => None,
        };
        Some((known.unwrap_or_else(|| self.variable(expr, width)), width))
    }

    /// Something that may have any value of its type; the address of an object is not null.
    fn variable(&mut self, expr: &Expr, width: u32) -> String {
        let key = format!("{:?}", without_spans(expr));
        if let Some(name) = self.variables.get(&key) {
            return name.clone();
        }
        let name = format!("v{}", self.variables.len() + 1);
        self.variables.insert(key, name.clone());
        let text = c_text::expr_text(self.program, self.function, expr).replace('\n', " ");
        let declarations = &mut self.declarations;
        let _ = writeln!(declarations, "; {text}\n(declare-const {name} (_ BitVec {width}))");
        if let ExprKind::AddressOf(place) = &expr.kind
            && !matches!(place.base, PlaceBase::Deref(_))
        {
            let _ = writeln!(declarations, "(assert (not (= {name} (_ bv0 {width}))))");
        }
        name
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, width: u32) -> Option<String> {
        let (text, of) = self.term(operand)?;
        Some(match op {
            UnaryOp::Neg => format!("(bvneg {text})"),
            UnaryOp::BitNot => format!("(bvnot {text})"),
            UnaryOp::LogicalNot => truth(&format!("(= {text} (_ bv0 {of}))"), width),
        })
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, width: u32) -> Option<String> {
        let (_, signed) = self.scalar(left)?;
        let of = |signed_name: &'static str, unsigned_name: &'static str| {
            if signed { signed_name } else { unsigned_name }
        };
        let (name, is_comparison) = match op {
            BinaryOp::Add => ("bvadd", false),
            BinaryOp::Sub => ("bvsub", false),
            BinaryOp::Mul => ("bvmul", false),
            BinaryOp::Div => (of("bvsdiv", "bvudiv"), false),
            BinaryOp::Rem => (of("bvsrem", "bvurem"), false),
            BinaryOp::BitAnd => ("bvand", false),
            BinaryOp::BitOr => ("bvor", false),
            BinaryOp::BitXor => ("bvxor", false),
            BinaryOp::Shr => (of("bvashr", "bvlshr"), false),
            BinaryOp::Lt => (of("bvslt", "bvult"), true),
            BinaryOp::Le => (of("bvsle", "bvule"), true),
            BinaryOp::Gt => (of("bvsgt", "bvugt"), true),
            BinaryOp::Ge => (of("bvsge", "bvuge"), true),
            BinaryOp::Eq => ("=", true),
            BinaryOp::Ne => ("distinct", true),
            BinaryOp::Shl | BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff => return None,
        };
        let (left, left_width) = self.term(left)?;
        let (_, right_signed) = self.scalar(right)?;
        let (right, right_width) = self.term(right)?;
        let right = resize((right, right_width), right_signed, left_width);
        let text = format!("({name} {left} {right})");
        Some(if is_comparison { truth(&text, width) } else { text })
    }

    fn cast(&mut self, operand: &Expr, width: u32) -> Option<String> {
        let (_, signed) = self.scalar(operand)?;
        let (text, from) = self.term(operand)?;
        if width == 1 {
            return Some(truth(&format!("(distinct {text} (_ bv0 {from}))"), 1));
        }
        Some(resize((text, from), signed, width))
    }

    /// Whether the exact result leaves a type: computed with room for it.
    fn overflows(
        &mut self,
        op: OverflowOp,
        result: Scalar,
        left: &Expr,
        right: &Expr,
        width: u32,
    ) -> Option<String> {
        let Scalar::Int { bits, signed } = result else { return None };
        let ((_, left_signed), (_, right_signed)) = (self.scalar(left)?, self.scalar(right)?);
        let (left, right) = (self.term(left)?, self.term(right)?);
        let room = 2 * left.1.max(right.1).max(bits) + 2;
        let (left, right) = (resize(left, left_signed, room), resize(right, right_signed, room));
        let name = match op {
            OverflowOp::Add => "bvadd",
            OverflowOp::Sub => "bvsub",
            OverflowOp::Mul => "bvmul",
        };
        let exact = format!("({name} {left} {right})");
        let low = (format!("((_ extract {} 0) {exact})", bits - 1), bits);
        Some(truth(&format!("(distinct {exact} {})", resize(low, signed, room)), width))
    }
}

/// 1 where a formula holds, else 0.
fn truth(formula: &str, width: u32) -> String {
    format!("(ite {formula} (_ bv1 {width}) (_ bv0 {width}))")
}

fn resize((text, from): Term, signed: bool, to: u32) -> String {
    match to.cmp(&from) {
        std::cmp::Ordering::Equal => text,
        std::cmp::Ordering::Less => format!("((_ extract {} 0) {text})", to - 1),
        std::cmp::Ordering::Greater => {
            let kind = if signed { "sign_extend" } else { "zero_extend" };
            format!("((_ {kind} {}) {text})", to - from)
        }
    }
}

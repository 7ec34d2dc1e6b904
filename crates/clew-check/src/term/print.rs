//! Terms as SMT-LIB.

use super::{BitsOp, Compare, FloatClass, FloatCompare, FloatOp, Op, Sort, Term, Terms};
use crate::program::Format;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A script, without its options, that asks whether all terms of one of the conjunctions can hold.
pub(crate) fn script(terms: &Terms, conjunctions: &[Vec<Term>]) -> String {
    let cone = cone(terms, conjunctions);
    let mut text = format!("(set-logic {})\n", logic(terms, &cone));
    // The numbers of terms grow with their depth: their order is one of definition.
    for &term in &cone {
        let node = terms.node(term);
        let sort = sort_text(node.sort);
        match node.op {
            Op::Variable(_) => writeln!(text, "(declare-fun {} () {sort})", name(term)),
            Op::True | Op::False | Op::Const(_) => Ok(()),
            _ => {
                writeln!(text, "(define-fun {} () {sort} {})", name(term), definition(terms, term))
            }
        }
        .expect("writing to a string");
    }
    let common = common(conjunctions);
    for assertion in &common {
        writeln!(text, "(assert {})", reference(terms, *assertion)).expect("writing to a string");
    }
    if conjunctions.len() > 1 {
        text += "(assert (or";
        for conjunction in conjunctions {
            text += "\n (and true";
            let own: BTreeSet<Term> = conjunction.iter().copied().collect();
            for term in own.difference(&common) {
                write!(text, " {}", reference(terms, *term)).expect("writing to a string");
            }
            text += ")";
        }
        text += "))\n";
    }
    text + "(check-sat)\n"
}

/// All terms that occur in others.
fn cone(terms: &Terms, conjunctions: &[Vec<Term>]) -> BTreeSet<Term> {
    let mut cone = BTreeSet::new();
    let mut work: Vec<Term> = conjunctions.iter().flatten().copied().collect();
    while let Some(term) = work.pop() {
        if cone.insert(term) {
            work.extend(terms.args(term));
        }
    }
    cone
}

/// The terms that all conjunctions have.
fn common(conjunctions: &[Vec<Term>]) -> BTreeSet<Term> {
    let Some((first, others)) = conjunctions.split_first() else { return BTreeSet::new() };
    let mut common: BTreeSet<Term> = first.iter().copied().collect();
    for other in others {
        let other: BTreeSet<Term> = other.iter().copied().collect();
        common.retain(|term| other.contains(term));
    }
    common
}

fn logic(terms: &Terms, cone: &BTreeSet<Term>) -> &'static str {
    let has_floats = cone.iter().any(|term| {
        matches!(
            terms.node(*term).op,
            Op::FloatCompare(..)
                | Op::FloatClass(..)
                | Op::FloatResult(..)
                | Op::FloatOfInt { .. }
                | Op::FloatOfFloat { .. }
                | Op::IntOfFloat { .. }
                | Op::FitsInt { .. }
        )
    });
    if has_floats { "ALL" } else { "QF_ABV" }
}

fn name(term: Term) -> String {
    format!("t{}", term.0)
}

fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
        Sort::Memory => "(Array (_ BitVec 64) (_ BitVec 8))".to_owned(),
    }
}

fn reference(terms: &Terms, term: Term) -> String {
    let node = terms.node(term);
    match (node.op, node.sort) {
        (Op::True, _) => "true".to_owned(),
        (Op::False, _) => "false".to_owned(),
        (Op::Const(bits), Sort::Bits(width)) => format!("(_ bv{bits} {width})"),
        _ => name(term),
    }
}

fn definition(terms: &Terms, term: Term) -> String {
    let node = terms.node(term);
    let args: Vec<String> = node.args.iter().map(|arg| reference(terms, *arg)).collect();
    let plain = |head: &str| format!("({head} {})", args.join(" "));
    match node.op {
        Op::Variable(_) | Op::True | Op::False | Op::Const(_) => reference(terms, term),
        Op::Not => plain("not"),
        Op::And => plain("and"),
        Op::Or => plain("or"),
        Op::Equal => plain("="),
        Op::Ite => plain("ite"),
        Op::Bits(op) => plain(bits_op(op)),
        Op::Compare(op) => plain(compare(op)),
        Op::Concat => plain("concat"),
        Op::Extract { high, low } => plain(&format!("(_ extract {high} {low})")),
        Op::ZeroExtend | Op::SignExtend => {
            let more = terms.width(term) - terms.width(node.args[0]);
            let signed = if node.op == Op::SignExtend { "sign" } else { "zero" };
            plain(&format!("(_ {signed}_extend {more})"))
        }
        Op::Select => plain("select"),
        Op::Store => plain("store"),
        Op::FloatCompare(op, format) => {
            let head = match op {
                FloatCompare::Equal => "fp.eq",
                FloatCompare::Less => "fp.lt",
                FloatCompare::LessEqual => "fp.leq",
            };
            format!("({head} {} {})", float(format, &args[0]), float(format, &args[1]))
        }
        Op::FloatClass(class, format) => {
            let head = match class {
                FloatClass::Nan => "fp.isNaN",
                FloatClass::Infinite => "fp.isInfinite",
                FloatClass::Normal => "fp.isNormal",
            };
            format!("({head} {})", float(format, &args[0]))
        }
        Op::FloatResult(op, format) => float_result(op, format, &args),
        Op::FloatOfInt { signed, to } => {
            let conversion = if signed { "to_fp" } else { "to_fp_unsigned" };
            let (exponent, significand) = widths(to);
            let value = format!("((_ {conversion} {exponent} {significand}) RNE {})", args[1]);
            format!("(= {} {value})", float(to, &args[0]))
        }
        Op::FloatOfFloat { from, to } => {
            let (exponent, significand) = widths(to);
            let operand = float(from, &args[1]);
            let value = format!("((_ to_fp {exponent} {significand}) RNE {operand})");
            format!("(= {} {value})", float(to, &args[0]))
        }
        Op::IntOfFloat { from, signed } => {
            let conversion = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
            format!("((_ {conversion} {}) RTZ {})", terms.width(term), float(from, &args[0]))
        }
        Op::FitsInt { from, bits, signed } => fits_int(from, bits, signed, &args[0]),
    }
}

fn bits_op(op: BitsOp) -> &'static str {
    match op {
        BitsOp::Add => "bvadd",
        BitsOp::Sub => "bvsub",
        BitsOp::Mul => "bvmul",
        BitsOp::UnsignedDiv => "bvudiv",
        BitsOp::UnsignedRem => "bvurem",
        BitsOp::SignedDiv => "bvsdiv",
        BitsOp::SignedRem => "bvsrem",
        BitsOp::ShiftLeft => "bvshl",
        BitsOp::ShiftRight => "bvlshr",
        BitsOp::ArithmeticShiftRight => "bvashr",
        BitsOp::And => "bvand",
        BitsOp::Or => "bvor",
        BitsOp::Xor => "bvxor",
        BitsOp::Not => "bvnot",
        BitsOp::Neg => "bvneg",
    }
}

fn compare(op: Compare) -> &'static str {
    match op {
        Compare::UnsignedLess => "bvult",
        Compare::UnsignedLessEqual => "bvule",
        Compare::SignedLess => "bvslt",
        Compare::SignedLessEqual => "bvsle",
    }
}

/// Bits of exponent and significand (with its hidden bit) of a format that solvers know.
const fn widths(format: Format) -> (u32, u32) {
    match format {
        Format::F32 => (8, 24),
        Format::F64 => (11, 53),
        Format::X87 => (15, 64),
    }
}

fn float(format: Format, bits: &str) -> String {
    let (exponent, significand) = widths(format);
    format!("((_ to_fp {exponent} {significand}) {bits})")
}

fn float_result(op: FloatOp, format: Format, args: &[String]) -> String {
    let head = match op {
        FloatOp::Add => "fp.add",
        FloatOp::Sub => "fp.sub",
        FloatOp::Mul => "fp.mul",
        FloatOp::Div => "fp.div",
        FloatOp::Sqrt => "fp.sqrt",
        FloatOp::FusedMultiplyAdd => "fp.fma",
    };
    let operands: String = args[1..].iter().map(|arg| format!(" {}", float(format, arg))).collect();
    format!("(= {} ({head} RNE{operands}))", float(format, &args[0]))
}

/// Whether the float, cut to an integer, lies between the bounds of the type. The bounds are
/// powers of two, exact in every format but where they are beyond all finite values.
fn fits_int(from: Format, bits: u32, signed: bool, arg: &str) -> String {
    let (exponent, significand) = widths(from);
    let cut = format!("(fp.roundToIntegral RTZ {})", float(from, arg));
    let power = |bit: u32| {
        let wide = bits + 2;
        let number = format!("(_ bv{} {wide})", wide_power(bit));
        format!("((_ to_fp_unsigned {exponent} {significand}) RNE {number})")
    };
    let (low, high) = if signed {
        (format!("(fp.leq (fp.neg {}) {cut})", power(bits - 1)), power(bits - 1))
    } else {
        let zero = format!("(_ +zero {exponent} {significand})");
        (format!("(fp.leq {zero} {cut})"), power(bits))
    };
    format!("(and {low} (fp.lt {cut} {high}))")
}

/// A power of two in decimal digits, up to 2^128.
fn wide_power(bit: u32) -> String {
    if bit < 128 {
        return (1u128 << bit).to_string();
    }
    "340282366920938463463374607431768211456".to_owned()
}

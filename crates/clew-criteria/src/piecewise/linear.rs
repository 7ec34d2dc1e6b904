//! Functions of one integer that are linear on each of a few intervals.

use clew_ir::BinaryOp;

/// More intervals than this are not followed.
const MOST_PIECES: usize = 32;

/// `slope * x + offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Linear {
    slope: i128,
    offset: i128,
}

impl Linear {
    fn constant(offset: i128) -> Self {
        Self { slope: 0, offset }
    }

    fn as_constant(self) -> Option<i128> {
        (self.slope == 0).then_some(self.offset)
    }

    fn at(self, x: i128) -> Option<i128> {
        self.slope.checked_mul(x)?.checked_add(self.offset)
    }
}

/// What holds on an interval of `x`, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    low: i128,
    high: i128,
    value: Linear,
}

/// What two functions become on an interval where both are linear: values for a part of `x` that
/// solves `low <= line <= high`, and for the rest.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome {
    Everywhere(Linear),
    /// 1 where the line is from `low` to `high`, or where it is not.
    Between {
        line: Linear,
        low: i128,
        high: i128,
        inside: bool,
    },
}

/// A function: its pieces lie side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pieces(Vec<Piece>);

impl Pieces {
    /// The value itself, which is from `low` to `high`. One of two values is two constants, which
    /// more operators take.
    pub(super) fn operand(low: i128, high: i128) -> Self {
        if high - low < 2 {
            let point = |it| Piece { low: it, high: it, value: Linear::constant(it) };
            return Self((low..=high).map(point).collect());
        }
        Self(vec![Piece { low, high, value: Linear { slope: 1, offset: 0 } }])
    }

    /// A constant, for every `x` that any operand may be.
    pub(super) fn constant(value: i128) -> Self {
        let (low, high) = (-(1 << 70), 1 << 70);
        Self(vec![Piece { low, high, value: Linear::constant(value) }])
    }

    /// What an operation makes of two functions, on the values that both are for.
    pub(super) fn zip(
        &self,
        other: &Pieces,
        operation: &dyn Fn(Linear, Linear) -> Option<Outcome>,
    ) -> Option<Pieces> {
        let mut result = Pieces(Vec::new());
        for one in &self.0 {
            for other in &other.0 {
                let (low, high) = (one.low.max(other.low), one.high.min(other.high));
                if low > high {
                    continue;
                }
                match operation(one.value, other.value)? {
                    Outcome::Everywhere(value) => result.push(Piece { low, high, value }),
                    Outcome::Between { line, low: least, high: most, inside } => {
                        result.push_truth((low, high), solve(line, least, most)?, inside);
                    }
                }
            }
        }
        (result.0.len() <= MOST_PIECES).then_some(result)
    }

    /// The same modulo the size of an integer type.
    pub(super) fn wrap(&self, bits: u32, signed: bool) -> Option<Pieces> {
        let size = 1_i128 << bits;
        let least = if signed { -(size / 2) } else { 0 };
        let mut result = Pieces(Vec::new());
        for piece in &self.0 {
            let (first, last) = (piece.value.at(piece.low)?, piece.value.at(piece.high)?);
            let turn = |value: i128| (value - least).div_euclid(size);
            let turns = turn(first.min(last))..=turn(first.max(last));
            if turns.end() - turns.start() > MOST_PIECES as i128 {
                return None;
            }
            let mut parts = Vec::new();
            for turn in turns {
                let from = least + turn * size;
                let (low, high) = match piece.value.slope {
                    0 => (piece.low, piece.high),
                    _ => solve(piece.value, from, from + size - 1)?,
                };
                let value = Linear { offset: piece.value.offset - turn * size, ..piece.value };
                parts.push(Piece { low: low.max(piece.low), high: high.min(piece.high), value });
            }
            parts.sort_by_key(|part| part.low);
            parts.into_iter().for_each(|part| result.push(part));
        }
        (result.0.len() <= MOST_PIECES).then_some(result)
    }

    /// The intervals on which a truth value is 1.
    pub(super) fn where_one(&self) -> Vec<(i128, i128)> {
        let ones = self.0.iter().filter(|piece| piece.value == Linear::constant(1));
        ones.map(|piece| (piece.low, piece.high)).collect()
    }

    /// Adds a piece at the end; one that goes on as the last did makes it longer.
    fn push(&mut self, piece: Piece) {
        if piece.low > piece.high {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.value == piece.value => last.high = piece.high,
            _ => self.0.push(piece),
        }
    }

    fn push_truth(&mut self, (low, high): (i128, i128), inner: (i128, i128), inside: bool) {
        let truth = |is_one: bool| Linear::constant(is_one.into());
        let (from, to) = (inner.0.max(low), inner.1.min(high));
        if from > to {
            return self.push(Piece { low, high, value: truth(!inside) });
        }
        self.push(Piece { low, high: from - 1, value: truth(!inside) });
        self.push(Piece { low: from, high: to, value: truth(inside) });
        self.push(Piece { low: to + 1, high, value: truth(!inside) });
    }
}

/// The interval of `x` on which a line that is not level is from `low` to `high`; the first end is
/// past the second where there is none.
fn solve(line: Linear, low: i128, high: i128) -> Option<(i128, i128)> {
    let (low, high) = (low.checked_sub(line.offset)?, high.checked_sub(line.offset)?);
    let (slope, low, high) = match line.slope {
        slope if slope < 0 => (-slope, -high, -low),
        slope => (slope, low, high),
    };
    // The quotients towards each other.
    Some((-(-low).div_euclid(slope), high.div_euclid(slope)))
}

/// Whether a line is from `low` to `high`.
pub(super) fn is_between(line: Linear, low: i128, high: i128) -> Option<Outcome> {
    Some(match line.as_constant() {
        Some(value) => truth((low..=high).contains(&value)),
        None => Outcome::Between { line, low, high, inside: true },
    })
}

/// Whether two truth values are 1.
pub(super) fn both(a: Linear, b: Linear) -> Option<Outcome> {
    Some(truth(a.as_constant()? == 1 && b.as_constant()? == 1))
}

fn truth(value: bool) -> Outcome {
    Outcome::Everywhere(Linear::constant(value.into()))
}

/// A comparison, as the sign of the difference.
pub(super) fn compare(op: BinaryOp, a: Linear, b: Linear) -> Option<Outcome> {
    const FAR: i128 = 1 << 100;
    let line =
        Linear { slope: a.slope.checked_sub(b.slope)?, offset: a.offset.checked_sub(b.offset)? };
    let (low, high, inside) = match op {
        BinaryOp::Lt => (-FAR, -1, true),
        BinaryOp::Le => (-FAR, 0, true),
        BinaryOp::Gt => (1, FAR, true),
        BinaryOp::Ge => (0, FAR, true),
        BinaryOp::Eq => (0, 0, true),
        BinaryOp::Ne => (0, 0, false),
        _ => return None,
    };
    Some(match line.as_constant() {
        Some(value) => truth((low..=high).contains(&value) == inside),
        None => Outcome::Between { line, low, high, inside },
    })
}

/// What an operator makes of two lines; `None` where that is no line.
pub(super) fn binary(op: BinaryOp, a: Linear, b: Linear) -> Option<Outcome> {
    let line = match op {
        BinaryOp::Add => {
            Linear { slope: a.slope.checked_add(b.slope)?, offset: a.offset.checked_add(b.offset)? }
        }
        BinaryOp::Sub => {
            Linear { slope: a.slope.checked_sub(b.slope)?, offset: a.offset.checked_sub(b.offset)? }
        }
        BinaryOp::Mul => match (a.as_constant(), b.as_constant()) {
            (_, Some(factor)) => scale(a, factor)?,
            (Some(factor), None) => scale(b, factor)?,
            (None, None) => return None,
        },
        BinaryOp::Div | BinaryOp::Rem => divide(op, a, b.as_constant()?)?,
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => bitwise(op, a, b)?,
        _ => return compare(op, a, b),
    };
    Some(Outcome::Everywhere(line))
}

fn scale(line: Linear, factor: i128) -> Option<Linear> {
    let (slope, offset) = (line.slope.checked_mul(factor)?, line.offset.checked_mul(factor)?);
    // What stays far from the limits of the arithmetic here.
    (slope.abs() < 1 << 40).then_some(Linear { slope, offset })
}

/// By 1 and, for constants, by what is not negative: nothing that may fault.
fn divide(op: BinaryOp, line: Linear, by: i128) -> Option<Linear> {
    match (op, by, line.as_constant()) {
        (BinaryOp::Div, 1, _) => Some(line),
        (_, 1, _) => Some(Linear::constant(0)),
        (BinaryOp::Div, 2.., Some(value)) => Some(Linear::constant(value / by)),
        (_, 2.., Some(value)) => Some(Linear::constant(value % by)),
        _ => None,
    }
}

/// On constants, and with all or none of the bits.
fn bitwise(op: BinaryOp, a: Linear, b: Linear) -> Option<Linear> {
    if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
        return Some(Linear::constant(match op {
            BinaryOp::BitAnd => a & b,
            BinaryOp::BitOr => a | b,
            _ => a ^ b,
        }));
    }
    let (line, constant) = match (a.as_constant(), b.as_constant()) {
        (Some(constant), None) => (b, constant),
        (_, constant) => (a, constant?),
    };
    match (op, constant) {
        (BinaryOp::BitAnd, 0) => Some(Linear::constant(0)),
        (BinaryOp::BitOr, -1) => Some(Linear::constant(-1)),
        (BinaryOp::BitAnd, -1) | (BinaryOp::BitOr | BinaryOp::BitXor, 0) => Some(line),
        (BinaryOp::BitXor, -1) => Some(Linear { slope: -line.slope, offset: -1 - line.offset }),
        _ => None,
    }
}

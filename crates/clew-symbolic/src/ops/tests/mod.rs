//! Terms evaluated under models, against the concrete meaning.

mod registers;
mod scalars;
mod shapes;

use clew_ir::{FloatKind, Scalar, ops};
use clew_logic::testing::{Random, scale};
use clew_logic::{Evaluator, Model, Sort, TermId, TermPool};

/// Terms built for one operation.
const ROUNDS: usize = 12;
/// Models under which each is evaluated: enough for every pair of corner values, and some more.
const MODELS: usize = 45;
/// The values at which integer operators turn: 0, 1, -1, and the ends of the signed range.
const CORNERS: usize = 5;

fn rounds() -> usize {
    ROUNDS * scale()
}

/// How an operand comes about.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// An input of the full width.
    Whole,
    /// An input of fewer bits, extended by its sign.
    Signed(u32),
    /// An input of fewer bits, extended by zeros.
    Unsigned(u32),
    Constant,
}

/// One operand: its term, and how its values come about.
#[derive(Clone, Copy, Debug)]
struct Operand {
    term: TermId,
    width: u32,
    shape: Shape,
    /// The input's term; the constant's own.
    leaf: TermId,
    /// Whether interesting values are those of a float of this kind.
    float: Option<FloatKind>,
}

/// A pool with what is needed to fill it at random.
struct Bench {
    pool: TermPool,
    model: Model,
    evaluator: Evaluator,
    rng: Random,
    /// Models so far.
    models: usize,
    /// The corners still to be given out in this model, as digits.
    corners: Option<usize>,
}

impl Bench {
    fn new(seed: u64) -> Self {
        Bench {
            pool: TermPool::new(),
            model: Model::new(),
            evaluator: Evaluator::new(),
            rng: Random::new(seed),
            models: 0,
            corners: None,
        }
    }

    /// An interesting value.
    fn value(&mut self, width: u32, float: Option<FloatKind>) -> u128 {
        match float {
            Some(kind) if width == float_width(kind) => self.float(kind),
            _ => self.rng.value(width),
        }
    }

    /// The bits of a float: of any class, and often near the limits of the integer types.
    fn float(&mut self, kind: FloatKind) -> u128 {
        let (width, fraction_bits) = if kind == FloatKind::F32 { (32, 23) } else { (64, 52) };
        let bias = (1u128 << (width - 2 - fraction_bits)) - 1;
        let highest = 2 * bias + 1;
        let fraction = match self.rng.below(4) {
            0 => 0,
            1 => u128::from(self.rng.below(4)),
            _ => ops::truncate(self.rng.next_u64().into(), fraction_bits),
        };
        let fraction =
            if self.rng.one_in(8) { ops::truncate(!fraction, fraction_bits) } else { fraction };
        let small = u128::from(self.rng.below(4));
        let exponent = match self.rng.below(10) {
            0 => 0,
            1 => highest,
            2 => 1 + small,
            3 => highest - small,
            4 => bias + 31 - small,
            5 => bias + 64 - small,
            6 => bias + 128 - small,
            7 => bias.wrapping_sub(small),
            8 => u128::from(self.rng.below(highest as u64)),
            _ => bias + u128::from(self.rng.below(20)),
        };
        let sign = u128::from(self.rng.below(2)) << (width - 1);
        sign | ops::truncate(exponent, width - 1 - fraction_bits) << fraction_bits | fraction
    }

    fn operand(
        &mut self,
        name: &str,
        width: u32,
        shape: Shape,
        float: Option<FloatKind>,
    ) -> Operand {
        let (leaf, term) = match shape {
            Shape::Whole => {
                let leaf = self.pool.input(name, Sort::BitVec(width));
                (leaf, leaf)
            }
            Shape::Signed(from) => {
                let leaf = self.pool.input(name, Sort::BitVec(from));
                (leaf, self.pool.sign_extend(leaf, width))
            }
            Shape::Unsigned(from) => {
                let leaf = self.pool.input(name, Sort::BitVec(from));
                (leaf, self.pool.zero_extend(leaf, width))
            }
            Shape::Constant => {
                let value = self.value(width, float);
                let leaf = self.pool.bv(width, value);
                (leaf, leaf)
            }
        };
        Operand { term, width, shape, leaf, float }
    }

    /// An operand of a scalar's width in any shape.
    fn scalar(&mut self, name: &str, scalar: Scalar) -> Operand {
        let (width, float) = match scalar {
            Scalar::Int { bits, .. } => (bits, None),
            Scalar::Float(kind) => (float_width(kind), Some(kind)),
        };
        let narrower: Vec<u32> =
            [1, 5, 8, 16, 32, 64].into_iter().filter(|&from| from < width).collect();
        let shape = match self.rng.below(5) {
            0 if float.is_none() && width > 1 => Shape::Signed(self.rng.pick(&narrower)),
            1 if float.is_none() && width > 1 => Shape::Unsigned(self.rng.pick(&narrower)),
            2 => Shape::Constant,
            _ => Shape::Whole,
        };
        self.operand(name, width, shape, float)
    }

    /// Gives the operand a new value and tells it.
    fn assign(&mut self, operand: Operand) -> u128 {
        let (from, signed) = match operand.shape {
            Shape::Whole => (operand.width, false),
            Shape::Signed(from) => (from, true),
            Shape::Unsigned(from) => (from, false),
            Shape::Constant => {
                return self.pool.value(operand.leaf).expect("a constant has a value");
            }
        };
        let value = match self.corners.filter(|_| operand.float.is_none()) {
            Some(digits) => {
                self.corners = Some(digits / CORNERS);
                corner(from, digits % CORNERS)
            }
            None => self.value(from, operand.float),
        };
        let input = self.pool.input_of(operand.leaf).expect("the leaf is an input");
        self.model.set_bits(input, value);
        let value = if signed { ops::sign_extend(value, from) as u128 } else { value };
        ops::truncate(value, operand.width)
    }

    /// The value of a term under the values assigned last.
    fn eval(&mut self, term: TermId) -> u128 {
        self.evaluator.eval(&self.pool, &self.model, term)
    }

    /// Must come before the values of the next model are assigned.
    fn next_model(&mut self) {
        self.evaluator.forget();
        self.corners = Some(self.models).filter(|&digits| digits < CORNERS * CORNERS);
        self.models += 1;
    }
}

fn corner(width: u32, which: usize) -> u128 {
    let value = match which {
        0 => 0,
        1 => 1,
        2 => u128::MAX,
        3 => 1 << (width - 1),
        _ => (1 << (width - 1)) - 1,
    };
    ops::truncate(value, width)
}

fn float_width(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::F32 => 32,
        FloatKind::F64 => 64,
        FloatKind::X87 => 80,
    }
}

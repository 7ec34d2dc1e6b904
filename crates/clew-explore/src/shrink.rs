//! Simpler inputs for the same path: what people read in a test.
//!
//! Only evaluation is used, no solver: an input takes a simpler value when every constraint that
//! speaks of it still holds. The path is the same then, and so is what it covers.

use clew_ir::{FloatKind, Scalar};
use clew_logic::{Evaluator, InputId, Model, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

/// Values that are tried before others: the simplest first.
const SIMPLE: [u128; 4] = [0, 1, 2, 3];
/// Characters that are tried for bytes.
const CHARACTERS: [u8; 4] = [b'a', b'A', b'0', b' '];
/// Evaluations of a constraint that one test is worth.
const MOST_EVALUATIONS: usize = 20_000;

/// The inputs of a path, simpler where that is possible.
pub(crate) fn shrink(pool: &TermPool, constraints: &[TermId], input: &Model) -> Model {
    let mut speaking: FxHashMap<InputId, Vec<TermId>> = FxHashMap::default();
    for &constraint in constraints {
        for input in pool.free_inputs(constraint) {
            speaking.entry(input).or_default().push(constraint);
        }
    }
    let mut shrinker = Shrinker {
        pool,
        evaluator: Evaluator::new(),
        model: input.clone(),
        left: MOST_EVALUATIONS,
    };
    for (id, _) in input.values() {
        shrinker.shrink_input(id, speaking.get(&id).map_or(&[], Vec::as_slice));
    }
    shrinker.model
}

/// So many inputs of a test are told apart.
const MOST_APART: usize = 8;
/// Inputs that are elements of arrays are, where they are among the first: zeros, and characters.
const LAST_ELEMENT: usize = 2;
const LAST_CHARACTER: usize = 15;
/// What they are told apart by: no two sums or products of these are alike soon.
const APART: [u8; MOST_APART] = [7, 3, 11, 5, 13, 2, 17, 19];
/// Characters that stand for many: the digit is a zero, too, and all letters are the same one.
const PLAIN: [u8; 3] = [b'0', b'a', b'A'];
/// So many characters behind one of them are of its kind for most programs, hexadecimal digits included.
const OF_A_KIND: u8 = 5;

/// The inputs of a path in which numbers that are zero are others, each its own, as far as the path
/// admits: what becomes of zero is hard to see, and so is what becomes of the text `0000`. (Whether a variable is read or another one, a sum or a
/// product is made, a sign is lost: it is zero all the same.)
pub(crate) fn tell_apart(
    pool: &TermPool,
    constraints: &[TermId],
    input: &Model,
    numbers: &[(TermId, Scalar)],
) -> Model {
    let mut speaking: FxHashMap<InputId, Vec<TermId>> = FxHashMap::default();
    for &constraint in constraints {
        for input in pool.free_inputs(constraint) {
            speaking.entry(input).or_default().push(constraint);
        }
    }
    let (evaluator, model, left) = (Evaluator::new(), input.clone(), MOST_EVALUATIONS);
    let mut shrinker = Shrinker { pool, evaluator, model, left };
    let inputs = numbers.iter().filter_map(|(term, scalar)| Some((pool.input_of(*term)?, *scalar)));
    let is_behind = |id: InputId, last| is_element_behind(&pool.input_decl(id).name, last);
    let inputs = inputs.filter(|(id, _)| !is_behind(*id, LAST_ELEMENT));
    let zeros = inputs.filter(|(id, _)| input.get_bits(*id).unwrap_or(0) == 0);
    for ((id, scalar), number) in zeros.zip(APART) {
        let bits = match scalar {
            Scalar::Int { bits: 1, .. } => continue,
            Scalar::Int { bits: 8, .. } => u128::from(b'a' + number % 26),
            Scalar::Int { .. } => u128::from(number),
            Scalar::Float(FloatKind::F32) => Float::Single.bits(f64::from(number) + 0.5),
            Scalar::Float(FloatKind::F64) => Float::Double.bits(f64::from(number) + 0.5),
            Scalar::Float(FloatKind::X87) => continue,
        };
        let about = speaking.get(&id).map_or(&[][..], Vec::as_slice);
        shrinker.accepts(id, bits, about);
    }
    let plain = input.values().into_iter().filter_map(|(id, _)| {
        let first = PLAIN.into_iter().find(|it| input.get_bits(id) == Some(u128::from(*it)))?;
        let is_byte = pool.input_decl(id).sort.width() == 8;
        (is_byte && !is_behind(id, LAST_CHARACTER)).then_some((id, first))
    });
    for ((id, first), number) in plain.zip(APART) {
        let about = speaking.get(&id).map_or(&[][..], Vec::as_slice);
        shrinker.accepts(id, u128::from(first + 1 + number % OF_A_KIND), about);
    }
    shrinker.model
}

/// Whether an input is an element of an array behind one of the first ones.
fn is_element_behind(name: &str, last: usize) -> bool {
    let numbers = name.split('[').skip(1).filter_map(|it| it.split(']').next()?.parse().ok());
    numbers.max().is_some_and(|at: usize| at > last)
}

struct Shrinker<'p> {
    pool: &'p TermPool,
    evaluator: Evaluator,
    model: Model,
    left: usize,
}

impl Shrinker<'_> {
    fn shrink_input(&mut self, id: InputId, constraints: &[TermId]) {
        let width = self.pool.input_decl(id).sort.width();
        let Some(value) = self.model.get_bits(id) else { return };
        if width == 0 || value == 0 {
            return;
        }
        if let Some(float) = Float::of(width).filter(|it| it.is_used(self.pool, id, constraints)) {
            return self.shrink_float(id, float, constraints);
        }
        let minus_one = clew_logic::bits::ones(width);
        let simple = SIMPLE.into_iter().chain([minus_one]);
        let characters = CHARACTERS.into_iter().filter(|_| width == 8).map(u128::from);
        for candidate in simple.chain(characters) {
            let candidate = clew_logic::bits::truncate(width, candidate);
            if candidate == value || self.accepts(id, candidate, constraints) {
                return;
            }
        }
        self.towards_zero(id, width, constraints);
    }

    /// Takes a float that people write: a small whole number, or as few digits as will do.
    fn shrink_float(&mut self, id: InputId, float: Float, constraints: &[TermId]) {
        let value = float.value(self.model.bits(id));
        let rounded = (0..ROUNDED).filter_map(|digits| format!("{value:.digits$e}").parse().ok());
        let simple = SIMPLE_FLOATS.into_iter().flat_map(|it| [it, -it]);
        for candidate in simple.chain(rounded) {
            if self.accepts(id, float.bits(candidate), constraints) {
                return;
            }
        }
    }

    /// Takes the largest steps towards zero that the constraints admit.
    fn towards_zero(&mut self, id: InputId, width: u32, constraints: &[TermId]) {
        let signed = |bits: u128| clew_logic::bits::to_signed(width, bits);
        let mut step = signed(self.model.bits(id)) / 2;
        while step != 0 {
            let next = signed(self.model.bits(id)) - step;
            let candidate = clew_logic::bits::truncate(width, next as u128);
            if !self.accepts(id, candidate, constraints) {
                step /= 2;
            } else if signed(candidate).unsigned_abs() < step.unsigned_abs() {
                step = signed(candidate) / 2;
            }
        }
    }

    /// Gives the input a value if the constraints still hold.
    fn accepts(&mut self, id: InputId, value: u128, constraints: &[TermId]) -> bool {
        if self.left < constraints.len() {
            return false;
        }
        self.left -= constraints.len();
        let before = self.model.bits(id);
        self.model.set_bits(id, value);
        self.evaluator.forget();
        let holds =
            constraints.iter().all(|&term| self.evaluator.holds(self.pool, &self.model, term));
        if !holds {
            self.model.set_bits(id, before);
        }
        holds
    }
}

/// Floats that are tried before others, and their negatives.
const SIMPLE_FLOATS: [f64; 12] =
    [0.0, 1.0, 2.0, 3.0, 0.5, 1.5, 10.0, 100.0, 1000.0, 1e6, 1e9, 1e18];
/// So many digits behind the first are tried.
const ROUNDED: usize = 8;

/// A format of floats, by its bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Float {
    Single,
    Double,
}

impl Float {
    fn of(width: u32) -> Option<Self> {
        match width {
            32 => Some(Float::Single),
            64 => Some(Float::Double),
            _ => None,
        }
    }

    /// Whether an input is computed with as a float: something looks at its exponent.
    fn is_used(self, pool: &TermPool, input: InputId, constraints: &[TermId]) -> bool {
        let exponent = match self {
            Float::Single => (30, 23),
            Float::Double => (62, 52),
        };
        let (mut seen, mut open) = (FxHashSet::default(), constraints.to_vec());
        while let Some(term) = open.pop() {
            let args = pool.args(term);
            if pool.extracted(term) == Some(exponent)
                && args.first().is_some_and(|it| pool.input_of(*it) == Some(input))
            {
                return true;
            }
            open.extend(args.iter().filter(|it| seen.insert(**it)));
        }
        false
    }

    fn value(self, bits: u128) -> f64 {
        match self {
            Float::Single => f32::from_bits(bits as u32).into(),
            Float::Double => f64::from_bits(bits as u64),
        }
    }

    fn bits(self, value: f64) -> u128 {
        match self {
            Float::Single => (value as f32).to_bits().into(),
            Float::Double => value.to_bits().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::Sort;

    #[test]
    fn values_go_towards_zero_as_far_as_the_path_admits() {
        let mut pool = TermPool::new();
        let (n, c) = (pool.input("n", Sort::BitVec(32)), pool.input("c", Sort::BitVec(8)));
        let (six, zero) = (pool.bv(32, 6), pool.bv(8, 0));
        let (at_least, not_zero) = (pool.sge(n, six), pool.ne(c, zero));
        let small = pool.bv(32, 100);
        let below = pool.slt(n, small);
        let ids: Vec<InputId> = [n, c].into_iter().filter_map(|it| pool.input_of(it)).collect();
        let mut input = Model::new();
        input.set_bits(ids[0], 97);
        input.set_bits(ids[1], 0x91);
        let shrunk = shrink(&pool, &[at_least, not_zero, below], &input);
        assert_eq!((shrunk.bits(ids[0]), shrunk.bits(ids[1])), (6, 1));
    }

    #[test]
    fn negative_values_come_up_to_their_limit() {
        let mut pool = TermPool::new();
        let n = pool.input("n", Sort::BitVec(32));
        let limit = pool.bv_signed(32, -7);
        let below = pool.slt(n, limit);
        let id = pool.input_of(n).expect("an input");
        let mut input = Model::new();
        input.set_bits(id, 0x8000_0001);
        let shrunk = shrink(&pool, &[below], &input);
        assert_eq!(clew_logic::bits::to_signed(32, shrunk.bits(id)), -8);
    }

    /// Four digits that may be any are not four zeros; what is compared with one stays it.
    #[test]
    fn characters_are_told_apart_as_the_path_admits() {
        let mut pool = TermPool::new();
        let bytes: Vec<TermId> =
            (0..4).map(|at| pool.input(&format!("s[{at}]"), Sort::BitVec(8))).collect();
        let (zero, nine) = (pool.bv(8, b'0'.into()), pool.bv(8, b'9'.into()));
        let mut constraints = Vec::new();
        for &byte in &bytes {
            constraints.extend([pool.uge(byte, zero), pool.ule(byte, nine)]);
        }
        constraints.push(pool.eq(bytes[3], zero));
        let ids: Vec<InputId> = bytes.iter().filter_map(|it| pool.input_of(*it)).collect();
        let mut input = Model::new();
        ids.iter().for_each(|id| input.set_bits(*id, b'0'.into()));
        let apart = tell_apart(&pool, &constraints, &input, &[]);
        let text: Vec<u8> = ids.iter().map(|id| apart.bits(*id) as u8).collect();
        assert_eq!(text, b"3420");
    }
}

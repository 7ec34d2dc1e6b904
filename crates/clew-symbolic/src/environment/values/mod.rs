//! The values of inputs: from the given model, from a suite, fresh, or by chance.
//!
//! The name of an input is a C-like path (`n`, `v[2]`, `list->next->key`, `read() #3`), the same
//! in every run and every worker: with the width it is the input's identity. Who asks for a name again
//! in a run gets another input, which has a number in its name.
//!
//! - `given`: values as other suites give them.
//! - `seen`, `words`: values that inputs had and texts that the program knows, for runs by chance.

mod given;
mod seen;
mod words;

use super::calls::numbered;
use clew_ir::Scalar;
use clew_logic::{Model, Sort, TermId, TermPool};
use clew_random::Random;
use rustc_hash::FxHasher;
use seen::{Asked, Seen};
use std::hash::{Hash, Hasher};
use words::Words;

pub use given::{GivenInputs, GivenTarget, Number};

/// The value of inputs that the given model does not mention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fresh {
    /// Zero (for globals: their initial value).
    Zero,
    /// Random by this seed: the same seed and name give the same value.
    Random(u64),
}

/// How often out of eight times a run by chance repeats a value: some hardly, some mostly.
const AGAIN: [u64; 4] = [0, 0, 4, 7];

/// How a run without terms gets the values that its model does not mention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chance {
    /// The same seed, model and history give the same run.
    pub seed: u64,
    /// So many inputs are drawn from values that inputs have had; the others are fresh.
    pub most: u32,
}

/// Where the inputs of a run get their values from, and which they got.
#[derive(Debug)]
pub(super) struct Values {
    given: Model,
    /// What a suite from elsewhere gives; the model comes first.
    pub(super) named: GivenInputs,
    pub(super) fresh: Fresh,
    /// Where the run is one without terms.
    chance: Option<Chance>,
    /// Whether that run notes the ways it goes at jumps.
    pub(super) is_watched: bool,
    seen: Seen,
    /// The position of the call that asks for the next input, where a harness function does.
    pub(super) site: Option<u32>,
    pub(super) words: Words,
    pub(super) assignment: Model,
    /// The inputs that are numbers of the program's own types, with these: neither choices of pointers nor
    /// values that variables begin with.
    pub(super) numbers: Vec<(TermId, Scalar)>,
    /// How many inputs were drawn by chance.
    drawn: u32,
    /// How many inputs the run has.
    pub(super) count: usize,
}

impl Chance {
    /// Whether the run notes how near it comes to ways not gone, where nothing else is noted. Every
    /// other run does: such a run takes longer.
    fn is_watched(self) -> bool {
        self.seed >> 20 & 1 == 0
    }
}

impl Values {
    pub(super) fn new() -> Self {
        Self {
            given: Model::new(),
            named: GivenInputs::new(),
            fresh: Fresh::Zero,
            chance: None,
            is_watched: false,
            seen: Seen::default(),
            site: None,
            words: Words::default(),
            assignment: Model::new(),
            numbers: Vec::new(),
            drawn: 0,
            count: 0,
        }
    }

    /// Starts a new run.
    pub(super) fn start(&mut self, given: &Model, named: GivenInputs) {
        self.given.clone_from(given);
        self.named = named;
        self.seen.start();
        self.words.start();
        self.assignment = Model::new();
        self.numbers.clear();
        self.count = 0;
        self.drawn = 0;
    }

    /// Says that the next run has no terms, and how it gets its values; `None` that it has them.
    pub(super) fn set_chance(&mut self, chance: Option<Chance>) {
        self.chance = chance;
        self.is_watched = chance.is_some_and(Chance::is_watched);
    }

    /// Whether the run has no terms.
    #[inline(always)]
    pub(super) fn is_by_chance(&self) -> bool {
        self.chance.is_some()
    }

    /// A new input of so many bits; its value, and its term. In a run without terms that is a
    /// constant.
    pub(super) fn value(
        &mut self,
        pool: &mut TermPool,
        name: &str,
        bits: u32,
        initial: u128,
    ) -> (u128, TermId) {
        let is_free = |name: &str| {
            let input = pool.find_input_of(name, Sort::BitVec(bits));
            input.is_none_or(|input| self.assignment.get_bits(input).is_none())
        };
        if is_free(name) {
            return self.shared_value(pool, name, bits, initial);
        }
        let mut names = (2..).map(|count| numbered(name, count));
        let name = names.find(|name| is_free(name)).unwrap_or_default();
        self.shared_value(pool, &name, bits, initial)
    }

    /// The same, but who asks for a name again gets the same input.
    pub(super) fn shared_value(
        &mut self,
        pool: &mut TermPool,
        name: &str,
        bits: u32,
        initial: u128,
    ) -> (u128, TermId) {
        self.count += 1;
        let term = pool.input(name, Sort::BitVec(bits));
        let Some(input) = pool.input_of(term) else { return (initial, term) };
        let given = self.given.get_bits(input).or_else(|| self.named.value(name));
        let asked = Asked { input, name, bits, site: self.site };
        let value = match (given, self.fresh, self.chance) {
            (Some(value), ..) => value,
            (None, _, Some(chance)) => self.draw(chance, asked, initial),
            (None, Fresh::Zero, None) => initial,
            (None, Fresh::Random(seed), None) => random(seed, name, bits),
        };
        let value = clew_logic::bits::truncate(bits, value);
        self.assignment.set_bits(input, value);
        match self.chance {
            Some(_) => {
                self.seen.note_drawn(asked, value);
                (value, pool.bv(bits, value))
            }
            None => {
                self.seen.note(asked, value);
                (value, term)
            }
        }
    }

    /// A value by chance.
    fn draw(&mut self, chance: Chance, asked: Asked<'_>, initial: u128) -> u128 {
        if self.drawn >= chance.most {
            return initial;
        }
        self.drawn += 1;
        let seed = chance.seed ^ u64::from(self.drawn) << 32;
        let mut dice = Random::new(seed);
        if let Some(value) = self.words.draw(asked.bits, chance.seed, &mut dice) {
            return value;
        }
        let again = AGAIN[chance.seed as usize % AGAIN.len()];
        let drawn = self.seen.draw(asked, again, &mut dice);
        drawn.unwrap_or_else(|| random(seed, asked.name, asked.bits))
    }
}

/// A random value: often small, sometimes anything, sometimes near a limit of the type, sometimes
/// a number of moderate size as floats encode it.
fn random(seed: u64, name: &str, bits: u32) -> u128 {
    let mut hasher = FxHasher::default();
    (seed, name).hash(&mut hasher);
    let mut dice = Random::new(hasher.finish());
    let kind = dice.next_u64() % 8;
    let any = u128::from(dice.next_u64()) << 64 | u128::from(dice.next_u64());
    match kind {
        0..=2 => (any % 33).wrapping_sub(16),
        3 => moderate_float(any, bits).unwrap_or((any % 33).wrapping_sub(16)),
        4 => (1u128 << (bits - 1)).wrapping_add(any % 3).wrapping_sub(1),
        5 => u128::from(b' ') + any % 95,
        _ => any,
    }
}

/// The encoding of a number of up to 8,000 as a float of so many bits; small ones are frequent.
fn moderate_float(any: u128, bits: u32) -> Option<u128> {
    let scale = 1u32 << ((any >> 64) % 13);
    let number = ((any % 16_001) as f64 - 8_000.0) / f64::from(scale);
    match bits {
        32 => Some((number as f32).to_bits().into()),
        64 => Some(number.to_bits().into()),
        _ => None,
    }
}

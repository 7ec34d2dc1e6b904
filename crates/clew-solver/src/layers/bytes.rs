//! Bytes: a part that speaks of one byte and nothing else is the set of the values it allows,
//! found once by trying all of them. Where the sets of a byte have nothing in common the parts
//! contradict each other; otherwise each byte is given a value that its own parts allow, and often
//! that satisfies the other parts too. Programs that read text ask little else.

use clew_logic::{Evaluator, InputId, Model, Tape, TermId, TermPool, bits};
use rustc_hash::FxHashMap;

use super::models::restrict;
use super::{Found, Slice};

/// A set of values of an input of at most eight bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Values([u64; 4]);

impl Values {
    /// Every value of a width.
    pub(crate) fn all(width: u32) -> Self {
        let mut words = [0; 4];
        for value in 0..1usize << width {
            words[value / 64] |= 1 << (value % 64);
        }
        Values(words)
    }

    fn and(self, other: Self) -> Self {
        Values(std::array::from_fn(|place| self.0[place] & other.0[place]))
    }

    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// How many there are.
    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The smallest and the largest.
    pub(crate) fn bounds(self) -> Option<(u128, u128)> {
        let mut all = self.iter();
        let first = all.next()?;
        Some((first.into(), all.last().unwrap_or(first).into()))
    }

    fn contains(self, value: u128) -> bool {
        value < 256 && self.0[value as usize / 64] >> (value % 64) & 1 == 1
    }

    /// All of them, the smallest first.
    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        (0..=255u8).filter(move |&value| self.contains(value.into()))
    }

    /// The one nearest to a value, the smaller one of two; the value itself where there is none.
    fn nearest(self, wanted: u128) -> u128 {
        if self.contains(wanted) {
            return wanted;
        }
        self.iter().map(u128::from).min_by_key(|value| value.abs_diff(wanted)).unwrap_or(wanted)
    }
}

/// What the parts of a slice that speak of one byte leave to each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Domains {
    of_byte: Vec<(InputId, Values)>,
}

impl Domains {
    /// The values left to an input, where a part spoke of it.
    pub(crate) fn of(&self, input: InputId) -> Option<Values> {
        self.of_byte.iter().find(|(byte, _)| *byte == input).map(|&(_, values)| values)
    }

    /// The value nearest to `wanted` that an input may have; `wanted` where nothing is known.
    pub(crate) fn nearest(&self, input: InputId, wanted: u128) -> Option<u128> {
        self.of(input).map(|values| values.nearest(wanted))
    }

    /// Takes in what a part allows; whether nothing is left to the byte.
    pub(crate) fn learn(&mut self, input: InputId, allowed: Values) -> bool {
        match self.of_byte.iter_mut().find(|(byte, _)| *byte == input) {
            Some((_, values)) => {
                *values = values.and(allowed);
                values.is_empty()
            }
            None => {
                self.of_byte.push((input, allowed));
                allowed.is_empty()
            }
        }
    }
}

/// The sets of parts seen before.
#[derive(Default)]
pub(crate) struct Bytes {
    known: FxHashMap<TermId, Option<(InputId, Values)>>,
}

/// How many parts are remembered.
const MAX_KNOWN: usize = 1 << 16;

impl Bytes {
    /// An answer for the slice, or what was found out for the layers after this one.
    pub(crate) fn decide(
        &mut self,
        pool: &TermPool,
        evaluator: &mut Evaluator,
        slice: &Slice,
        previous: Option<&Model>,
    ) -> Result<Found, Domains> {
        let domains = match self.domains(pool, slice) {
            Ok(domains) => domains,
            Err(core) => return Ok(Found::Core(core)),
        };
        let zero = Model::new();
        match self.model(pool, evaluator, slice, previous.unwrap_or(&zero), &domains) {
            Some(model) => Ok(Found::Model(model)),
            None => Err(domains),
        }
    }

    /// The byte that a part speaks of, if it speaks of nothing else, and what it allows.
    pub(crate) fn allowed(&mut self, pool: &TermPool, part: TermId) -> Option<(InputId, Values)> {
        if let Some(&known) = self.known.get(&part) {
            return known;
        }
        if self.known.len() == MAX_KNOWN {
            self.known.clear();
        }
        let found = values(pool, part);
        self.known.insert(part, found);
        found
    }

    /// What the parts leave to each byte, or parts that leave nothing to one.
    fn domains(&mut self, pool: &TermPool, slice: &Slice) -> Result<Domains, Vec<TermId>> {
        let mut domains = Domains::default();
        for &part in &slice.parts {
            if let Some((input, allowed)) = self.allowed(pool, part)
                && domains.learn(input, allowed)
            {
                return Err(self.core(pool, slice, input));
            }
        }
        Ok(domains)
    }

    /// Parts that leave nothing to a byte, none of which can be left out.
    fn core(&mut self, pool: &TermPool, slice: &Slice, byte: InputId) -> Vec<TermId> {
        let mut candidates: Vec<(TermId, Values)> = Vec::new();
        for &part in &slice.parts {
            match self.allowed(pool, part) {
                Some((input, allowed)) if input == byte => candidates.push((part, allowed)),
                _ => {}
            }
        }
        let mut place = 0;
        while place < candidates.len() {
            let others = candidates.iter().enumerate().filter(|(other, _)| *other != place);
            let left = others.fold(Values::all(8), |left, (_, (_, allowed))| left.and(*allowed));
            if left.is_empty() {
                candidates.remove(place);
            } else {
                place += 1;
            }
        }
        candidates.into_iter().map(|(part, _)| part).collect()
    }

    /// The previous input with each byte at the nearest value its own parts allow, where that
    /// satisfies the others too.
    fn model(
        &mut self,
        pool: &TermPool,
        evaluator: &mut Evaluator,
        slice: &Slice,
        start: &Model,
        domains: &Domains,
    ) -> Option<Model> {
        let mut model = restrict(pool, start, slice);
        let mut changed = false;
        for &(input, values) in &domains.of_byte {
            let before = model.bits(input);
            let nearest = values.nearest(before);
            if nearest != before {
                model.set_bits(input, nearest);
                changed = true;
            }
        }
        if !changed {
            return None;
        }
        evaluator.forget();
        let open = slice.parts.iter().rev();
        open.filter(|&&part| self.allowed(pool, part).is_none())
            .all(|&part| evaluator.holds(pool, &model, part))
            .then_some(model)
    }
}

/// All values that a part over one byte allows.
fn values(pool: &TermPool, part: TermId) -> Option<(InputId, Values)> {
    let input = pool.only_input(part)?;
    let decl = pool.input_decl(input);
    let width = pool.bit_count(decl.term);
    if width > 8 || decl.sort.is_array() {
        return None;
    }
    let mut tape = Tape::compile(pool, &[input], &[part])?;
    let mut words = [0; 4];
    for (place, word) in words.iter_mut().enumerate().take((1usize << width).div_ceil(64)) {
        for lane in 0..64 {
            let value = (place * 64 + lane) as u128;
            tape.set(0, lane, value & bits::ones(width));
        }
        tape.run();
        *word = tape.holds(0);
    }
    Some((input, Values(words).and(Values::all(width))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::testing::{Random, TermSampler, scale};
    use clew_logic::{InputSet, Sort};

    fn slice(pool: &mut TermPool, parts: Vec<TermId>) -> Slice {
        let mut inputs = InputSet::EMPTY;
        for &part in &parts {
            let set = pool.input_set(part);
            inputs = pool.set_union(inputs, set);
        }
        Slice { parts, inputs }
    }

    /// The values of the first input that satisfy the parts, whatever the others are; the parts
    /// speak of it alone.
    fn expected(pool: &TermPool, input: InputId, width: u32, parts: &[TermId]) -> Vec<u8> {
        let fits = |&value: &u8| {
            let mut model = Model::new();
            model.set_bits(input, value.into());
            parts.iter().all(|&part| pool.eval(&model, part) == 1)
        };
        (0..=bits::ones(width) as u8).filter(fits).collect()
    }

    #[test]
    fn domains_are_what_trying_all_values_gives() {
        let mut rng = Random::new(8);
        let (mut cores, mut models) = (0, 0);
        for round in 0..2_000 * scale() as u64 {
            let mut pool = TermPool::new();
            let width = 1 + rng.below(8) as u32;
            let x = pool.input("x", Sort::BitVec(width));
            let input = pool.input_of(x).expect("an input");
            let widths = vec![width, 9];
            let mut sampler =
                TermSampler { rng: Random::new(round), inputs: vec![x], widths, arrays: false };
            let mut parts: Vec<TermId> =
                (0..1 + rng.below(5)).map(|_| sampler.boolean(&mut pool, 3)).collect();
            parts.retain(|&part| pool.only_input(part).is_some());
            let slice = slice(&mut pool, parts.clone());
            let left = expected(&pool, input, width, &parts);
            let mut bytes = Bytes::default();
            match bytes.domains(&pool, &slice) {
                Ok(domains) => {
                    let found = domains.of(input).unwrap_or(Values::all(width));
                    assert_eq!(found.iter().collect::<Vec<u8>>(), left, "round {round}");
                    assert_eq!(found.count() as usize, left.len());
                    models += 1;
                }
                Err(core) => {
                    assert!(left.is_empty(), "round {round}");
                    assert!(expected(&pool, input, width, &core).is_empty(), "round {round}");
                    for dropped in 0..core.len() {
                        let mut rest = core.clone();
                        rest.remove(dropped);
                        assert!(!expected(&pool, input, width, &rest).is_empty(), "round {round}");
                    }
                    cores += 1;
                }
            }
        }
        assert!(cores > 100 && models > 100, "{cores} cores, {models} models");
    }

    #[test]
    fn the_nearest_value_is_taken_and_the_other_parts_are_asked() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.input(name, Sort::BitVec(8)));
        let [x_id, y_id] = [x, y].map(|term| pool.input_of(term).expect("an input"));
        let (low, high) = (pool.bv(8, b'0'.into()), pool.bv(8, b'9'.into()));
        let mut parts = vec![pool.ule(low, x), pool.ule(x, high), pool.ult(x, y)];
        let mut previous = Model::new();
        previous.set_bits(x_id, 90);
        previous.set_bits(y_id, 91);
        let mut evaluator = Evaluator::new();
        let mut bytes = Bytes::default();
        let whole = slice(&mut pool, parts.clone());
        match bytes.decide(&pool, &mut evaluator, &whole, Some(&previous)) {
            Ok(Found::Model(model)) => {
                assert_eq!((model.bits(x_id), model.bits(y_id)), (b'9'.into(), 91));
            }
            other => panic!("{other:?}"),
        }
        // What is true of one byte alone does not tell of two.
        parts.push(pool.ult(y, low));
        let whole = slice(&mut pool, parts);
        let open = bytes.decide(&pool, &mut evaluator, &whole, Some(&previous));
        assert_eq!(open.err().and_then(|domains| domains.nearest(y_id, 91)), Some(47));
    }
}

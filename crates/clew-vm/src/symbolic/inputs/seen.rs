//! Values that inputs have had: what a run without terms draws from.
//!
//! The solver finds the values that matter to a program (commands, keywords, limits) one path at a
//! time. Drawing from them at random makes long sequences out of what is known, at the price of a
//! concrete run.

use clew_logic::InputId;
use rustc_hash::FxHashMap;

/// The values remembered of one kind of input.
const MOST: usize = 64;
/// Of so many draws, one is any value.
const ANY: u64 = 16;
/// How often a value is drawn before its ends tell something.
const ENOUGH: u32 = 8;

/// A value, and what came of it.
#[derive(Clone, Copy, Debug, Default)]
struct SeenValue {
    value: u128,
    /// Runs that had it.
    uses: u32,
    /// Runs in which it was the last: programs often end at a value they do not know.
    ends: u32,
}

/// A place for another value: a new one, or that of a value that every run has ended with.
fn place_for_new(values: &mut Vec<SeenValue>) -> Option<usize> {
    if values.len() < MOST {
        values.push(SeenValue::default());
        return Some(values.len() - 1);
    }
    values.iter().position(|seen| seen.ends > 0 && seen.ends == seen.uses)
}

/// Values by kind of input: inputs whose names differ in numbers only are of one kind.
#[derive(Debug, Default)]
pub(super) struct Seen {
    kinds: Vec<Vec<SeenValue>>,
    by_name: FxHashMap<(String, u32), usize>,
    /// By input: one more than its kind.
    of_input: Vec<u32>,
    /// The last value of the run: kind and place.
    last: Option<(usize, usize)>,
}

impl Seen {
    /// Starts a new run: the last value of the one before was its end.
    pub(super) fn start(&mut self) {
        if let Some((kind, at)) = self.last.take()
            && let Some(seen) = self.kinds[kind].get_mut(at)
        {
            seen.ends += 1;
        }
    }

    /// Notes a value that an input has.
    pub(super) fn note(&mut self, input: InputId, name: &str, bits: u32, value: u128) {
        let kind = self.kind(input, name, bits);
        let values = &mut self.kinds[kind];
        let at = match values.iter().position(|seen| seen.value == value) {
            Some(at) => at,
            None => match place_for_new(values) {
                Some(at) => {
                    values[at] = SeenValue { value, ..SeenValue::default() };
                    at
                }
                None => return self.last = None,
            },
        };
        values[at].uses += 1;
        self.last = Some((kind, at));
    }

    /// A value for an input, by chance: one that inputs of its kind have had, those the less that
    /// runs end with; the same as before so often out of eight times, since counters want a value
    /// again and again. `None` where any value will do.
    pub(super) fn draw(
        &mut self,
        input: InputId,
        name: &str,
        bits: u32,
        again: u64,
        mut dice: impl FnMut() -> u64,
    ) -> Option<u128> {
        let kind = self.kind(input, name, bits);
        let values = &self.kinds[kind];
        if let Some((last, at)) = self.last
            && last == kind
            && dice() % 8 < again
        {
            return Some(values[at].value);
        }
        if values.is_empty() || dice().is_multiple_of(ANY) {
            return None;
        }
        for _ in 0..4 {
            let SeenValue { value, uses, ends } = values[dice() as usize % values.len()];
            if uses < ENOUGH || dice() % u64::from(uses) >= u64::from(ends) {
                return Some(value);
            }
        }
        Some(values[dice() as usize % values.len()].value)
    }

    fn kind(&mut self, input: InputId, name: &str, bits: u32) -> usize {
        let at = input.index();
        if let Some(&kind) = self.of_input.get(at)
            && kind > 0
        {
            return kind as usize - 1;
        }
        let text: String = name.chars().filter(|it| !it.is_ascii_digit()).collect();
        // The first of several that are asked for has no number.
        let text = text.trim_end_matches(" #").to_owned();
        let next = self.kinds.len();
        let kind = *self.by_name.entry((text, bits)).or_insert(next);
        if kind == next {
            self.kinds.push(Vec::new());
        }
        if at >= self.of_input.len() {
            self.of_input.resize(at + 1, 0);
        }
        self.of_input[at] = kind as u32 + 1;
        kind
    }
}

#[cfg(test)]
mod tests {
    use super::super::split_mix;
    use super::*;
    use clew_logic::{Sort, TermPool};

    fn input(pool: &mut TermPool, name: &str) -> InputId {
        let term = pool.input(name, Sort::BitVec(32));
        pool.input_of(term).expect("an input")
    }

    #[test]
    fn inputs_of_one_kind_share_their_values() {
        let mut pool = TermPool::new();
        let mut seen = Seen::default();
        let (first, second) = (input(&mut pool, "int"), input(&mut pool, "int #2"));
        let other = input(&mut pool, "long");
        seen.note(first, "int", 32, 17);
        let mut dice = split_mix(1);
        let drawn: Vec<_> =
            (0..64).filter_map(|_| seen.draw(second, "int #2", 32, 0, &mut dice)).collect();
        assert!(drawn.len() > 32 && drawn.iter().all(|value| *value == 17));
        assert_eq!(seen.draw(other, "long", 32, 0, &mut dice), None);
    }

    #[test]
    fn values_that_only_end_runs_give_way() {
        let mut pool = TermPool::new();
        let mut seen = Seen::default();
        let asked = input(&mut pool, "int");
        for value in 0..2 * MOST as u128 {
            seen.start();
            seen.note(asked, "int", 32, 5000);
            seen.note(asked, "int", 32, value);
        }
        let values: Vec<u128> = seen.kinds[0].iter().map(|seen| seen.value).collect();
        assert_eq!(values.len(), MOST);
        assert!(values.contains(&5000) && values.contains(&(2 * MOST as u128 - 1)));
    }

    #[test]
    fn a_value_comes_again_as_often_as_is_asked() {
        let mut pool = TermPool::new();
        let mut seen = Seen::default();
        let asked = input(&mut pool, "int");
        for value in 0..32 {
            seen.note(asked, "int", 32, value);
        }
        let mut dice = split_mix(3);
        let drawn = (0..800).filter_map(|_| seen.draw(asked, "int", 32, 7, &mut dice));
        assert!(drawn.filter(|value| *value == 31).count() > 600);
    }

    #[test]
    fn values_that_end_runs_are_drawn_less() {
        let mut pool = TermPool::new();
        let mut seen = Seen::default();
        let asked = input(&mut pool, "int");
        for _ in 0..100 {
            seen.start();
            seen.note(asked, "int", 32, 1);
            seen.note(asked, "int", 32, 99);
        }
        let mut dice = split_mix(7);
        let drawn: Vec<_> =
            (0..1000).filter_map(|_| seen.draw(asked, "int", 32, 0, &mut dice)).collect();
        let ends = drawn.iter().filter(|value| **value == 99).count();
        assert!(10 * ends < drawn.len(), "{ends} of {}", drawn.len());
    }
}

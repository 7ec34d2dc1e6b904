//! Values that inputs have had: what a run without terms draws from.
//!
//! The solver finds the values that matter to a program (commands, keywords, limits) one path at a
//! time. Drawing from them at random makes long sequences out of what is known, at the price of a
//! concrete run.

use crate::environment::calls::without_places;
use clew_logic::InputId;
use clew_random::Random;
use rustc_hash::FxHashMap;

/// The values remembered of one kind of input.
const MOST: usize = 64;
/// Of so many draws, one is any value.
const ANY: u64 = 16;
/// Of so many draws, one is a value near one that was seen.
const NEARBY: u64 = 16;
/// Of so many draws for an input that a call asks for, one is of what other calls have got.
const ELSEWHERE: u64 = 8;
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

/// A value beside a number, or between it and zero, of any order of magnitude: where a number is
/// inside of limits, that is inside of them, too.
fn nearby(value: u128, bits: u32, dice: &mut Random) -> u128 {
    let signed = clew_logic::bits::to_signed(bits, value);
    let size = signed.unsigned_abs();
    let between = match dice.next_u64() % 4 {
        0 => return value.wrapping_add(1),
        1 => return value.wrapping_sub(1),
        2 => u128::from(dice.next_u64()) % size.saturating_add(1),
        _ => {
            let digits = u64::from(u128::BITS - size.leading_zeros());
            u128::from(dice.next_u64())
                % (size >> (dice.next_u64() % digits.max(1))).saturating_add(1)
        }
    };
    if signed < 0 { between.wrapping_neg() } else { between }
}

/// An input that a run asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    pub(super) input: InputId,
    pub(super) name: &'a str,
    pub(super) bits: u32,
    /// The position of the call that asks for it, where it is one of a harness function.
    pub(super) site: Option<u32>,
}

/// Values by kind of input: inputs whose names differ in numbers only are of one kind. Those that a
/// harness function gives are of a kind for each call of it, too: a command and its argument are
/// asked for by the same function, and what is a command is seldom an argument.
#[derive(Debug, Default)]
pub(super) struct Seen {
    kinds: Vec<Vec<SeenValue>>,
    by_name: FxHashMap<(String, u32), usize>,
    by_site: FxHashMap<u32, usize>,
    /// By input: one more than its kind.
    of_input: Vec<u32>,
    /// The last value of the run: kind and place.
    last: Option<(usize, usize)>,
}

impl Seen {
    /// Starts a new run: the last value of the one before was its end.
    pub(in crate::environment) fn start(&mut self) {
        if let Some((kind, at)) = self.last.take()
            && let Some(seen) = self.kinds[kind].get_mut(at)
        {
            seen.ends += 1;
        }
    }

    /// Notes a value that an input has.
    pub(in crate::environment) fn note(&mut self, asked: Asked<'_>, value: u128) {
        let kind = self.kind_at(asked.site);
        if let Some(kind) = kind
            && !self.kinds[kind].iter().any(|seen| seen.value == value)
        {
            let shared = self.kind(asked);
            self.note_as(shared, value, true);
        }
        let kind = kind.unwrap_or_else(|| self.kind(asked));
        self.last = self.note_as(kind, value, true);
    }

    /// Notes a value that was drawn. One that is new is any value: were it remembered, those that
    /// matter would soon be few among many.
    pub(super) fn note_drawn(&mut self, asked: Asked<'_>, value: u128) {
        let kind = self.kind_at(asked.site).unwrap_or_else(|| self.kind(asked));
        self.last = self.note_as(kind, value, false);
    }

    /// Notes a value of a kind; where it is kept.
    fn note_as(&mut self, kind: usize, value: u128, is_kept: bool) -> Option<(usize, usize)> {
        let values = &mut self.kinds[kind];
        let at = match values.iter().position(|seen| seen.value == value) {
            Some(at) => at,
            None if !is_kept => return None,
            None => {
                let at = place_for_new(values)?;
                values[at] = SeenValue { value, ..SeenValue::default() };
                at
            }
        };
        values[at].uses += 1;
        Some((kind, at))
    }

    /// A value for an input, by chance: one that inputs of its kind have had, those the less that
    /// runs end with; the same as before so often out of eight times, since counters want a value
    /// again and again. `None` where any value will do.
    pub(super) fn draw(&mut self, asked: Asked<'_>, again: u64, dice: &mut Random) -> Option<u128> {
        let kind = match self.kind_at(asked.site) {
            Some(kind) if !dice.next_u64().is_multiple_of(ELSEWHERE) => kind,
            _ => self.kind(asked),
        };
        let values = &self.kinds[kind];
        if let Some((last, at)) = self.last
            && last == kind
            && dice.next_u64() % 8 < again
        {
            return Some(values[at].value);
        }
        if values.is_empty() || dice.next_u64().is_multiple_of(ANY) {
            return None;
        }
        if dice.next_u64().is_multiple_of(NEARBY) {
            let seen = values[dice.next_u64() as usize % values.len()].value;
            return Some(nearby(seen, asked.bits, dice));
        }
        for _ in 0..4 {
            let SeenValue { value, uses, ends } = values[dice.next_u64() as usize % values.len()];
            if uses < ENOUGH || dice.next_u64() % u64::from(uses) >= u64::from(ends) {
                return Some(value);
            }
        }
        Some(values[dice.next_u64() as usize % values.len()].value)
    }

    /// The kind of the inputs that a call asks for.
    fn kind_at(&mut self, site: Option<u32>) -> Option<usize> {
        let next = self.kinds.len();
        let kind = *self.by_site.entry(site?).or_insert(next);
        if kind == next {
            self.kinds.push(Vec::new());
        }
        Some(kind)
    }

    /// The kind of the inputs that have such a name.
    fn kind(&mut self, Asked { input, name, bits, .. }: Asked<'_>) -> usize {
        let at = input.index();
        if let Some(&kind) = self.of_input.get(at)
            && kind > 0
        {
            return kind as usize - 1;
        }
        // Where a call stands does not matter: its results are of one kind wherever it is.
        let name = without_places(name);
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
    use super::*;
    use clew_logic::{Sort, TermPool};

    fn input<'a>(pool: &mut TermPool, name: &'a str) -> Asked<'a> {
        let term = pool.input(name, Sort::BitVec(32));
        let input = pool.input_of(term).expect("an input");
        Asked { input, name, bits: 32, site: None }
    }

    #[test]
    fn inputs_of_one_kind_share_their_values() {
        let mut pool = TermPool::new();
        let mut seen = Seen::default();
        let (first, second) = (input(&mut pool, "int"), input(&mut pool, "int #2"));
        let other = input(&mut pool, "long");
        seen.note(first, 17);
        let mut dice = Random::new(1);
        let drawn: Vec<_> = (0..64).filter_map(|_| seen.draw(second, 0, &mut dice)).collect();
        assert!(drawn.len() > 32 && drawn.iter().all(|value| *value <= 18));
        assert_eq!(seen.draw(other, 0, &mut dice), None);
    }

    #[test]
    fn each_call_has_values_of_its_own() {
        let mut pool = TermPool::new();
        let mut seen = Seen::default();
        let asked = input(&mut pool, "int");
        let [command, argument] = [4, 9].map(|site| Asked { site: Some(site), ..asked });
        (0..4).for_each(|value| seen.note(command, value));
        (100..160).for_each(|value| seen.note(argument, value));
        let mut dice = Random::new(5);
        let drawn: Vec<_> = (0..400).filter_map(|_| seen.draw(command, 0, &mut dice)).collect();
        let commands = drawn.iter().filter(|value| **value < 4).count();
        assert!(commands > 300 && commands < drawn.len(), "{commands} of {}", drawn.len());
    }

    #[test]
    fn nearby_is_inside_of_limits() {
        let mut dice = Random::new(11);
        let below: Vec<_> = (0..400).map(|_| nearby(1000, 32, &mut dice)).collect();
        assert!(below.iter().all(|value| *value <= 1001));
        assert!(below.iter().filter(|value| (1..500).contains(*value)).count() > 100);
        let minus_nine = clew_logic::bits::truncate(8, 9_u128.wrapping_neg());
        let mut above = (0..400).map(|_| {
            let value = nearby(minus_nine, 8, &mut dice);
            clew_logic::bits::truncate(8, value)
        });
        assert!(above.all(|value| value == 0 || value >= 246));
    }

    #[test]
    fn any_value_is_not_remembered() {
        let mut pool = TermPool::new();
        let mut seen = Seen::default();
        let asked = input(&mut pool, "int");
        seen.note(asked, 7);
        (1000..2000).for_each(|value| seen.note_drawn(asked, value));
        let mut dice = Random::new(9);
        let mut drawn = (0..64).filter_map(|_| seen.draw(asked, 0, &mut dice));
        assert!(drawn.all(|value| value <= 8));
    }

    #[test]
    fn values_that_only_end_runs_give_way() {
        let mut pool = TermPool::new();
        let mut seen = Seen::default();
        let asked = input(&mut pool, "int");
        for value in 0..2 * MOST as u128 {
            seen.start();
            seen.note(asked, 5000);
            seen.note(asked, value);
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
            seen.note(asked, value);
        }
        let mut dice = Random::new(3);
        let drawn = (0..800).filter_map(|_| seen.draw(asked, 7, &mut dice));
        assert!(drawn.filter(|value| *value == 31).count() > 600);
    }

    #[test]
    fn values_that_end_runs_are_drawn_less() {
        let mut pool = TermPool::new();
        let mut seen = Seen::default();
        let asked = input(&mut pool, "int");
        for _ in 0..100 {
            seen.start();
            seen.note(asked, 1);
            seen.note(asked, 99);
        }
        let mut dice = Random::new(7);
        let drawn: Vec<_> = (0..1000).filter_map(|_| seen.draw(asked, 0, &mut dice)).collect();
        let ends = drawn.iter().filter(|value| **value == 99).count();
        assert!(10 * ends < drawn.len(), "{ends} of {}", drawn.len());
    }
}

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
#[derive(Clone, Copy, Debug)]
struct SeenValue {
    value: u128,
    /// Runs that had it.
    uses: u32,
    /// Runs in which it was the last: programs often end at a value they do not know.
    ends: u32,
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
            None if values.len() < MOST => {
                values.push(SeenValue { value, uses: 0, ends: 0 });
                values.len() - 1
            }
            None => return self.last = None,
        };
        values[at].uses += 1;
        self.last = Some((kind, at));
    }

    /// A value for an input, by chance: one that inputs of its kind have had, those the less that
    /// runs end with. `None` where any value will do.
    pub(super) fn draw(
        &mut self,
        input: InputId,
        name: &str,
        bits: u32,
        mut dice: impl FnMut() -> u64,
    ) -> Option<u128> {
        let kind = self.kind(input, name, bits);
        let values = &self.kinds[kind];
        if values.is_empty() || dice() % ANY == 0 {
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

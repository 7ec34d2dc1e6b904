//! Words that the program compares text with: what runs without terms make text of.
//!
//! Whether a text is a keyword can be asked only where it is as long as the keyword, and a sentence
//! of keywords has far more shapes than can be tried. The words themselves are in the program, and
//! are noted where it compares something with them.

use super::super::standard_input::character_value;
use rustc_hash::FxHashSet;

/// The words that are kept.
const MOST: usize = 128;
/// The longest word.
const LONGEST: usize = 32;
/// How often a word begins where one can, out of eight times: one of these for each run.
const OFTEN: [u64; 4] = [0, 1, 4, 7];
/// What follows a word in text that is read, where it is not any character.
const SEPARATORS: [u8; 2] = [b' ', b'\n'];

/// How characters are written as the values of inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Coding {
    /// As bytes: in arrays and arguments, where a word ends with a terminator.
    Bytes,
    /// As the standard input has them.
    Text,
}

impl Coding {
    /// The coding of inputs of so many bits, where they can be characters.
    fn of(bits: u32) -> Option<Self> {
        match bits {
            8 => Some(Coding::Bytes),
            9 => Some(Coding::Text),
            _ => None,
        }
    }

    fn value(self, byte: u8) -> u128 {
        match self {
            Coding::Bytes => byte.into(),
            Coding::Text => character_value(byte),
        }
    }

    /// What follows a word; `None` for any character.
    fn separator(self, dice: u64) -> Option<u8> {
        match self {
            Coding::Bytes => Some(0),
            Coding::Text => SEPARATORS.get((dice % 3) as usize).copied(),
        }
    }
}

/// The words of a program.
#[derive(Debug, Default)]
pub(in super::super) struct Words {
    words: Vec<Vec<u8>>,
    /// Where words were noted: the same place holds the same word in every run.
    places: FxHashSet<u64>,
    /// The word under way in this run, and how much of it was drawn.
    under_way: Option<(usize, usize)>,
}

impl Words {
    /// Starts a new run.
    pub(super) fn start(&mut self) {
        self.under_way = None;
    }

    /// Whether nothing was noted at this address yet.
    pub(in super::super) fn is_new(&self, address: u64) -> bool {
        self.words.len() < MOST && !self.places.contains(&address)
    }

    /// Notes the word at an address.
    pub(in super::super) fn note(&mut self, address: u64, word: &[u8]) {
        self.places.insert(address);
        let fits = (1..=LONGEST).contains(&word.len());
        if fits && !self.words.iter().any(|known| known == word) {
            self.words.push(word.to_vec());
        }
    }

    /// The value of the next input, if it is a character of a word or follows one. The seed is the
    /// run's.
    pub(super) fn draw(
        &mut self,
        bits: u32,
        seed: u64,
        mut dice: impl FnMut() -> u64,
    ) -> Option<u128> {
        let coding = Coding::of(bits)?;
        if let Some((word, at)) = self.under_way {
            if let Some(&byte) = self.words[word].get(at) {
                self.under_way = Some((word, at + 1));
                return Some(coding.value(byte));
            }
            self.under_way = None;
            return coding.separator(dice()).map(|byte| coding.value(byte));
        }
        let often = OFTEN[(seed >> 8) as usize % OFTEN.len()];
        if self.words.is_empty() || dice() % 8 >= often {
            return None;
        }
        let word = dice() as usize % self.words.len();
        self.under_way = Some((word, 1));
        Some(coding.value(self.words[word][0]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::split_mix;
    use super::*;

    /// A seed of runs that are mostly words.
    const WORDY: u64 = 3 << 8;

    fn drawn(words: &mut Words, bits: u32, count: usize) -> Vec<Option<u128>> {
        let mut dice = split_mix(5);
        (0..count).map(|_| words.draw(bits, WORDY, &mut dice)).collect()
    }

    #[test]
    fn a_word_is_drawn_whole() {
        let mut words = Words::default();
        words.note(1, b"put");
        let values = drawn(&mut words, 8, 64);
        let text: Vec<u8> = values.into_iter().map(|it| it.map_or(b'?', |it| it as u8)).collect();
        let count = text.windows(4).filter(|it| *it == b"put\0").count();
        assert!(count > 8, "{count} of {text:?}");
    }

    #[test]
    fn text_that_is_read_has_separators() {
        let mut words = Words::default();
        words.note(1, b"a");
        let values = drawn(&mut words, 9, 64);
        for separator in SEPARATORS {
            assert!(values.contains(&Some(character_value(separator))));
        }
    }

    #[test]
    fn a_place_and_a_word_are_noted_once() {
        let mut words = Words::default();
        words.note(1, b"put");
        words.note(2, b"put");
        words.note(3, b"");
        assert!(!words.is_new(1) && !words.is_new(2) && !words.is_new(3) && words.is_new(4));
        assert_eq!(words.words, [b"put".to_vec()]);
    }

    #[test]
    fn numbers_are_no_words() {
        let mut words = Words::default();
        words.note(1, b"put");
        assert_eq!(drawn(&mut words, 32, 64), vec![None; 64]);
    }
}

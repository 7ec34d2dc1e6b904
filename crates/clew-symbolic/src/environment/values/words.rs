//! Words of a program's text: what runs without terms make text of.
//!
//! Whether a text is a keyword can be asked only where it is as long as the keyword, and a sentence
//! of keywords has far more shapes than can be tried. The words themselves are in the program, and
//! are noted where it compares something with them. The lines and words of text that met something
//! new are noted, too: numbers, commands with what belongs to them.

use crate::environment::world::character_value;
use clew_random::Random;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// The words of each kind that are kept.
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
pub(in crate::environment) struct Words {
    /// Words that the program compares text with.
    constants: Vec<Vec<u8>>,
    /// Where they were noted: the same place holds the same word in every run.
    places: FxHashSet<u64>,
    /// Lines and words of text that met something new, the newest last.
    pieces: VecDeque<Vec<u8>>,
    /// What is left of the word under way in this run, the last character first; empty behind it.
    under_way: Option<Vec<u8>>,
}

impl Words {
    /// Starts a new run.
    pub(in crate::environment) fn start(&mut self) {
        self.under_way = None;
    }

    /// Whether nothing was noted at this address yet.
    pub(in crate::environment) fn is_new(&self, address: u64) -> bool {
        self.constants.len() < MOST && !self.places.contains(&address)
    }

    /// Notes the word at an address.
    pub(in crate::environment) fn note(&mut self, address: u64, word: &[u8]) {
        self.places.insert(address);
        if is_word(word) && !self.constants.iter().any(|known| known == word) {
            self.constants.push(word.to_vec());
        }
    }

    /// Notes the lines and words of a text that met something new.
    pub(in crate::environment) fn note_text(&mut self, text: &[u8]) {
        let lines = text.split_inclusive(|byte| *byte == b'\n');
        let words = text.split(u8::is_ascii_whitespace);
        for piece in lines.chain(words).filter(|piece| is_word(piece)) {
            if self.pieces.iter().any(|known| known == piece) {
                continue;
            }
            if self.pieces.len() == MOST {
                self.pieces.pop_front();
            }
            self.pieces.push_back(piece.to_vec());
        }
    }

    /// The value of the next input, if it is a character of a word or follows one. The seed is the
    /// run's.
    pub(super) fn draw(&mut self, bits: u32, seed: u64, dice: &mut Random) -> Option<u128> {
        let coding = Coding::of(bits)?;
        if let Some(rest) = &mut self.under_way {
            if let Some(byte) = rest.pop() {
                // A line has its separator.
                if byte == b'\n' && rest.is_empty() {
                    self.under_way = None;
                }
                return Some(coding.value(byte));
            }
            self.under_way = None;
            return coding.separator(dice.next_u64()).map(|byte| coding.value(byte));
        }
        let often = OFTEN[(seed >> 8) as usize % OFTEN.len()];
        let is_empty = self.constants.is_empty() && self.pieces.is_empty();
        if is_empty || dice.next_u64() % 8 >= often {
            return None;
        }
        // The program's own words are fewer, as a rule, and matter no less.
        let is_learned = self.constants.is_empty() || dice.next_u64().is_multiple_of(2);
        let word = match self.pieces.len() {
            count if count > 0 && is_learned => &self.pieces[dice.next_u64() as usize % count],
            _ => &self.constants[dice.next_u64() as usize % self.constants.len()],
        };
        let mut rest: Vec<u8> = word.iter().rev().copied().collect();
        let first = rest.pop()?;
        self.under_way = Some(rest);
        Some(coding.value(first))
    }
}

/// Whether a piece of text is of use as a word.
fn is_word(piece: &[u8]) -> bool {
    (1..=LONGEST).contains(&piece.len()) && piece != b"\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A seed of runs that are mostly words.
    const WORDY: u64 = 3 << 8;

    fn drawn(words: &mut Words, bits: u32, count: usize) -> Vec<Option<u128>> {
        let mut dice = Random::new(5);
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
        assert_eq!(words.constants, [b"put".to_vec()]);
    }

    #[test]
    fn text_has_lines_and_words() {
        let mut words = Words::default();
        words.note_text(b"put a\n17");
        let pieces: Vec<&[u8]> = words.pieces.iter().map(Vec::as_slice).collect();
        assert_eq!(pieces, [&b"put a\n"[..], b"17", b"put", b"a"]);
        words.note_text(b"17\n\n");
        assert_eq!(words.pieces.len(), 5);
    }

    #[test]
    fn the_oldest_text_gives_way() {
        let mut words = Words::default();
        (0..=MOST).for_each(|number| words.note_text(number.to_string().as_bytes()));
        assert_eq!(words.pieces.len(), MOST);
        assert_eq!(words.pieces[0], b"1");
    }

    #[test]
    fn numbers_are_no_words() {
        let mut words = Words::default();
        words.note(1, b"put");
        assert_eq!(drawn(&mut words, 32, 64), vec![None; 64]);
    }
}

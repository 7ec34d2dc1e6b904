//! A world without side effects: output is noted, there are no files, time stands still, and what
//! is typed is what the inputs say.
//!
//! In other surroundings ([`Surroundings`]) files can be made, as in most worlds that compiled
//! tests run in, and it is later.

use super::standard_input::NextCharacters;
use crate::trace::Printed;
use clew_vm::config::Surroundings;
use clew_vm::guest::World;
use clew_vm::libc::stream;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// `errno` for what does not exist.
const NO_ENTRY: i32 = 2;
/// `errno` for a descriptor that is not open, or not for that.
const BAD_DESCRIPTOR: i32 = 9;
/// `errno` for a buffer that is not all in the process's memory.
const BAD_ADDRESS: i32 = 14;
/// A read of more than this into a smaller buffer fails where the buffer is near the end of memory,
/// which a stack may be.
pub(super) const SAFE_LIMIT: u64 = 1 << 20;
/// `errno` for a stream without a position.
const NO_POSITION: i32 = 29;

/// The standard streams.
const STANDARD: std::ops::RangeInclusive<i32> = 0..=2;

/// The descriptor of every file that is made.
const NEW_DESCRIPTOR: i32 = 3;

/// What the world answers to the model that asks it next.
pub(in crate::environment) type Answer = Rc<Cell<bool>>;

/// The world of generated tests.
#[derive(Debug)]
pub(in crate::environment) struct Nowhere {
    pub(in crate::environment) surroundings: Surroundings,
    /// What the next read from the standard input gives.
    pub(in crate::environment) next: NextCharacters,
    pub(in crate::environment) answer: Answer,
    /// What was printed.
    pub(in crate::environment) shown: Shown,
}

/// What a run has printed, shared with whoever asks.
pub(in crate::environment) type Shown = Rc<RefCell<Option<Printed>>>;

/// Of more than so many bytes none is told.
const MOST_PRINTED: usize = 1024;

impl Nowhere {
    /// Whether a descriptor may stand for a file here, also one of the standard streams.
    fn has_file(&self, descriptor: i32) -> bool {
        descriptor >= 0 && self.surroundings != Surroundings::Usual
    }
}

impl World for Nowhere {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> Result<usize, i32> {
        let is_open = matches!(descriptor, 1 | 2) || self.has_file(descriptor);
        self.shows(descriptor, Some(bytes));
        if is_open { Ok(bytes.len()) } else { Err(BAD_DESCRIPTOR) }
    }

    fn read(&mut self, descriptor: i32, limit: usize) -> Result<Vec<u8>, i32> {
        match descriptor {
            _ if limit as u64 > SAFE_LIMIT && self.surroundings != Surroundings::Usual => {
                Err(BAD_ADDRESS)
            }
            0 | stream::INPUT => Ok(self.next.take()),
            _ if self.has_file(descriptor) => Ok(Vec::new()),
            _ => Err(BAD_DESCRIPTOR),
        }
    }

    fn open(&mut self, _path: &[u8], mode: &[u8]) -> Result<i32, i32> {
        let makes_file = mode.iter().any(|letter| b"wac".contains(letter));
        if makes_file && self.has_file(NEW_DESCRIPTOR) { Ok(NEW_DESCRIPTOR) } else { Err(NO_ENTRY) }
    }

    fn close(&mut self, descriptor: i32) -> Result<(), i32> {
        let is_open = STANDARD.contains(&descriptor) || self.has_file(descriptor);
        if is_open { Ok(()) } else { Err(BAD_DESCRIPTOR) }
    }

    fn seek(&mut self, descriptor: i32, _offset: i64, _whence: i32) -> Result<u64, i32> {
        match descriptor {
            _ if self.has_file(descriptor) => Ok(0),
            _ if STANDARD.contains(&descriptor) => Err(NO_POSITION),
            _ => Err(BAD_DESCRIPTOR),
        }
    }

    fn remove(&mut self, _path: &[u8]) -> Result<(), i32> {
        Err(NO_ENTRY)
    }

    fn rename(&mut self, _from: &[u8], _to: &[u8]) -> Result<(), i32> {
        Err(NO_ENTRY)
    }

    fn environment(&self, _name: &[u8]) -> Option<Vec<u8>> {
        None
    }

    fn now(&self) -> (i64, u32) {
        match self.surroundings {
            Surroundings::Usual => (0, 0),
            Surroundings::Other | Surroundings::Unaligned => (1_000_003, 777_000_777),
        }
    }

    fn cpu_time(&self) -> u64 {
        match self.surroundings {
            Surroundings::Usual => 0,
            Surroundings::Other | Surroundings::Unaligned => 12_345_678,
        }
    }

    fn shows(&mut self, descriptor: i32, text: Option<&[u8]>) {
        let mut shown = self.shown.borrow_mut();
        let Some(printed) = shown.as_mut() else { return };
        let stream = match descriptor {
            1 => &mut printed.output,
            2 => &mut printed.errors,
            _ => return,
        };
        match text {
            Some(text) if stream.len() + text.len() <= MOST_PRINTED => stream.extend(text),
            _ => *shown = None,
        }
    }

    fn answer(&mut self) -> bool {
        self.answer.get()
    }
}

//! A world without side effects: output vanishes, there are no files, time stands still, and what
//! is typed is what the inputs say.
//!
//! In other surroundings ([`Surroundings`]) files can be made, as in most worlds that compiled
//! tests run in, and it is later.

use super::standard_input::NextCharacter;
use crate::config::Surroundings;
use crate::guest::World;

/// `errno` for what does not exist.
const NO_ENTRY: i32 = 2;
/// `errno` for what is not possible.
const BAD_DESCRIPTOR: i32 = 9;

/// The descriptor of every file that is made.
const NEW_DESCRIPTOR: i32 = 3;

/// The world of generated tests.
#[derive(Debug)]
pub(super) struct Nowhere {
    pub(super) surroundings: Surroundings,
    /// What the next read from the standard input gives.
    pub(super) next: NextCharacter,
}

impl World for Nowhere {
    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> Result<usize, i32> {
        let is_open = descriptor <= 2 || self.surroundings != Surroundings::Usual;
        if is_open { Ok(bytes.len()) } else { Err(BAD_DESCRIPTOR) }
    }

    fn read(&mut self, descriptor: i32, _limit: usize) -> Result<Vec<u8>, i32> {
        Ok(if descriptor == 0 { self.next.take().into_iter().collect() } else { Vec::new() })
    }

    fn open(&mut self, _path: &[u8], mode: &[u8]) -> Result<i32, i32> {
        let makes_file = mode.first().is_some_and(|first| b"wa".contains(first));
        let can_make = self.surroundings != Surroundings::Usual;
        if makes_file && can_make { Ok(NEW_DESCRIPTOR) } else { Err(NO_ENTRY) }
    }

    fn close(&mut self, _descriptor: i32) -> Result<(), i32> {
        Ok(())
    }

    fn seek(&mut self, _descriptor: i32, _offset: i64, _whence: i32) -> Result<u64, i32> {
        Err(BAD_DESCRIPTOR)
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
}

//! The standard input, and what streams that are inputs share with it: characters that are made
//! when the program reads them.
//!
//! Each read of the stdio models gives one character or the end, whichever the next input says:
//! 0 is the end, and small numbers above it are digits, so that simple values are readable.

use super::path::Kind;
use super::shadow::Symbolic;
use crate::code::NativeCall;
use crate::shadow::{Veto, View};
use clew_logic::TermId;
use std::cell::Cell;
use std::rc::Rc;

/// The character that the world hands to the next read.
pub(super) type NextCharacter = Rc<Cell<Option<u8>>>;

/// Bits of the input for one character: 256 characters and the end.
const WIDTH: u32 = 9;

/// The first character, so that simple values are readable.
const SIMPLE: u8 = b'0';

/// A program that reads so often after the end will not stop.
pub(super) const MOST_READS_BEHIND: u32 = 64;

/// What a run has read so far.
#[derive(Debug, Default)]
pub(super) struct StandardInput {
    /// The characters; `None` while nothing was asked for.
    pub(super) read: Option<Vec<u8>>,
    is_at_end: bool,
    /// Reads after the end.
    reads_behind: u32,
    next: NextCharacter,
    /// The term of a character on its way, and the address it goes to.
    on_its_way: Option<(u64, TermId)>,
}

impl StandardInput {
    /// What the world takes characters from.
    pub(super) fn source(&self) -> NextCharacter {
        Rc::clone(&self.next)
    }

    /// Starts a new run.
    pub(super) fn start(&mut self) {
        self.read = None;
        self.is_at_end = false;
        self.reads_behind = 0;
        self.next.set(None);
        self.on_its_way = None;
    }

    /// The term of what was just written at an address, if it is a character read.
    pub(super) fn arrives(&mut self, address: u64) -> Option<TermId> {
        self.on_its_way.take_if(|(to, _)| *to == address).map(|(_, term)| term)
    }
}

impl Symbolic<'_> {
    /// A read of the stdio models from the standard input: makes the next character. Whether it
    /// was one; other reads see an empty world.
    pub(super) fn read_standard_input(
        &mut self,
        call: &NativeCall,
        view: &View<'_, '_>,
    ) -> Result<bool, Veto> {
        let [(_, descriptor), (_, to), _] = call.args[..] else { return Ok(false) };
        let caller = view.code.compiled_at(view.position).map(|it| it.function);
        let is_stream = caller.is_some_and(|it| self.program.functions[it].name == "__clew_fill");
        if view.registers[descriptor] as u32 != 0 || !is_stream {
            return Ok(false);
        }
        let at = self.standard_input.read.get_or_insert_default().len() as u64;
        if self.standard_input.is_at_end {
            self.standard_input.reads_behind += 1;
            return match self.standard_input.reads_behind {
                MOST_READS_BEHIND.. => {
                    Err(Veto::Endless("it reads on behind the end of its input"))
                }
                _ => Ok(true),
            };
        }
        if at >= self.bounds.standard_input {
            let most = self.bounds.standard_input;
            self.path
                .give_up_for_bound(format!("the standard input has at most {most} characters"));
            self.standard_input.is_at_end = true;
            return Ok(true);
        }
        match self.next_character(&format!("stdin[{at}]"), view.registers[to], view)? {
            Some(byte) => self.standard_input.read.get_or_insert_default().push(byte),
            None => self.standard_input.is_at_end = true,
        }
        Ok(true)
    }

    /// Makes a character under this name, which the world hands to the read under way; `None` at
    /// the end.
    pub(super) fn next_character(
        &mut self,
        name: &str,
        to: u64,
        view: &View<'_, '_>,
    ) -> Result<Option<u8>, Veto> {
        let (value, term) = self.inputs.value(&mut self.pool, name, WIDTH, 0);
        let pool = &mut self.pool;
        let (zero, one) = (pool.bv(WIDTH, 0), pool.bv(WIDTH, 1));
        let is_end = pool.eq(term, zero);
        let (none, some) = (pool.bv(64, 0), pool.bv(64, 1));
        let length = pool.ite(is_end, none, some);
        let site = self.path.site(view.code, view.position, view.frames, Kind::Value);
        self.path.pin(&mut self.pool, site, length, u128::from(value != 0), Some(2))?;
        if value == 0 {
            return Ok(None);
        }
        let pool = &mut self.pool;
        let digit = pool.bv(8, SIMPLE.into());
        let place = pool.sub(term, one);
        let low = pool.extract(7, 0, place);
        let character = pool.xor(low, digit);
        let byte = (value as u64).wrapping_sub(1) as u8 ^ SIMPLE;
        self.standard_input.next.set(Some(byte));
        self.standard_input.on_its_way = self.unless_constant(character).map(|term| (to, term));
        Ok(Some(byte))
    }
}

/// The value of the input for a character.
pub(super) fn character_value(byte: u8) -> u128 {
    u128::from(byte ^ SIMPLE) + 1
}

//! The standard input, and what streams that are inputs share with it: characters that are made
//! when the program reads them.
//!
//! Each read of the stdio models gives one character or the end, whichever the next input says:
//! 0 is the end, and small numbers above it are digits, so that simple values are readable. A read of
//! the program's own gives as many characters as it asks for, or those up to the end, as a read from
//! a pipe does that holds them all.

use super::nowhere::SAFE_LIMIT;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::Kind;
use clew_ir::Span;
use clew_logic::TermId;
use clew_vm::code::NativeCall;
use clew_vm::shadow::{Veto, View};
use std::cell::RefCell;
use std::rc::Rc;

/// The characters that the world hands to the next read.
pub(super) type NextCharacters = Rc<RefCell<Vec<u8>>>;

/// Bits of the input for one character: 256 characters and the end.
const WIDTH: u32 = 9;

/// The first character, so that simple values are readable.
const SIMPLE: u8 = b'0';

/// A program that reads so often after the end will not stop.
pub(super) const MOST_READS_BEHIND: u32 = 64;

/// What a run has read so far.
#[derive(Debug, Default)]
pub(in crate::environment) struct StandardInput {
    /// The characters; `None` while nothing was asked for.
    pub(in crate::environment) read: Option<Vec<u8>>,
    is_at_end: bool,
    /// Reads after the end.
    reads_behind: u32,
    /// Whether stdio has read: a compiled program's has read ahead then.
    is_buffered: bool,
    is_closed: bool,
    next: NextCharacters,
    /// The terms of characters on their way, and the address they go to.
    on_their_way: Option<(u64, Vec<Option<TermId>>)>,
}

impl StandardInput {
    /// What the world takes characters from.
    pub(in crate::environment) fn source(&self) -> NextCharacters {
        Rc::clone(&self.next)
    }

    /// Starts a new run.
    pub(in crate::environment) fn start(&mut self) {
        self.read = None;
        self.is_at_end = false;
        self.reads_behind = 0;
        self.is_buffered = false;
        self.is_closed = false;
        self.next.borrow_mut().clear();
        self.on_their_way = None;
    }

    /// The terms of what was just written at an address, byte by byte, if it is what was read.
    pub(in crate::environment) fn arrives(&mut self, address: u64) -> Option<Vec<Option<TermId>>> {
        self.on_their_way.take_if(|(to, _)| *to == address).map(|(_, terms)| terms)
    }

    /// The term of a character follows those that are on their way to an address.
    fn send(&mut self, to: u64, term: Option<TermId>) {
        match &mut self.on_their_way {
            Some((known, terms)) if *known == to => terms.push(term),
            other => *other = Some((to, vec![term])),
        }
    }

    /// A descriptor is closed.
    pub(in crate::environment) fn close(&mut self, descriptor: u32) {
        self.is_closed |= descriptor == 0;
    }
}

impl Symbolic<'_> {
    /// A read from the standard input: makes what comes next. Whether it was one; other reads see
    /// an empty world.
    pub(super) fn read_standard_input(
        &mut self,
        call: &NativeCall,
        view: &View<'_, '_>,
    ) -> Result<bool, Veto> {
        let [(_, descriptor), (_, to), (_, limit)] = call.args[..] else { return Ok(false) };
        let limit = view.registers[limit];
        if view.registers[descriptor] as u32 != 0 || limit > SAFE_LIMIT {
            return Ok(false);
        }
        let caller = view.code.compiled_at(view.position).map(|it| it.function);
        let is_stream = caller.is_some_and(|it| self.program.functions[it].name == "__clew_fill");
        self.expect_unread(is_stream, view)?;
        self.environment.standard_input.is_buffered |= is_stream;
        let limit = if is_stream { 1 } else { limit };
        for _ in 0..limit {
            if !self.read_character(view.registers[to], view)? {
                break;
            }
        }
        Ok(true)
    }

    /// Ends the run where a compiled program would not find the characters that are left.
    fn expect_unread(&mut self, is_stream: bool, view: &View<'_, '_>) -> Result<(), Veto> {
        let cause = match (
            self.environment.standard_input.is_closed,
            self.environment.standard_input.is_buffered,
        ) {
            (true, _) => Cause::ReadAfterClose,
            (false, true) if !is_stream => Cause::ReadBesideStream,
            _ => return Ok(()),
        };
        Err(self.path.stop(cause, view.code.span(view.position)))
    }

    /// Makes the next character of the standard input for a read to this address; whether there
    /// was one.
    fn read_character(&mut self, to: u64, view: &View<'_, '_>) -> Result<bool, Veto> {
        let at = self.environment.standard_input.read.get_or_insert_default().len() as u64;
        if self.environment.standard_input.is_at_end {
            self.environment.standard_input.reads_behind += 1;
            return match self.environment.standard_input.reads_behind {
                MOST_READS_BEHIND.. => {
                    Err(Veto::Endless("it reads on behind the end of its input"))
                }
                _ => Ok(false),
            };
        }
        if at >= self.bounds.standard_input {
            let most = self.bounds.standard_input;
            self.path.give_up(Cause::StandardInput(most), Span::NONE);
            self.environment.standard_input.is_at_end = true;
            return Ok(false);
        }
        let character = self.next_character(&standard_input_name(at), to, view)?;
        match character {
            Some(byte) => self.environment.standard_input.read.get_or_insert_default().push(byte),
            None => self.environment.standard_input.is_at_end = true,
        }
        Ok(character.is_some())
    }

    /// Makes a character under this name, which the world hands to the read under way; `None` at
    /// the end.
    pub(super) fn next_character(
        &mut self,
        name: &str,
        to: u64,
        view: &View<'_, '_>,
    ) -> Result<Option<u8>, Veto> {
        let (value, term) = self.environment.value(&mut self.pool, name, WIDTH, 0);
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
        let term = self.unless_constant(character);
        self.environment.standard_input.next.borrow_mut().push(byte);
        self.environment.standard_input.send(to, term);
        Ok(Some(byte))
    }
}

/// The name of the input for a character of the standard input.
pub(in crate::environment) fn standard_input_name(at: u64) -> String {
    format!("stdin[{at}]")
}

/// The value of the input for a character.
pub(in crate::environment) fn character_value(byte: u8) -> u128 {
    u128::from(byte ^ SIMPLE) + 1
}

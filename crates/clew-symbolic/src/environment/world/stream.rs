//! Streams as inputs: what a `FILE *` that is an input leads to.
//!
//! The stdio models run on them as on any stream, but for one thing: the buffer holds the file from
//! its start, and each byte is made when it is first read. Streams that fail are those that a test
//! can have portably: opened for the other direction only.

use super::standard_input::{MOST_READS_BEHIND, character_value};
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::{InputStream, StreamKind};
use clew_ir::{Span, TypeId};
use clew_vm::code::NativeCall;
use clew_vm::libc::stream;
use clew_vm::memory::Memory;
use clew_vm::shadow::{Veto, View};
use rustc_hash::FxHashMap;

/// All kinds, in the order of the choice.
const KINDS: [StreamKind; 4] =
    [StreamKind::File, StreamKind::Unreadable, StreamKind::Unwritable, StreamKind::Failed];

/// The name of the input for a byte of a stream, and its value for this byte.
pub fn stream_byte(name: &str, at: usize, byte: u8) -> (String, u128) {
    (format!("stream {name}[{at}]"), character_value(byte))
}

/// The streams of a run that are inputs.
#[derive(Debug, Default)]
pub(in crate::environment) struct Streams {
    pub(in crate::environment) list: Vec<InputStream>,
    /// The objects that are streams or their buffers, by number.
    numbers: FxHashMap<u32, usize>,
    /// By stream: how often it was read at its end.
    ends: Vec<u32>,
}

impl Streams {
    /// Starts a new run.
    pub(in crate::environment) fn start(&mut self) {
        self.list.clear();
        self.numbers.clear();
        self.ends.clear();
    }

    /// Which stream an object is.
    pub(in crate::environment) fn at(&self, number: u32) -> Option<usize> {
        self.numbers.get(&number).copied()
    }
}

impl Symbolic<'_> {
    /// The streams that a `FILE *` can lead to; `None` for another type, and where the models of
    /// streams are not linked.
    pub(in crate::environment) fn streams_for(
        &mut self,
        name: &str,
        target: TypeId,
        depth: u32,
        memory: &mut Memory,
    ) -> Option<Vec<u64>> {
        let (_, record) = self.program.types.record(target)?;
        let is_linked = || self.program.function("__clew_fill").is_some();
        if record.name != "_IO_FILE" || depth > self.bounds.depth || !is_linked() {
            return None;
        }
        let name = name.trim_end_matches("->");
        KINDS.iter().map(|kind| self.make_stream(name, *kind, memory)).collect()
    }

    fn make_stream(&mut self, name: &str, kind: StreamKind, memory: &mut Memory) -> Option<u64> {
        let most = self.bounds.standard_input;
        let mut keep = |part: &str| {
            self.environment.objects.kept.number(&format!("{name} {part} of {kind:?}"))
        };
        let (whole, room) = (keep("stream"), keep("buffer"));
        let address = memory.allocate_kept(whole, stream::SIZE, 16)?;
        let buffer = memory.allocate_kept(room, stream::PUSHBACK_ROOM + most, 16)?;
        let (number, bytes) = (memory.number(address)?, memory.number(buffer)?);
        clear(memory, number);
        clear(memory, bytes);
        let can_read = kind != StreamKind::Unreadable;
        let can_write = matches!(kind, StreamKind::File | StreamKind::Unreadable);
        let word = |memory: &mut Memory, at: u64, value: u64| {
            poke(memory, number, at, &value.to_le_bytes());
        };
        poke(memory, number, stream::DESCRIPTOR, &stream::INPUT.to_le_bytes());
        poke(memory, number, stream::CAN_READ, &[can_read.into()]);
        poke(memory, number, stream::CAN_WRITE, &[can_write.into()]);
        poke(memory, number, stream::HAS_ERROR, &[(kind == StreamKind::Failed).into()]);
        poke(memory, number, stream::STATE, &[if can_read { stream::READING } else { 0 }]);
        word(memory, stream::BUFFER, buffer);
        word(memory, stream::POSITION, stream::PUSHBACK_ROOM);
        word(memory, stream::END, stream::PUSHBACK_ROOM);
        let at = self.environment.streams.list.len();
        self.environment.streams.numbers.extend([(number, at), (bytes, at)]);
        self.environment.streams.ends.push(0);
        let content = Vec::new();
        self.environment.streams.list.push(InputStream { name: name.to_owned(), kind, content });
        Some(address)
    }

    /// A read of the stdio models from a stream that is an input: makes the next byte. Whether it
    /// was one.
    pub(super) fn read_stream(
        &mut self,
        call: &NativeCall,
        view: &View<'_, '_>,
    ) -> Result<bool, Veto> {
        let [(_, descriptor), (_, to), _] = call.args[..] else { return Ok(false) };
        if view.registers[descriptor] as i32 != stream::INPUT {
            return Ok(false);
        }
        let to = view.registers[to];
        let Some(at) = self.environment.streams.at(view.memory.number_of(to)) else {
            return Ok(false);
        };
        if self.environment.streams.ends[at] > 0 {
            self.environment.streams.ends[at] += 1;
            return match self.environment.streams.ends[at] {
                MOST_READS_BEHIND.. => Err(Veto::Endless("it reads on behind the end of a file")),
                _ => Ok(true),
            };
        }
        let stream = &self.environment.streams.list[at];
        let (length, most) = (stream.content.len(), self.bounds.standard_input);
        let is_full = length as u64 >= most;
        if is_full {
            self.path.give_up(Cause::StreamLength(most), Span::NONE);
        }
        let byte = match stream.kind == StreamKind::File && !is_full {
            true => {
                let (name, _) = stream_byte(&stream.name, length, 0);
                self.next_character(&name, to, view)?
            }
            false => None,
        };
        match byte {
            Some(byte) => self.environment.streams.list[at].content.push(byte),
            None => self.environment.streams.ends[at] = 1,
        }
        Ok(true)
    }
}

/// Sets all bytes of an object to zero.
fn clear(memory: &mut Memory, number: u32) {
    let size = memory.story(number).size as usize;
    let object = memory.object_mut(number);
    object.bytes.fill(0);
    object.mark_known(0, size);
}

fn poke(memory: &mut Memory, number: u32, at: u64, bytes: &[u8]) {
    let at = at as usize;
    memory.object_mut(number).bytes[at..at + bytes.len()].copy_from_slice(bytes);
}

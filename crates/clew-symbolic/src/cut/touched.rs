//! The bytes that a call reads and writes.

use super::Bytes;
use clew_vm::memory::Memory;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What a call has done to a byte, and whether that had a value before.
const READ: u8 = 1;
const WRITTEN: u8 = 2;
const UNSET: u8 = 4;

/// The bytes of one object.
#[derive(Debug)]
struct ObjectBytes {
    /// What was done to each byte; read only where it was not written before.
    done: Vec<u8>,
    /// What each byte was before, where something was done to it.
    before: Vec<u8>,
}

/// The bytes that a call has read and written, in objects that were there before it.
#[derive(Debug, Default)]
pub(super) struct Touched {
    objects: FxHashMap<u32, ObjectBytes>,
    stores: BTreeSet<Bytes>,
}

impl Touched {
    /// Notes an access that is about to happen.
    pub(super) fn note(&mut self, bytes: Bytes, write: bool, memory: &Memory) {
        let object = memory.object(bytes.object);
        if object.is_read_only() && !write {
            return;
        }
        let contents = &object.bytes;
        let touched = self.objects.entry(bytes.object).or_insert_with(|| ObjectBytes {
            done: vec![0; contents.len()],
            before: vec![0; contents.len()],
        });
        let end = (bytes.offset + bytes.len).min(contents.len() as u64);
        let start = bytes.offset as usize;
        for (at, content) in contents.iter().enumerate().take(end as usize).skip(start) {
            let done = &mut touched.done[at];
            if *done == 0 {
                touched.before[at] = *content;
                if object.first_indeterminate(at, 1).is_some() {
                    *done |= UNSET;
                }
            }
            match write {
                true => *done |= WRITTEN,
                false if *done & WRITTEN == 0 => *done |= READ,
                false => {}
            }
        }
        if write {
            self.stores.insert(bytes);
        }
    }

    /// Notes that what a call leaves in some bytes may be what they were before it: a read, unless they were
    /// written before.
    pub(super) fn note_before(&mut self, bytes: Bytes, inner: &Touched, memory: &Memory) {
        let len = memory.object(bytes.object).bytes.len();
        for at in bytes.offset..(bytes.offset + bytes.len).min(len as u64) {
            // What had no value cannot be compared; that it has one on some paths only is told by the call.
            let Some(before) = inner.before(bytes.object, at, memory) else { continue };
            let outer = self
                .objects
                .entry(bytes.object)
                .or_insert_with(|| ObjectBytes { done: vec![0; len], before: vec![0; len] });
            let at = at as usize;
            if outer.done[at] == 0 {
                outer.before[at] = before;
            }
            if outer.done[at] & WRITTEN == 0 {
                outer.done[at] |= READ;
            }
        }
    }

    /// Adds what a call that was made meanwhile has done, for objects that pass.
    pub(super) fn add(&mut self, inner: Touched, mut passes: impl FnMut(u32) -> bool) {
        for (number, inner) in inner.objects {
            if !passes(number) {
                continue;
            }
            let len = inner.done.len();
            let outer = self
                .objects
                .entry(number)
                .or_insert_with(|| ObjectBytes { done: vec![0; len], before: vec![0; len] });
            for at in 0..len.min(outer.done.len()) {
                if inner.done[at] == 0 {
                    continue;
                }
                if outer.done[at] == 0 {
                    outer.before[at] = inner.before[at];
                    outer.done[at] = inner.done[at] & UNSET;
                }
                if outer.done[at] & WRITTEN == 0 {
                    outer.done[at] |= inner.done[at] & READ;
                }
                outer.done[at] |= inner.done[at] & WRITTEN;
            }
        }
        self.stores.extend(inner.stores.into_iter().filter(|it| passes(it.object)));
    }

    /// The bytes that were read before they were written, with their values.
    pub(super) fn reads(&self) -> BTreeMap<(u32, u64), u8> {
        let mut reads = BTreeMap::new();
        for (&number, object) in &self.objects {
            let bytes = object.done.iter().zip(&object.before).enumerate();
            let read = bytes.filter(|(_, (done, _))| **done & READ != 0);
            reads.extend(read.map(|(at, (_, before))| ((number, at as u64), *before)));
        }
        reads
    }

    /// Whether some of these bytes were written.
    pub(super) fn writes(&self, bytes: Bytes) -> bool {
        let Some(object) = self.objects.get(&bytes.object) else { return false };
        let end = (bytes.offset + bytes.len) as usize;
        object.done[bytes.offset as usize..end.min(object.done.len())]
            .iter()
            .any(|done| done & WRITTEN != 0)
    }

    /// The stores.
    pub(super) fn stores(&self) -> &BTreeSet<Bytes> {
        &self.stores
    }

    /// What a byte was before the call; as it is now where the call did not touch it. `None` where it
    /// had no value.
    pub(super) fn before(&self, number: u32, at: u64, memory: &Memory) -> Option<u8> {
        let touched =
            self.objects.get(&number).map(|it| (it.done[at as usize], it.before[at as usize]));
        match touched {
            Some((done, _)) if done & UNSET != 0 => None,
            Some((done, before)) if done != 0 => Some(before),
            Some(_) | None => {
                let object = memory.object(number);
                let is_set = object.first_indeterminate(at as usize, 1).is_none();
                is_set.then(|| object.bytes[at as usize])
            }
        }
    }
}

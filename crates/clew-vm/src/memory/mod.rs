//! Memory: objects with C layout in a private address space.
//!
//! Where pointers have 64 bits, every object has a region of 4 GiB of its own: an address is
//! `region << 32 | offset`, and the object's first byte sits at a small offset inside its region, so
//! that a pointer somewhat before or behind an object still names it. The translation is one table
//! lookup and one comparison, and out of bounds is exact: no index, however wild, reaches a
//! neighbour. The offset of the first byte differs between objects, so that programs which hash the
//! low half of a pointer still work well. Where pointers have 32 bits, `space.rs` tells the object.
//!
//! Numbers of dead objects wait in a queue before they are used again: long enough that a
//! dangling pointer almost always meets its dead object, and bounded, so that a program that
//! allocates for ever does not grow the table. Everything is deterministic. Objects that a run may make
//! at any time, and that others know, have a number of their own in every run ([`Memory::allocate_kept`]).
//!
//! **Architecture invariant:** nothing here knows the program: a fault is told in numbers
//! ([`Trouble`]) and put in words by [`crate::run`].

mod access;
mod buffers;
mod object;
mod space;
mod trouble;

pub use object::{Object, ObjectKind};
pub use space::CodeRegion;
pub use trouble::{Access, Trouble};

use crate::config::Surroundings;
use buffers::Buffers;
use clew_ir::DataModel;
use space::Space;
use std::collections::VecDeque;
use std::ops::Range;

/// Where in the code something happened: a position of the code, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site(pub u32);

impl Site {
    /// Before the program ran.
    pub const NONE: Site = Site(u32::MAX);
}

/// How many numbers hold no objects: those of functions and of labels.
const RESERVED: usize = 2;
/// Addresses below this are null pointers with an offset.
pub const NULL_PAGE: u64 = 0x1_0000;
/// The alignment of objects that are inputs, in the machine and in tests that depend on it.
pub const INPUT_ALIGN: u64 = 16;
/// The largest object, and that of the narrow space.
const MAX_SIZE: u64 = 0xf000_0000;
const MAX_NARROW_SIZE: u64 = 0x7fff_0000;
/// How many numbers of dead stack objects wait.
const STACK_QUARANTINE: usize = 1 << 10;
/// How many numbers of dead heap objects wait.
const HEAP_QUARANTINE: usize = 1 << 15;
/// So many new numbers are used in descending order in other than the usual surroundings.
const DESCENDING: u32 = 64;
/// What indeterminate bytes hold there.
const OTHER_BYTE: u8 = 0xa5;

/// So many objects can have one number in every run.
const KEPT: u32 = 256;

/// What is told of an object in a fault; apart from [`Object`], which the fast paths read.
#[derive(Clone, Copy, Debug)]
pub struct Story {
    /// What it is.
    pub kind: ObjectKind,
    /// Its size in bytes.
    pub size: u64,
    /// Where it was made.
    pub made: Site,
    /// Where the object died, once it has.
    pub freed: Option<Site>,
    /// Tells objects apart that have the same number one after the other.
    pub serial: u64,
}

/// The objects of a run.
#[derive(Debug)]
pub struct Memory {
    objects: Vec<Object>,
    stories: Vec<Story>,
    space: Space,
    buffers: Buffers,
    dead_on_stack: VecDeque<u32>,
    dead_on_heap: VecDeque<u32>,
    heap_bytes: u64,
    max_heap: u64,
    /// Whether an allocation failed that a process might have had memory for.
    pub has_run_out: bool,
    /// Objects made so far.
    made: u64,
    /// The bytes of the objects at the checkpoint.
    initial: Vec<Vec<u8>>,
    surroundings: Surroundings,
    /// Numbers that are next, the last one first.
    next_numbers: Vec<u32>,
    /// The numbers that are kept for objects which have the same one in every run.
    kept: Range<u32>,
    /// Those of them that have an object in this run.
    kept_in_use: Vec<u32>,
}

impl Memory {
    /// An empty memory whose heap objects together take at most `max_heap` bytes.
    pub fn new(model: DataModel, max_heap: u64, surroundings: Surroundings) -> Self {
        let reserved =
            Story { kind: ObjectKind::Reserved, size: 0, made: Site::NONE, freed: None, serial: 0 };
        let space = Space::new(model);
        Self {
            objects: (0..RESERVED as u64).map(|it| Object::reserved(space.reserved(it))).collect(),
            stories: vec![reserved; RESERVED],
            space,
            buffers: Buffers::default(),
            dead_on_stack: VecDeque::new(),
            dead_on_heap: VecDeque::new(),
            heap_bytes: 0,
            max_heap,
            has_run_out: false,
            made: 0,
            initial: Vec::new(),
            surroundings,
            next_numbers: Vec::new(),
            kept: 0..0,
            kept_in_use: Vec::new(),
        }
    }

    /// How an input object is aligned whose type asks for this much.
    pub fn input_alignment(&self, align: u64) -> u64 {
        match self.surroundings {
            Surroundings::Usual | Surroundings::Other => align.max(INPUT_ALIGN),
            Surroundings::Unaligned => align,
        }
    }

    /// Notes the objects that there are, for [`Memory::restore`], and keeps the numbers behind them for
    /// [`Memory::allocate_kept`].
    pub fn checkpoint(&mut self) {
        self.next_numbers.clear();
        self.initial = self.objects.iter().map(|object| object.bytes.clone()).collect();
        let first = self.count();
        self.kept = first..first + KEPT;
        for number in self.kept.clone() {
            self.objects.push(Object::reserved(self.space.reserved(number.into())));
            self.stories.push(self.stories[0]);
        }
    }

    /// Goes back to the objects of the checkpoint, with the bytes they had; the program has not
    /// freed any of them, since they are static.
    pub fn restore(&mut self) {
        for object in self.objects.drain(self.kept.end as usize..) {
            self.buffers.give_back(object.bytes);
        }
        self.stories.truncate(self.kept.end as usize);
        for number in self.kept_in_use.drain(..) {
            let reserved = Object::reserved(self.space.reserved(number.into()));
            let object = std::mem::replace(&mut self.objects[number as usize], reserved);
            self.buffers.give_back(object.bytes);
            self.stories[number as usize] = self.stories[0];
        }
        self.space.truncate(self.initial.len());
        self.next_numbers.clear();
        self.dead_on_stack.clear();
        self.dead_on_heap.clear();
        self.heap_bytes = 0;
        self.has_run_out = false;
        for (object, bytes) in self.objects.iter_mut().zip(&self.initial) {
            if !object.is_read_only() {
                object.bytes.copy_from_slice(bytes);
            }
        }
    }

    /// A new object whose bytes are all 0 and have a value; its number. The size is at most
    /// what [`Memory::fits`] admits.
    pub fn make(&mut self, kind: ObjectKind, size: u64, align: u64, made: Site) -> u32 {
        let number = self.free_number(kind);
        self.put(number, kind, size, align, made);
        number
    }

    /// Makes the object of a number that has none.
    fn put(&mut self, number: u32, kind: ObjectKind, size: u64, align: u64, made: Site) {
        debug_assert!(size <= MAX_SIZE);
        let align = align.clamp(1, 1 << 26);
        let spread = 0x1000 + ((u64::from(number) & 0xf_ffff) << 4);
        let low = match self.surroundings {
            Surroundings::Usual => spread.next_multiple_of(align),
            // An odd multiple of the alignment.
            _ => scattered(number).next_multiple_of(2 * align) + align,
        };
        let address = self.space.place(number, low, size, align);
        self.has_run_out |= address.is_none();
        let object = &mut self.objects[number as usize];
        object.address = address.unwrap_or(0);
        object.bytes = self.buffers.zeroed(size as usize);
        self.made += 1;
        let serial = self.made;
        self.stories[number as usize] = Story { kind, size, made, freed: None, serial };
    }

    /// A new object whose bytes are indeterminate, but for the padding (0xff in `padding`).
    pub fn make_indeterminate(
        &mut self,
        kind: ObjectKind,
        size: u64,
        align: u64,
        padding: &[u8],
        made: Site,
    ) -> u32 {
        let number = self.make(kind, size, align, made);
        self.forget(number, padding);
        number
    }

    /// The bytes of a new object become indeterminate, but for the padding.
    fn forget(&mut self, number: u32, padding: &[u8]) {
        let object = &mut self.objects[number as usize];
        if self.surroundings != Surroundings::Usual {
            object.bytes.fill(OTHER_BYTE);
        }
        object.forget_all(padding);
    }

    /// Gives the padding of an object (0xff in `padding`) other bytes, in other than the usual
    /// surroundings.
    pub fn pad(&mut self, number: u32, padding: &[u8]) {
        if self.surroundings == Surroundings::Usual {
            return;
        }
        let bytes = &mut self.objects[number as usize].bytes;
        for (byte, _) in bytes.iter_mut().zip(padding).filter(|(_, mark)| **mark != 0) {
            *byte = OTHER_BYTE;
        }
    }

    /// Whether an object can have this size at all.
    pub fn fits(&self, size: u64) -> bool {
        match self.data_model() {
            DataModel::Lp64 => size <= MAX_SIZE,
            DataModel::Ilp32 => size <= MAX_NARROW_SIZE,
        }
    }

    /// What addresses are of.
    pub fn data_model(&self) -> DataModel {
        self.space.data_model()
    }

    /// The number of the object that an address names (in whose region or pages it is); numbers that
    /// no object has stand for other addresses.
    #[inline(always)]
    pub fn number_of(&self, address: u64) -> u32 {
        self.space.number_of(address)
    }

    /// A heap object, or `None` when there is no memory for it.
    pub fn allocate(&mut self, size: u64, align: u64, made: Site) -> Option<u64> {
        self.take_from_heap(size)?;
        let number = self.make_indeterminate(ObjectKind::Heap, size, align, &[], made);
        Some(self.address(number)).filter(|address| *address != 0)
    }

    /// The same for an object that has one number in every run, however many others a run makes before:
    /// `at` tells such objects apart. Where it is too large, or has an object already, the number is
    /// the next one.
    pub fn allocate_kept(&mut self, at: u32, size: u64, align: u64) -> Option<u64> {
        let number = match self.surroundings {
            Surroundings::Usual => self.kept.clone().nth(at as usize),
            Surroundings::Other | Surroundings::Unaligned => {
                self.kept.clone().nth_back(at as usize)
            }
        };
        let is_free = |number: &u32| self.stories[*number as usize].kind == ObjectKind::Reserved;
        let Some(number) = number.filter(is_free) else {
            return self.allocate(size, align, Site::NONE);
        };
        self.take_from_heap(size)?;
        self.kept_in_use.push(number);
        self.put(number, ObjectKind::Heap, size, align, Site::NONE);
        self.forget(number, &[]);
        Some(self.address(number)).filter(|address| *address != 0)
    }

    /// Counts what an object takes, if there is so much.
    fn take_from_heap(&mut self, size: u64) -> Option<()> {
        let total = self.heap_bytes.checked_add(size)?;
        if !self.fits(size) || total > self.max_heap {
            self.has_run_out = true;
            return None;
        }
        self.heap_bytes = total;
        Some(())
    }

    /// Ends an object's life.
    pub fn kill(&mut self, number: u32, freed: Site) {
        let story = &mut self.stories[number as usize];
        story.freed = Some(freed);
        if story.kind == ObjectKind::Heap {
            self.heap_bytes -= story.size;
            if !self.kept.contains(&number) {
                self.dead_on_heap.push_back(number);
            }
        } else {
            self.dead_on_stack.push_back(number);
        }
        let buffer = self.objects[number as usize].kill();
        self.buffers.give_back(buffer);
    }

    /// Frees the heap object that starts at `address`.
    pub fn free(&mut self, address: u64, freed: Site) -> Result<(), Trouble> {
        let number = self.heap_object(address)?;
        self.kill(number, freed);
        Ok(())
    }

    /// The live heap object that starts at `address`, or why there is none.
    pub fn heap_object(&self, address: u64) -> Result<u32, Trouble> {
        let Some(number) = self.number(address) else {
            return Err(Trouble::FreeOfNoObject { address });
        };
        let story = &self.stories[number as usize];
        let object = &self.objects[number as usize];
        if story.kind != ObjectKind::Heap {
            return Err(Trouble::FreeOfOther { number });
        }
        if object.address != address {
            let offset = address.wrapping_sub(object.address) as i64;
            return Err(Trouble::FreeInside { number, offset });
        }
        if story.freed.is_some() {
            return Err(Trouble::DoubleFree { number });
        }
        Ok(number)
    }

    /// The number of the object whose region an address is in, alive or dead.
    pub fn number(&self, address: u64) -> Option<u32> {
        let number = self.number_of(address);
        let story = self.stories.get(number as usize)?;
        (story.kind != ObjectKind::Reserved).then_some(number)
    }

    /// Whether two addresses name the same object, or none.
    #[inline(always)]
    pub fn is_same_region(&self, one: u64, other: u64) -> bool {
        self.number_of(one) == self.number_of(other)
    }

    /// Where the region of a number begins; `None` where numbers have no regions of their own.
    pub fn region_start(&self, number: u32) -> Option<u64> {
        match self.data_model() {
            DataModel::Lp64 => Some(self.space.reserved(number.into())),
            DataModel::Ilp32 => None,
        }
    }

    /// The bits of an address below those that tell its object.
    pub fn region_bits(&self) -> u32 {
        self.space.region_bits()
    }

    /// Whether a number may be an address by its size.
    pub fn is_like_address(&self, value: u64) -> bool {
        value >= self.space.lowest()
    }

    /// How many numbers objects have had: all numbers are below.
    pub fn count(&self) -> u32 {
        self.objects.len() as u32
    }

    /// How many objects were made so far: the serial number of the last.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// Forgets the dead objects behind the last that lives, with numbers from here on, as if they had
    /// never been: to be called where nothing can point to them.
    pub fn forget_dead(&mut self, from: u32) {
        while self.count() > from && self.stories.last().is_some_and(|it| it.freed.is_some()) {
            self.stories.pop();
            self.objects.pop();
        }
        let count = self.count();
        self.space.truncate(count as usize);
        self.dead_on_stack.retain(|number| *number < count);
        self.dead_on_heap.retain(|number| *number < count);
        self.next_numbers.retain(|number| *number < count);
    }

    /// Where objects are put, and what they hold at first.
    pub fn surroundings(&self) -> Surroundings {
        self.surroundings
    }

    /// The address of an object's first byte.
    pub fn address(&self, number: u32) -> u64 {
        self.objects[number as usize].address
    }

    /// What is told of an object.
    pub fn story(&self, number: u32) -> &Story {
        &self.stories[number as usize]
    }

    /// The object itself.
    pub fn object(&self, number: u32) -> &Object {
        &self.objects[number as usize]
    }

    /// The object itself, to be changed.
    pub fn object_mut(&mut self, number: u32) -> &mut Object {
        &mut self.objects[number as usize]
    }

    fn free_number(&mut self, kind: ObjectKind) -> u32 {
        let (queue, wait) = if kind == ObjectKind::Heap {
            (&mut self.dead_on_heap, HEAP_QUARANTINE)
        } else {
            (&mut self.dead_on_stack, STACK_QUARANTINE)
        };
        if queue.len() >= wait
            && let Some(number) = queue.pop_front()
        {
            return number;
        }
        if let Some(number) = self.next_numbers.pop() {
            return number;
        }
        let number = self.objects.len() as u32;
        let count = match self.surroundings {
            Surroundings::Usual => 1,
            Surroundings::Other | Surroundings::Unaligned => DESCENDING,
        };
        for _ in 0..count {
            let address = self.space.reserved(self.objects.len() as u64);
            self.objects.push(Object::reserved(address));
            self.stories.push(self.stories[0]);
        }
        self.next_numbers.extend(number..number + count - 1);
        number + count - 1
    }
}

/// A place in a region that is no multiple of the object's number: no sum of distances between
/// objects is one, either.
fn scattered(number: u32) -> u64 {
    let hash = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    0x5000 + ((hash ^ hash >> 32) & 0xf_ffff) * 16
}

#[cfg(test)]
mod tests;

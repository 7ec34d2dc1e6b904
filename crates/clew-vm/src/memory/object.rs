//! One object: its bytes, and which of them have a value.

use clew_ir::{FunctionId, GlobalId, LocalId};

/// What made an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// Nothing lives here: the null page, and the regions of functions and labels.
    Reserved,
    /// An object with static storage.
    Global(GlobalId),
    /// A parameter or variable of a function.
    Local(FunctionId, LocalId),
    /// `malloc` and its kin.
    Heap,
    /// `alloca`, or a variable-length array.
    Alloca,
    /// The arguments of a call behind its `...`.
    VariadicArguments,
    /// `argv`, `envp` and their strings, and what the machine keeps for itself.
    Environment,
}

/// Writing is a fault.
const READ_ONLY: u8 = 1;
/// Some bytes are indeterminate.
const INDETERMINATE: u8 = 2;

/// Objects up to this size keep their marks in one word.
const WORD_MARKS: usize = 64;

/// An object's bytes as the fast paths see them.
///
/// Invariant: while the object is dead, `bytes` is empty, so that every access fails its bounds
/// check. Invariant: `INDETERMINATE` is set exactly while `indeterminate` is not 0.
#[derive(Debug, Default)]
pub struct Object {
    /// The bytes; 0 where indeterminate.
    pub bytes: Vec<u8>,
    /// For an object above 64 bytes with indeterminate bytes: 0xff where a byte has a value.
    marks: Option<Box<[u8]>>,
    /// Up to 64 bytes: the set of indeterminate bytes. Above: their number.
    indeterminate: u64,
    /// The address of the first byte.
    pub address: u64,
    flags: u8,
}

impl Object {
    /// No object: every access fails.
    pub fn reserved(address: u64) -> Self {
        Self { address, ..Self::default() }
    }

    /// Whether every byte has a value.
    #[inline(always)]
    pub fn is_initialised(&self) -> bool {
        self.flags & INDETERMINATE == 0
    }

    /// Whether writing is a fault.
    #[inline(always)]
    pub fn is_read_only(&self) -> bool {
        self.flags & READ_ONLY != 0
    }

    /// `N` bytes, on the fast path only: the object is alive and has no indeterminate byte.
    #[inline(always)]
    pub fn read<const N: usize>(&self, offset: u64) -> Option<[u8; N]> {
        if self.flags & INDETERMINATE != 0 {
            return None;
        }
        let start = offset as usize;
        let end = start.checked_add(N)?;
        let bytes = self.bytes.get(start..end)?;
        <[u8; N]>::try_from(bytes).ok()
    }

    /// `N` bytes that all have a value, of an object that is alive.
    #[inline(always)]
    pub fn read_known<const N: usize>(&self, offset: u64) -> Option<[u8; N]> {
        let start = offset as usize;
        let bytes = self.bytes.get(start..start.checked_add(N)?)?;
        match self.first_indeterminate(start, N) {
            None => <[u8; N]>::try_from(bytes).ok(),
            Some(_) => None,
        }
    }

    /// Writes `N` bytes, on the fast path only: the object is alive, writable and has no
    /// indeterminate byte. Otherwise it does nothing and says `None`.
    #[inline(always)]
    pub fn write<const N: usize>(&mut self, offset: u64, value: [u8; N]) -> Option<()> {
        if self.flags != 0 {
            return None;
        }
        let start = offset as usize;
        let end = start.checked_add(N)?;
        self.bytes.get_mut(start..end)?.copy_from_slice(&value);
        Some(())
    }

    /// Makes writing a fault.
    pub fn set_read_only(&mut self) {
        self.flags |= READ_ONLY;
    }

    /// Ends the object's life; gives back its bytes' buffer.
    pub fn kill(&mut self) -> Vec<u8> {
        self.marks = None;
        self.indeterminate = 0;
        self.flags = 0;
        std::mem::take(&mut self.bytes)
    }

    /// Makes all bytes indeterminate, except those that `padding` names (0xff where a byte is
    /// padding; empty for none).
    pub fn forget_all(&mut self, padding: &[u8]) {
        let size = self.bytes.len();
        if size <= WORD_MARKS {
            let all = if size == WORD_MARKS { u64::MAX } else { (1u64 << size) - 1 };
            let known = padding.iter().enumerate().filter(|(_, mark)| **mark != 0);
            self.indeterminate = known.fold(all, |set, (at, _)| set & !(1 << at));
        } else {
            let mut marks = vec![0u8; size].into_boxed_slice();
            let known = padding.iter().filter(|mark| **mark != 0).count();
            if known > 0 {
                marks[..padding.len()].copy_from_slice(padding);
            }
            self.marks = Some(marks);
            self.indeterminate = (size - known) as u64;
        }
        self.update_flag();
    }

    /// The first indeterminate byte of a range inside the object.
    #[inline]
    pub fn first_indeterminate(&self, start: usize, len: usize) -> Option<usize> {
        if self.is_initialised() {
            return None;
        }
        match &self.marks {
            Some(marks) => {
                marks[start..start + len].iter().position(|mark| *mark == 0).map(|at| start + at)
            }
            None => {
                let set = self.indeterminate & word_range(start, len);
                (set != 0).then(|| set.trailing_zeros() as usize)
            }
        }
    }

    /// Whether this byte, inside the object, has a value.
    fn is_known(&self, at: usize) -> bool {
        self.first_indeterminate(at, 1).is_none()
    }

    /// Notes that a range inside the object has a value now.
    pub fn mark_known(&mut self, start: usize, len: usize) {
        if self.is_initialised() || len == 0 {
            return;
        }
        match &mut self.marks {
            Some(marks) => {
                let marks = &mut marks[start..start + len];
                let fresh = marks.iter().filter(|mark| **mark == 0).count();
                marks.fill(0xff);
                self.indeterminate -= fresh as u64;
            }
            None => self.indeterminate &= !word_range(start, len),
        }
        self.update_flag();
    }

    /// Notes that one byte inside the object has no value.
    fn mark_indeterminate(&mut self, at: usize) {
        let size = self.bytes.len();
        if size <= WORD_MARKS {
            self.indeterminate |= 1 << at;
        } else {
            let marks = self.marks.get_or_insert_with(|| vec![0xff; size].into_boxed_slice());
            self.indeterminate += u64::from(marks[at] != 0);
            marks[at] = 0;
        }
        self.update_flag();
    }

    /// The marks of a range inside the object, or `None` when all its bytes have a value.
    pub fn marks(&self, start: usize, len: usize) -> Option<Vec<bool>> {
        self.first_indeterminate(start, len)?;
        Some((start..start + len).map(|at| self.is_known(at)).collect())
    }

    /// Sets the marks of a range to what [`Object::marks`] gave for another.
    pub fn set_marks(&mut self, start: usize, len: usize, marks: Option<&[bool]>) {
        match marks {
            None => self.mark_known(start, len),
            Some(marks) => {
                for (at, known) in (start..).zip(marks) {
                    if *known {
                        self.mark_known(at, 1);
                    } else {
                        self.mark_indeterminate(at);
                    }
                }
            }
        }
    }

    fn update_flag(&mut self) {
        if self.indeterminate == 0 {
            self.flags &= !INDETERMINATE;
            self.marks = None;
        } else {
            self.flags |= INDETERMINATE;
        }
    }
}

/// The bits `start..start + len` of a word.
fn word_range(start: usize, len: usize) -> u64 {
    let ones = if len >= 64 { u64::MAX } else { (1u64 << len) - 1 };
    ones << start
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(size: usize) -> Object {
        let mut object = Object { bytes: vec![0; size], ..Object::default() };
        object.forget_all(&[]);
        object
    }

    #[test]
    fn an_object_becomes_initialised_when_it_is_filled() {
        for size in [1, 4, 63, 64, 65, 200] {
            let mut object = object(size);
            for at in 0..size {
                assert_eq!(object.first_indeterminate(0, size), Some(at));
                assert!(object.read::<1>(at as u64).is_none());
                object.mark_known(at, 1);
            }
            assert!(object.is_initialised(), "{size}");
            assert_eq!(object.read::<1>(0), Some([0]));
        }
    }

    #[test]
    fn marks_travel_with_a_copy() {
        for size in [8, 100] {
            let mut from = object(size);
            from.mark_known(2, 3);
            let mut to = object(size);
            to.mark_known(0, size);
            to.set_marks(1, 5, from.marks(1, 5).as_deref());
            assert_eq!(
                to.marks(0, 8),
                Some(vec![true, false, true, true, true, false, true, true])
            );
            to.mark_known(0, size);
            assert!(to.is_initialised());
        }
    }

    #[test]
    fn padding_counts_as_initialised() {
        let mut object = Object { bytes: vec![0; 8], ..Object::default() };
        object.forget_all(&[0, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
        assert_eq!(object.marks(0, 5), Some(vec![false, true, true, true, false]));
    }
}

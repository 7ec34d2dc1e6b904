//! Reading, writing, copying.
//!
//! The fast paths ([`Memory::load`], [`Memory::store`] and their twins for globals) handle live
//! objects without indeterminate bytes, where pointers have 64 bits. Everything else, faults included,
//! goes the slow way.
//!
//! A position is a pointer and a displacement: the pointer tells the object, so that a wild
//! displacement cannot reach another one.

use super::space::wide_number;
use super::{Access, Memory, NULL_PAGE, Object, ObjectKind, Trouble};

impl Memory {
    /// `N` bytes, or `None` when only [`Memory::load_slowly`] can tell.
    #[inline(always)]
    pub fn load<const N: usize>(&self, pointer: u64, displacement: u64) -> Option<[u8; N]> {
        let object = self.objects.get(wide_number(pointer) as usize)?;
        object.read(pointer.wrapping_sub(object.address).wrapping_add(displacement))
    }

    /// Writes `N` bytes, or says `None` when only [`Memory::store_slowly`] can.
    #[inline(always)]
    pub fn store<const N: usize>(
        &mut self,
        pointer: u64,
        displacement: u64,
        value: [u8; N],
    ) -> Option<()> {
        let object = self.objects.get_mut(wide_number(pointer) as usize)?;
        object.write(pointer.wrapping_sub(object.address).wrapping_add(displacement), value)
    }

    /// As [`Memory::load`], in a known object.
    #[inline(always)]
    pub fn load_in<const N: usize>(&self, number: u32, offset: u64) -> Option<[u8; N]> {
        self.objects.get(number as usize)?.read(offset)
    }

    /// As [`Memory::store`], in a known object.
    #[inline(always)]
    pub fn store_in<const N: usize>(
        &mut self,
        number: u32,
        offset: u64,
        value: [u8; N],
    ) -> Option<()> {
        self.objects.get_mut(number as usize)?.write(offset, value)
    }

    /// `N` bytes, all with a value.
    #[cold]
    #[inline(never)]
    pub fn load_slowly<const N: usize>(
        &self,
        pointer: u64,
        displacement: u64,
    ) -> Result<[u8; N], Trouble> {
        // Most objects with indeterminate bytes are structs with padding, and what is read has a value.
        let object = self.objects.get(self.number_of(pointer) as usize);
        let offset =
            |object: &Object| pointer.wrapping_sub(object.address).wrapping_add(displacement);
        if let Some(bytes) = object.and_then(|it| it.read_known(offset(it))) {
            return Ok(bytes);
        }
        let access = Access { write: false, len: N as u64 };
        let (object, start) = self.readable(pointer, displacement, access)?;
        let bytes = object.bytes.get(start..start + N).and_then(|bytes| bytes.try_into().ok());
        Ok(bytes.expect("a range that was checked should be inside the object"))
    }

    /// Writes `N` bytes.
    #[cold]
    #[inline(never)]
    pub fn store_slowly<const N: usize>(
        &mut self,
        pointer: u64,
        displacement: u64,
        value: [u8; N],
    ) -> Result<(), Trouble> {
        self.write(pointer, displacement, &value)
    }

    /// `len` bytes, all with a value.
    pub fn read(&self, pointer: u64, len: u64) -> Result<&[u8], Trouble> {
        if len == 0 {
            return Ok(&[]);
        }
        let (object, start) = self.readable(pointer, 0, Access { write: false, len })?;
        Ok(&object.bytes[start..start + len as usize])
    }

    /// Bytes, whether they have a value or not.
    pub fn read_any(&self, pointer: u64, len: u64) -> Result<&[u8], Trouble> {
        if len == 0 {
            return Ok(&[]);
        }
        let (object, start) = self.present(pointer, 0, Access { write: false, len })?;
        Ok(&object.bytes[start..start + len as usize])
    }

    /// Writes bytes.
    pub fn write(&mut self, pointer: u64, displacement: u64, value: &[u8]) -> Result<(), Trouble> {
        if value.is_empty() {
            return Ok(());
        }
        let access = Access { write: true, len: value.len() as u64 };
        let (object, start) = self.writable(pointer, displacement, access)?;
        object.bytes[start..start + value.len()].copy_from_slice(value);
        object.mark_known(start, value.len());
        Ok(())
    }

    /// Sets `len` bytes.
    pub fn fill(&mut self, pointer: u64, byte: u8, len: u64) -> Result<(), Trouble> {
        if len == 0 {
            return Ok(());
        }
        let (object, start) = self.writable(pointer, 0, Access { write: true, len })?;
        object.bytes[start..start + len as usize].fill(byte);
        object.mark_known(start, len as usize);
        Ok(())
    }

    /// Copies `len` bytes with their marks, as if by way of a third place.
    pub fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), Trouble> {
        if len == 0 {
            return Ok(());
        }
        let (source, source_start) = self.present(from, 0, Access { write: false, len })?;
        let (_, target_start) = self.present(to, 0, Access { write: true, len })?;
        let count = len as usize;
        let marks = source.marks(source_start, count);
        let (source, target) = (self.number_of(from) as usize, self.number_of(to) as usize);
        self.writable(to, 0, Access { write: true, len })?;
        if source == target {
            let object = &mut self.objects[target];
            object.bytes.copy_within(source_start..source_start + count, target_start);
        } else {
            let bytes = std::mem::take(&mut self.objects[source].bytes);
            self.objects[target].bytes[target_start..target_start + count]
                .copy_from_slice(&bytes[source_start..source_start + count]);
            self.objects[source].bytes = bytes;
        }
        self.objects[target].set_marks(target_start, count, marks.as_deref());
        Ok(())
    }

    /// Whether `len` bytes there can be read.
    pub fn check_read(&self, pointer: u64, len: u64) -> Result<(), Trouble> {
        self.readable(pointer, 0, Access { write: false, len }).map(|_| ())
    }

    /// The bytes of a string up to its terminator, or up to `limit` bytes.
    pub fn c_string(&self, pointer: u64, limit: u64) -> Result<&[u8], Trouble> {
        let string = self.c_string_any(pointer, limit)?;
        // The terminator may be an indeterminate byte, too.
        let terminator = u64::from((string.len() as u64) < limit);
        self.check_read(pointer, string.len() as u64 + terminator)?;
        Ok(string)
    }

    /// The same, whether the bytes have a value or not.
    pub fn c_string_any(&self, pointer: u64, limit: u64) -> Result<&[u8], Trouble> {
        if limit == 0 {
            return Ok(&[]);
        }
        let (object, start) = self.present(pointer, 0, Access { write: false, len: 1 })?;
        let rest = &object.bytes[start..];
        let window = &rest[..rest.len().min(usize::try_from(limit).unwrap_or(usize::MAX))];
        let len = window.iter().position(|byte| *byte == 0).unwrap_or(window.len());
        if len == window.len() && (len as u64) < limit {
            // The string runs over the end of its object; what comes first is told first.
            self.check_read(pointer, len as u64)?;
            self.read_any(pointer, len as u64 + 1)?;
        }
        Ok(&window[..len])
    }

    /// Reads and writes up to 16 bytes as a bit-field's unit: indeterminate bytes read as 0.
    pub fn update(
        &mut self,
        pointer: u64,
        displacement: u64,
        len: u64,
        change: impl FnOnce(u128) -> u128,
    ) -> Result<(), Trouble> {
        let (object, start) = self.writable(pointer, displacement, Access { write: true, len })?;
        let count = len as usize;
        let bytes = &mut object.bytes[start..start + count];
        let mut unit = [0; 16];
        unit[..count].copy_from_slice(bytes);
        let unit = change(u128::from_le_bytes(unit)).to_le_bytes();
        bytes.copy_from_slice(&unit[..count]);
        object.mark_known(start, count);
        Ok(())
    }

    /// Up to 16 bytes, little endian, all with a value.
    pub fn unit(&self, pointer: u64, displacement: u64, len: u64) -> Result<u128, Trouble> {
        let (object, start) = self.readable(pointer, displacement, Access { write: false, len })?;
        let mut unit = [0; 16];
        unit[..len as usize].copy_from_slice(&object.bytes[start..start + len as usize]);
        Ok(u128::from_le_bytes(unit))
    }

    /// Copies one byte with its mark.
    pub fn copy_byte(&mut self, to: u64, from: u64) -> Result<(), Trouble> {
        if let Some(byte) = self.load::<1>(from, 0)
            && self.store(to, 0, byte).is_some()
        {
            return Ok(());
        }
        self.copy(to, from, 1)
    }

    /// The object and the offset of a range that exists.
    fn present(
        &self,
        pointer: u64,
        displacement: u64,
        access: Access,
    ) -> Result<(&Object, usize), Trouble> {
        let number = self.number_of(pointer);
        let address = pointer.wrapping_add(displacement);
        let at = number as usize;
        let Some((object, story)) = self.objects.get(at).zip(self.stories.get(at)) else {
            let is_near = pointer < NULL_PAGE || address < NULL_PAGE;
            return Err(if is_near && (address as i64).abs() < 1 << 40 {
                Trouble::Null { address, access }
            } else {
                Trouble::Wild { address, access }
            });
        };
        if story.kind == ObjectKind::Reserved {
            return Err(Trouble::Wild { address, access });
        }
        if story.freed.is_some() {
            return Err(Trouble::Dead { number, access });
        }
        let offset = pointer.wrapping_sub(object.address).wrapping_add(displacement);
        let inside = offset.checked_add(access.len).is_some_and(|end| end <= story.size);
        if !inside {
            return Err(Trouble::OutOfBounds { number, offset: offset as i64, access });
        }
        Ok((object, offset as usize))
    }

    fn readable(
        &self,
        pointer: u64,
        displacement: u64,
        access: Access,
    ) -> Result<(&Object, usize), Trouble> {
        let (object, start) = self.present(pointer, displacement, access)?;
        match object.first_indeterminate(start, access.len as usize) {
            None => Ok((object, start)),
            Some(at) => {
                let number = self.number_of(pointer);
                Err(Trouble::Indeterminate { number, offset: at as i64 })
            }
        }
    }

    fn writable(
        &mut self,
        pointer: u64,
        displacement: u64,
        access: Access,
    ) -> Result<(&mut Object, usize), Trouble> {
        let (object, start) = self.present(pointer, displacement, access)?;
        let number = self.number_of(pointer);
        if object.is_read_only() {
            return Err(Trouble::ReadOnly { number, offset: start as i64 });
        }
        Ok((&mut self.objects[number as usize], start))
    }
}

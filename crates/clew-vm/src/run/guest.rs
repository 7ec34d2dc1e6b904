//! The machine as native functions see it.

use super::core::Core;
use crate::guest::{Guest, World};
use crate::shadow::{Outside, Shadow};
use crate::stop::{FaultKind, Stop};
use clew_ir::{DataModel, Scalar};

impl<S: Shadow> Core<'_, S> {
    /// Copies bytes with their marks.
    pub(super) fn copy_bytes(&mut self, to: u64, from: u64, len: u64) -> Result<(), Stop> {
        self.memory.copy(to, from, len).map_err(|trouble| self.memory_fault(trouble))?;
        self.shadow.outside(Outside::Copied { to, from, len }, &self.memory);
        Ok(())
    }
}

impl<S: Shadow> Guest for Core<'_, S> {
    fn read(&self, address: u64, len: u64) -> Result<Vec<u8>, Stop> {
        let bytes = self.memory.read(address, len).or_else(|trouble| {
            self.tolerate(self.memory_fault(trouble))?;
            self.memory.read_any(address, len).map_err(|trouble| self.memory_fault(trouble))
        });
        bytes.map(<[u8]>::to_vec)
    }

    fn read_c_string(&self, address: u64) -> Result<Vec<u8>, Stop> {
        self.read_c_string_up_to(address, u64::MAX)
    }

    fn read_c_string_up_to(&self, address: u64, limit: u64) -> Result<Vec<u8>, Stop> {
        let bytes = self.memory.c_string(address, limit).or_else(|trouble| {
            self.tolerate(self.memory_fault(trouble))?;
            self.memory.c_string_any(address, limit).map_err(|trouble| self.memory_fault(trouble))
        });
        bytes.map(<[u8]>::to_vec)
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        self.memory.write(address, 0, bytes).map_err(|trouble| self.memory_fault(trouble))?;
        let len = bytes.len() as u64;
        self.shadow.outside(Outside::Written { address, len }, &self.memory);
        Ok(())
    }

    fn next_vararg(&mut self, va_list: u64, scalar: Scalar) -> Result<u128, Stop> {
        Ok(self.va_arg(va_list, scalar)?.0)
    }

    fn data_model(&self) -> DataModel {
        self.memory.data_model()
    }

    fn passed_list(&mut self, value: u64) -> Result<u64, Stop> {
        match self.memory.data_model() {
            DataModel::Lp64 => Ok(value),
            DataModel::Ilp32 => {
                let list = self.native_va_list;
                self.va_start(list, value)?;
                Ok(list)
            }
        }
    }

    fn allocate(&mut self, size: u64, align: u64) -> u64 {
        let made = self.user_site();
        self.memory.allocate(size, align.max(16), made).unwrap_or(0)
    }

    fn free(&mut self, address: u64) -> Result<(), Stop> {
        let freed = self.user_site();
        self.memory.free(address, freed).map_err(|trouble| self.memory_fault(trouble))
    }

    fn heap_size(&self, address: u64) -> Result<u64, Stop> {
        let number = self.memory.heap_object(address);
        let number = number.map_err(|trouble| self.memory_fault(trouble))?;
        Ok(self.memory.story(number).size)
    }

    fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), Stop> {
        self.copy_bytes(to, from, len)
    }

    fn fill(&mut self, address: u64, byte: u8, len: u64) -> Result<(), Stop> {
        self.memory.fill(address, byte, len).map_err(|trouble| self.memory_fault(trouble))?;
        self.shadow.outside(Outside::Written { address, len }, &self.memory);
        Ok(())
    }

    fn set_errno(&mut self, value: i32) -> Result<(), Stop> {
        match self.errno_address {
            Some(address) => self.write(address, &value.to_le_bytes()),
            None => Ok(()),
        }
    }

    fn errno(&self) -> i32 {
        let bytes = self.errno_address.and_then(|address| self.read(address, 4).ok());
        bytes.and_then(|bytes| bytes.try_into().ok()).map_or(0, i32::from_le_bytes)
    }

    fn world(&mut self) -> &mut dyn World {
        self.world.as_mut()
    }

    fn fault(&self, kind: FaultKind, message: String) -> Stop {
        self.fault_at(kind, message, None)
    }
}

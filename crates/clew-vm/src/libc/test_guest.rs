//! A guest for tests: flat memory, arguments from a list.

use crate::guest::{Guest, World};
use crate::stop::{Fault, FaultKind, Stop};
use clew_ir::{DataModel, Scalar, Span};
use std::collections::VecDeque;

/// Memory that starts at [`TestGuest::BASE`], and the arguments still to be taken.
pub(super) struct TestGuest {
    pub(super) memory: Vec<u8>,
    pub(super) arguments: VecDeque<u128>,
    world: super::HostWorld,
}

impl TestGuest {
    pub(super) const BASE: u64 = 0x1000;

    pub(super) fn new() -> Self {
        Self {
            memory: Vec::new(),
            arguments: VecDeque::new(),
            world: super::HostWorld::new("test"),
        }
    }

    /// Puts bytes somewhere; their address.
    pub(super) fn place(&mut self, bytes: &[u8]) -> u64 {
        let address = Self::BASE + self.memory.len() as u64;
        self.memory.extend_from_slice(bytes);
        address
    }

    fn range(&self, address: u64, len: u64) -> Result<std::ops::Range<usize>, Stop> {
        let start = address.checked_sub(Self::BASE).map(|start| start as usize);
        match start {
            Some(start) if start + len as usize <= self.memory.len() => {
                Ok(start..start + len as usize)
            }
            _ => Err(self.fault(FaultKind::OutOfBounds, format!("{len} bytes at {address:#x}"))),
        }
    }
}

impl Guest for TestGuest {
    fn read(&self, address: u64, len: u64) -> Result<Vec<u8>, Stop> {
        Ok(self.memory[self.range(address, len)?].to_vec())
    }

    fn read_c_string(&self, address: u64) -> Result<Vec<u8>, Stop> {
        self.read_c_string_up_to(address, u64::MAX)
    }

    fn read_c_string_up_to(&self, address: u64, limit: u64) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < limit {
            match self.read(address + bytes.len() as u64, 1)?[0] {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        let range = self.range(address, bytes.len() as u64)?;
        self.memory[range].copy_from_slice(bytes);
        Ok(())
    }

    fn next_vararg(&mut self, _va_list: u64, _scalar: Scalar) -> Result<u128, Stop> {
        let argument = self.arguments.pop_front();
        argument.ok_or_else(|| self.fault(FaultKind::OutOfBounds, "no argument is left".into()))
    }

    fn data_model(&self) -> DataModel {
        DataModel::Lp64
    }

    fn passed_list(&mut self, value: u64) -> Result<u64, Stop> {
        Ok(value)
    }

    fn allocate(&mut self, size: u64, _align: u64) -> u64 {
        let address = Self::BASE + self.memory.len() as u64;
        self.memory.resize(self.memory.len() + size as usize, 0);
        address
    }

    fn free(&mut self, _address: u64) -> Result<(), Stop> {
        Ok(())
    }

    fn heap_size(&self, _address: u64) -> Result<u64, Stop> {
        Ok(0)
    }

    fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), Stop> {
        let bytes = self.read(from, len)?;
        self.write(to, &bytes)
    }

    fn fill(&mut self, address: u64, byte: u8, len: u64) -> Result<(), Stop> {
        self.write(address, &vec![byte; len as usize])
    }

    fn world(&mut self) -> &mut dyn World {
        &mut self.world
    }

    fn fault(&self, kind: FaultKind, message: String) -> Stop {
        let span = Span::NONE;
        Stop::Fault(Box::new(Fault {
            kind,
            message,
            span,
            object: None,
            stack: Vec::new(),
            signal: None,
        }))
    }
}

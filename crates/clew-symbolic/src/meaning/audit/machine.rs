//! The machine's state as a store of constants.

use super::super::effect::Arbitrary;
use super::super::store::{Named, Store, scalar_width};
use super::super::variable;
use clew_ir::{FunctionId, GlobalId, Id, IdVec, Linkage, LocalId, Program, Scalar, ops};
use clew_logic::{Sort, TermId, TermPool};
use clew_vm::code::{Code, Home};
use clew_vm::memory::{CodeRegion, Memory};
use clew_vm::native::NativeLookup;
use clew_vm::run::Window;
use clew_vm::shadow::View;

/// A frame of the machine, read only.
pub(super) struct MachineStore<'v, 'w> {
    pub(super) program: &'v Program,
    pub(super) function: FunctionId,
    pub(super) globals: &'v IdVec<GlobalId, u64>,
    pub(super) natives: NativeLookup,
    registers: &'v Window<'w>,
    homes: &'v [Home],
    code: &'v Code,
    memory: &'v Memory,
    /// The first address that was to be read and could not.
    pub(super) unreadable: Option<u64>,
    /// How many arbitrary values there are.
    made: u32,
}

impl<'v, 'w> MachineStore<'v, 'w> {
    pub(super) fn new(
        program: &'v Program,
        function: FunctionId,
        globals: &'v IdVec<GlobalId, u64>,
        natives: NativeLookup,
        view: &'v View<'_, 'w>,
    ) -> Self {
        let compiled = view.code.compiled_at(view.position);
        let homes = compiled.map_or(&[][..], |compiled| &compiled.homes);
        let (registers, code, memory) = (&*view.registers, view.code, &*view.memory);
        Self {
            program,
            function,
            globals,
            natives,
            registers,
            homes,
            code,
            memory,
            unreadable: None,
            made: 0,
        }
    }

    /// The bits of a variable.
    pub(super) fn bits(&self, local: LocalId, scalar: Scalar) -> u128 {
        match self.homes.get(local.index()) {
            Some(&Home::Register(register)) => {
                let low = self.registers[register];
                if scalar.size() > 8 {
                    let high = self.registers[register.wrapping_add(1)];
                    let bits = u128::from(low) | (u128::from(high) << 64);
                    return ops::truncate(bits, scalar_width(scalar));
                }
                clew_vm::compile::plain_bits(scalar, low)
            }
            Some(Home::Object { .. }) | None => 0,
        }
    }

    /// The bits of all variables, by local.
    pub(super) fn variables(&self) -> Vec<Option<u128>> {
        let function = &self.program.functions[self.function];
        let of =
            |local| variable(self.program, function, local).map(|scalar| self.bits(local, scalar));
        function.locals.ids().map(of).collect()
    }

    /// Bytes, whether they have a value or not.
    pub(super) fn bytes(&self, address: u64, len: u64) -> Option<&[u8]> {
        self.memory.read_any(address, len).ok()
    }

    fn function_address(&self, id: FunctionId) -> u64 {
        let function = &self.program.functions[id];
        let is_missing = function.linkage == Linkage::Weak
            && function.body.is_err()
            && (self.natives)(&function.name).is_none();
        if is_missing {
            0
        } else {
            CodeRegion::Functions.address(self.program.types.data_model(), id.index())
        }
    }
}

impl Store for MachineStore<'_, '_> {
    fn variable(&mut self, pool: &mut TermPool, local: LocalId, scalar: Scalar) -> TermId {
        pool.bv(scalar_width(scalar), self.bits(local, scalar))
    }

    fn address(&mut self, pool: &mut TermPool, named: Named) -> TermId {
        let address = match named {
            Named::Local(local) => match self.homes.get(local.index()) {
                Some(&Home::Object { register, .. }) => self.registers[register],
                Some(Home::Register(_)) | None => 0,
            },
            Named::Global(global) => self.globals[global],
            Named::Function(function) => self.function_address(function),
            Named::Label(function, block) => self.code.label_address(function, block).unwrap_or(0),
        };
        pool.bv(64, address.into())
    }

    fn load(&mut self, pool: &mut TermPool, address: TermId, len: u64) -> TermId {
        let width = 8 * len as u32;
        // What is read from an arbitrary address is arbitrary.
        let Some(address) = pool.value(address) else {
            return self.arbitrary(pool, width, Arbitrary::Unknown);
        };
        let Some(bytes) = self.bytes(address as u64, len) else {
            self.unreadable.get_or_insert(address as u64);
            return self.arbitrary(pool, width, Arbitrary::Unknown);
        };
        let mut unit = [0; 16];
        unit[..bytes.len()].copy_from_slice(bytes);
        pool.bv(width, u128::from_le_bytes(unit))
    }

    /// Told apart within a statement: two volatile reads of one thing may differ.
    fn arbitrary(&mut self, pool: &mut TermPool, width: u32, _why: Arbitrary) -> TermId {
        self.made += 1;
        pool.input(&format!("any{width}.{}", self.made), Sort::BitVec(width))
    }
}

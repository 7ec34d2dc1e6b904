//! Functions without a body that are named like allocators.
//!
//! `xmalloc` is often in another file. What such a function gives is taken to be as large as the
//! caller asks for, so that a record has room. Like any stub it may also give null, and what it
//! gives holds anything, unless its name says that it is zero.

use crate::ops;
use crate::shadow::Symbolic;
use clew_ir::{FunctionId, Program, Scalar, TypeId, TypeTable};
use clew_logic::{TermId, TermPool};
use clew_vm::code::ParameterShape;
use clew_vm::shadow::StubView;

/// What is asked for beyond this is no allocation that a test makes.
const MOST_BYTES: u64 = 1 << 16;

/// What a caller asks an allocator for.
#[derive(Clone, Copy, Debug)]
pub(in crate::environment) struct Allocation {
    pub(in crate::environment) bytes: u64,
    /// The same as a term of 64 bits; it is no constant where the size depends on inputs.
    pub(in crate::environment) term: TermId,
    pub(in crate::environment) is_zero: bool,
}

impl Allocation {
    /// Whether its size does not depend on inputs.
    pub(in crate::environment) fn is_fixed(&self, pool: &TermPool) -> bool {
        pool.value(self.term).is_some()
    }

    /// Whether it has room for elements of this size, and for nothing else.
    pub(in crate::environment) fn is_array_of(&self, pool: &TermPool, size: u64) -> bool {
        let is_divisible = self.bytes > 0 && self.bytes.is_multiple_of(size);
        size > 0 && (!self.is_fixed(pool) || is_divisible)
    }
}

impl Symbolic<'_> {
    /// What a call of a function without a body allocates, if it is named like an allocator.
    pub(super) fn allocation(&mut self, view: &StubView<'_>) -> Option<Allocation> {
        let program = self.program;
        let function = view.call.function;
        let sizes = sizes(program, function);
        if sizes.is_empty() {
            return None;
        }
        let mut bytes = 1u64;
        let mut term = self.pool.bv(64, 1);
        for at in sizes {
            let (ParameterShape::Scalar(scalar), _) = view.call.args.get(at)? else { return None };
            let value = u64::try_from(view.args[at]).ok()?;
            let factor = match self.term_at(view.registers[at]) {
                Some(factor) => {
                    let narrow = ops::narrow(&mut self.pool, *scalar, factor);
                    self.pool.resize(narrow, 64, false)
                }
                None => self.pool.bv(64, value.into()),
            };
            bytes = bytes.wrapping_mul(value);
            term = self.pool.mul(term, factor);
        }
        let is_zero = gives_zero(&program.functions[function].name);
        let found = Allocation { bytes, term, is_zero };
        let is_too_much = found.is_fixed(&self.pool) && bytes > MOST_BYTES;
        (!is_too_much).then_some(found)
    }
}

/// The parameters of an allocator whose product is the number of bytes; none for other functions.
fn sizes(program: &Program, function: FunctionId) -> Vec<usize> {
    let types = &program.types;
    let ty = program.function_type(function);
    // Most stubs are settled here, without a look at their names: this is done at each call.
    if types.pointee(ty.result) != Some(TypeTable::VOID) {
        return Vec::new();
    }
    let name = program.functions[function].name.to_lowercase();
    if !name.contains("alloc") {
        return Vec::new();
    }
    let is_integer = |ty: TypeId| matches!(types.scalar(ty), Some(Scalar::Int { .. }));
    let all = |is_one: &dyn Fn(TypeId) -> bool| -> Vec<usize> {
        ty.params.iter().enumerate().filter(|(_, ty)| is_one(**ty)).map(|(at, _)| at).collect()
    };
    let integers = all(&|ty| is_integer(ty) && !types.is_pointer(ty));
    let words = all(&|ty| ty == types.size_type());
    let found = if words.is_empty() { integers } else { words };
    let is_product = found.len() == 2 && (name.contains("calloc") || name.contains("array"));
    found.into_iter().take(if is_product { 2 } else { 1 }).collect()
}

/// Whether what an allocator gives is zero, as its name says.
fn gives_zero(name: &str) -> bool {
    let name = name.to_lowercase();
    ["calloc", "zalloc", "alloc0", "zero"].iter().any(|word| name.contains(word))
}

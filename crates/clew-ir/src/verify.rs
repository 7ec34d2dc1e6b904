//! The verifier: whether a program keeps the invariants of the program model.
//!
//! This list *is* the contract between what makes programs and what runs or analyses them. Two
//! types *agree* when they are the same, or are both pointers (a pointer's target does not change
//! its value), or are structs or unions of the same size (units may each have declared theirs).
//!
//! Types and globals
//!
//!  1. Every id names something that exists.
//!  2. A complete record's fields lie within it; a bit-field has 1 to as many bits as its type,
//!     and its byte offset is that of its first bit.
//!  3. A defined global has a complete type of constant size, and its image as many bytes
//!     (more for a flexible array). Relocations ascend, do not overlap and lie in the image.
//!  4. Alignments are powers of two.
//!
//! Functions
//!
//!  5. A function's type is a function type. Its parameters are its first locals, in order, and
//!     nothing else is one; with a prototype their types agree with it.
//!  6. A local has a complete object type of constant size; a variable-length array is only ever
//!     behind a pointer, and the local that holds its element count is an integer.
//!  7. A temporary's name has a dot and is unique in its function.
//!  8. There is at least one block, and no edge leads to the entry.
//!  9. A local whose address is taken, or that is used by parts, is marked so.
//! 10. A temporary that lives in a register is assigned before it is read, on every path.
//!
//! Places
//!
//! 11. Each step of a place fits the type before it: a field of a complete record, an element of
//!     an array at an integer index; a dereferenced pointer gives its target's type. The place's
//!     type is what the last step gives.
//!
//! Expressions
//!
//! 12. A constant has a scalar type and no bit above its width.
//! 13. A load has its place's type. It is scalar, or a record or array that is only moved: the
//!     right side of an assignment; a record also as an argument or a returned value.
//! 14. An address is of no bit-field; its type points to the place's type, or to the element's
//!     for an array. A function's address has a pointer-to-function type, a label's a pointer
//!     type.
//! 15. Operators have operands and results as [`UnaryOp`](crate::expr::UnaryOp) and
//!     [`BinaryOp`](crate::expr::BinaryOp) tell; `%`, `~`, shifts and bit operators want
//!     integers, arithmetic takes no pointers.
//! 16. A cast is between scalar types, and not between pointer and float.
//! 17. An intrinsic has as many operands as it takes, all integers or all of one floating type.
//!
//! Statements
//!
//! 18. An assigned value's type agrees with its place's.
//! 19. A call passes as many arguments as the prototype wants, of types that agree; arguments
//!     past it are promoted. A wanted result's type agrees with its place's. Builtins take and
//!     give what their description tells.
//! 20. What is zeroed is a whole object part, no bit-field. `Live` and `Dead` name no parameter.
//!
//! Terminators
//!
//! 21. A branch's condition is scalar.
//! 22. A switch's value is an integer of at least 32 bits; its arms are not empty, fit the type
//!     and are disjoint.
//! 23. A computed goto's address is a pointer; its targets are distinct, and all labels whose
//!     addresses the function takes are among them.
//! 24. A returned value's type agrees with the function's result.
//!
//! Decisions
//!
//! 25. A branch with a condition id is the one that the condition names as its block, and the
//!     other way round.
//! 26. Each condition stands exactly once in the structure of its decision, and in no other.
//! 27. A switch decision names its block, whose terminator names it; it has no structure. All
//!     others have a structure and no block.

mod decisions;
mod exprs;
mod statements;
mod temporaries;
#[cfg(test)]
mod tests;

use crate::ids::{BlockId, FunctionId, GlobalId, Id, RecordId, TypeId};
use crate::program::{Function, LocalKind, Program, RelocationTarget};
use crate::types::{ArrayLength, RecordKind, Scalar, Type, TypeTable};
use rustc_hash::FxHashSet;
use std::fmt;

/// One broken invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The number of the invariant in the module's list.
    pub rule: u8,
    /// Where.
    pub location: Location,
    /// What is wrong, in terms of the textual form.
    pub message: String,
}

/// Where an invariant is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// The function.
    pub function: Option<FunctionId>,
    /// The block.
    pub block: Option<BlockId>,
    /// The statement's position in the block; `None` with a block means the terminator.
    pub statement: Option<usize>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = self.location.function {
            write!(f, "{function}: ")?;
        }
        if let Some(block) = self.location.block {
            write!(f, "{block}: ")?;
        }
        if let Some(statement) = self.location.statement {
            write!(f, "statement {statement}: ")?;
        }
        write!(f, "{} (invariant {})", self.message, self.rule)
    }
}

/// Checks a whole program; all violations, in program order.
pub fn verify(program: &Program) -> Result<(), Vec<Violation>> {
    let mut verifier = Verifier::new(program);
    for record in program.types.records.ids() {
        verifier.record(record);
    }
    for global in program.globals.ids() {
        verifier.global(global);
    }
    for function in program.constructors.iter().chain(&program.destructors) {
        verifier.check(1, function.index() < program.functions.len(), || {
            format!("{function} does not exist")
        });
    }
    for function in program.functions.ids() {
        verifier.function(function);
    }
    verifier.finish()
}

/// Checks one function.
pub fn verify_function(program: &Program, function: FunctionId) -> Result<(), Vec<Violation>> {
    let mut verifier = Verifier::new(program);
    verifier.function(function);
    verifier.finish()
}

struct Verifier<'a> {
    program: &'a Program,
    types: &'a TypeTable,
    type_count: usize,
    location: Location,
    violations: Vec<Violation>,
}

impl<'a> Verifier<'a> {
    fn new(program: &'a Program) -> Self {
        Self {
            program,
            types: &program.types,
            type_count: program.types.ids().count(),
            location: Location::default(),
            violations: Vec::new(),
        }
    }

    fn finish(self) -> Result<(), Vec<Violation>> {
        if self.violations.is_empty() { Ok(()) } else { Err(self.violations) }
    }

    fn report(&mut self, rule: u8, message: String) {
        self.violations.push(Violation { rule, location: self.location, message });
    }

    /// Reports unless `holds`; gives it back so that checks that need it can be skipped.
    fn check(&mut self, rule: u8, holds: bool, message: impl FnOnce() -> String) -> bool {
        if !holds {
            self.report(rule, message());
        }
        holds
    }

    fn type_exists(&mut self, ty: TypeId) -> bool {
        self.check(1, ty.index() < self.type_count, || format!("{ty} does not exist"))
    }

    fn agree(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.types.get(a), self.types.get(b)) {
            (Type::Pointer(_), Type::Pointer(_)) => true,
            (Type::Record(a), Type::Record(b)) => {
                let (a, b) = (&self.types.records[*a], &self.types.records[*b]);
                a.kind == b.kind && a.size == b.size && a.is_complete && b.is_complete
            }
            _ => false,
        }
    }

    fn is_integer(&self, ty: TypeId) -> bool {
        !self.types.is_pointer(ty) && matches!(self.types.scalar(ty), Some(Scalar::Int { .. }))
    }

    fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.types.scalar(ty), Some(Scalar::Float(_)))
    }

    fn record(&mut self, id: RecordId) {
        let record = &self.types.records[id];
        if !record.is_complete {
            return;
        }
        self.check(4, record.align.is_power_of_two(), || {
            format!("{id} is aligned to {}", record.align)
        });
        for (index, field) in record.fields.iter().enumerate() {
            if !self.type_exists(field.ty) {
                continue;
            }
            let end = match field.bits {
                Some(bits) => {
                    let width = match self.types.scalar(field.ty) {
                        Some(Scalar::Int { bits, .. }) => bits,
                        Some(Scalar::Float(_)) | None => 0,
                    };
                    self.check(2, (1..=width).contains(&bits.width), || {
                        format!("bit-field {index} of {id} has {} bits", bits.width)
                    });
                    self.check(2, field.offset == bits.offset / 8, || {
                        format!("bit-field {index} of {id} is not at its first bit")
                    });
                    (bits.offset + u64::from(bits.width)).div_ceil(8)
                }
                None => field.offset + self.types.size(field.ty).unwrap_or(0),
            };
            self.check(2, end <= record.size, || format!("field {index} of {id} ends behind it"));
            if record.kind == RecordKind::Union {
                self.check(2, field.offset == 0, || {
                    format!("field {index} of union {id} is not at its start")
                });
            }
        }
    }

    fn global(&mut self, id: GlobalId) {
        let global = &self.program.globals[id];
        if !self.type_exists(global.ty) {
            return;
        }
        self.check(4, global.align.is_power_of_two(), || {
            format!("{id} is aligned to {}", global.align)
        });
        let Some(image) = &global.init else { return };
        let Some(size) = self.types.size(global.ty) else {
            self.report(3, format!("{id} is defined with a type of no constant size"));
            return;
        };
        let length = image.bytes.len() as u64;
        let may_be_longer = matches!(self.types.get(global.ty), Type::Record(_));
        self.check(3, length == size || (may_be_longer && length > size), || {
            format!("the image of {id} has {length} bytes, its type {size}")
        });
        let mut free_from = 0;
        let size = self.types.data_model().pointer_size();
        for relocation in &image.relocations {
            let offset = relocation.offset;
            self.check(3, offset >= free_from && offset + size <= length, || {
                format!("{id}: the relocation at {offset} overlaps or lies outside")
            });
            free_from = offset + size;
            let exists = match relocation.target {
                RelocationTarget::Global(target) => target.index() < self.program.globals.len(),
                RelocationTarget::Function(target) => target.index() < self.program.functions.len(),
                RelocationTarget::Label(function, block) => {
                    let body = self.program.functions.get(function).map(|f| f.body.as_ref());
                    // A function that turned out unsupported has no labels any more.
                    body.is_some_and(|body| {
                        body.map_or(true, |body| block.index() < body.blocks.len())
                    })
                }
            };
            self.check(1, exists, || format!("{id}: the relocation at {offset} has no target"));
        }
    }

    fn function(&mut self, id: FunctionId) {
        self.location = Location { function: Some(id), block: None, statement: None };
        let function = &self.program.functions[id];
        if self.type_exists(function.ty) {
            let has_function_type = matches!(self.types.get(function.ty), Type::Function(_));
            let holds = self.check(5, has_function_type, || {
                format!("{} has {} for a function type", function.name, function.ty)
            });
            // A body is checked only when its locals can be relied on.
            let before = self.violations.len();
            if holds && function.body.is_ok() {
                self.parameters(function);
                self.locals(function);
                if self.violations.len() == before {
                    self.body(function);
                }
            }
        }
        self.location = Location::default();
    }

    fn parameters(&mut self, function: &Function) {
        let ty = self.types.function(function.ty).expect("checked by the caller");
        let are_first = function.params.iter().enumerate().all(|(at, id)| id.index() == at)
            && function.params.len() <= function.locals.len();
        if !self.check(5, are_first, || "the parameters are not the first locals".to_owned()) {
            return;
        }
        for (id, local) in function.locals.iter_enumerated() {
            let is_parameter = id.index() < function.params.len();
            self.check(5, is_parameter == (local.kind == LocalKind::Parameter), || {
                format!("{id} is {:?}", local.kind)
            });
        }
        if !ty.has_prototype {
            return;
        }
        let count = ty.params.len();
        if self.check(5, count == function.params.len(), || {
            format!("the type has {count} parameters, the function {}", function.params.len())
        }) {
            for (&param, &declared) in function.params.iter().zip(&ty.params) {
                let found = function.locals[param].ty;
                if self.type_exists(found) && self.type_exists(declared) {
                    self.check(5, self.agree(found, declared), || {
                        format!("{param} is {found}, declared {declared}")
                    });
                }
            }
        }
    }

    fn locals(&mut self, function: &Function) {
        let mut names = FxHashSet::default();
        for (id, local) in function.locals.iter_enumerated() {
            if !self.type_exists(local.ty) {
                continue;
            }
            let is_object = !matches!(self.types.get(local.ty), Type::Void | Type::Function(_));
            self.check(6, is_object && self.types.size(local.ty).is_some(), || {
                format!("{id} has {}, which has no constant size", local.ty)
            });
            self.check(4, local.align == 0 || local.align.is_power_of_two(), || {
                format!("{id} is aligned to {}", local.align)
            });
            if local.kind == LocalKind::Temporary {
                let is_unique = names.insert(local.name.as_str());
                self.check(7, local.name.contains('.') && is_unique, || {
                    format!("temporary {id} is named `{}`", local.name)
                });
            }
        }
    }

    /// Whether a type's variable lengths are integers held by locals of the function.
    fn variable_lengths(&mut self, function: &Function, ty: TypeId) {
        let Type::Array { element, length } = self.types.get(ty) else { return };
        if let ArrayLength::Variable(local) = length {
            let holds = function.locals.get(*local).is_some_and(|l| self.is_integer(l.ty));
            self.check(6, holds, || format!("{local} is no element count"));
        }
        self.variable_lengths(function, *element);
    }
}

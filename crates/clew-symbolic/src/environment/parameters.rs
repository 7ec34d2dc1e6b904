//! The arguments of the function under test: what its parameters may be, by their types and by how
//! the function uses them.

use super::guesses::ParameterUse;
use super::objects::{Length, Spot, scalar_bits};
use crate::shadow::Symbolic;
use clew_ir::{ArrayLength, FunctionId, Type, TypeId, TypeTable};
use clew_logic::TermId;
use clew_vm::memory::{Memory, ObjectKind, Site};
use std::cmp::Reverse;

/// An argument as it is passed.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    pub(crate) bits: u128,
    /// A term of the scalar's width, or of a pointer.
    pub(crate) term: Option<TermId>,
    /// The same for a value of two registers.
    pub(crate) wide: Option<TermId>,
    /// The object of a record.
    pub(crate) record: Option<u32>,
}

impl Passed {
    /// A scalar or a pointer in one register.
    fn word(bits: u128, term: Option<TermId>) -> Self {
        Self { bits, term, wide: None, record: None }
    }
}

/// A parameter of the function under test, and what is known of it.
#[derive(Clone, Copy, Debug)]
struct Parameter<'a> {
    function: FunctionId,
    name: &'a str,
    used: ParameterUse,
    /// The arguments that there are already: lengths come before the arrays they tell of.
    others: &'a [Option<Passed>],
}

/// The order in which parameters are made. Lengths come before the arrays they tell of, and objects
/// before pointers that may lead to parts of them: the largest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Turn {
    Value,
    ToRecord(Reverse<Option<u64>>),
    Pointer,
    ToBytes,
}

impl Symbolic<'_> {
    /// The arguments: bits and terms for scalars and pointers, objects for records.
    pub(crate) fn make_arguments(
        &mut self,
        function: FunctionId,
        uses: &[ParameterUse],
        memory: &mut Memory,
    ) -> Vec<Passed> {
        let program = self.program;
        let callee = &program.functions[function];
        let mut passed: Vec<Option<Passed>> = vec![None; callee.params.len()];
        let mut order: Vec<usize> = (0..callee.params.len()).collect();
        order.sort_by_key(|at| self.turn(callee.locals[callee.params[*at]].ty));
        for at in order {
            let ty = callee.locals[callee.params[at]].ty;
            let name = self.parameter_name(function, at);
            let used = uses.get(at).copied().unwrap_or_default();
            let parameter = Parameter { function, name: &name, used, others: &passed };
            let made = self.make_argument(&parameter, ty, memory);
            passed[at] = Some(made);
        }
        passed.into_iter().flatten().collect()
    }

    /// When the parameters of a type are made.
    fn turn(&self, ty: TypeId) -> Turn {
        let types = &self.program.types;
        match types.pointee(ty) {
            None => Turn::Value,
            Some(_) if !self.bounds.liberties.shared_objects => Turn::Pointer,
            Some(target) if types.record(target).is_some() => {
                Turn::ToRecord(Reverse(types.size(target)))
            }
            Some(target) if types.is_character(target) || is_void(types, target) => Turn::ToBytes,
            Some(_) => Turn::Pointer,
        }
    }

    /// The name of a parameter, also where it has none.
    pub(crate) fn parameter_name(&self, function: FunctionId, at: usize) -> String {
        let function = &self.program.functions[function];
        let name = &function.locals[function.params[at]].name;
        if name.is_empty() { format!("parameter {}", at + 1) } else { name.clone() }
    }

    fn make_argument(
        &mut self,
        parameter: &Parameter<'_>,
        ty: TypeId,
        memory: &mut Memory,
    ) -> Passed {
        let types = &self.program.types;
        if let Some(target) = types.pointee(ty) {
            return self.make_pointer(parameter, target, memory);
        }
        if let Some(scalar) = types.scalar(ty) {
            let bits = scalar_bits(scalar);
            let (bits, term) = self.environment.value(&mut self.pool, parameter.name, bits, 0);
            self.environment.note_number(term, scalar);
            let wide = (scalar.size() > 8).then_some(term);
            return Passed { bits, term: Some(term), wide, record: None };
        }
        let size = types.size(ty).unwrap_or(0);
        let number = memory.make(ObjectKind::Environment, size, types.align(ty), Site::NONE);
        self.fill(Spot::new(number, 0), ty, parameter.name, memory);
        let bits = memory.address(number).into();
        Passed { bits, term: None, wide: None, record: Some(number) }
    }

    /// A pointer: into the array of another parameter, where the function takes it for one, or to an
    /// object of its own.
    fn make_pointer(
        &mut self,
        parameter: &Parameter<'_>,
        target: TypeId,
        memory: &mut Memory,
    ) -> Passed {
        let used = &parameter.used;
        let start = match (used.same_array, used.end_of) {
            (Some(k), _) => Some(self.parameter_name(parameter.function, k)),
            (None, Some(k)) => {
                let pointer = self.parameter_name(parameter.function, k);
                Some(self.array_behind(&pointer, memory))
            }
            (None, None) => None,
        };
        if let Some(start) = start
            && let Some((bits, term)) =
                self.place_in_array(parameter.name, &start, used.may_be_null, memory)
        {
            return Passed::word(bits.into(), term);
        }
        let types = &self.program.types;
        let target = match used.cast {
            Some(_) if used.is_bytes => TypeTable::UNSIGNED_CHAR,
            Some(cast) if is_part_of(types, target, cast) => cast,
            _ => element_of_rows(types, target),
        };
        let length = self.length_of(parameter, target);
        let (bits, term) = self.pointer_input(parameter.name, target, 1, 0, length, memory);
        Passed::word(bits.into(), term)
    }

    /// How long the array behind a pointer is, as far as declaration, other parameters and use tell.
    fn length_of(&mut self, parameter: &Parameter<'_>, target: TypeId) -> Option<Length> {
        let used = &parameter.used;
        if let Some(declared) = used.declared {
            return Some(Length::Declared(declared));
        }
        if let Some(k) = used.length.filter(|_| self.bounds.told_lengths) {
            let rows = self.told_by(parameter, k);
            let columns = used.columns.and_then(|k| self.told_by(parameter, k));
            return match (rows, columns) {
                (Some(rows), Some(columns)) => Some(self.product(rows, columns)),
                (rows, _) => rows,
            };
        }
        let types = &self.program.types;
        if used.is_cursor || (!used.is_array && !types.is_character(target)) {
            return Some(Length::One);
        }
        let is_several = used.is_indexed && types.record(target).is_some();
        match used.least {
            Some(least) if !is_several || least > self.bounds.elements => {
                Some(Length::AtLeast(least))
            }
            _ => is_several.then_some(Length::Several),
        }
    }

    /// The length that another parameter tells.
    fn told_by(&mut self, parameter: &Parameter<'_>, at: usize) -> Option<Length> {
        let length = parameter.others.get(at)?.as_ref()?;
        let function = &self.program.functions[parameter.function];
        let ty = function.locals[function.params[at]].ty;
        let scalar = self.program.types.scalar(ty)?;
        Some(self.count_term(length.term?, length.bits, scalar))
    }
}

/// What rows whose length is known only at run time are made of.
fn element_of_rows(types: &TypeTable, ty: TypeId) -> TypeId {
    match types.get(ty) {
        Type::Array { element, length: ArrayLength::Variable(_) } => {
            element_of_rows(types, *element)
        }
        _ => ty,
    }
}

/// Whether an object of one type is passed on as one of another: as `void`, or as the record that
/// a larger one begins with.
fn is_part_of(types: &TypeTable, ty: TypeId, whole: TypeId) -> bool {
    let is_record = |ty| types.record(ty).is_some();
    let is_larger = types.size(whole) > types.size(ty);
    is_void(types, ty) || (is_record(ty) && is_record(whole) && is_larger)
}

fn is_void(types: &TypeTable, ty: TypeId) -> bool {
    *types.get(ty) == Type::Void
}

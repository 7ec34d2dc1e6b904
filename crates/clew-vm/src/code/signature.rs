//! Signatures: how a call lays out its registers.
//!
//! The callee's first registers are, in order: the address for a returned record, if it returns
//! one; the parameters (a scalar takes one register, or two when it is wide; a record is passed
//! by the address of what to copy); for a variadic function the address of the arguments behind
//! `...`, or 0.

use super::Reg;
use clew_ir::{FunctionId, FunctionType, Program, Scalar, TypeId, TypeTable};
use rustc_hash::FxHashMap;

/// How a parameter is passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ParameterShape {
    /// In one or two registers.
    Scalar(Scalar),
    /// By the address of a record of this size.
    Record(u64),
}

/// How a result comes back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultShape {
    /// Not at all.
    Void,
    /// In one or two registers.
    Scalar(Scalar),
    /// Copied to where the caller says.
    Record(u64),
}

/// How a function is called.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// How the result is returned.
    pub result: ResultShape,
    /// How parameters are passed.
    pub parameters: Vec<ParameterShape>,
    /// Whether more arguments may follow.
    pub is_variadic: bool,
}

/// Whether a value takes two registers.
pub(crate) fn is_wide(scalar: Scalar) -> bool {
    scalar.size() > 8
}

/// The shape of a value that is passed.
pub(crate) fn parameter_shape(types: &TypeTable, ty: TypeId) -> ParameterShape {
    match types.scalar(ty) {
        Some(scalar) => ParameterShape::Scalar(scalar),
        None => ParameterShape::Record(types.size(ty).unwrap_or(0)),
    }
}

/// The shape of a value that is returned.
pub(crate) fn result_shape(types: &TypeTable, ty: TypeId) -> ResultShape {
    if ty == TypeTable::VOID {
        return ResultShape::Void;
    }
    match parameter_shape(types, ty) {
        ParameterShape::Scalar(scalar) => ResultShape::Scalar(scalar),
        ParameterShape::Record(size) => ResultShape::Record(size),
    }
}

impl ParameterShape {
    /// How many registers it takes.
    pub fn registers(self) -> Reg {
        match self {
            ParameterShape::Scalar(scalar) if is_wide(scalar) => 2,
            ParameterShape::Scalar(_) | ParameterShape::Record(_) => 1,
        }
    }
}

impl Signature {
    /// The signature of a function: by its parameters when it has a body, else by its type.
    pub fn of_function(program: &Program, id: FunctionId) -> Self {
        let function = &program.functions[id];
        let ty = program.function_type(id);
        if function.body.is_err() {
            return Self::of_type(&program.types, ty);
        }
        let parameters = function.params.iter().map(|&local| function.locals[local].ty);
        Self {
            result: result_shape(&program.types, ty.result),
            parameters: parameters.map(|ty| parameter_shape(&program.types, ty)).collect(),
            is_variadic: ty.is_variadic,
        }
    }

    /// The signature of a function type.
    pub fn of_type(types: &TypeTable, ty: &FunctionType) -> Self {
        Self {
            result: result_shape(types, ty.result),
            parameters: ty.params.iter().map(|&ty| parameter_shape(types, ty)).collect(),
            is_variadic: ty.is_variadic,
        }
    }

    /// The register of the first parameter.
    pub fn first_parameter(&self) -> Reg {
        Reg::from(matches!(self.result, ResultShape::Record(_)))
    }

    /// The registers of the parameters, and at last that of the variadic arguments (used or not).
    pub fn registers(&self) -> Vec<Reg> {
        let mut next = self.first_parameter();
        let mut registers = vec![next];
        for parameter in &self.parameters {
            next += parameter.registers();
            registers.push(next);
        }
        registers
    }
}

/// Signatures by number: equal signatures have equal numbers.
#[derive(Debug, Default)]
pub struct Signatures {
    all: Vec<Signature>,
    numbers: FxHashMap<Signature, u32>,
}

impl Signatures {
    /// The number of a signature.
    pub fn intern(&mut self, signature: Signature) -> u32 {
        if let Some(&number) = self.numbers.get(&signature) {
            return number;
        }
        let number = self.all.len() as u32;
        self.all.push(signature.clone());
        self.numbers.insert(signature, number);
        number
    }

    /// The signature with this number.
    pub fn get(&self, number: u32) -> &Signature {
        &self.all[number as usize]
    }
}

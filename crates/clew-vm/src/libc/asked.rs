//! Library functions whose results a test decides: chance, the time, who runs the program, and the
//! files it opens.
//!
//! A program that is run has models of them. A program that tests are generated for has none: they are
//! functions without a body, whose results are inputs, and the tests define them. Their models are in
//! files of their own.

use clew_ir::{FunctionId, Program, Scalar, TypeTable};

/// One of these functions.
struct Asked {
    name: &'static str,
    parameters: usize,
    /// The width of the result; 0 for none.
    width: u32,
    /// How many bits of it are decided; the others are zero.
    bits: u32,
}

const fn asked(name: &'static str, parameters: usize, width: u32, bits: u32) -> Asked {
    Asked { name, parameters, width, bits }
}

const ASKED: [Asked; 11] = [
    asked("rand", 0, 32, 31),
    asked("random", 0, 64, 31),
    asked("srand", 1, 0, 0),
    asked("srandom", 1, 0, 0),
    asked("time", 1, 64, 32),
    asked("fopen", 2, 64, 64),
    asked("fopen64", 2, 64, 64),
    asked("getuid", 0, 32, 32),
    asked("geteuid", 0, 32, 32),
    asked("getgid", 0, 32, 32),
    asked("getegid", 0, 32, 32),
];

/// Whether a test decides what a function of this name gives, if it is the library's.
pub fn is_asked(name: &str) -> bool {
    ASKED.iter().any(|asked| asked.name == name)
}

/// The bits of a function's result that a test decides; `None` for other functions, among them those of
/// the program that only share a name with one of the library.
pub fn asked_bits(program: &Program, function: FunctionId) -> Option<u32> {
    let name = program.functions[function].name.as_str();
    let asked = ASKED.iter().find(|asked| asked.name == name)?;
    let ty = program.function_type(function);
    let width = match program.types.scalar(ty.result) {
        Some(Scalar::Int { bits, .. }) => bits,
        None if ty.result == TypeTable::VOID => 0,
        _ => return None,
    };
    // What is a `long` or a pointer has 64 bits here.
    let most = program.types.data_model().pointer_bits();
    let is_it = width == asked.width.min(most) && ty.params.len() == asked.parameters;
    is_it.then_some(asked.bits.min(most))
}

//! Summaries as text that others can read: those who call the function on other objects, other workers, and later runs
//! of Clew. It holds a summary with those of the functions it calls; terms are SMT-LIB, objects have the
//! names of [`crate::names`].
//!
//! ```text
//! symbol NAME formal SUMMARY SPOT | left SUMMARY SLOT SPOT | address OBJECT DISTANCE
//! > SMT-LIB declarations and definitions
//! summary FUNCTION ARGUMENTS...
//! slot SUMMARY FUNCTION BLOCK STATEMENT COUNT
//! leaf | end                           a path that returns, or on which runs end
//! when TERM / constant OBJECT OFFSET BYTE / pointer OBJECT OFFSET TARGET DISTANCE KIND
//! value SPOT TERM / none SPOT
//! call SLOT CONDITIONS returns | ends
//! found SPOT TERM / name SPOT TERM BEFORE / told SPOT
//! ```
//!
//! **Invariant:** reading believes nothing: whatever the text is, what comes of it is a summary whose terms have the
//! sorts they need and speak of what it finds alone, or nothing.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use clew_ir::{FunctionId, Program};
use clew_symbolic::Spot;
use clew_vm::code::{ParameterShape, ResultShape, Signature};

/// The most bytes that a place in memory has.
const MOST_BYTES: u64 = 64;

/// The name of a symbol in a text, which is never one of the program's.
fn symbol_name(at: usize, width: u32) -> String {
    format!("clew#{at}.{width}")
}

/// The width of what is in a place of a function.
fn width_at(program: &Program, function: FunctionId, spot: Spot) -> Option<u32> {
    let signature = Signature::of_function(program, function);
    match spot {
        Spot::Argument(at) => match signature.parameters.get(at as usize)? {
            ParameterShape::Scalar(scalar) => Some(8 * scalar.size() as u32),
            ParameterShape::Record(_) => None,
        },
        Spot::Result => match signature.result {
            ResultShape::Scalar(scalar) => Some(8 * scalar.size() as u32),
            ResultShape::Void | ResultShape::Record(_) => None,
        },
        Spot::Memory(bytes) => {
            (1..=MOST_BYTES).contains(&bytes.len).then_some(8 * bytes.len as u32)
        }
    }
}

//! What comes from outside the program.
//!
//! - `nowhere`: the world that the machine talks to, where nothing has an effect.
//! - `arguments`: of a program; `standard_input`; `stream`: what a `FILE *` leads to.
//! - `descriptors`: those of which a test can know what they do.

mod arguments;
mod descriptors;
mod nowhere;
mod standard_input;
mod stream;

use crate::shadow::Symbolic;
use clew_vm::code::NativeCall;
use clew_vm::shadow::{Veto, View};

pub(crate) use arguments::run_program;
pub(super) use arguments::{ARGUMENT_COUNT, argument_name};
pub(super) use nowhere::{Answer, Nowhere, Shown};
pub(super) use standard_input::{StandardInput, character_value, standard_input_name};
pub(super) use stream::Streams;
pub use stream::stream_byte;

impl Symbolic<'_> {
    /// A read from a descriptor: makes what comes next, from the standard input or from a stream that
    /// is an input. Whether it was one; other reads see an empty world.
    pub(crate) fn read_input(
        &mut self,
        call: &NativeCall,
        view: &View<'_, '_>,
    ) -> Result<bool, Veto> {
        self.expect_buffer(call, view)?;
        Ok(self.read_standard_input(call, view)? || self.read_stream(call, view)?)
    }
}

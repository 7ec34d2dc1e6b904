//! What comes from outside the program: its arguments, the standard input, streams, descriptors.

mod arguments;
mod descriptors;
mod nowhere;
mod standard_input;
mod stream;

pub(crate) use arguments::run_program;
pub(in crate::environment) use arguments::{ARGUMENT_COUNT, argument_name};
pub(in crate::environment) use nowhere::{Answer, Nowhere};
pub(in crate::environment) use standard_input::{
    StandardInput, character_value, standard_input_name,
};
pub(in crate::environment) use stream::Streams;
pub use stream::stream_byte;

use crate::shadow::Symbolic;
use clew_vm::code::NativeCall;
use clew_vm::shadow::{Veto, View};

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

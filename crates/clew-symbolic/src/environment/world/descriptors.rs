//! Descriptors that are inputs: only those of which a test can know what they do.
//!
//! A compiled test has the standard streams, but whether their position can be moved, or who
//! listens, depends on what it runs under; and its other descriptors may belong to whatever
//! started it. A negative one is never open.

use crate::ops;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::Kind;
use clew_vm::code::NativeCall;
use clew_vm::shadow::{Veto, View};

/// The standard streams with which a native function does the same wherever a test runs; `None`
/// for functions that take no descriptor.
fn sure_streams(name: &str) -> Option<&'static [u32]> {
    Some(match name {
        "__clew_read" | "__clew_close" => &[0],
        "__clew_write" => &[1, 2],
        "__clew_seek" | "__clew_is_terminal" => &[],
        _ => return None,
    })
}

impl Symbolic<'_> {
    /// A native function is called: a descriptor that is an input is one whose behaviour is known,
    /// or the run ends.
    pub(crate) fn settle_descriptor(
        &mut self,
        name: &str,
        call: &NativeCall,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        let (Some(sure), Some(&(scalar, a))) = (sure_streams(name), call.args.first()) else {
            return Ok(());
        };
        let Some(term) = self.term(view, a) else { return Ok(()) };
        self.path.give_up(Cause::StandardDescriptors, view.code.span(view.position));
        let value = view.registers[a] as u32;
        let holds = (value as i32) < 0 || sure.contains(&value);
        let pool = &mut self.pool;
        let descriptor = ops::narrow(pool, scalar, term);
        let zero = pool.bv(32, 0);
        let mut is_sure = pool.slt(descriptor, zero);
        for &stream in sure {
            let stream = pool.bv(32, stream.into());
            let is_stream = pool.eq(descriptor, stream);
            is_sure = pool.or(is_sure, is_stream);
        }
        let site = self.path.site(view.code, view.position, view.frames, Kind::Assume);
        self.path.assume(&mut self.pool, site, is_sure, holds)
    }
    /// What is read goes into an object, or the run ends: whether a read of nothing into no object
    /// fails depends on what the descriptor stands for.
    pub(super) fn expect_buffer(
        &mut self,
        call: &NativeCall,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        let [(_, descriptor), (_, to), (_, limit)] = call.args[..] else { return Ok(()) };
        let (to, is_open) = (view.registers[to], view.registers[descriptor] as i32 >= 0);
        let has_room = view.memory.number(to).is_some_and(|number| {
            let story = view.memory.story(number);
            story.freed.is_none() && to.wrapping_sub(view.memory.address(number)) < story.size
        });
        if !is_open || has_room || view.registers[limit] == 0 {
            return Ok(());
        }
        Err(self.path.stop(Cause::ReadNowhere, view.code.span(view.position)))
    }
}

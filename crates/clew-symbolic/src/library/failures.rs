//! Calls of library functions that fail.
//!
//! Only calls that the program makes itself can: those that the library makes are its own affair, in
//! compiled tests too.

use crate::bounds::Failures;
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::Refusal;
use clew_ir::{FunctionId, Span};
use clew_vm::code::NativeCall;
use clew_vm::libc;
use clew_vm::shadow::{Veto, View};

/// Tests can say of so many calls of a function whether they fail.
const MOST_CALLS: u32 = 64;

impl Symbolic<'_> {
    /// Decides whether the library function fails that a native function asks for.
    pub(super) fn decide_failure(
        &mut self,
        name: &str,
        call: &NativeCall,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        let fails = match self.fallible(name, call, view) {
            Some((function, span)) => self.fails(function, span, view)?,
            None => false,
        };
        self.environment.set_answer(fails);
        Ok(())
    }

    /// The library function that the program calls here, and where, if it can fail: the native function
    /// itself, or the model that asks.
    fn fallible(
        &self,
        name: &str,
        call: &NativeCall,
        view: &View<'_, '_>,
    ) -> Option<(FunctionId, Span)> {
        let here = view.code.compiled_at(view.position)?.function;
        let (function, position) = match name == libc::REFUSES {
            true => (here, view.frames.last()?.position.checked_sub(1)?),
            false => (call.function, view.position),
        };
        let caller = view.code.compiled_at(position)?.function;
        let functions = &self.program.functions;
        let can_fail = functions[function].is_system && libc::can_fail(&functions[function].name);
        let is_its_own = can_fail && !functions[caller].is_system;
        is_its_own.then(|| (function, view.code.span(position)))
    }

    fn fails(
        &mut self,
        function: FunctionId,
        span: Span,
        view: &View<'_, '_>,
    ) -> Result<bool, Veto> {
        let program = self.program;
        let name = &program.functions[function].name;
        let call = self.library.count_call(function);
        if self.bounds.failures != Failures::Tried || call > MOST_CALLS {
            self.path.give_up(Cause::NeverFails(name.clone()), span);
            return Ok(false);
        }
        let place = self.path.place(view.code, view.position, view.frames);
        let name = self.environment.failure_name(name, place);
        let (bits, term) = self.environment.failure(&mut self.pool, &name);
        self.pin_term(term, bits, view, None)?;
        if bits != 0 {
            self.library.refused.push(Refusal { function, call });
        }
        Ok(bits != 0)
    }
}

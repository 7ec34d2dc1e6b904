//! Library functions whose results tests decide: chance, the time, who runs the program, and files.
//!
//! They are stubs, but programs call them often, what they give has bounds, and `time` says the same
//! in two ways.

use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::{StubCall as StubRecord, Value};
use clew_ir::Id as _;
use clew_vm::shadow::{StubView, Veto};

/// How many calls of such functions there may be for each of another stub.
const CALLS: usize = 16;

impl Symbolic<'_> {
    /// Whether such a function is called, and how many bits of its result are decided.
    pub(super) fn asked_bits(&self, view: &StubView<'_>) -> Option<u32> {
        self.environment.calls.decided_bits[view.call.function.index()]
    }

    /// What a test decides. A program may ask very often; what it gets then is zero, as it is in the
    /// test behind what the test says.
    pub(super) fn decided_result(
        &mut self,
        name: &str,
        view: &mut StubView<'_>,
    ) -> Result<u128, Veto> {
        let most = self.bounds.stub_calls.saturating_mul(CALLS);
        if self.environment.calls.decided < most {
            self.environment.calls.decided += 1;
            return match name {
                "time" => self.decided_time(view),
                _ => self.stub_result(name, view),
            };
        }
        let cause = Cause::DecidedCalls { function: name.to_owned(), most };
        self.path.give_up(cause, view.code.span(view.position));
        if let Some(&register) = view.registers.last() {
            self.set_at(register, None);
        }
        Ok(0)
    }

    /// The time: what is returned is stored, too, where there is a place for it.
    fn decided_time(&mut self, view: &mut StubView<'_>) -> Result<u128, Veto> {
        // Other times are possible, but would be told as faults of code that takes dates for granted.
        self.path.give_up(Cause::TimeRange, view.code.span(view.position));
        let place = self.path.place(view.code, view.position, view.frames);
        let name = self.environment.call_name("time", place);
        let arguments = self.passed(view);
        let bits = self.fresh_result(&name, None, view);
        let mut written = Vec::new();
        if let (Some(&address), Some(&register)) = (view.args.first(), view.registers.last())
            && address != 0
        {
            let address = address as u64;
            let bytes = (bits as u64).to_le_bytes();
            let bytes = &bytes[..self.pointer_size() as usize];
            if view.memory.write(address, 0, bytes).is_err() {
                return Err(self.path.stop(Cause::TimeNowhere, view.code.span(view.position)));
            }
            let term = self.term_at(register);
            if let Some(number) = view.memory.number(address) {
                let start = address.wrapping_sub(view.memory.address(number));
                self.cells.store(view.memory, number, start, bytes.len() as u64, term);
            }
            written.push((0, Value::Scalar(bits)));
        }
        let (function, result) = (view.call.function, Some(Value::Scalar(bits)));
        let made = StubRecord { function, arguments, result, written, changes: Vec::new() };
        self.environment.calls.note(name, made);
        Ok(bits)
    }
}

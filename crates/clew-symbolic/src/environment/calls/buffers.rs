//! Buffers that functions without a body fill: `int receive(void *into, size_t count)`.

use crate::environment::Extent;
use crate::environment::guesses::says_length;
use crate::environment::objects::{Spot, has_pointer};
use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::Value;
use clew_ir::{FunctionId, Program, Scalar, Span, TypeTable};
use clew_vm::code::ParameterShape;
use clew_vm::shadow::{StubView, Veto};

impl Symbolic<'_> {
    /// Fresh bytes where a `void *` parameter leads, as many as the length behind it says and as fit;
    /// `None` where no length is told, or where the bytes would be those of pointers.
    pub(super) fn stub_buffer(
        &mut self,
        name: &str,
        at: usize,
        view: &mut StubView<'_>,
    ) -> Result<Option<Vec<Value>>, Veto> {
        let is_integer = matches!(
            view.call.args.get(at + 1),
            Some((ParameterShape::Scalar(Scalar::Int { bits, .. }), _)) if *bits <= 64
        );
        if !is_integer || !is_length(self.program, view.call.function, at + 1) {
            return Ok(None);
        }
        self.pin_argument(at, view)?;
        let address = view.args[at] as u64;
        let Some(number) = view.memory.number(address) else { return Ok(Some(Vec::new())) };
        let offset = address.wrapping_sub(view.memory.address(number));
        let story = *view.memory.story(number);
        let room = story.size.saturating_sub(offset);
        if story.freed.is_some() || view.memory.object(number).is_read_only() {
            return Ok(Some(Vec::new()));
        }
        if self.may_hold_pointers(number, view) {
            return Ok(None);
        }
        self.pin_argument(at + 1, view)?;
        let asked = view.args[at + 1] as u64;
        let most = self.bounds.elements.max(self.bounds.string + 1);
        if asked.min(room) > most {
            self.path.give_up(Cause::StubBuffer(most), Span::NONE);
        }
        self.fill_in(number, view.memory);
        let mut bytes = Vec::new();
        for k in 0..asked.min(room).min(most) {
            let (spot, ty) = (Spot::new(number, offset + k), TypeTable::UNSIGNED_CHAR);
            self.fill(spot, ty, &format!("{name}[{k}]"), view.memory);
            bytes.push(self.read_value(view.memory, ty, number, offset + k));
        }
        // What lies behind the length that another input tells is no part of the test's object.
        if let Some(Extent::Sized(_, held)) = self.environment.extent(number) {
            bytes.truncate(held.max(1).saturating_sub(offset) as usize);
        }
        Ok(Some(bytes))
    }

    /// Whether there are pointers in an object, as far as its type tells.
    fn may_hold_pointers(&self, number: u32, view: &StubView<'_>) -> bool {
        let types = &self.program.types;
        let ty = match self.environment.pointee_index(number) {
            Some(at) => Some(self.environment.objects.pointees[at].element),
            None => self.type_of_object(view.memory, number),
        };
        ty.is_none_or(|ty| has_pointer(types, ty))
    }
}

/// Whether an integer parameter is the length of the one before: by its name, if a declaration has
/// one, else because it is wider than a character.
fn is_length(program: &Program, function: FunctionId, at: usize) -> bool {
    let function = &program.functions[function];
    let Some(declared) = function.facts.params.get(at) else { return false };
    if !declared.name.is_empty() {
        return says_length(&declared.name) || declared.name.to_lowercase().contains("byte");
    }
    let params = program.types.function(function.ty).map_or(&[][..], |it| &it.params);
    let scalar = params.get(at).and_then(|ty| program.types.scalar(*ty));
    matches!(scalar, Some(Scalar::Int { bits: 16.., .. }))
}

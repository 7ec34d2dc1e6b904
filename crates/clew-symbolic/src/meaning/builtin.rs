//! Builtins with an effect. Most of them are about objects and frames that no term speaks of.

use super::Meaning;
use super::effect::{Arbitrary, Base, Havoc, Location, Next, Stored, Target};
use super::store::scalar_width;
use clew_ir::{Builtin, Expr, Place};
use clew_logic::TermId;

/// The bytes of a `va_list`.
const VA_LIST: u64 = 24;

impl Meaning<'_> {
    pub(super) fn builtin(&mut self, dest: Option<&Place>, builtin: Builtin, args: &[Expr]) {
        let values: Vec<TermId> = args.iter().map(|arg| self.value(arg)).collect();
        match builtin {
            Builtin::Alloca => self.anything(dest, Arbitrary::Allocation),
            Builtin::StackSave => self.anything(dest, Arbitrary::StackMark),
            Builtin::StackRestore | Builtin::VaEnd => {}
            Builtin::VaStart => self.forget_list(&values),
            Builtin::VaArg { .. } => {
                self.forget_list(&values);
                self.anything(dest, Arbitrary::VariadicArgument);
            }
            Builtin::VaCopy => {
                if let &[to, from, ..] = &values[..] {
                    let location =
                        Location { base: Base::Pointer, address: to, size: VA_LIST, bits: None };
                    self.write(Target::Memory(location), Stored::Copy(from));
                }
            }
            // Control may come here again, from anywhere and with any state.
            Builtin::SetJmp => {
                self.found.havocs.push(Havoc::Everything);
                self.anything(dest, Arbitrary::SetJmp);
            }
            // Other threads may have written what they know of.
            Builtin::Synchronize => self.found.havocs.push(Havoc::Escaped),
            Builtin::LongJmp => self.found.next = Next::Jump,
            Builtin::Trap => self.found.next = Next::Never,
        }
    }

    /// The list that a builtin steps through.
    fn forget_list(&mut self, values: &[TermId]) {
        if let Some(&address) = values.first() {
            self.found.havocs.push(Havoc::Range { address, len: VA_LIST });
        }
    }

    /// Puts something into the place.
    fn anything(&mut self, dest: Option<&Place>, why: Arbitrary) {
        let Some(place) = dest else { return };
        match self.scalar(place.ty) {
            Some(scalar) => {
                let value = self.arbitrary(scalar_width(scalar), why);
                let target = self.target(place);
                self.write_scalar(target, scalar, value);
            }
            None => {
                self.found.arbitrary.push(why);
                let Location { address, size: len, .. } = self.location(place);
                self.found.havocs.push(Havoc::Range { address, len });
            }
        }
    }
}

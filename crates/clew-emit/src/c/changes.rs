//! What functions without a body write beside what they are passed: variables of the program, and
//! objects of the test.

use super::body::Body;
use super::stubs::calls_of;
use super::types::declaration;
use crate::suite::Suite;
use clew_ir::{FunctionId, Type};
use clew_symbolic::{Change, StubCall, Target, Value, is_error_number};

/// What suites need whose stubs make changes.
pub(super) const CHANGES: &str = "
/* What a call of a function writes to an object that it is not passed. */
struct clew_change {
    clew_size call;
    void *to;
    const void *bytes;
    clew_size size;
};
";

/// What a stub has that makes changes.
pub(super) const FIELDS: &str = "    struct clew_change *changes;\n    clew_size change_count;\n";

/// Whether a function makes changes in some test.
pub(super) fn are_made_by(suite: &Suite<'_>, function: FunctionId) -> bool {
    let mut calls = suite.tests.iter().flat_map(|test| &test.case.stubs);
    calls.any(|call| call.function == function && !call.changes.is_empty())
}

/// The statement by which a stub makes the changes of its call.
pub(super) fn loop_over(calls: &str) -> String {
    format!(
        "        for (clew_size at = 0; at < {calls}.change_count; at++) {{\n            \
         struct clew_change *change = &{calls}.changes[at];\n            \
         if (change->call == {calls}.next)\n                \
         COPY(change->to, change->bytes, change->size);\n        }}\n"
    )
}

impl Body<'_> {
    /// Says what the calls of a function change in this test.
    pub(super) fn script_changes(&mut self, id: FunctionId, calls: &[&StubCall]) {
        let function = self.program.functions[id].name.clone();
        let mut entries = Vec::new();
        for (at, call) in calls.iter().enumerate() {
            for change in &call.changes {
                let wanted = format!("{function}_{}_change", at + 1);
                entries.extend(self.change(at, change, &wanted));
            }
        }
        if entries.is_empty() {
            return;
        }
        let name = self.scope.name(&format!("{function}_changes"), "changes");
        let (count, list) = (entries.len(), super::init::braced(&entries));
        self.line(format!("struct clew_change {name}[] = {list};"));
        self.line(format!("{}.changes = {name};", calls_of(&function)));
        self.line(format!("{}.change_count = {count};", calls_of(&function)));
    }

    /// Declares what is written, and says where to; `None` where the test has no such object.
    fn change(&mut self, call: usize, change: &Change, wanted: &str) -> Option<String> {
        let to = match change.to {
            Target::Global(id, _) if is_error_number(self.program, id) => {
                "__errno_location()".to_owned()
            }
            to => self.address(to, None)?,
        };
        let element = match change.to {
            Target::Object(number, _) => self.objects.get(number)?.element,
            _ => change.element,
        };
        let name = self.scope.name(wanted, "change");
        let is_array = matches!(self.program.types.get(element), Type::Array { .. });
        let (declarator, text) = match &change.value {
            Value::Array(elements) if !is_array => {
                let text = self.elements(elements, element, &name);
                (format!("{name}[{}]", elements.len().max(1)), text)
            }
            value => (name.clone(), self.initialiser(value, element, &name)),
        };
        let declared = match change.to {
            // The model keeps no qualifiers of what pointers in it lead to.
            Target::Global(id, _) if !is_error_number(self.program, id) => {
                format!("__typeof__({}) {name}", self.program.globals[id].name)
            }
            _ => declaration(self.program, element, &declarator),
        };
        self.line(format!("{declared} = {text};"));
        self.finish_initialisers();
        Some(format!("{{{call}, {to}, (const void *)&{name}, sizeof {name}}}"))
    }
}

//! What functions without a body are passed: noted call by call, and checked after the run.

use super::body::Body;
use super::stubs::calls_of;
use super::types::{can_be_named, declaration};
use super::{is_nameable, literal};
use crate::suite::{Group, Suite, SuiteTest};
use clew_ir::{FunctionId, Program, Type, TypeId};
use clew_symbolic::{Passed, StubCall, Target, Value};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// So many characters of a string are noted, its end among them.
const TEXT: usize = 64;

/// What the stubs of a suite note of their calls, by function.
pub(crate) type Logs = BTreeMap<FunctionId, Log>;

/// What the stub of a function notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Log {
    /// The calls that are noted: the most that a test makes.
    calls: usize,
    /// The parameters that are noted, and what of them.
    parameters: BTreeMap<usize, Noted>,
    /// Whether the order of calls is noted: there are other functions without a body.
    has_order: bool,
}

/// What is noted of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Noted {
    /// The argument.
    Argument,
    /// And the string that it leads to at the call.
    Text,
    /// And the object that it leads to at the call.
    Object(TypeId),
}

/// What the stubs of a suite note.
pub(crate) fn logs(suite: &Suite<'_>) -> Logs {
    let mut logs = Logs::new();
    for test in suite.tests.iter().filter(|test| is_checked(test)) {
        for call in &test.case.stubs {
            let same = test.case.stubs.iter().filter(|it| it.function == call.function);
            let log = logs.entry(call.function).or_insert_with(|| Log {
                calls: 0,
                parameters: parameters(suite, call.function),
                has_order: false,
            });
            log.calls = log.calls.max(same.count());
        }
    }
    let has_order = logs.len() > 1;
    logs.values_mut().for_each(|log| log.has_order = has_order);
    logs
}

/// Whether a test comes to its checks.
fn is_checked(test: &SuiteTest) -> bool {
    test.group == Group::Regular && test.returns()
}

/// The parameters of a function that are worth noting.
fn parameters(suite: &Suite<'_>, function: FunctionId) -> BTreeMap<usize, Noted> {
    let program = suite.program;
    let params = program.function_type(function).params.iter().enumerate();
    let calls = || {
        let calls = suite.tests.iter().flat_map(|test| &test.case.stubs);
        calls.filter(move |call| call.function == function)
    };
    let noted = params.filter_map(|(at, &ty)| {
        program.types.scalar(ty).filter(|_| can_be_named(program, ty))?;
        let passed: Vec<&Passed> = calls().filter_map(|call| call.arguments.get(at)).collect();
        let is_known = passed.iter().any(|it| it.value != Value::Unknown);
        is_known.then(|| (at, noted(program, ty, &passed)))
    });
    noted.collect()
}

/// What is noted of a parameter that these are the arguments of. What a pointer leads to is looked
/// at only where it is there in every call of every test.
fn noted(program: &Program, ty: TypeId, passed: &[&Passed]) -> Noted {
    let Some(pointee) = program.types.pointee(ty) else { return Noted::Argument };
    let is_null = |it: &Passed| it.value == Value::Pointer(Target::Null);
    let is_there = |it: &Passed| it.pointee.as_ref().is_some_and(|it| *it != Value::Unknown);
    let is_nameless = |it: &Passed| it.value == Value::Pointer(Target::Unknown) && is_there(it);
    let is_simple = !matches!(program.types.get(pointee), Type::Array { .. } | Type::Function(_));
    let is_safe = passed.iter().all(|it| is_null(it) || is_there(it));
    match is_safe && passed.iter().any(|it| is_nameless(it)) {
        true if program.types.is_character(pointee) => Noted::Text,
        true if is_simple && can_be_named(program, pointee) => Noted::Object(pointee),
        _ => Noted::Argument,
    }
}

/// What a suite needs that notes the order of calls.
pub(super) const ORDER: &str = "
/* How many calls of functions without a body there were. */
static int clew_order;
";

/// What a suite needs that notes strings.
pub(super) const COPY_TEXT: &str = "
/* Copies a string, as far as there is room. */
static void clew_copy_text(char *to, const void *from, clew_size room) {
    const char *text = from;
    clew_size at;
    for (at = 0; text != NULL && at + 1 < room && text[at] != 0; at++)
        to[at] = text[at];
    to[at] = 0;
}
";

impl Log {
    /// Whether strings are noted.
    pub(super) fn has_text(&self) -> bool {
        self.parameters.values().any(|it| *it == Noted::Text)
    }

    /// Whether the order of calls is noted.
    pub(super) fn has_order(&self) -> bool {
        self.has_order
    }

    /// The parameters that are noted.
    pub(super) fn noted(&self) -> impl Iterator<Item = usize> {
        self.parameters.keys().copied()
    }

    fn has_fields(&self) -> bool {
        self.has_order || !self.parameters.is_empty()
    }

    /// The fields of a stub that notes its calls.
    pub(super) fn fields(&self, program: &Program, function: FunctionId) -> String {
        let params = &program.function_type(function).params;
        let mut text = String::new();
        if self.has_fields() {
            text.push_str("    struct {\n");
            if self.has_order {
                text.push_str("        int order;\n");
            }
            for (at, noted) in &self.parameters {
                let argument = declaration(program, params[*at], &format!("p{at}"));
                writeln!(text, "        {argument};").expect("a string");
                match noted {
                    Noted::Argument => {}
                    Noted::Text => {
                        writeln!(text, "        char text_{at}[{TEXT}];").expect("a string");
                    }
                    Noted::Object(ty) => {
                        let object = declaration(program, *ty, &format!("object_{at}"));
                        writeln!(text, "        {object};").expect("a string");
                    }
                }
            }
            writeln!(text, "    }} passed[{}];", self.calls).expect("a string");
        }
        text.push_str("    clew_size made;\n");
        text
    }

    /// The statements of a stub that note a call.
    pub(super) fn statements(&self, calls: &str) -> String {
        let mut text = String::new();
        if self.has_fields() {
            let count = self.calls;
            writeln!(text, "    if ({calls}.made < {count}) {{").expect("a string");
            let passed = format!("{calls}.passed[{calls}.made]");
            if self.has_order {
                writeln!(text, "        {passed}.order = ++clew_order;").expect("a string");
            }
            for (at, noted) in &self.parameters {
                writeln!(text, "        {passed}.p{at} = p{at};").expect("a string");
                match noted {
                    Noted::Argument => {}
                    Noted::Text => {
                        writeln!(text, "        clew_copy_text({passed}.text_{at}, p{at}, {TEXT});")
                            .expect("a string")
                    }
                    Noted::Object(_) => writeln!(
                        text,
                        "        if (p{at} != NULL)\n            {passed}.object_{at} = *p{at};"
                    )
                    .expect("a string"),
                }
            }
            text.push_str("    }\n");
        }
        writeln!(text, "    {calls}.made++;").expect("a string");
        text
    }
}

impl Body<'_> {
    /// Checks which functions without a body were called, with what, and in which order.
    pub(super) fn check_calls(&mut self, logs: &Logs) {
        let mut called: Vec<FunctionId> = self.case.stubs.iter().map(|it| it.function).collect();
        called.dedup();
        let has_order = called.len() > 1;
        for (&function, log) in logs {
            let name = calls_of(&self.program.functions[function].name);
            let calls: Vec<(usize, &StubCall)> = {
                let all = self.case.stubs.iter().enumerate();
                all.filter(|(_, call)| call.function == function).collect()
            };
            let made = format!("{name}.made");
            self.write_check(&made, format!("CHECK_UINT({}, {made});", calls.len()));
            for (number, (at, call)) in calls.iter().enumerate() {
                let passed = format!("{name}.passed[{number}]");
                if log.has_order && has_order {
                    let order = format!("{passed}.order");
                    self.write_check(&order, format!("CHECK_INT({}, {order});", at + 1));
                }
                for (parameter, noted) in &log.parameters {
                    if let Some(argument) = call.arguments.get(*parameter) {
                        self.check_passed(function, (*parameter, *noted), argument, &passed);
                    }
                }
            }
        }
    }

    fn check_passed(
        &mut self,
        function: FunctionId,
        (parameter, noted): (usize, Noted),
        argument: &Passed,
        passed: &str,
    ) {
        let path = format!("{passed}.p{parameter}");
        let ty = self.program.function_type(function).params[parameter];
        match (&argument.value, noted, &argument.pointee) {
            (Value::Pointer(Target::Unknown), Noted::Text, Some(Value::Bytes(text))) => {
                let (size, text) = (text.len() + 1, literal::string(text));
                let path = format!("{passed}.text_{parameter}");
                self.write_check(&path, format!("CHECK_BYTES({text}, {path}, {size});"));
            }
            (Value::Pointer(Target::Unknown), Noted::Object(ty), Some(object)) => {
                self.check(None, object, ty, &format!("{passed}.object_{parameter}"));
            }
            // Where a library keeps a literal or a variable of its own is not the test's to say.
            (Value::Pointer(Target::Global(id, _)), _, _)
                if self.program.globals[*id].is_system
                    || !(is_nameable(&self.program.globals[*id])
                        || self.literal_text(*id, 0).is_some()) => {}
            (value, _, _) => self.check(None, value, ty, &path),
        }
    }
}

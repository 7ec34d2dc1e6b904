//! Functions and objects that no file defines.
//!
//! A stub is defined under a name of its own with the assembler name of the function: the model
//! keeps no qualifiers, and a second declaration of the function itself would have to repeat them.

use super::body::Body;
use super::harness::{self, Harness};
use super::passed::{self, Log, Logs};
use super::scope::all_values;
use super::types::{declaration, type_text};
use super::{changes, is_nameable, literal, own, refusals, registers, streams, surroundings, weak};
use crate::sources::{References, references};
use crate::suite::Suite;
use clew_ir::{FunctionId, GlobalId, Linkage, NoBody, Program, Type, TypeId, TypeTable, UnitId};
use clew_symbolic::{StubCall, Target, Value};
use clew_vm::libc;
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The definitions that a suite adds to the files under test.
pub(crate) struct Stubs {
    /// The C text; empty when nothing is missing.
    pub(crate) text: String,
    /// Statements that bring the stubs back to their first state.
    pub(crate) reset: Vec<String>,
}

/// Defines what the included units use and nothing defines, and declares the objects that other
/// files define under the names given, where tests speak of them.
pub(crate) fn stubs(
    suite: &Suite<'_>,
    logs: &Logs,
    apart: &[(GlobalId, String)],
    included: &dyn Fn(UnitId) -> bool,
) -> Stubs {
    let program = suite.program;
    let used = references(program, included);
    let scripted: FxHashSet<FunctionId> =
        suite.tests.iter().flat_map(|test| &test.case.stubs).map(|call| call.function).collect();
    let optional = weak::replaced(suite);
    let is_missing = |id: &FunctionId| {
        let function = &program.functions[*id];
        function.body == Err(NoBody::Declared)
            && (scripted.contains(id)
                || optional.contains(id)
                || !(is_provided(program, *id) || may_be_absent(program, *id)))
    };
    let pointed_to = callbacks(suite);
    let mut functions: Vec<FunctionId> = used
        .functions
        .iter()
        .chain(&scripted)
        .chain(&pointed_to)
        .chain(&optional)
        .copied()
        .filter(is_missing)
        .collect();
    functions.sort();
    functions.dedup();
    let behind = if suite.tests.iter().any(|test| test.case.runs_out) { LEAVE } else { "" };
    let mut writer = Writer { suite, logs, behind, text: String::new(), reset: Vec::new() };
    let calls = |name: &str| {
        let mut functions = used.functions.iter().map(|id| &program.functions[*id]);
        functions.any(|function| function.is_system && function.name == name)
    };
    writer.text.push_str(&surroundings::definitions(calls));
    writer.text.push_str(&libraries(program, &used, &scripted));
    for global in &used.globals {
        writer.object(*global);
    }
    for (global, name) in apart {
        writer.object_apart(*global, name);
    }
    if !functions.is_empty() {
        writer.text.push_str(BLOCKS);
    }
    if logs.values().any(Log::has_text) {
        writer.text.push_str(passed::COPY_TEXT);
    }
    if logs.values().any(Log::has_order) {
        writer.text.push_str(passed::ORDER);
        writer.reset.push("clew_order = 0;".to_owned());
    }
    if functions.iter().any(|id| changes::are_made_by(suite, *id)) {
        writer.text.push_str(changes::CHANGES);
    }
    if !writer.behind.is_empty() {
        writer.text.push_str(RUNS_OUT);
        writer.reset.push("clew_runs_out = 0;".to_owned());
    }
    let asked: FxHashSet<&str> = suite
        .tests
        .iter()
        .flat_map(|test| &test.case.external)
        .map(|input| input.function.as_str())
        .collect();
    let roles: Vec<(FunctionId, Option<Harness>)> = functions
        .into_iter()
        .map(|id| (id, harness::role(program, id, &asked).filter(|_| !scripted.contains(&id))))
        .collect();
    if roles.iter().any(|(_, role)| role.is_some_and(Harness::takes_input)) {
        writer.text.push_str(&harness::tape(writer.behind));
        writer.reset.push("clew_inputs = NULL;".to_owned());
        writer.reset.push("clew_input_count = clew_next_input = 0;".to_owned());
    }
    for (id, role) in roles {
        match role {
            Some(role) => writer.text.push_str(&harness::definition_of(program, id, role)),
            None => writer.function(id),
        }
    }
    if suite.tests.iter().any(|test| test.case.standard_input.is_some()) {
        writer.text.push_str(STANDARD_INPUT);
    }
    writer.text.push_str(&weak::definitions(suite));
    writer.reset.extend(weak::reset(suite));
    if super::keeps_printed(suite) {
        writer.text.push_str(super::printed::KEEPING);
    }
    writer.text.push_str(&streams::definitions(suite));
    if suite.tests.iter().any(|test| test.case.stack_word.is_some()) {
        writer.text.push_str(FILL_STACK);
    }
    writer.text.push_str(&refusals::definitions(suite));
    writer.reset.extend(refusals::reset(suite));
    Stubs { text: writer.text, reset: writer.reset }
}

/// Says of what only headers of the system declare that it need not be there: it may belong to a
/// library that the tests are not linked with, and no test uses it.
fn libraries(program: &Program, used: &References, scripted: &FxHashSet<FunctionId>) -> String {
    let is_known = |name: &str| {
        name.starts_with("__") || libc::model_for(name).is_some() || libc::native(name).is_some()
    };
    let others = used.functions.iter().filter(|id| !scripted.contains(id));
    let functions = others.map(|id| &program.functions[*id]);
    let functions = functions.filter(|it| it.is_system && it.body == Err(NoBody::Declared));
    let globals = used.globals.iter().map(|id| &program.globals[*id]);
    let globals = globals.filter(|it| it.is_system && it.init.is_none());
    let names = functions.map(|it| &it.name).chain(globals.map(|it| &it.name));
    let mut names: Vec<&String> = names.filter(|name| !is_known(name)).collect();
    names.sort();
    names.dedup();
    if names.is_empty() {
        return String::new();
    }
    let lines = names.iter().map(|name| format!("#pragma weak {name}\n"));
    format!("\n/* A library may have these; no test needs them. */\n{}", lines.collect::<String>())
}

/// The callbacks that the tests pass on, called or not.
fn callbacks(suite: &Suite<'_>) -> Vec<FunctionId> {
    let mut found = Vec::new();
    for value in suite.tests.iter().flat_map(|test| all_values(&test.case)) {
        value.for_each_target(&mut |target| match target {
            Target::Function(id) if suite.program.functions[id].is_callback() => found.push(id),
            _ => {}
        });
    }
    found
}

/// Whether a program links without a function: it may ask whether it is there.
fn may_be_absent(program: &Program, id: FunctionId) -> bool {
    program.functions[id].linkage == Linkage::Weak
}

/// Whether the C library or the compiler defines a function.
fn is_provided(program: &Program, id: FunctionId) -> bool {
    let function = &program.functions[id];
    let name = function.name.as_str();
    let is_known = libc::model_for(name).is_some() || libc::native(name).is_some();
    function.is_system || name.starts_with("__builtin_") || is_known
}

/// The variable that says what the calls of a stub give. Other names of the tests begin otherwise:
/// the program may have a function `print`, and the tests have a `clew_print`.
pub(super) fn calls_of(function: &str) -> String {
    format!("clew_calls_{}", function.strip_prefix("clew_").unwrap_or(function))
}

/// What every stub needs: values as blocks of bytes.
const BLOCKS: &str = "
/* Some bytes. */
struct clew_block {
    const void *bytes;
    clew_size size;
};
";

/// What suites need that leave programs which ask for ever.
const RUNS_OUT: &str = "
/* Whether the test leaves the program when it asks for more than the test gives. */
static int clew_runs_out;
";

/// What fills the stack for programs that read locals which they never set.
const FILL_STACK: &str = "
/* Locals that are never set hold what was on the stack before. */
__attribute__((noinline)) static void clew_fill_stack(unsigned word) {
    volatile unsigned words[1 << 14];
    for (unsigned at = 0; at < 1 << 14; at++)
        words[at] = word;
    (void)words[0];
}
";

/// What a function does that is asked for more than the test gives, where it is not to go on.
const LEAVE: &str = " else if (clew_runs_out) {\n        clew_exit(0);\n    }";

struct Writer<'a> {
    suite: &'a Suite<'a>,
    /// What stubs note of their calls.
    logs: &'a Logs,
    /// What a function does that is asked for more than the test gives.
    behind: &'static str,
    text: String,
    reset: Vec<String>,
}

impl Writer<'_> {
    /// Defines an object that is only declared.
    fn object(&mut self, id: GlobalId) {
        let program = self.suite.program;
        let global = &program.globals[id];
        let is_known = global.is_system || libc::model_for(&global.name).is_some();
        if global.init.is_some() || is_known || !is_nameable(global) {
            return;
        }
        if let Some(address) = global.address {
            let text = registers::definition(program, global, address, &self.text);
            self.text.push_str(&text);
            return;
        }
        if global.is_const {
            return self.constant(id);
        }
        let name = &global.name;
        let definition = match program.types.element(global.ty) {
            Some(element) if program.types.size(global.ty).is_none() => {
                let length = self.longest(id);
                object_declaration(program, id, element, "[0]", &format!("{name}[{length}]"))
            }
            _ => object_declaration(program, id, global.ty, "", name),
        };
        writeln!(self.text, "\n/* No file defines it. */\n{definition};").expect("a string");
    }

    /// Defines what stands for a constant that is only declared: bytes under its name for the
    /// linker, which tests can write.
    fn constant(&mut self, id: GlobalId) {
        let types = &self.suite.program.types;
        let global = &self.suite.program.globals[id];
        let whole = types.size(global.ty);
        let element = types.element(global.ty).and_then(|element| types.size(element));
        let size = whole.unwrap_or_else(|| element.unwrap_or(1) * self.longest(id) as u64).max(1);
        let align = global.align.max(types.align(global.ty)).max(1);
        let (name, storage) = (&global.name, constant_storage(&global.name));
        writeln!(
            self.text,
            "\n/* No file defines {name}: tests say what it holds. */\nunsigned char {storage}[{size}] \
             CLEW_SYMBOL({name}) __attribute__((aligned({align})));"
        )
        .expect("a string");
    }

    /// How many elements an array that is only declared has in the tests.
    fn longest(&self, id: GlobalId) -> usize {
        let states = self.suite.tests.iter().flat_map(|test| &test.case.globals);
        let lengths = states.filter(|state| state.global == id).map(|state| {
            if let Value::Array(elements) = &state.after { elements.len() } else { 1 }
        });
        lengths.max().unwrap_or(1).max(1)
    }

    /// Declares an object that another file defines.
    fn object_apart(&mut self, id: GlobalId, name: &str) {
        let program = self.suite.program;
        let global = &program.globals[id];
        let declared = declaration(program, global.ty, &global.name);
        writeln!(self.text, "\nextern {declared} CLEW_SYMBOL({name});").expect("a string");
    }

    /// Defines a function that gives what the test says, call by call.
    fn function(&mut self, id: FunctionId) {
        let program = self.suite.program;
        let name = &program.functions[id].name;
        let calls = calls_of(name);
        let ty = program.function_type(id);
        let written = written_parameters(self.suite, id);
        let changes = changes::are_made_by(self.suite, id);
        let has_result = ty.result != TypeTable::VOID;
        let mut fields = String::new();
        if has_result {
            let results = declaration(program, ty.result, "*results");
            writeln!(fields, "    {results};").expect("a string");
        }
        for parameter in &written {
            writeln!(fields, "    struct clew_block *writes_{parameter};").expect("a string");
        }
        if changes {
            fields.push_str(changes::FIELDS);
        }
        let log = self.logs.get(&id);
        let noted = log.into_iter().flat_map(Log::noted);
        let used: Vec<usize> = written.iter().copied().chain(noted).collect();
        let mut body = unused_parameters(ty.params.len(), &used);
        if let Some(log) = log {
            fields.push_str(&log.fields(program, id));
        }
        if has_result {
            let result = declaration(program, ty.result, "result");
            write!(body, "    {result};\n    __builtin_memset(&result, 0, sizeof result);\n")
                .expect("a string");
        }
        if let Some(log) = log {
            body.push_str(&log.statements(&calls));
        }
        body.push_str(&format!("    if ({calls}.next < {calls}.count) {{\n"));
        for parameter in &written {
            body.push_str(&format!(
                "        if (p{parameter} != NULL && {calls}.writes_{parameter} != NULL) {{\n            \
                 struct clew_block *block = &{calls}.writes_{parameter}[{calls}.next];\n            \
                 if (block->bytes != NULL)\n                \
                 COPY((void *)p{parameter}, block->bytes, block->size);\n        }}\n"
            ));
        }
        if changes {
            body.push_str(&changes::loop_over(&calls));
        }
        if has_result {
            body.push_str(&format!("        result = {calls}.results[{calls}.next];\n"));
        }
        body.push_str(&format!("        {calls}.next++;\n    }}{}\n", self.behind));
        if has_result {
            body.push_str("    return result;\n");
        }
        writeln!(
            self.text,
            "\n/* {name} has no body: each call gives what the test says. */\nstatic struct {{\n\
             {fields}    clew_size count, next;\n}} {calls};\n"
        )
        .expect("a string");
        if program.functions[id].is_callback() {
            let declared = declaration(program, program.functions[id].ty, name);
            writeln!(self.text, "extern {declared};").expect("a string");
        }
        self.text.push_str(&definition(program, id, &body));
        self.reset.push(format!("__builtin_memset(&{calls}, 0, sizeof {calls});"));
    }
}

/// A function with a stub's name, declared and defined.
pub(super) fn definition(program: &Program, id: FunctionId, body: &str) -> String {
    let name = &program.functions[id].name;
    let ty = program.function_type(id);
    let params: Vec<String> = ty
        .params
        .iter()
        .enumerate()
        .map(|(at, param)| declaration(program, *param, &format!("p{at}")))
        .chain(ty.is_variadic.then(|| "...".to_owned()).filter(|_| !ty.params.is_empty()))
        .collect();
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    let head = declaration(program, ty.result, &format!("clew_stub_{name}({params})"));
    let label = match own::symbol(&program.functions[id]) {
        Some(symbol) => format!("__asm__(\"{symbol}\")"),
        None => format!("CLEW_SYMBOL({name})"),
    };
    format!("{head} {label};\n\n{head} {{\n{body}}}\n")
}

/// Uses the parameters that the body does not.
pub(super) fn unused_parameters(count: usize, used: &[usize]) -> String {
    (0..count).filter(|at| !used.contains(at)).map(|at| format!("    (void)p{at};\n")).collect()
}

/// The parameters through which some test's stub writes.
fn written_parameters(suite: &Suite<'_>, function: FunctionId) -> Vec<usize> {
    let calls = suite.tests.iter().flat_map(|test| &test.case.stubs);
    let calls = calls.filter(|call| call.function == function);
    let params = suite.program.function_type(function).params.len();
    let mut written: Vec<usize> =
        calls.flat_map(|call| &call.written).map(|(at, _)| *at).filter(|at| *at < params).collect();
    written.sort_unstable();
    written.dedup();
    written
}

impl Body<'_> {
    /// Says what the stubs give in this test.
    pub(super) fn script_stubs(&mut self) {
        let mut functions: Vec<FunctionId> =
            self.case.stubs.iter().map(|call| call.function).collect();
        functions.sort();
        functions.dedup();
        for id in functions {
            let function = &self.program.functions[id];
            if function.body != Err(NoBody::Declared) {
                continue;
            }
            let calls: Vec<&StubCall> =
                self.case.stubs.iter().filter(|call| call.function == id).collect();
            self.script_results(id, &calls);
            self.script_writes(id, &calls);
            self.script_changes(id, &calls);
            self.line(format!("{}.count = {};", calls_of(&function.name), calls.len()));
        }
    }

    fn script_results(&mut self, id: FunctionId, calls: &[&StubCall]) {
        let result = self.program.function_type(id).result;
        if result == TypeTable::VOID {
            return;
        }
        let function = &self.program.functions[id].name;
        let name = self.scope.name(&format!("{function}_results"), "results");
        let zero = Value::Scalar(0);
        let values: Vec<String> = calls
            .iter()
            .enumerate()
            .map(|(at, call)| {
                let value = call.result.as_ref().unwrap_or(&zero);
                let is_aggregate = self.program.types.scalar(result).is_none();
                match call.result {
                    None if is_aggregate => "{}".to_owned(),
                    _ => self.initialiser(value, result, &format!("{name}[{at}]")),
                }
            })
            .collect();
        let declared = declaration(self.program, result, &format!("{name}[{}]", calls.len()));
        self.line(format!("{declared} = {};", super::init::braced(&values)));
        self.finish_initialisers();
        self.line(format!("{}.results = {name};", calls_of(function)));
    }

    fn script_writes(&mut self, id: FunctionId, calls: &[&StubCall]) {
        let function = &self.program.functions[id].name;
        let params = &self.program.function_type(id).params;
        for (parameter, ty) in params.iter().enumerate() {
            let is_it = |(at, _): &&(usize, Value)| *at == parameter;
            if !calls.iter().any(|call| call.written.iter().any(|write| is_it(&write))) {
                continue;
            }
            let mut blocks = Vec::new();
            for (at, call) in calls.iter().enumerate() {
                let write = call.written.iter().find(is_it);
                blocks.push(match write {
                    Some((_, value)) => {
                        let wanted = format!("{function}_{}_{parameter}", at + 1);
                        self.written_block(value, *ty, &wanted)
                    }
                    None => "{NULL, 0}".to_owned(),
                });
            }
            let name = self.scope.name(&format!("{function}_writes_{parameter}"), "writes");
            let blocks = super::init::braced(&blocks);
            self.line(format!("struct clew_block {name}[] = {blocks};"));
            self.line(format!("{}.writes_{parameter} = {name};", calls_of(function)));
        }
    }

    /// Declares what a stub writes through a parameter, and gives its block.
    fn written_block(&mut self, value: &Value, pointer: TypeId, wanted: &str) -> String {
        let types = &self.program.types;
        let pointee = types.pointee(pointer).filter(|ty| {
            !matches!(types.get(*ty), Type::Void | Type::Function(_)) && types.size(*ty).is_some()
        });
        let pointee = pointee.unwrap_or(TypeTable::UNSIGNED_CHAR);
        let name = self.scope.name(wanted, "written");
        let is_array = matches!(types.get(pointee), Type::Array { .. });
        let (declared, text) = match value {
            Value::Array(elements) if !is_array => {
                let array = format!("{name}[{}]", elements.len().max(1));
                (
                    declaration(self.program, pointee, &array),
                    self.elements(elements, pointee, &name),
                )
            }
            _ => {
                let text = self.initialiser(value, pointee, &name);
                (declaration(self.program, pointee, &name), text)
            }
        };
        self.line(format!("{declared} = {text};"));
        self.finish_initialisers();
        format!("{{&{name}, sizeof {name}}}")
    }

    /// Says what the harness functions give in this test.
    pub(super) fn script_inputs(&mut self) {
        if self.case.runs_out {
            self.line("clew_runs_out = 1;".to_owned());
        }
        if self.case.external.is_empty() {
            return;
        }
        let mut blocks = Vec::new();
        for input in &self.case.external {
            let scalar = input.ty.filter(|ty| self.program.types.scalar(*ty).is_some());
            let value = match scalar {
                Some(ty) => {
                    let types = &self.program.types;
                    let value = match bits(&input.bytes) {
                        bits if types.is_pointer(ty) => format!("(void *){bits:#x}UL"),
                        bits => literal::scalar(types, bits, ty),
                    };
                    let ty = type_text(self.program, ty);
                    format!("{{&({ty}){{{value}}}, sizeof({ty})}}")
                }
                None if input.bytes.is_empty() => "{NULL, 0}".to_owned(),
                None => {
                    let (count, bytes) = (input.bytes.len(), literal::bytes(&input.bytes));
                    format!("{{(unsigned char[]){{{bytes}}}, {count}}}")
                }
            };
            let name = input.name.replace("*/", "* /");
            let comment = if name.is_empty() { String::new() } else { format!("/* {name} */ ") };
            blocks.push(format!("{comment}{value}"));
        }
        let count = blocks.len();
        let inputs = self.own_name("inputs");
        self.line(format!("struct clew_block {inputs}[] = {};", super::init::braced(&blocks)));
        self.line(format!("clew_inputs = {inputs};"));
        self.line(format!("clew_input_count = {count};"));
    }
}

impl Body<'_> {
    /// Says what the program reads from its standard input in this test.
    pub(super) fn script_standard_input(&mut self) {
        let Some(text) = &self.case.standard_input else { return };
        let (size, text) = (text.len(), literal::string(text));
        self.line(format!("clew_type({text}, {size});"));
    }
}

/// What tests with a standard input need.
const STANDARD_INPUT: &str = "
extern int clew_pipe(int ends[2]) CLEW_SYMBOL(pipe);
extern long clew_write(int file, const void *bytes, clew_size size) CLEW_SYMBOL(write);
extern int clew_close(int file) CLEW_SYMBOL(close);
extern int clew_replace(int file, int as) CLEW_SYMBOL(dup2);

/* Makes this text the standard input, with its end behind it. */
static void clew_type(const char *text, clew_size size) {
    int ends[2];
    if (clew_pipe(ends) != 0 || clew_write(ends[1], text, size) != (long)size)
        clew_abort();
    clew_replace(ends[0], 0);
    clew_close(ends[0]);
    clew_close(ends[1]);
}
";

/// A scalar's bits from its bytes, little endian.
pub(crate) fn bits(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |bits, byte| bits << 8 | u128::from(*byte))
}

/// What tests write instead of a constant that no file defines.
pub(super) fn constant_storage(name: &str) -> String {
    format!("clew_constant_{name}")
}

/// Declares something of the type of an object, or of a part of it.
pub(super) fn object_declaration(
    program: &Program,
    id: GlobalId,
    ty: TypeId,
    part: &str,
    declarator: &str,
) -> String {
    match is_in_function(program, id) {
        // Only that function knows the name.
        true => declaration(program, ty, declarator),
        false => format!("__typeof__({}{part}) {declarator}", program.globals[id].name),
    }
}

/// Whether an object is declared inside of a function.
fn is_in_function(program: &Program, id: GlobalId) -> bool {
    let object = program.globals[id].span;
    program.functions.iter().any(|function| {
        let span = function.span;
        span.file == object.file && span.start < object.start && object.end <= span.end
    })
}

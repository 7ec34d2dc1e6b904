//! The body of a test: inputs, the call, checks.

use super::init::Later;
use super::object::{Variable, is_exact};
use super::passed::Logs;
use super::scope::Scope;
use super::stubs::{constant_storage, object_declaration};
use super::types::{can_be_named, declaration};
use super::{PROGRAM_MAIN, is_nameable, literal};
use crate::suite::{Group, SuiteTest};
use clew_ir::{GlobalId, Program, TerminatorKind, Type, TypeId};
use clew_symbolic::{Argument, Ending, Target, TestCase, Value};
use clew_vm::stop::Stop;
use std::collections::BTreeSet;

/// The statements of a test, in the words of the check macros that every suite defines:
/// `CHECK_INT`, `CHECK_UINT`, `CHECK_FLOAT`, `CHECK_POINTER`, `CHECK_BYTES`, `CHECK_TRUE`.
pub(crate) fn body(
    program: &Program,
    test: &SuiteTest,
    (logs, keeps_printed): (&Logs, bool),
) -> Vec<String> {
    let case = &test.case;
    let mut body = Body {
        program,
        case,
        unchecked: &test.unchecked,
        scope: Scope::new(program, case),
        objects: Vec::new(),
        made: vec![None; case.made.len()],
        streams: vec![None; case.streams.len()],
        lines: Vec::new(),
        later: Vec::new(),
        is_static: false,
        sets_constants: false,
    };
    body.name_objects();
    body.declare_streams();
    body.declare_objects();
    let arguments: Vec<String> =
        case.arguments.iter().map(|argument| body.argument(argument)).collect();
    body.finish_initialisers();
    body.set_globals();
    body.script_stubs();
    body.script_weak_functions();
    body.script_inputs();
    body.script_standard_input();
    body.mention_unused();
    body.script_refusals();
    let keeps_printed = keeps_printed && test.group == Group::Regular && test.returns();
    if keeps_printed {
        body.keep_printed();
    }
    body.call(&arguments, test.returns());
    if keeps_printed {
        body.check_printed();
    }
    if test.returns() {
        body.check_result();
        body.check_objects();
        body.check_globals();
        body.check_calls(logs);
    }
    body.lines
}

/// A test being written.
pub(super) struct Body<'a> {
    pub(super) program: &'a Program,
    pub(super) case: &'a TestCase,
    /// What the checks leave out.
    pub(super) unchecked: &'a BTreeSet<String>,
    pub(super) scope: Scope,
    /// A variable for each object of the case.
    pub(super) objects: Vec<Variable>,
    /// The variables that name the objects which the function made, as far as there are any.
    pub(super) made: Vec<Option<String>>,
    /// The variables of the streams that the test has.
    pub(super) streams: Vec<Option<String>>,
    pub(super) lines: Vec<String>,
    /// What stands after the declarations because an initialiser cannot say it.
    pub(super) later: Vec<Later>,
    /// Whether the initialiser being written must be constant.
    pub(super) is_static: bool,
    /// Whether the test writes what stands for a constant.
    sets_constants: bool,
}

impl Body<'_> {
    pub(super) fn line(&mut self, text: String) {
        self.lines.push(text);
    }

    /// Declares what an argument needs, and gives the expression to pass.
    fn argument(&mut self, argument: &Argument) -> String {
        let types = &self.program.types;
        let pointee = types.pointee(argument.ty);
        if let Value::Pointer(target) = argument.value {
            if let Target::Function(id) = target {
                let name = self.function_name(id);
                // A callback's parameters may lack qualifiers.
                let is_callback = self.program.functions[id].is_callback();
                return if is_callback { format!("(void *){name}") } else { name };
            }
            let is_function = pointee.is_some_and(|ty| matches!(types.get(ty), Type::Function(_)));
            let has_own_name = match target {
                Target::Object(object, 0) => self.is_named_after(object, &argument.name),
                Target::Stream(_) => true,
                _ => false,
            };
            if (has_own_name || is_function)
                && let Some(address) = self.address(target, pointee)
            {
                return address;
            }
        }
        let name = self.scope.name(&argument.name, "argument");
        let value = self.initialiser(&argument.value, argument.ty, &name);
        self.line(format!("{} = {value};", declaration(self.program, argument.ty, &name)));
        let is_deep = pointee.is_some_and(|pointee| !is_exact(types, pointee));
        if is_deep { format!("(void *){name}") } else { name }
    }

    /// Whether an object stands for a parameter.
    fn is_named_after(&self, object: usize, parameter: &str) -> bool {
        let first = self.case.arguments.iter().find(|argument| {
            matches!(argument.value, Value::Pointer(Target::Object(number, 0)) if number == object)
        });
        first.is_some_and(|first| first.name == parameter)
    }

    /// Gives the globals their values before the call.
    fn set_globals(&mut self) {
        for state in &self.case.globals {
            let global = &self.program.globals[state.global];
            let Some(before) = &state.before else { continue };
            if !is_nameable(global) || (global.is_const && global.init.is_some()) {
                continue;
            }
            let name = &global.name;
            if global.is_const {
                self.set_constant(state.global, before);
            } else if matches!(before, Value::Scalar(_) | Value::Pointer(_)) {
                let value = self.initialiser(before, global.ty, name);
                self.line(format!("{name} = {value};"));
            } else {
                let copy = self.scope.name(&format!("{name}_before"), "global");
                let value = self.initialiser(before, global.ty, &copy);
                let declared = match (self.program.types.size(global.ty), before) {
                    (Some(_), _) => format!("__typeof__({name}) {copy}"),
                    (None, Value::Array(elements)) => {
                        format!("__typeof__({name}[0]) {copy}[{}]", elements.len().max(1))
                    }
                    (None, _) => declaration(self.program, global.ty, &copy),
                };
                self.line(format!("{declared} = {value};"));
                self.finish_initialisers();
                self.line(format!("COPY((void *)&{name}, (void *)&{copy}, sizeof {copy});"));
            }
        }
    }

    /// Gives a constant that no file defines its value, in what stands for it.
    fn set_constant(&mut self, id: GlobalId, value: &Value) {
        let global = &self.program.globals[id];
        let copy = self.scope.name(&format!("{}_before", global.name), "global");
        let declared = match (value, self.program.types.element(global.ty)) {
            (Value::Array(elements), Some(element)) => {
                let copy = format!("{copy}[{}]", elements.len().max(1));
                object_declaration(self.program, id, element, "[0]", &copy)
            }
            _ => object_declaration(self.program, id, global.ty, "", &copy),
        };
        let text = self.initialiser(value, global.ty, &copy);
        self.line(format!("{declared} = {text};"));
        self.finish_initialisers();
        let storage = constant_storage(&global.name);
        self.line(format!("COPY({storage}, (void *)&{copy}, sizeof {copy});"));
        self.sets_constants = true;
    }

    /// Uses the variables that nothing else does, so that no compiler complains.
    fn mention_unused(&mut self) {
        let unused: Vec<String> = self
            .objects
            .iter()
            .filter(|variable| variable.is_declared && !variable.is_used)
            .map(|variable| format!("(void){};", variable.name))
            .collect();
        self.lines.extend(unused);
    }

    fn call(&mut self, arguments: &[String], returns: bool) {
        let function = &self.program.functions[self.case.function];
        let ty = self.program.function_type(self.case.function);
        let is_main = function.name == "main";
        let arguments = match ty.params.len() {
            params if is_main && arguments.is_empty() => self.program_arguments(params),
            _ => self.passed(arguments).join(", "),
        };
        let name = if is_main { PROGRAM_MAIN } else { &function.name };
        // Compilers may read a constant before the test says what it holds, unless the function under
        // test could be any other.
        let callee = match self.sets_constants {
            true => {
                let callee = self.scope.name("under_test", "function");
                self.line(format!("__typeof__({name}) *volatile {callee} = {name};"));
                callee
            }
            false => name.to_owned(),
        };
        if let Some(number) = self.case.error_number {
            // Whoever reads it has this declared, if not the name that stands for it.
            self.line(format!("*__errno_location() = {number};"));
        }
        if let Some(word) = self.case.stack_word {
            self.line(format!("clew_fill_stack({word:#x});"));
        }
        let call = format!("{callee}({arguments})");
        // A `main` under another name need not return a value at its end.
        let wanted = if is_main { None } else { self.returned() };
        match wanted {
            Some(_) if returns => {
                let declared = self.result_declaration(ty.result);
                self.line(format!("{declared} = {call};"));
            }
            _ if ty.result == clew_ir::TypeTable::VOID => self.line(format!("{call};")),
            _ => self.line(format!("(void){call};")),
        }
    }

    /// The arguments as the parameters' types take them.
    fn passed(&self, arguments: &[String]) -> Vec<String> {
        let facts = &self.program.functions[self.case.function].facts.params;
        let pass = |(at, argument): (usize, &String)| match facts.get(at) {
            // (What begins so is cast, or is an address or a name: nothing that a cast would split.)
            Some(fact) if fact.is_pointee_atomic => format!("(void *){argument}"),
            _ => argument.clone(),
        };
        arguments.iter().enumerate().map(pass).collect()
    }

    /// What `main` gets where it has so many parameters. The environment is empty: it is the end of
    /// the arguments.
    fn program_arguments(&mut self, params: usize) -> String {
        let count = 1 + self.case.program_arguments.len();
        let arguments = self.own_name("arguments");
        let passed = [count.to_string(), arguments.clone(), format!("{arguments} + {count}")];
        if params > 1 {
            self.script_program_arguments();
        }
        passed[..params.min(passed.len())].join(", ")
    }

    /// Declares the arguments: each string in an object of its own, as large as the machine's.
    fn script_program_arguments(&mut self) {
        let mut strings = vec!["\"program\"".to_owned()];
        for bytes in &self.case.program_arguments {
            let used = bytes.len() - bytes.iter().rev().take_while(|byte| **byte == 0).count();
            let text = literal::string(&bytes[..used]);
            strings.push(format!("(char[{}]){{{text}}}", bytes.len()));
        }
        strings.push("NULL".to_owned());
        let arguments = self.own_name("arguments");
        self.line(format!("char *{arguments}[] = {};", super::init::braced(&strings)));
    }

    fn result_declaration(&self, ty: TypeId) -> String {
        let result = self.own_name("result");
        if self.program.types.is_pointer(ty) {
            // Whatever is returned converts to it, and checks only compare.
            format!("const void *{result}")
        } else if can_be_named(self.program, ty) {
            declaration(self.program, ty, &result)
        } else {
            format!("__auto_type {result}")
        }
    }

    /// A name for what every test has, which is another where the program has something of that name.
    pub(super) fn own_name(&self, name: &str) -> String {
        let is_taken = self.program.functions.iter().any(|it| it.name == name)
            || self.program.globals.iter().any(|it| it.name == name);
        if is_taken { format!("clew_own_{name}") } else { name.to_owned() }
    }

    /// The value that the function returned.
    pub(super) fn returned(&self) -> Option<Value> {
        let result = self.program.function_type(self.case.function).result;
        let types = &self.program.types;
        if result == clew_ir::TypeTable::VOID {
            return None;
        }
        match (&self.case.returned, &self.case.ending) {
            // The machine gives 0 where nothing is returned; compiled code gives anything.
            (Some(Value::Scalar(0) | Value::Pointer(Target::Null) | Value::Record(_)), _)
                if self.may_fall_off() =>
            {
                None
            }
            (None, Ending::Stop(Stop::Return(Some(0)))) if self.may_fall_off() => None,
            (Some(value), _) => Some(value.clone()),
            (None, Ending::Stop(Stop::Return(Some(bits)))) if !types.is_pointer(result) => {
                Some(Value::Scalar(*bits))
            }
            _ => None,
        }
    }

    /// Whether the function under test can return without the value that its type promises.
    fn may_fall_off(&self) -> bool {
        let body = self.program.functions[self.case.function].body.as_ref();
        body.is_ok_and(|body| {
            let flow = clew_ir::cfg::Cfg::new(body);
            let mut reached = flow.reverse_postorder().iter().map(|id| &body.blocks[*id]);
            reached.any(|it| matches!(it.terminator.kind, TerminatorKind::Return(None)))
        })
    }
}

//! What the tests share: C to program, cases by hand, compilers.
#![allow(dead_code)]

use clew_c::{Frontend, Options};
use clew_emit::{
    Covered, EmitError, Emitted, Framework, Group, Suite, SuiteTest, Target as To, TestComp,
    UserSources,
};
use clew_files::OutputFolder;
use clew_ir::{FunctionId, GlobalId, Program, TypeId};
use clew_symbolic::{
    Argument, Ending, GlobalState, InputObject, StubCall, Target, TestCase, Value,
};
use clew_vm::stop::{Fault, FaultKind, Stop};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Some C files and the program they make.
pub(crate) struct Project {
    pub(crate) folder: TempDir,
    pub(crate) program: Program,
    pub(crate) sources: UserSources,
}

/// Writes a suite into a folder of the test's own.
pub(crate) fn emit(
    suite: &Suite<'_>,
    sources: &UserSources,
    frameworks: &[Framework],
    test_comp: Option<&TestComp>,
    folder: &Path,
) -> Result<Emitted, EmitError> {
    let out = OutputFolder::open(folder).expect("a folder");
    clew_emit::emit(suite, sources, frameworks, test_comp, To { out: &out, folder })
}

impl Project {
    /// A program of one file.
    pub(crate) fn new(text: &str) -> Self {
        Self::with_files(&[("code.c", text)], &[])
    }

    /// A program of the files that end in `.c`.
    pub(crate) fn with_files(files: &[(&str, &str)], flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let flags: Vec<String> = flags
            .iter()
            .map(|flag| flag.replace("@", &folder.path().display().to_string()))
            .collect();
        let mut units = Vec::new();
        for (name, text) in files {
            let path = folder.path().join("user").join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(&path, text).expect("a file");
            if name.ends_with(".c") {
                units.push(path);
            }
        }
        let options = Options { cflags: flags.join(" "), compile_commands: None };
        let mut frontend = Frontend::new(&options).expect("clang");
        frontend.add_files(&units).expect("C that compiles");
        let program = frontend.finish().expect("a program");
        Self { folder, program, sources: UserSources { files: units, flags, ..Default::default() } }
    }

    pub(crate) fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    pub(crate) fn function(&self, name: &str) -> FunctionId {
        self.program.function(name).unwrap_or_else(|| panic!("no function {name}"))
    }

    pub(crate) fn global(&self, name: &str) -> GlobalId {
        let mut globals = self.program.globals.iter_enumerated();
        let found = globals.find(|(_, global)| global.name == name);
        found.unwrap_or_else(|| panic!("no global {name}")).0
    }

    /// A run of a function: its arguments are given their names and types, and it returns.
    pub(crate) fn case(&self, name: &str, arguments: Vec<Value>) -> TestCase {
        let function = self.function(name);
        let definition = &self.program.functions[function];
        let params = definition.params.iter().map(|id| &definition.locals[*id]);
        let arguments = params.zip(arguments).map(|(param, value)| Argument {
            name: param.name.clone(),
            ty: param.ty,
            value,
        });
        TestCase {
            function,
            arguments: arguments.collect(),
            globals: Vec::new(),
            objects: Vec::new(),
            made: Vec::new(),
            streams: Vec::new(),
            stubs: Vec::new(),
            refused: Vec::new(),
            external: Vec::new(),
            standard_input: None,
            ending: Ending::Stop(Stop::Return(None)),
            returned: None,
            program_arguments: Vec::new(),
            runs_out: false,
            needs_alignment: false,
            has_weak_functions: false,
            printed: None,
            error_number: None,
            stack_word: None,
        }
    }

    /// What a parameter points to.
    pub(crate) fn pointee(&self, function: &str, parameter: usize) -> TypeId {
        let ty = self.program.function_type(self.function(function)).params[parameter];
        self.program.types.pointee(ty).expect("a pointer")
    }

    pub(crate) fn fault(&self, function: &str, kind: FaultKind) -> Ending {
        let span = self.program.functions[self.function(function)].span;
        let fault = Fault {
            kind,
            message: kind.name().to_owned(),
            span,
            object: None,
            stack: Vec::new(),
            signal: None,
        };
        Ending::Stop(Stop::Fault(Box::new(fault)))
    }

    /// A suite of regular tests, and of crash tests for cases that end in a fault.
    pub(crate) fn suite(&self, name: &str, cases: Vec<TestCase>) -> Suite<'_> {
        let tests = cases.into_iter().enumerate().map(|(at, case)| {
            let mut test = SuiteTest {
                id: at + 1,
                name: format!("test_{name}_{}", at + 1),
                case,
                covers: vec![Covered { line: 1, text: "a /* tricky */ text is true".to_owned() }],
                group: Group::Regular,
                unchecked: Default::default(),
            };
            if test.fault().is_some() {
                test.group = Group::Crash;
            }
            test
        });
        let function = self.function(name);
        Suite { program: &self.program, function, tests: tests.collect() }
    }

    /// Emits a suite, compiles it with gcc and clang without a warning, and runs it: its TAP.
    pub(crate) fn tap(&self, suite: &Suite<'_>) -> String {
        let out = self.out();
        emit(suite, &self.sources, &Framework::ALL, None, &out).expect("a suite");
        let stem = Framework::Plain.stem(suite.function_name());
        let mut taps = ["gcc", "clang"].map(|compiler| {
            let program = compile(compiler, &out, &stem, &["-lm"]);
            let output = Command::new(&program).output().expect("a run");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(
                output.status.code(),
                Some(i32::from(text.contains("not ok"))),
                "{text}{errors}\n{}",
                self.text(&format!("{stem}.c"))
            );
            text
        });
        assert_eq!(taps[0], taps[1]);
        std::mem::take(&mut taps[0])
    }

    /// A file that was emitted.
    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.out().join(name)).expect("an emitted file")
    }
}

/// Compiles a suite's file with all warnings as errors, and gives the program.
pub(crate) fn compile(compiler: &str, folder: &Path, stem: &str, libraries: &[&str]) -> PathBuf {
    let program = folder.join(format!("{stem}.{compiler}"));
    let mut command = Command::new(compiler);
    command.args(["-g", "-Wall", "-Wextra", "-Werror"]).arg(format!("{stem}.c"));
    command.arg("-o").arg(&program).args(libraries).current_dir(folder);
    let output = command.output().expect("a compiler");
    let file = std::fs::read_to_string(folder.join(format!("{stem}.c"))).unwrap_or_default();
    assert!(output.status.success(), "{compiler}: {}\n{file}", errors(&output));
    program
}

pub(crate) fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An integer of 32 bits.
pub(crate) fn int(value: i32) -> Value {
    Value::Scalar(u128::from(value as u32))
}

pub(crate) fn double(value: f64) -> Value {
    Value::Scalar(value.to_bits().into())
}

pub(crate) fn object(number: usize) -> Value {
    Value::Pointer(Target::Object(number, 0))
}

pub(crate) fn null() -> Value {
    Value::Pointer(Target::Null)
}

/// The characters of a text and nulls up to a length.
pub(crate) fn chars(text: &str, length: usize) -> Vec<Value> {
    let bytes = text.bytes().chain(std::iter::repeat(0)).take(length);
    bytes.map(|byte| Value::Scalar(byte.into())).collect()
}

pub(crate) fn input(
    name: &str,
    element: TypeId,
    before: Vec<Value>,
    after: Vec<Value>,
) -> InputObject {
    InputObject { name: name.to_owned(), element, before, after, is_on_heap: false }
}

pub(crate) fn unchanged(name: &str, element: TypeId, values: Vec<Value>) -> InputObject {
    input(name, element, values.clone(), values)
}

pub(crate) fn global(global: GlobalId, before: Option<Value>, after: Value) -> GlobalState {
    GlobalState { global, name: String::new(), before, after }
}

pub(crate) fn stub(
    function: FunctionId,
    result: Option<Value>,
    written: Vec<(usize, Value)>,
) -> StubCall {
    StubCall { function, arguments: Vec::new(), result, written, changes: Vec::new() }
}

//! Programs for the tests of both ways.

#![allow(dead_code, reason = "no test uses all of it")]

use clew_c::{Frontend, Options};
use clew_ir::call_graph::CallGraph;
use clew_ir::{FunctionId, Program, TerminatorKind};
use clew_prove::frontier::{Analysis, Effort, Machinery, Outcome, Step};
use clew_prove::{Start, Target, Task};
use clew_symbolic::{Aliasing, Bounds, Entry};
use clew_vm::Config;

pub(crate) fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f.c");
    std::fs::write(&path, source).expect("a file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[path]).expect("C that compiles");
    let mut program = frontend.finish().expect("a program that links");
    program.infer_prototypes();
    program
}

/// A program, with all that its branches are.
pub(crate) struct Case {
    pub(crate) program: Program,
    pub(crate) calls: CallGraph,
    pub(crate) entry: FunctionId,
    pub(crate) targets: Vec<Target>,
    /// Whether the entry is where a program starts.
    pub(crate) is_program: bool,
}

impl Case {
    pub(crate) fn new(source: &str, entry: &str) -> Self {
        Self::of(load(source), entry)
    }

    pub(crate) fn of(program: Program, entry: &str) -> Self {
        let calls = CallGraph::new(&program);
        let entry = program.function(entry).expect("the entry");
        let mut targets = Vec::new();
        for function in calls.reachable(entry) {
            let Ok(body) = &program.functions[function].body else { continue };
            for (block, contents) in body.blocks.iter_enumerated() {
                let arms = match &contents.terminator.kind {
                    TerminatorKind::Branch { .. } => 2,
                    TerminatorKind::Switch { arms, .. } => arms.len() as u32 + 1,
                    _ => 0,
                };
                targets.extend((0..arms).map(|arm| Target::Edge { function, block, arm }));
            }
        }
        Self { program, calls, entry, targets, is_program: false }
    }

    pub(crate) fn task(&self) -> Task<'_> {
        let start = match self.is_program {
            true => Start::Program(self.entry),
            false => Start::Unit(self.entry),
        };
        Task { program: &self.program, calls: &self.calls, start, assumes: &[] }
    }

    pub(crate) fn analysis(&self, effort: Effort) -> Analysis<'_> {
        let config = Config { stubs: true, max_steps: 100_000, ..Config::under_test() };
        let bounds = Bounds { aliasing: Aliasing::Tried, ..Bounds::default() };
        let entry = match self.is_program {
            true => Entry::Harness(self.entry),
            false => Entry::Unit(self.entry),
        };
        let machinery = Machinery { entry, config, bounds };
        Analysis::new(self.task(), &self.targets, machinery, &[], effort, &|| false)
            .expect("few locations")
    }

    /// The target on a line: its arm with this number.
    pub(crate) fn target(&self, line: u32, arm: u32) -> usize {
        let is_wanted = |target: &Target| {
            let Target::Edge { function, block, arm: found } = *target else { return false };
            let body = self.program.functions[function].body.as_ref().expect("a body");
            let span = body.blocks[block].terminator.span;
            let place = self.program.sources.position(span);
            found == arm && place.is_some_and(|(_, place)| place.line == line)
        };
        self.targets.iter().position(is_wanted).expect("a branch on the line")
    }
}

/// Iterates, with the invariants looked at after each step.
pub(crate) fn run_checked(analysis: &mut Analysis<'_>) {
    analysis.check().unwrap_or_else(|broken| panic!("at the start: {broken}"));
    loop {
        let step = analysis.step();
        analysis.check().unwrap_or_else(|broken| panic!("{step:?}: {broken}"));
        assert!(analysis.contradictions().is_empty(), "{step:?}: {:?}", analysis.contradictions());
        if step == Step::Done {
            return;
        }
    }
}

pub(crate) fn is_covered(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Covered(_))
}

//! Where the pointers of small programs may point to, and what their functions may write.

mod flow;
mod library;
mod world;

use clew_c::{Frontend, Options};
use clew_ir::effects::Site;
use clew_ir::points_to::{Entry, PointsTo};
use clew_ir::regions::RegionSet;
use clew_ir::{Callee, FunctionId, GlobalKind, Program, StatementKind, TerminatorKind, verify};

fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("test.c");
    std::fs::write(&file, source).expect("a written file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[file]).expect("C that compiles");
    let program = frontend.finish().expect("a program that links");
    assert_eq!(verify::verify(&program), Ok(()));
    program
}

/// A program and what is known of it.
struct Known<'p> {
    program: &'p Program,
    facts: PointsTo<'p>,
}

impl<'p> Known<'p> {
    /// As a unit test of `f` sees it.
    fn unit(program: &'p Program) -> Self {
        let entry = Entry::Unit(program.function("f").expect("a function f"));
        Self { program, facts: PointsTo::new(program, entry) }
    }

    /// As it runs from `main`.
    fn whole(program: &'p Program) -> Self {
        let entry = Entry::Program(program.function("main").expect("a function main"));
        Self { program, facts: PointsTo::new(program, entry) }
    }

    fn function(&self, name: &str) -> FunctionId {
        let mut functions = self.program.functions.iter_enumerated();
        let found = functions.find(|(_, function)| function.name == name);
        found.unwrap_or_else(|| panic!("a function {name}")).0
    }

    /// The names of regions, sorted; string literals are one.
    fn names(&self, set: &RegionSet) -> String {
        let regions = self.facts.regions();
        let name = |id| match regions.get(id) {
            clew_ir::regions::Region::Global(global)
                if self.program.globals[global].kind == GlobalKind::StringLiteral =>
            {
                "literal".to_owned()
            }
            clew_ir::regions::Region::Allocation(function, _) => {
                format!("{}@heap", self.program.functions[function].name)
            }
            _ => regions.name(self.program, id),
        };
        let mut names: Vec<String> = set.iter().map(name).collect();
        names.sort();
        names.dedup();
        names.join(" ")
    }

    fn may_write(&self, name: &str) -> String {
        self.names(&self.facts.may_write(self.function(name)))
    }

    fn may_read(&self, name: &str) -> String {
        self.names(&self.facts.may_read(self.function(name)))
    }

    /// Where the value returned by a function may point to.
    fn returned(&self, name: &str) -> String {
        let id = self.function(name);
        let body = self.program.functions[id].body.as_ref().expect("a body");
        let mut found = RegionSet::new();
        for block in &body.blocks {
            if let TerminatorKind::Return(Some(value)) = &block.terminator.kind {
                found.union_with(&self.facts.points_to(id, value));
            }
        }
        self.names(&found)
    }

    /// The statements of a function that call another by name.
    fn calls(&self, caller: &str, callee: &str) -> Vec<Site> {
        let callee = self.function(callee);
        let body = self.program.functions[self.function(caller)].body.as_ref().expect("a body");
        let mut found = Vec::new();
        for (block, contents) in body.blocks.iter_enumerated() {
            for (statement, each) in contents.statements.iter().enumerate() {
                if let StatementKind::Call { callee: Callee::Direct(it), .. } = &each.kind
                    && *it == callee
                {
                    found.push(Site { block, statement });
                }
            }
        }
        assert!(!found.is_empty(), "{caller} should call {}", self.program.functions[callee].name);
        found
    }

    /// What the calls of one function in another may write.
    fn written_by_call(&self, caller: &str, callee: &str) -> String {
        let id = self.function(caller);
        let mut found = RegionSet::new();
        for site in self.calls(caller, callee) {
            found.union_with(&self.facts.written_by(id, site));
        }
        self.names(&found)
    }

    fn escapes(&self, function: &str, local: &str) -> bool {
        let id = self.function(function);
        let locals = &self.program.functions[id].locals;
        let found = locals.iter_enumerated().find(|(_, it)| it.name == local);
        self.facts.escapes(id, found.expect("a local").0)
    }
}

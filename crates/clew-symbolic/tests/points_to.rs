//! Runs never contradict what [`clew_ir::points_to`] says: the machine runs the test programs, with
//! labels that hold where an access is outside the regions it was said to be in.

use clew_c::{Frontend, Options};
use clew_ir::points_to::{self, PointsTo, Unknown};
use clew_ir::regions::{Multiplicity, RegionSet};
use clew_ir::{
    BinaryOp, BlockId, Callee, Expr, ExprKind, FunctionId, Place, PlaceBase, ProbeId, ProbePlan,
    ProbePoint, Program, Span, StatementKind, TypeId, TypeTable, UnaryOp,
};
use clew_logic::Model;
use clew_symbolic::{Bounds, Chance, Entry, LabelMode, Setup, SymbolicMachine};
use clew_vm::{Config, libc};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Objects that an access is compared with at most.
const MOST_OBJECTS: usize = 40;
/// Steps of one run.
const STEPS: u64 = 100_000;

/// The program of a file, with the parts of the library it needs; `None` where it takes more than
/// one file or another compiler.
fn load(path: &Path) -> Option<Program> {
    let text = String::from_utf8_lossy(&std::fs::read(path).expect("a readable file")).into_owned();
    if ["// files:", "// cflags:", "// std:"].iter().any(|key| text.contains(key)) {
        return None;
    }
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[path.to_owned()]).ok()?;
    let undefined = frontend.undefined_symbols();
    let wanted = undefined.iter().map(String::as_str).chain(["exit"]);
    let models = libc::needed_models(wanted.collect::<Vec<_>>());
    let flags: Vec<String> = libc::MODEL_FLAGS.iter().map(ToString::to_string).collect();
    frontend.add_model("libc", &libc::joined_source(&models), &flags).expect("models that compile");
    let mut program = frontend.finish().expect("a program that links");
    for ty in program.types.ids().collect::<Vec<_>>() {
        program.types.pointer_to(ty);
    }
    Some(program)
}

/// Makes labels of what the analysis says.
struct Checks<'a, 'p> {
    program: &'p Program,
    facts: &'a PointsTo<'p>,
    /// What is taken for the regions of a place.
    claim: Claim,
    types: TypeTable,
    plan: ProbePlan,
    labels: Vec<(ProbeId, String)>,
}

/// What is claimed of accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    /// What the analysis says.
    Known,
    /// That they touch nothing: each that happens contradicts it.
    Nothing,
}

impl<'a, 'p> Checks<'a, 'p> {
    fn new(program: &'p Program, facts: &'a PointsTo<'p>, claim: Claim) -> Self {
        let (types, plan) = (program.types.clone(), ProbePlan::new());
        let mut checks = Self { program, facts, claim, types, plan, labels: Vec::new() };
        for id in program.functions.ids().filter(|id| facts.is_reached(*id)) {
            checks.add_function(id);
        }
        checks
    }

    fn add_function(&mut self, id: FunctionId) {
        let Ok(body) = &self.program.functions[id].body else { return };
        for (block, contents) in body.blocks.iter_enumerated() {
            for (at, statement) in contents.statements.iter().enumerate() {
                let point = ProbePoint::Statement(id, block, at as u32);
                let mut places: Vec<&Place> = statement.kind.written_place().into_iter().collect();
                statement.kind.walk(&mut |expr| {
                    if let ExprKind::Load(place) = &expr.kind {
                        places.push(place);
                    }
                });
                for place in places {
                    self.check_place(id, block, point, place);
                }
                if let StatementKind::Call { callee: callee @ Callee::Indirect(address), .. } =
                    &statement.kind
                {
                    self.check_call(id, point, callee, address);
                }
            }
        }
    }

    fn label(&mut self, point: ProbePoint, predicate: Expr, what: String) {
        self.labels.push((self.plan.place_label(point, predicate), what));
    }

    fn check_place(&mut self, id: FunctionId, block: BlockId, point: ProbePoint, place: &Place) {
        let locals = &self.program.functions[id].locals;
        if !matches!(place.base, PlaceBase::Deref(_)) || self.program.is_bit_field(locals, place) {
            return;
        }
        let regions = match self.claim {
            Claim::Known => self.facts.regions_of(id, place),
            Claim::Nothing => RegionSet::new(),
        };
        let name = &self.program.functions[id].name;
        let set: Vec<String> =
            regions.iter().map(|it| self.facts.regions().name(self.program, it)).collect();
        let what = format!("{name}, {block}, {point:?}: {}", set.join(" "));
        let address = number(address_of(&mut self.types, place.clone()));
        let outside = self.objects(id, &regions, Side::Outside);
        if let Some(is_outside) = self.in_one_of(&address, outside) {
            self.label(point, is_outside, format!("an object that is not in the set: {what}"));
        }
        let objects = self.objects(id, &regions, Side::Inside);
        if objects.len() == regions.len()
            && let Some(is_inside) = self.in_one_of(&address, objects)
        {
            let kind = ExprKind::Unary(UnaryOp::LogicalNot, Box::new(is_inside));
            let is_elsewhere = Expr { kind, ty: TypeTable::INT, span: Span::NONE };
            self.label(point, is_elsewhere, format!("in none of the set: {what}"));
        }
    }

    fn check_call(&mut self, id: FunctionId, point: ProbePoint, callee: &Callee, address: &Expr) {
        let targets = self.facts.targets(id, callee);
        if targets.unknown == Unknown::Possible {
            return;
        }
        let called = number(address.clone());
        let mut wrong = None;
        for (other, function) in self.program.functions.iter_enumerated() {
            if !targets.functions.contains(&other) && function.body.is_ok() {
                let ty = self.types.pointer_to(function.ty);
                let kind = ExprKind::FunctionAddress(other);
                let target = number(Expr { kind, ty, span: Span::NONE });
                wrong = or(wrong, binary(BinaryOp::Eq, called.clone(), target, TypeTable::INT));
            }
        }
        if let Some(wrong) = wrong {
            let name = &self.program.functions[id].name;
            self.label(point, wrong, format!("a call in {name} of another function: {point:?}"));
        }
    }

    /// The objects that have a name in a function, inside or outside a set.
    fn objects(&self, id: FunctionId, regions: &RegionSet, side: Side) -> Vec<Place> {
        let is_wanted = |region| regions.contains(region) == (side == Side::Inside);
        let mut found = Vec::new();
        for (at, local) in self.program.functions[id].locals.iter_enumerated() {
            let region = self.facts.regions().local(id, at);
            let is_one = self.facts.multiplicity(region) == Multiplicity::One;
            if local.is_address_taken
                && is_wanted(region)
                && (is_one || side == Side::Outside)
                && self.program.types.size(local.ty).is_some_and(|size| size > 0)
            {
                found.push(Place::local(at, local.ty));
            }
        }
        let mut globals: Vec<_> = self.program.globals.iter_enumerated().collect();
        globals.sort_by_key(|(_, global)| (global.is_system, global.is_const));
        for (at, global) in globals {
            let has_size = self.program.types.size(global.ty).is_some_and(|size| size > 0);
            if has_size && global.init.is_some() && is_wanted(self.facts.regions().global(at)) {
                found.push(Place::global(at, global.ty));
            }
        }
        found.truncate(MOST_OBJECTS);
        found
    }

    /// Whether an address is in one of some objects.
    fn in_one_of(&mut self, address: &Expr, objects: Vec<Place>) -> Option<Expr> {
        let mut found = None;
        for object in objects {
            let size = self.types.size(object.ty).unwrap_or(0);
            let start = number(address_of(&mut self.types, object));
            let unsigned = TypeTable::UNSIGNED_LONG;
            let offset = binary(BinaryOp::Sub, address.clone(), start, unsigned);
            let size = Expr::constant(size.into(), unsigned, Span::NONE);
            found = or(found, binary(BinaryOp::Lt, offset, size, TypeTable::INT));
        }
        found
    }
}

/// A pointer as a number.
fn number(pointer: Expr) -> Expr {
    let kind = ExprKind::Cast { operand: Box::new(pointer), implicit: false };
    Expr { kind, ty: TypeTable::UNSIGNED_LONG, span: Span::NONE }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Inside,
    Outside,
}

fn binary(op: BinaryOp, left: Expr, right: Expr, ty: TypeId) -> Expr {
    let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
    Expr { kind, ty, span: Span::NONE }
}

fn or(left: Option<Expr>, right: Expr) -> Option<Expr> {
    Some(match left {
        Some(left) => binary(BinaryOp::BitOr, left, right, TypeTable::INT),
        None => right,
    })
}

/// The address of a place, of a type that the program has.
fn address_of(types: &mut TypeTable, place: Place) -> Expr {
    let ty = types.pointer_to(place.ty);
    Expr { kind: ExprKind::AddressOf(Box::new(place)), ty, span: Span::NONE }
}

/// What has been looked at.
#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    programs: usize,
    labels: usize,
}

/// Runs a program from an entry, and gives the labels that held.
fn contradictions(
    program: &Program,
    entry: Entry,
    claim: Claim,
    counts: &mut Counts,
) -> Vec<String> {
    let (known, stubs) = match entry {
        Entry::Harness(main) => (points_to::Entry::Program(main), false),
        Entry::Unit(function) => (points_to::Entry::Unit(function), true),
    };
    let facts = PointsTo::new(program, known);
    let checks = Checks::new(program, &facts, claim);
    counts.programs += 1;
    counts.labels += checks.labels.len();
    let plan = Arc::new(checks.plan);
    let config = Config { max_steps: STEPS, stubs, probes: Some(plan), ..Config::default() };
    let bounds = Bounds::default();
    let setup = Setup { entry, config, labels: LabelMode::Observe, bounds };
    let mut machine = SymbolicMachine::new(program, setup);
    let mut hits = machine.run(&Model::new(), usize::MAX).hits;
    if stubs {
        for seed in 0..8 {
            let chance = Chance { seed, most: u32::MAX };
            hits.extend(machine.run_by_chance(&Model::new(), chance).hits);
        }
    }
    hits.sort_unstable();
    hits.dedup();
    let held = checks.labels.into_iter().filter(|(probe, _)| hits.binary_search(probe).is_ok());
    held.map(|(_, what)| what).collect()
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    let entries = std::fs::read_dir(&folder).expect("a folder of test programs");
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable entry").path()).collect();
    found.retain(|path| path.extension().is_some_and(|it| it == "c"));
    found.sort();
    found
}

/// The programs of a folder, run from `main`.
fn check_programs(folders: &[&str]) {
    let mut counts = Counts::default();
    for path in folders.iter().flat_map(|folder| files(&format!("run/{folder}"))) {
        let Some(program) = load(&path) else { continue };
        let Some(main) = program.function("main") else { continue };
        let found = contradictions(&program, Entry::Harness(main), Claim::Known, &mut counts);
        assert!(found.is_empty(), "{}: {}", path.display(), found.join("\n"));
    }
    assert!(counts.programs > 5 && counts.labels > 500, "{counts:?}");
}

#[test]
fn a_wrong_claim_is_contradicted() {
    let path = files("run/structs-unions").swap_remove(0);
    let program = load(&path).expect("a program of one file");
    let main = program.function("main").expect("a function main");
    let found =
        contradictions(&program, Entry::Harness(main), Claim::Nothing, &mut Counts::default());
    assert!(!found.is_empty(), "{} should access globals by address", path.display());
}

#[test]
fn records_and_arrays() {
    check_programs(&["structs-unions", "arrays", "initialisers", "bitfields"]);
}

#[test]
fn functions_and_their_arguments() {
    check_programs(&["functions", "variadic", "gnu", "vla-alloca"]);
}

#[test]
fn whole_programs() {
    check_programs(&["programs", "strings-literals", "expressions"]);
}

#[test]
fn the_library() {
    check_programs(&["libc-stdlib", "libc-string", "libc-misc"]);
}

#[test]
fn units_with_inputs() {
    let mut counts = Counts::default();
    for path in files("gen").into_iter().step_by(4) {
        let Some(mut program) = load(&path) else { continue };
        program.infer_prototypes();
        let functions = program.functions.iter_enumerated();
        let own = functions.filter(|(_, it)| it.body.is_ok() && !it.is_system).map(|(id, _)| id);
        for function in own.collect::<Vec<_>>() {
            let found = contradictions(&program, Entry::Unit(function), Claim::Known, &mut counts);
            let name = &program.functions[function].name;
            assert!(found.is_empty(), "{}, {name}: {}", path.display(), found.join("\n"));
        }
    }
    assert!(counts.programs > 20 && counts.labels > 200, "{counts:?}");
}

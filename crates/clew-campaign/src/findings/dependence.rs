//! What a fault depends on that callers and the world may never do.

use super::assertions::own_assertions;
use crate::runs::Known;
use clew_emit::DRIVER;
use clew_explore::Found;
use clew_ir::call_graph::CallGraph;
use clew_ir::{GlobalId, Linkage, ProbePlan, Program, Record, Span};
use clew_symbolic::{
    Aliasing, Arm, Bounds, Cause, Entry, Fork, ForkKind, LabelMode, Setup, SymbolicMachine, Target,
    TestCase, Trace, Value,
};
use clew_vm::Config;
use clew_vm::stop::{Fault, FaultKind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How the names of inputs begin that say where a pointer leads.
const TARGET: &str = "target of ";

/// Something that a fault depends on, and that may never occur.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Dependence {
    /// A pointer input is null.
    Null,
    /// An array is as short as it was guessed to be.
    Length,
    /// A library function fails.
    Failure,
    /// Pointer inputs lead to the same object, or into the middle of one.
    Aliasing,
    /// Members of objects, or variables of the program, have values that nobody may ever give them.
    State,
    /// A function without a body returns or writes something.
    Outside,
    /// A function pointer leads to a function of the program that nobody may ever give it.
    Function,
    /// There is no memory at an address that the function makes of a number: on another machine there may be.
    Device,
    /// A `static` function is called in a way that no caller does.
    Callers,
    /// The function's own assertion about its parameters does not hold.
    OwnAssertion,
    /// The fault is one that the sanitizers do not see.
    Unseen,
}

impl Dependence {
    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            Dependence::Null => "null",
            Dependence::Length => "length",
            Dependence::Failure => "failure",
            Dependence::Aliasing => "aliasing",
            Dependence::State => "state",
            Dependence::Outside => "outside",
            Dependence::Function => "function",
            Dependence::Device => "device",
            Dependence::Callers => "callers",
            Dependence::OwnAssertion => "own-assertion",
            Dependence::Unseen => "unseen",
        }
    }

    /// What it is, in words: `on a null pointer`.
    pub fn words(self) -> &'static str {
        match self {
            Dependence::Null => "a null pointer",
            Dependence::Length => "a guessed length",
            Dependence::Failure => "a library function that fails",
            Dependence::Aliasing => "pointers to the same object",
            Dependence::State => "values of members or variables",
            Dependence::Outside => "what a function without a body gives",
            Dependence::Function => "the function that a pointer leads to",
            Dependence::Device => "what is at an address that was a number",
            Dependence::Callers => "what callers in the file pass",
            Dependence::OwnAssertion => "parameters that the function's own assertion excludes",
            Dependence::Unseen => "what no sanitizer sees",
        }
    }
}

/// Says what faults of an entry depend on, by running them once more.
pub(super) struct Judge<'p> {
    program: &'p Program,
    entry: Entry,
    config: Config,
    /// Made for bounds, when it is first needed.
    machine: Option<(Bounds, SymbolicMachine<'p>)>,
    assertions: Vec<Span>,
    has_callers: bool,
}

impl<'p> Judge<'p> {
    pub(super) fn new(program: &'p Program, entry: Entry, config: &Config) -> Self {
        let calls = CallGraph::new(program);
        let function = entry.function();
        let own = &program.functions[function];
        let is_inner = own.linkage == Linkage::Internal && matches!(entry, Entry::Unit(_));
        let has_callers = is_inner
            && !calls.address_taken().contains(&function)
            && calls.callers(function).iter().any(|caller| {
                *caller != function && !program.functions[*caller].name.starts_with(DRIVER)
            });
        let assertions = own_assertions(program, &calls, function);
        // The time of the search may be up; each run is short. Nothing is counted, but code without any
        // probes would not tell its branches.
        let probes = Some(Arc::new(ProbePlan::new()));
        let config = Config { interrupt: None, probes, ..config.clone() };
        Self { program, entry, config, machine: None, assertions, has_callers }
    }

    /// What the fault of a run depends on.
    pub(super) fn dependences(&mut self, found: &Found, known: &Known) -> BTreeSet<Dependence> {
        let Some(fault) = found.fault() else { return BTreeSet::new() };
        let mut depends = self.of_case(fault, &found.case, &known.bounds);
        depends.extend(self.of_run(found, known.bounds));
        if self.has_callers {
            depends.insert(Dependence::Callers);
        }
        if fault.kind == FaultKind::AssertionFailure && self.assertions.contains(&fault.span) {
            depends.insert(Dependence::OwnAssertion);
        }
        depends
    }

    /// What the inputs tell.
    fn of_case(&self, fault: &Fault, case: &TestCase, bounds: &Bounds) -> BTreeSet<Dependence> {
        let mut depends = BTreeSet::new();
        let mut targets = Vec::new();
        pointers(case, &mut targets);
        // Far behind null there is nothing either.
        let is_null = matches!(fault.kind, FaultKind::NullDereference | FaultKind::InvalidPointer);
        if is_null && targets.contains(&Target::Null) {
            depends.insert(Dependence::Null);
        }
        if !case.refused.is_empty() {
            depends.insert(Dependence::Failure);
        }
        if targets.iter().any(|it| self.is_by_function(fault, *it)) {
            depends.insert(Dependence::Function);
        }
        let tries_sharing = bounds.aliasing == Aliasing::Tried
            || bounds.liberties.shared_objects
            || bounds.liberties.array_middles;
        if tries_sharing && are_shared(&targets) {
            depends.insert(Dependence::Aliasing);
        }
        depends
    }

    /// Whether a fault comes of the function that an input leads to: it is there, or calls have no end.
    /// Any function of its type may be meant, among them those that call through the pointer.
    fn is_by_function(&self, fault: &Fault, target: Target) -> bool {
        let Target::Function(id) = target else { return false };
        let function = &self.program.functions[id];
        let is_inside = fault.span.file == function.span.file
            && (function.span.start..function.span.end).contains(&fault.span.start);
        function.body.is_ok() && (is_inside || fault.kind == FaultKind::StackOverflow)
    }

    /// What the path tells.
    fn of_run(&mut self, found: &Found, bounds: Bounds) -> BTreeSet<Dependence> {
        let (program, entry) = (self.program, self.entry);
        let config = &self.config;
        if self.machine.as_ref().is_none_or(|(known, _)| *known != bounds) {
            let setup = Setup { entry, config: config.clone(), labels: LabelMode::Observe, bounds };
            self.machine = Some((bounds, SymbolicMachine::new(program, setup)));
        }
        let Some((_, machine)) = &mut self.machine else { return BTreeSet::new() };
        let inputs = found.assignment.to_model(machine.pool_mut());
        let trace = machine.run(&inputs, usize::MAX);
        let mut depends = BTreeSet::new();
        if let (Some(name), Some(fault)) = (machine.input_at_fault(), found.fault()) {
            let is_guessed = match fault.kind {
                FaultKind::OutOfBounds => !is_told(program, entry, name, &bounds),
                // That it begins where the pointer leads is guessed, too.
                FaultKind::InvalidFree => true,
                _ => false,
            };
            if is_guessed {
                depends.insert(Dependence::Length);
            }
        }
        if trace.incomplete.iter().any(|it| matches!(it.cause, Cause::NoMemoryAt(_))) {
            depends.insert(Dependence::Device);
        }
        for name in input_names(machine, &trace) {
            depends.extend(origin(program, entry, &found.case, &name));
        }
        depends
    }
}

/// The names of the inputs that the path of a run tells something of, but for where pointers lead.
fn input_names(machine: &SymbolicMachine<'_>, trace: &Trace) -> BTreeSet<String> {
    let pool = machine.pool();
    // That other operations go well is what everybody expects.
    let tells = |fork: &&Fork| match fork.site.kind {
        ForkKind::Object(_) => false,
        ForkKind::Check(_) => fork.arm == Arm(0),
        _ => true,
    };
    let of_fork = |fork: &Fork| pool.free_inputs(fork.constraint);
    let inputs: BTreeSet<_> = trace.forks.iter().filter(tells).flat_map(of_fork).collect();
    inputs.into_iter().map(|input| pool.input_decl(input).name.clone()).collect()
}

/// Where an input comes from, as far as that makes a fault doubtful: parameters, the elements of their
/// arrays and what harnesses ask for do not.
fn origin(program: &Program, entry: Entry, case: &TestCase, name: &str) -> Option<Dependence> {
    if name.starts_with(TARGET) {
        let mut targets = Vec::new();
        pointers(case, &mut targets);
        return targets.contains(&Target::Null).then_some(Dependence::Null);
    }
    let root = root(name);
    if name.ends_with(" fails") {
        return Some(Dependence::Failure);
    }
    if matches!(entry, Entry::Harness(_)) {
        return None;
    }
    // What a function without a body gave is named after its call.
    if name.contains("()") {
        return Some(Dependence::Outside);
    }
    let own = &program.functions[entry.function()];
    let is_parameter = own.params.iter().any(|it| own.locals[*it].name == root);
    let is_member = name.contains("->") || name.contains('.');
    let mut variables = program.globals.iter_enumerated().filter(|(_, it)| it.name == root);
    // What a variable holds when the program starts needs nobody to put it there.
    let mut is_put_there = || variables.any(|(id, _)| !is_initial(program, case, id));
    let is_state = if is_parameter { is_member } else { is_put_there() };
    is_state.then_some(Dependence::State)
}

/// Whether a variable holds at the entry what it holds when the program starts.
fn is_initial(program: &Program, case: &TestCase, id: GlobalId) -> bool {
    let state = case.globals.iter().find(|it| it.global == id);
    let Some(before) = state.and_then(|it| it.before.as_ref()) else { return true };
    let global = &program.globals[id];
    let size = program.types.scalar(global.ty).map(|it| it.size() as usize);
    match (before, &global.init, size) {
        (Value::Scalar(bits), Some(image), Some(size)) => {
            let bytes = bits.to_le_bytes();
            image.relocations.is_empty() && image.bytes.get(..size) == bytes.get(..size)
        }
        _ => false,
    }
}

/// The identifier that a C-like name begins with: `list` of `*list->next[2]`.
fn root(name: &str) -> &str {
    let name = name.trim_start_matches(['*', '(', '&']);
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let end = name.find(|c: char| !is_part(c)).unwrap_or(name.len());
    &name[..end]
}

/// Whether declarations, or the user, say how long the array of a parameter is.
fn is_told(program: &Program, entry: Entry, object: &str, bounds: &Bounds) -> bool {
    let own = &program.functions[entry.function()];
    let at = own.params.iter().position(|it| own.locals[*it].name == root(object));
    let facts = at.and_then(|at| own.facts.params.get(at));
    let is_parameter = object.trim_start_matches(['*', '(']).trim_end_matches(')') == root(object);
    let is_declared = is_parameter && facts.is_some_and(|it| it.length.is_some() || it.is_string);
    bounds.told_lengths && (is_declared || is_counted(program, entry, object))
}

/// Whether a member that counts elements says how long an object is: one that a counted member leads to, or
/// one that ends in a counted array.
fn is_counted(program: &Program, entry: Entry, object: &str) -> bool {
    let types = &program.types;
    let member = object.rsplit(['>', '.']).next().filter(|it| *it != object);
    if let Some(member) = member {
        let counts = |record: &Record| {
            record.counted.iter().any(|it| record.fields[it.array].name == member)
        };
        return types.records.iter().any(counts);
    }
    let own = &program.functions[entry.function()];
    let param = own.params.iter().find(|it| own.locals[**it].name == root(object));
    let pointee = param.and_then(|it| types.pointee(own.locals[*it].ty));
    let record = pointee.and_then(|ty| types.record(ty));
    record.is_some_and(|(_, record)| {
        record.counted.iter().any(|it| types.pointee(record.fields[it.array].ty).is_none())
    })
}

/// Where the pointers of a test case's inputs lead.
fn pointers(case: &TestCase, targets: &mut Vec<Target>) {
    case.arguments.iter().for_each(|it| of_value(&it.value, targets));
    case.objects.iter().flat_map(|it| &it.before).for_each(|it| of_value(it, targets));
    case.globals.iter().filter_map(|it| it.before.as_ref()).for_each(|it| of_value(it, targets));
    for stub in &case.stubs {
        stub.result.iter().for_each(|it| of_value(it, targets));
        stub.written.iter().for_each(|(_, it)| of_value(it, targets));
        stub.changes.iter().for_each(|it| of_value(&it.value, targets));
    }
}

fn of_value(value: &Value, targets: &mut Vec<Target>) {
    match value {
        Value::Pointer(target) => targets.push(*target),
        Value::Array(values) | Value::Record(values) => {
            values.iter().for_each(|it| of_value(it, targets));
        }
        Value::Member(_, value) => of_value(value, targets),
        Value::Scalar(_) | Value::Bytes(_) | Value::Unknown => {}
    }
}

/// Whether pointers lead to the same object, to variables of the program or into the middle of objects.
fn are_shared(targets: &[Target]) -> bool {
    let mut seen = BTreeSet::new();
    targets.iter().any(|target| match target {
        Target::Object(object, offset) => *offset != 0 || !seen.insert(*object),
        Target::Global(..) => true,
        Target::Null
        | Target::Function(_)
        | Target::Stream(_)
        | Target::Made(..)
        | Target::Unknown => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_with_identifiers() {
        assert_eq!(root("*list->next[2]"), "list");
        assert_eq!(root("(*p).x"), "p");
        assert_eq!(root("find()#2"), "find");
        assert_eq!(root("n"), "n");
    }

    #[test]
    fn sharing_is_two_pointers_to_one_object() {
        let object = |at, offset| Target::Object(at, offset);
        assert!(!are_shared(&[object(0, 0), object(1, 0), Target::Null, Target::Null]));
        assert!(are_shared(&[object(0, 0), object(0, 0)]));
        assert!(are_shared(&[object(0, 4)]));
    }
}

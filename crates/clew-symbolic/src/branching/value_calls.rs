//! Calls that are taken for the values they return: character classes, clamps, the checksum of a byte,
//! comparisons.
//!
//! A callee of several ways multiplies its caller's paths, though all that is left of it is a number. Where it only
//! computes, what it returns on all its ways becomes one term (`computing`), and the call is no fork; where that
//! cannot be and its arguments come from one byte, the term is a table of what it returns for each value of the byte.
//!
//! Nothing is lost. No way of such a callee writes, faults, ends the run or asks for inputs, and nobody looks for
//! something in it: functions with probes are never taken so. Whether a call is follows from its arguments and what
//! they lead to, so that every run with the same forks does the same.

use super::computing::{Computing, Surroundings};
use crate::memory::choose;
use crate::shadow::Symbolic;
use clew_ir::{
    Callee, FunctionId, Id, LocalId, Place, PlaceBase, ProbePlan, ProbePoint, Program,
    StatementKind, TerminatorKind,
};
use clew_logic::{Op as TermOp, TermId, TermPool};
use clew_vm::code::{Op, ParameterShape, Reg, ResultShape, Signature};
use clew_vm::memory::CodeRegion;
use clew_vm::shadow::View;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The widest argument that a table is made for.
const TABLE_BITS: u32 = 8;

/// The calls that are taken for values.
#[derive(Debug, Default)]
pub(crate) struct ValueCalls {
    /// The functions that only compute.
    functions: FxHashSet<FunctionId>,
    /// Of these, those of more than one way: the others fork nothing.
    forking: FxHashSet<FunctionId>,
    /// What they return for arguments, where that depends on nothing else.
    known: FxHashMap<(FunctionId, Vec<TermId>), Option<TermId>>,
    /// What they return for each value of a byte.
    tables: FxHashMap<(FunctionId, Vec<Given>), Option<Vec<TermId>>>,
    under_way: Option<UnderWay>,
}

/// An argument of a call for which a table is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Given {
    /// The same in all calls.
    Constant(TermId),
    /// A byte of so many bits, extended by its sign or by zeros.
    Byte { bits: u32, is_signed: bool },
}

/// A call that is taken for a value.
#[derive(Debug)]
struct UnderWay {
    /// The calls below it.
    depth: usize,
    value: Option<TermId>,
}

impl ValueCalls {
    /// Starts a new run.
    pub(crate) fn start(&mut self) {
        self.under_way = None;
    }

    /// Says which functions may be taken for what they return.
    pub(crate) fn set_functions(&mut self, program: &Program, functions: &BTreeSet<FunctionId>) {
        self.functions = functions.iter().copied().collect();
        let mut forking: FxHashSet<FunctionId> =
            functions.iter().copied().filter(|it| branches(program, *it)).collect();
        loop {
            let before = forking.len();
            for &function in functions {
                if callees(program, function).any(|callee| forking.contains(&callee)) {
                    forking.insert(function);
                }
            }
            if forking.len() == before {
                break;
            }
        }
        self.forking = forking;
    }

    /// Whether such a call goes on.
    #[inline(always)]
    pub(crate) fn is_under_way(&self) -> bool {
        self.under_way.is_some()
    }
}

impl Symbolic<'_> {
    /// Takes a call for the value it returns, if the callee only computes.
    pub(crate) fn take_for_value(&mut self, function: u32, args: Reg, view: &View<'_, '_>) {
        let callee = FunctionId::from_index(function as usize);
        // A call is announced again when its function had to be compiled first.
        if !self.branching.values.forking.contains(&callee)
            || view.code.entries[function as usize].start == 0
            || self.path.is_full()
            || self.probes.labels.is_evaluating()
            || !self.depends_on_inputs(function, args, view)
        {
            return;
        }
        let signature = view.code.signatures.get(view.code.entries[function as usize].signature);
        let count = signature.parameters.len() as Reg;
        let arguments: Vec<TermId> =
            (args..args + count).map(|register| self.operand(view, register)).collect();
        if arguments.iter().any(|it| self.environment.is_pointer_choice(*it)) {
            return;
        }
        let Some(term) = self.value_of_call(callee, arguments, view) else { return };
        let value = self.unless_constant(term);
        if value.is_some() {
            self.path.merged_from.get_or_insert(self.path.forks.len());
        }
        self.branching.values.under_way = Some(UnderWay { depth: view.frames.len(), value });
    }

    /// The same for a call by address.
    pub(crate) fn take_indirect_for_value(
        &mut self,
        (args, a): (Reg, Reg),
        signature: u32,
        view: &View<'_, '_>,
    ) {
        let model = view.memory.data_model();
        let target = CodeRegion::Functions.index(model, view.registers[a]);
        let entry = target.and_then(|index| view.code.entries.get(index));
        if let (Some(index), Some(entry)) = (target, entry)
            && entry.signature == signature
        {
            self.take_for_value(index as u32, args, view);
        }
    }

    /// An operation is about to be executed in a call that is taken for a value: its terms are known already.
    pub(crate) fn pass_value_call(&mut self, op: &Op, view: &View<'_, '_>) {
        let returns = matches!(op, Op::Return { .. });
        let is_its = |it: &mut UnderWay| returns && it.depth + 1 == view.frames.len();
        let Some(call) = self.branching.values.under_way.take_if(is_its) else { return };
        let Some(frame) = view.frames.last() else { return };
        self.set_at(frame.base + usize::from(frame.d), call.value);
    }

    /// Whether an argument, or something that one may lead to, depends on inputs.
    fn depends_on_inputs(&self, function: u32, args: Reg, view: &View<'_, '_>) -> bool {
        let signature = view.code.signatures.get(view.code.entries[function as usize].signature);
        let registers = args..args + signature.parameters.len() as Reg;
        registers.into_iter().any(|register| {
            let leads_to = || view.memory.number_of(view.registers[register]);
            self.term(view, register).is_some()
                || (view.memory.number(view.registers[register]).is_some()
                    && self.cells.has_terms(view.memory, leads_to()))
        })
    }

    /// What a function returns for arguments.
    fn value_of_call(
        &mut self,
        function: FunctionId,
        arguments: Vec<TermId>,
        view: &View<'_, '_>,
    ) -> Option<TermId> {
        let values = &mut self.branching.values;
        let key = (function, arguments);
        if let Some(known) = values.known.get(&key) {
            return *known;
        }
        let around = Surroundings {
            code: view.code,
            memory: view.memory,
            cells: &self.cells,
            environment: &self.environment,
            functions: &values.functions,
        };
        let mut computing = Computing::new(&mut self.pool, &around);
        let registers = key.1.iter().copied().map(Some).collect();
        let value = computing.call(function, registers);
        let reads_memory = computing.reads_memory;
        let splits = computing.splits;
        let value = match value {
            None if !reads_memory => {
                table(&mut self.pool, &around, &mut values.tables, function, &key.1)
            }
            // What goes one way only is no fork anyway.
            value => value.filter(|_| splits),
        };
        if !reads_memory {
            values.known.insert(key, value);
        }
        value
    }
}

/// What a function returns for arguments that come from one byte, as a table over the byte.
fn table(
    pool: &mut TermPool,
    around: &Surroundings<'_>,
    tables: &mut FxHashMap<(FunctionId, Vec<Given>), Option<Vec<TermId>>>,
    function: FunctionId,
    arguments: &[TermId],
) -> Option<TermId> {
    let mut byte: Option<TermId> = None;
    let mut given = Vec::with_capacity(arguments.len());
    for &argument in arguments {
        given.push(if pool.value(argument).is_some() {
            Given::Constant(argument)
        } else {
            let (term, is_signed) = extended(pool, argument)?;
            if byte.is_some_and(|byte| byte != term) {
                return None;
            }
            byte = Some(term);
            Given::Byte { bits: pool.width(term), is_signed }
        });
    }
    let byte = byte?;
    let bits = pool.width(byte);
    let key = (function, given);
    let values = match tables.get(&key) {
        Some(known) => known.clone(),
        None => {
            let values = (0..1 << bits).map(|value| entry(pool, around, &key, value));
            let values = values.collect::<Option<Vec<TermId>>>();
            tables.insert(key, values.clone());
            values
        }
    };
    let index = pool.zero_extend(byte, 64);
    Some(choose(pool, index, &values?))
}

/// What a function returns for one value of the byte that its arguments come from.
fn entry(
    pool: &mut TermPool,
    around: &Surroundings<'_>,
    (function, given): &(FunctionId, Vec<Given>),
    value: u128,
) -> Option<TermId> {
    let argument = |given: &Given| match *given {
        Given::Constant(term) => term,
        Given::Byte { bits, is_signed } => {
            let byte = pool.bv(bits, value);
            pool.resize(byte, 64, is_signed)
        }
    };
    let arguments: Vec<Option<TermId>> = given.iter().map(argument).map(Some).collect();
    let mut computing = Computing::new(pool, around);
    let result = computing.call(*function, arguments).filter(|_| !computing.reads_memory)?;
    pool.value(result).map(|_| result)
}

/// The narrow term that an argument is the extension of, and whether by its sign.
fn extended(pool: &TermPool, term: TermId) -> Option<(TermId, bool)> {
    let args = pool.args(term);
    let (narrow, is_signed) = match pool.op(term) {
        TermOp::SignExtend => (args[0], true),
        TermOp::Concat if pool.value(args[0]) == Some(0) => (args[1], false),
        _ => return None,
    };
    (pool.width(narrow) <= TABLE_BITS).then_some((narrow, is_signed))
}

/// The functions whose calls may be taken for values: scalars in and out, nothing but assignments to variables,
/// branches and calls of such functions, and no probe.
pub(crate) fn computing_functions(
    program: &Program,
    probes: Option<&ProbePlan>,
) -> BTreeSet<FunctionId> {
    let observed = observed(probes);
    let is_first = |function: &FunctionId| {
        !observed.contains(function)
            && has_narrow_scalars(program, *function)
            && only_assigns(program, *function)
    };
    let mut functions: BTreeSet<FunctionId> = program.functions.ids().filter(is_first).collect();
    // What calls another is one only with it.
    loop {
        let calls_others = |function: &FunctionId| {
            callees(program, *function).any(|callee| !functions.contains(&callee))
        };
        let others: Vec<FunctionId> = functions.iter().copied().filter(calls_others).collect();
        if others.is_empty() {
            return functions;
        }
        functions.retain(|function| !others.contains(function));
    }
}

/// The functions in which something is looked for.
fn observed(probes: Option<&ProbePlan>) -> BTreeSet<FunctionId> {
    let Some(plan) = probes else { return BTreeSet::new() };
    let all = (0..plan.len() as u32).map(|number| plan.point(clew_ir::ProbeId(number)));
    let function = |point| match point {
        ProbePoint::Entry(function)
        | ProbePoint::Statement(function, ..)
        | ProbePoint::Edge(function, ..) => function,
    };
    all.map(function).collect()
}

fn has_narrow_scalars(program: &Program, function: FunctionId) -> bool {
    let signature = Signature::of_function(program, function);
    let is_narrow =
        |it: &ParameterShape| matches!(it, ParameterShape::Scalar(scalar) if scalar.size() <= 8);
    !signature.is_variadic
        && signature.parameters.iter().all(is_narrow)
        && matches!(signature.result, ResultShape::Scalar(scalar) if scalar.size() <= 8)
}

/// Whether a function does nothing but give values to variables, call functions by name, and branch.
fn only_assigns(program: &Program, function: FunctionId) -> bool {
    let function = &program.functions[function];
    let Ok(body) = &function.body else { return false };
    let is_plain = |place: &Place| match place.base {
        PlaceBase::Local(local) => place.path.is_empty() && is_register(program, function, local),
        _ => false,
    };
    body.blocks.iter().all(|block| {
        let is_known = |kind: &StatementKind| match kind {
            StatementKind::Assign { place, .. } => is_plain(place),
            StatementKind::Call { dest, callee: Callee::Direct(_), .. } => {
                dest.as_ref().is_none_or(is_plain)
            }
            StatementKind::Live(local) | StatementKind::Dead(local) => {
                is_register(program, function, *local)
            }
            _ => false,
        };
        let kind = &block.terminator.kind;
        let goes_on = matches!(
            kind,
            TerminatorKind::Goto(_)
                | TerminatorKind::Branch { .. }
                | TerminatorKind::Switch { .. }
                | TerminatorKind::Return(_)
        );
        goes_on && block.statements.iter().all(|statement| is_known(&statement.kind))
    })
}

fn is_register(program: &Program, function: &clew_ir::Function, local: LocalId) -> bool {
    let local = &function.locals[local];
    !local.is_address_taken && program.types.scalar(local.ty).is_some()
}

fn callees(program: &Program, function: FunctionId) -> impl Iterator<Item = FunctionId> {
    let body = program.functions[function].body.as_ref().ok();
    let statements =
        body.into_iter().flat_map(|body| body.blocks.iter()).flat_map(|it| &it.statements);
    statements.filter_map(|statement| match &statement.kind {
        StatementKind::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
        _ => None,
    })
}

fn branches(program: &Program, function: FunctionId) -> bool {
    let body = program.functions[function].body.as_ref().ok();
    body.into_iter().flat_map(|body| body.blocks.iter()).any(|block| {
        let kind = &block.terminator.kind;
        matches!(kind, TerminatorKind::Branch { .. } | TerminatorKind::Switch { .. })
    })
}

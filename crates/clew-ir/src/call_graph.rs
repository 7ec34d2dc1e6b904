//! Who may call whom, and which functions may call themselves.
//!
//! Sound as long as control stays in the program: a call by address may reach every function
//! whose address is taken anywhere and whose parameters a call of this type can pass. A function
//! without a body may call every function whose address is taken (as `qsort` does), and none by
//! name: code outside the program is assumed not to know the program's names.

use crate::body::{Callee, StatementKind};
use crate::expr::ExprKind;
use crate::ids::{FunctionId, Id, IdVec, TypeId};
use crate::position::Position;
use crate::program::{Program, RelocationTarget};
use crate::types::{Scalar, Type, TypeTable};
use std::collections::BTreeSet;

/// The call graph of a program.
#[derive(Clone, Debug)]
pub struct CallGraph {
    address_taken: BTreeSet<FunctionId>,
    callees: IdVec<FunctionId, Vec<FunctionId>>,
    callers: IdVec<FunctionId, Vec<FunctionId>>,
    sites: IdVec<FunctionId, Vec<Position>>,
    components: Vec<Vec<FunctionId>>,
    component_of: IdVec<FunctionId, usize>,
}

impl CallGraph {
    /// Reads the calls off a program.
    pub fn new(program: &Program) -> Self {
        let address_taken = address_taken(program);
        let count = program.functions.len();
        let mut sites: IdVec<FunctionId, Vec<Position>> = IdVec::from_elem(Vec::new(), count);
        let mut callees: IdVec<FunctionId, BTreeSet<FunctionId>> =
            IdVec::from_elem(BTreeSet::new(), count);
        for (caller, function) in program.functions.iter_enumerated() {
            let Ok(body) = &function.body else {
                callees[caller].extend(&address_taken);
                continue;
            };
            for (block, contents) in body.blocks.iter_enumerated() {
                for (statement, each) in contents.statements.iter().enumerate() {
                    let StatementKind::Call { callee, .. } = &each.kind else { continue };
                    for target in targets(&program.types, program, &address_taken, callee) {
                        callees[caller].insert(target);
                        let statement = statement as u32;
                        sites[target].push(Position { function: caller, block, statement });
                    }
                }
            }
        }
        let callees: IdVec<FunctionId, Vec<FunctionId>> =
            callees.iter().map(|set| set.iter().copied().collect()).collect();
        let mut callers = IdVec::from_elem(Vec::new(), count);
        for caller in program.functions.ids() {
            for &callee in &callees[caller] {
                callers[callee].push(caller);
            }
        }
        let components = strong_components(&callees);
        let mut component_of = IdVec::from_elem(0, count);
        for (at, component) in components.iter().enumerate() {
            for &function in component {
                component_of[function] = at;
            }
        }
        Self { address_taken, callees, callers, sites, components, component_of }
    }

    /// The functions whose address is taken: what a call by address can reach.
    pub fn address_taken(&self) -> &BTreeSet<FunctionId> {
        &self.address_taken
    }

    /// The functions that the function may call itself, by ascending id.
    pub fn callees(&self, function: FunctionId) -> &[FunctionId] {
        &self.callees[function]
    }

    /// The functions that may call the function, by ascending id.
    pub fn callers(&self, function: FunctionId) -> &[FunctionId] {
        &self.callers[function]
    }

    /// The calls in bodies that may reach the function, in program order.
    pub fn call_sites(&self, function: FunctionId) -> &[Position] {
        &self.sites[function]
    }

    /// The functions that a call may reach, by ascending id; empty for builtins.
    pub fn targets(&self, program: &Program, callee: &Callee) -> Vec<FunctionId> {
        targets(&program.types, program, &self.address_taken, callee)
    }

    /// Sets of functions that may call each other, callees before callers.
    pub fn components(&self) -> &[Vec<FunctionId>] {
        &self.components
    }

    /// Whether a call of the function may lead to another call of it before it returns.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.components[self.component_of[function]].len() > 1
            || self.callees[function].contains(&function)
    }

    /// All functions that a call of `root` may lead to, `root` too, by ascending id.
    pub fn reachable(&self, root: FunctionId) -> Vec<FunctionId> {
        let mut seen = BTreeSet::from([root]);
        let mut work = vec![root];
        while let Some(function) = work.pop() {
            for &callee in &self.callees[function] {
                if seen.insert(callee) {
                    work.push(callee);
                }
            }
        }
        seen.into_iter().collect()
    }
}

fn address_taken(program: &Program) -> BTreeSet<FunctionId> {
    let mut taken = BTreeSet::new();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref().ok()) {
        body.for_each_expr(&mut |expr| {
            if let ExprKind::FunctionAddress(function) = expr.kind {
                taken.insert(function);
            }
        });
    }
    for image in program.globals.iter().filter_map(|global| global.init.as_ref()) {
        for relocation in &image.relocations {
            if let RelocationTarget::Function(function) = relocation.target {
                taken.insert(function);
            }
        }
    }
    taken
}

fn targets(
    types: &TypeTable,
    program: &Program,
    address_taken: &BTreeSet<FunctionId>,
    callee: &Callee,
) -> Vec<FunctionId> {
    match callee {
        Callee::Direct(function) => vec![*function],
        Callee::Indirect(address) => address_taken
            .iter()
            .copied()
            .filter(|&function| can_call(types, address.ty, program.functions[function].ty))
            .collect(),
        Callee::Builtin(_) => Vec::new(),
    }
}

/// Whether a call through a pointer of type `through` can pass a function of type `function` its
/// arguments. Far more generous than C's compatible types: programs do cast function pointers.
pub(crate) fn can_call(types: &TypeTable, through: TypeId, function: TypeId) -> bool {
    let (Some(through), Some(function)) = (types.function(through), types.function(function))
    else {
        return true;
    };
    let is_open = |ty: &crate::types::FunctionType| ty.is_variadic || !ty.has_prototype;
    if is_open(through) || is_open(function) {
        return true;
    }
    through.params.len() == function.params.len()
        && through.params.iter().zip(&function.params).all(|(&a, &b)| is_passed_alike(types, a, b))
}

/// Whether two types are passed in the same kind of place.
fn is_passed_alike(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    match (types.scalar(a), types.scalar(b)) {
        (Some(Scalar::Int { .. }), Some(Scalar::Int { .. })) => true,
        (Some(Scalar::Float(a)), Some(Scalar::Float(b))) => a == b,
        // Small records travel in registers, as scalars do.
        _ => {
            let is_record = |ty| matches!(types.get(ty), Type::Record(_) | Type::Opaque { .. });
            is_record(a) || is_record(b)
        }
    }
}

/// Tarjan's algorithm, without recursion; components come out callees first.
pub(crate) fn strong_components(
    callees: &IdVec<FunctionId, Vec<FunctionId>>,
) -> Vec<Vec<FunctionId>> {
    const UNSEEN: usize = usize::MAX;
    let count = callees.len();
    let mut number: IdVec<FunctionId, usize> = IdVec::from_elem(UNSEEN, count);
    let mut lowest: IdVec<FunctionId, usize> = IdVec::from_elem(0, count);
    let mut is_open: IdVec<FunctionId, bool> = IdVec::from_elem(false, count);
    let mut open = Vec::new();
    let mut components = Vec::new();
    let mut next_number = 0;
    for root in (0..count).map(FunctionId::from_index) {
        if number[root] != UNSEEN {
            continue;
        }
        let mut stack = vec![(root, 0)];
        while let Some(&mut (function, ref mut visited)) = stack.last_mut() {
            if *visited == 0 && number[function] == UNSEEN {
                number[function] = next_number;
                lowest[function] = next_number;
                next_number += 1;
                open.push(function);
                is_open[function] = true;
            }
            if let Some(&callee) = callees[function].get(*visited) {
                *visited += 1;
                if number[callee] == UNSEEN {
                    stack.push((callee, 0));
                } else if is_open[callee] {
                    lowest[function] = lowest[function].min(number[callee]);
                }
                continue;
            }
            stack.pop();
            if let Some(&(caller, _)) = stack.last() {
                lowest[caller] = lowest[caller].min(lowest[function]);
            }
            if lowest[function] == number[function] {
                let start = open.iter().rposition(|&each| each == function);
                let start = start.expect("an unfinished component contains its root");
                let mut component = open.split_off(start);
                for &member in &component {
                    is_open[member] = false;
                }
                component.sort_unstable();
                components.push(component);
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::StatementKind;
    use crate::builder::{FunctionBuilder, declare};

    /// Declares functions `f0(void)`, `f1(void)`, … and defines each with calls of the given ones.
    fn program(calls: &[&[usize]]) -> Program {
        let mut program = Program::default();
        let ids: Vec<FunctionId> = (0..calls.len())
            .map(|at| declare(&mut program, &format!("f{at}"), TypeTable::VOID, &[], false))
            .collect();
        for (&id, calls) in ids.iter().zip(calls) {
            let mut f = FunctionBuilder::define(&mut program, id, &[]);
            for &callee in *calls {
                f.call(f.entry(), None, ids[callee], Vec::new());
            }
            f.ret(f.entry(), None);
            f.finish();
        }
        program
    }

    fn f(index: usize) -> FunctionId {
        FunctionId::from_index(index)
    }

    #[test]
    fn calls_by_name() {
        let graph = CallGraph::new(&program(&[&[1, 2], &[2], &[], &[3], &[5], &[4, 0]]));
        assert_eq!(graph.callees(f(0)), [f(1), f(2)]);
        assert_eq!(graph.callers(f(2)), [f(0), f(1)]);
        assert_eq!(graph.call_sites(f(2)).len(), 2);
        assert_eq!(graph.reachable(f(1)), [f(1), f(2)]);
        assert!(!graph.is_recursive(f(0)));
        assert!(graph.is_recursive(f(3)));
        assert!(graph.is_recursive(f(4)) && graph.is_recursive(f(5)));
        let components = graph.components();
        assert_eq!(components, [vec![f(2)], vec![f(1)], vec![f(0)], vec![f(3)], vec![f(4), f(5)]]);
    }

    #[test]
    fn calls_by_address_reach_what_fits() {
        let mut program = program(&[&[], &[], &[]]);
        let takes_double = declare(&mut program, "g", TypeTable::VOID, &[TypeTable::DOUBLE], false);
        let mut caller = FunctionBuilder::new(&mut program, "caller", TypeTable::VOID, &[]);
        let address = caller.function_address(f(1));
        let other = caller.function_address(takes_double);
        let pointer = caller.local("p", address.ty);
        let other_pointer = caller.local("q", other.ty);
        caller.assign(caller.entry(), pointer, address);
        caller.assign(caller.entry(), other_pointer, other);
        let callee = Callee::Indirect(caller.read(pointer));
        caller.statement(
            caller.entry(),
            StatementKind::Call { dest: None, callee: callee.clone(), args: Vec::new() },
        );
        caller.ret(caller.entry(), None);
        let caller = caller.finish();
        let graph = CallGraph::new(&program);
        assert_eq!(graph.address_taken(), &BTreeSet::from([f(1), takes_double]));
        assert_eq!(graph.callees(caller), [f(1)]);
        assert_eq!(graph.targets(&program, &callee), [f(1)]);
        // Without a body it may call back.
        assert_eq!(graph.callees(takes_double), [f(1), takes_double]);
    }
}

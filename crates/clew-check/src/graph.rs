//! What the control flow and call graph say, without any values: whether an objective can be
//! reached from somewhere.

use crate::certificate::{Certificate, Objective, Point};
use crate::program::{Builtin, Callee, Function, Linkage, Program, Statement};
use crate::semantics::{EntryKind, Semantics};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The graphs of a program, for all objectives of a certificate.
pub(crate) struct Graphs<'c> {
    graphs: Vec<Graph<'c>>,
    /// What was found of points before: many nodes are at the same.
    known: BTreeMap<Point, bool>,
}

impl<'c> Graphs<'c> {
    /// The graphs for a certificate's objectives: one for those at the same point.
    pub(crate) fn new(semantics: &Semantics<'c>, certificate: &'c Certificate) -> Self {
        let calls = Calls::new(semantics);
        let mut seen = BTreeSet::new();
        let mut ways: BTreeMap<usize, Rc<Ways>> = BTreeMap::new();
        let objectives = certificate.objectives.iter().filter(|it| seen.insert(it.point()));
        let graphs = objectives.map(|objective| {
            let function = objective.function();
            let ways = ways
                .entry(function)
                .or_insert_with(|| Rc::new(Ways::new(semantics, &calls, certificate, function)));
            Graph { program: semantics.program, objective, ways: Rc::clone(ways) }
        });
        Self { graphs: graphs.collect(), known: BTreeMap::new() }
    }

    /// Whether a call of this function may lead to an objective.
    pub(crate) fn leads_inside(&self, function: usize) -> bool {
        self.graphs.iter().any(|graph| graph.ways.leading.contains(&function))
    }

    /// Whether code that nobody knows may lead to an objective, by calling back.
    pub(crate) fn unknown_leads_inside(&self) -> bool {
        self.graphs.iter().any(|graph| graph.ways.is_led_to_by_unknown)
    }

    /// Whether an objective may be reached from a point with these calls under way.
    pub(crate) fn is_relevant(&mut self, calls: &[Point], from: Point) -> bool {
        let behind = calls.iter().map(|call| Point { statement: call.statement + 1, ..*call });
        behind.chain([from]).any(|point| self.is_relevant_within(point))
    }

    /// The same, until the function returns.
    fn is_relevant_within(&mut self, from: Point) -> bool {
        let graphs = &self.graphs;
        let found = || graphs.iter().any(|graph| graph.is_relevant_within(from));
        *self.known.entry(from).or_insert_with(found)
    }
}

/// The calls that may lead to objectives of one function.
struct Ways {
    /// The functions whose calls may lead there.
    leading: BTreeSet<usize>,
    /// Whether code that nobody knows may call back and lead there.
    is_led_to_by_unknown: bool,
}

impl Ways {
    fn new(
        semantics: &Semantics<'_>,
        calls: &Calls,
        certificate: &Certificate,
        target: usize,
    ) -> Self {
        // The root stands for every call of the entry, in any state: an objective of the entry
        // itself is dealt with there, however deep in the calls it is met.
        let is_dealt_with = certificate.kind == EntryKind::Unit
            && target == certificate.entry
            && certificate.assumptions.is_empty();
        let (mut leading, mut is_led_to_by_unknown) = (BTreeSet::new(), false);
        if !is_dealt_with {
            let reaches = |from: &BTreeSet<usize>| calls.reachable(from).contains(&target);
            is_led_to_by_unknown = reaches(&calls.called_back);
            for &number in semantics.program.functions.keys() {
                if reaches(&BTreeSet::from([number])) {
                    leading.insert(number);
                }
            }
        }
        Self { leading, is_led_to_by_unknown }
    }
}

/// The graph of a program, for one objective.
struct Graph<'c> {
    program: &'c Program,
    objective: &'c Objective,
    ways: Rc<Ways>,
}

impl Graph<'_> {
    /// Whether the objective may be reached from a point until the function returns.
    fn is_relevant_within(&self, from: Point) -> bool {
        let function = &self.program.functions[&from.function];
        if self.is_relevant_in_block(from) {
            return true;
        }
        // A jump may come back to wherever the function has set one up.
        let next = function.blocks[from.block].terminator.successors();
        let mut work: Vec<usize> = set_jumps(self.program, function).chain(next).collect();
        let mut seen: BTreeSet<usize> = work.iter().copied().collect();
        while let Some(block) = work.pop() {
            if self.is_relevant_in_block(Point { block, statement: 0, ..from }) {
                return true;
            }
            let successors = function.blocks[block].terminator.successors();
            work.extend(successors.into_iter().filter(|next| seen.insert(*next)));
        }
        false
    }

    /// The same, until the block ends.
    fn is_relevant_in_block(&self, from: Point) -> bool {
        let is_ahead = match self.objective {
            Objective::Block { .. } => from.statement == 0,
            Objective::Label { statement, .. } => from.statement <= *statement,
            Objective::Edge { .. } => true,
        };
        let is_here =
            (from.function, from.block) == (self.objective.function(), self.objective.block());
        let block = &self.program.functions[&from.function].blocks[from.block];
        let rest = block.statements.get(from.statement..).unwrap_or_default();
        (is_here && is_ahead) || rest.iter().any(|statement| self.call_leads_inside(statement))
    }

    fn call_leads_inside(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Call { callee: Callee::Direct(number), .. } => {
                self.ways.leading.contains(number)
            }
            Statement::Call { callee: Callee::Indirect(_), .. } => self.ways.is_led_to_by_unknown,
            Statement::Call { callee: Callee::Builtin(_), .. }
            | Statement::Set { .. }
            | Statement::Live(_)
            | Statement::Dead(_)
            | Statement::Zero(_) => false,
        }
    }
}

fn set_jumps(program: &Program, function: &Function) -> impl Iterator<Item = usize> {
    let sets_jump = |statement: &Statement| match statement {
        Statement::Call { callee: Callee::Builtin(Builtin::SetJmp), .. } => true,
        Statement::Call { callee: Callee::Direct(number), .. } => {
            program.functions[number].returns_twice
        }
        _ => false,
    };
    let blocks = function.blocks.iter().enumerate();
    let blocks = blocks.filter(move |(_, block)| block.statements.iter().any(sets_jump));
    blocks.map(|(number, _)| number).collect::<Vec<_>>().into_iter()
}

/// Who may call whom.
struct Calls {
    callees: BTreeMap<usize, BTreeSet<usize>>,
    /// What code that nobody knows may call: the functions whose addresses are taken.
    called_back: BTreeSet<usize>,
}

impl Calls {
    fn new(semantics: &Semantics<'_>) -> Self {
        let functions = &semantics.program.functions;
        let taken = functions.iter().filter(|(_, it)| it.is_address_taken && it.has_body());
        let called_back: BTreeSet<usize> = taken.map(|(number, _)| *number).collect();
        // A function of another file may call by name whatever has a name there. Of a unit, that is
        // another execution from the root.
        let is_named = |function: &Function| {
            semantics.kind == EntryKind::Program
                && matches!(function.linkage, Linkage::External | Linkage::Weak)
                && function.has_body()
                && !function.is_model
        };
        let named = functions.iter().filter(|(_, it)| is_named(it));
        let named: BTreeSet<usize> = named.map(|(number, _)| *number).collect();
        let mut callees = BTreeMap::new();
        for (&number, function) in functions {
            let mut called = BTreeSet::new();
            if !semantics.may_enter(number) && semantics.may_call_back(number) {
                called.extend(&called_back);
                if !function.is_system && !function.is_model {
                    called.extend(&named);
                }
            }
            for statement in function.blocks.iter().flat_map(|block| &block.statements) {
                match statement {
                    Statement::Call { callee: Callee::Direct(callee), .. } => {
                        called.insert(*callee);
                    }
                    Statement::Call { callee: Callee::Indirect(_), .. } => {
                        called.extend(&called_back);
                    }
                    Statement::Call { callee: Callee::Builtin(_), .. }
                    | Statement::Set { .. }
                    | Statement::Live(_)
                    | Statement::Dead(_)
                    | Statement::Zero(_) => {}
                }
            }
            callees.insert(number, called);
        }
        Self { callees, called_back }
    }

    fn reachable(&self, from: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut seen = from.clone();
        let mut work: Vec<usize> = seen.iter().copied().collect();
        while let Some(number) = work.pop() {
            for callee in self.callees.get(&number).into_iter().flatten() {
                if seen.insert(*callee) {
                    work.push(*callee);
                }
            }
        }
        seen
    }
}

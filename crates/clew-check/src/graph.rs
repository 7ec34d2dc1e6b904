//! What the control flow and call graph say, without any values: whether an objective can be
//! reached from somewhere.

use crate::certificate::{Certificate, Objective, Point};
use crate::program::{Builtin, Callee, Function, Program, Statement};
use crate::semantics::{EntryKind, Semantics};
use std::collections::{BTreeMap, BTreeSet};

/// The graphs of a program, for all objectives of a certificate.
pub(crate) struct Graphs<'c>(Vec<Graph<'c>>);

impl<'c> Graphs<'c> {
    /// The graphs for a certificate's objectives: one for those at the same point.
    pub(crate) fn new(semantics: &Semantics<'c>, certificate: &'c Certificate) -> Self {
        let calls = Calls::new(semantics);
        let mut seen = BTreeSet::new();
        let objectives = certificate.objectives.iter().filter(|it| seen.insert(it.point()));
        Self(objectives.map(|it| Graph::new(semantics, &calls, certificate, it)).collect())
    }

    /// Whether a call of this function may lead to an objective.
    pub(crate) fn leads_inside(&self, function: usize) -> bool {
        self.0.iter().any(|graph| graph.leads_inside(function))
    }

    /// Whether code that nobody knows may lead to an objective, by calling back.
    pub(crate) fn unknown_leads_inside(&self) -> bool {
        self.0.iter().any(|graph| graph.is_led_to_by_unknown)
    }

    /// Whether an objective may be reached from a point with these calls under way.
    pub(crate) fn is_relevant(&self, calls: &[Point], from: Point) -> bool {
        self.0.iter().any(|graph| graph.is_relevant(calls, from))
    }
}

/// The graph of a program, for one objective.
struct Graph<'c> {
    program: &'c Program,
    objective: &'c Objective,
    /// The functions whose calls may lead to the objective.
    leading: BTreeSet<usize>,
    /// Whether code that nobody knows may call back and lead to the objective.
    is_led_to_by_unknown: bool,
}

impl<'c> Graph<'c> {
    fn new(
        semantics: &Semantics<'c>,
        calls: &Calls,
        certificate: &Certificate,
        objective: &'c Objective,
    ) -> Self {
        let program = semantics.program;
        let target = objective.function();
        // The root stands for every call of the entry, in any state: an objective of the entry
        // itself is dealt with there, however deep in the calls it is met.
        let is_dealt_with = certificate.kind == EntryKind::Unit
            && target == certificate.entry
            && certificate.assumptions.is_empty();
        let (mut leading, mut is_led_to_by_unknown) = (BTreeSet::new(), false);
        if !is_dealt_with {
            let reaches = |from: &BTreeSet<usize>| calls.reachable(from).contains(&target);
            is_led_to_by_unknown = reaches(&calls.called_back);
            for &number in program.functions.keys() {
                let is_unknown = !semantics.may_enter(number);
                if reaches(&BTreeSet::from([number])) || (is_unknown && is_led_to_by_unknown) {
                    leading.insert(number);
                }
            }
        }
        Self { program, objective, leading, is_led_to_by_unknown }
    }

    /// Whether a call of this function may lead to the objective.
    fn leads_inside(&self, function: usize) -> bool {
        self.leading.contains(&function)
    }

    /// Whether the objective may be reached from a point with these calls under way.
    fn is_relevant(&self, calls: &[Point], from: Point) -> bool {
        let behind = calls.iter().map(|call| Point { statement: call.statement + 1, ..*call });
        behind.chain([from]).any(|point| self.is_relevant_within(point))
    }

    /// The same, until the function returns.
    fn is_relevant_within(&self, from: Point) -> bool {
        let function = &self.program.functions[&from.function];
        if self.is_relevant_in_block(from) {
            return true;
        }
        // A jump may come back to wherever the function has set one up.
        let next = function.blocks[from.block].terminator.successors();
        let mut work: Vec<usize> = set_jumps(function).chain(next).collect();
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
            Statement::Call { callee: Callee::Direct(number), .. } => self.leads_inside(*number),
            Statement::Call { callee: Callee::Indirect(_), .. } => self.is_led_to_by_unknown,
            Statement::Call { callee: Callee::Builtin(_), .. }
            | Statement::Set { .. }
            | Statement::Live(_)
            | Statement::Dead(_)
            | Statement::Zero(_) => false,
        }
    }
}

fn set_jumps(function: &Function) -> impl Iterator<Item = usize> {
    let sets_jump = |statement: &Statement| {
        matches!(statement, Statement::Call { callee: Callee::Builtin(Builtin::SetJmp), .. })
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
        let mut callees = BTreeMap::new();
        for (&number, function) in functions {
            let mut called = BTreeSet::new();
            if !semantics.may_enter(number) {
                called.extend(&called_back);
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

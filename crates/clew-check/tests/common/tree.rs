//! Certificates made for tests: all ways through a function, unfolded, with loops cut at blocks
//! that have an invariant.

use clew_ir::{Callee, FunctionId, Id as _, Program, StatementKind, TerminatorKind};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The value that the block to be proved unreachable returns.
pub(crate) const MARK: u128 = 77;

/// What a certificate is made from.
pub(crate) struct Plan<'p> {
    pub(crate) program: &'p Program,
    pub(crate) entry: FunctionId,
    /// `unit` or `program`.
    pub(crate) kind: &'static str,
    /// Further lines of the header.
    pub(crate) header: String,
    /// Predicates at the starts of blocks of the entry.
    pub(crate) invariants: BTreeMap<usize, String>,
    /// Callees that are entered; others are skipped.
    pub(crate) entered: Vec<String>,
    /// The edge, counted in the order of unfolding, of which something else is said.
    pub(crate) changed: Option<(usize, &'static str)>,
}

impl<'p> Plan<'p> {
    pub(crate) fn new(program: &'p Program, entry: &str) -> Self {
        let entry = program.function(entry).expect("the entry");
        let entered = program.functions.iter().filter(|it| it.body.is_ok());
        Self {
            program,
            entry,
            kind: "unit",
            header: String::new(),
            invariants: BTreeMap::new(),
            entered: entered.map(|it| it.name.clone()).collect(),
            changed: None,
        }
    }

    /// The function and block that returns [`MARK`].
    pub(crate) fn marked(&self) -> (FunctionId, usize) {
        for (id, function) in self.program.functions.iter_enumerated() {
            let Ok(body) = &function.body else { continue };
            for (block, contents) in body.blocks.iter_enumerated() {
                if let TerminatorKind::Return(Some(value)) = &contents.terminator.kind
                    && value.as_const() == Some(MARK)
                {
                    return (id, block.index());
                }
            }
        }
        panic!("no block returns {MARK}");
    }

    /// The certificate that the marked block is not reached.
    pub(crate) fn certificate(&self) -> String {
        let (function, block) = self.marked();
        let objective = format!("(block {} {block})", function.index());
        self.certificate_for(&objective)
    }

    /// How many edges are followed.
    pub(crate) fn edge_count(&self) -> usize {
        self.unfold().edges
    }

    fn unfold(&self) -> Unfolded<'_> {
        let mut unfolded =
            Unfolded { plan: self, nodes: Vec::new(), cut: BTreeMap::new(), edges: 0 };
        unfolded.node(&[], self.entry, 0, 0);
        unfolded
    }

    /// The certificate for an objective; edges to the marked block are claimed infeasible.
    pub(crate) fn certificate_for(&self, objective: &str) -> String {
        let unfolded = self.unfold();
        let name = &self.program.functions[self.entry].name;
        let mut text = format!(
            "(certificate 1\n (entry \"{name}\" {})\n{} (objective {objective})\n",
            self.kind, self.header
        );
        for node in &unfolded.nodes {
            writeln!(text, " {node}").expect("writing to a string");
        }
        text + ")\n"
    }
}

type CallSite = (FunctionId, usize, usize);

struct Unfolded<'p> {
    plan: &'p Plan<'p>,
    nodes: Vec<String>,
    cut: BTreeMap<usize, usize>,
    /// How many edges have been followed.
    edges: usize,
}

impl Unfolded<'_> {
    /// Adds a node and all behind it; its number.
    fn node(
        &mut self,
        calls: &[CallSite],
        function: FunctionId,
        block: usize,
        statement: usize,
    ) -> usize {
        let is_own = calls.is_empty() && function == self.plan.entry && statement == 0;
        let invariant = self.plan.invariants.get(&block).filter(|_| is_own).cloned();
        if let (Some(_), Some(known)) = (&invariant, self.cut.get(&block)) {
            return *known;
        }
        let number = self.nodes.len();
        assert!(number < 2000, "the tree should stay small");
        self.nodes.push(String::new());
        let mut text = format!("(node {number} {}", location(calls, function, block, statement));
        if let Some(predicate) = invariant {
            self.cut.insert(block, number);
            write!(text, " (where {predicate})").expect("writing to a string");
        }
        text.push_str(&self.flow(calls, function, block, statement));
        self.nodes[number] = text + ")";
        number
    }

    fn flow(
        &mut self,
        calls: &[CallSite],
        function: FunctionId,
        block: usize,
        statement: usize,
    ) -> String {
        let contents = &self.plan.program.functions[function].body.as_ref().expect("a body").blocks;
        let contents = &contents.as_slice()[block];
        let mut text = String::new();
        for (at, each) in contents.statements.iter().enumerate().skip(statement) {
            let StatementKind::Call { callee: Callee::Direct(callee), .. } = &each.kind else {
                continue;
            };
            let target = &self.plan.program.functions[*callee];
            if target.body.is_ok() && self.plan.entered.contains(&target.name) {
                let inner: Vec<CallSite> =
                    calls.iter().copied().chain([(function, block, at)]).collect();
                let next = self.node(&inner, *callee, 0, 0);
                return format!("{text} (call {at} enter {next})");
            }
            if target.body.is_ok() {
                write!(text, " (call {at} skip)").expect("writing to a string");
            }
        }
        let marked = self.plan.marked();
        for (at, target) in contents.terminator.kind.successors().into_iter().enumerate() {
            let fate = if (function, target.index()) == marked {
                "infeasible".to_owned()
            } else {
                self.edges += 1;
                match self.plan.changed {
                    Some((edge, fate)) if edge == self.edges - 1 => fate.to_owned(),
                    Some(_) | None => self.node(calls, function, target.index(), 0).to_string(),
                }
            };
            write!(text, " (edge {at} {fate})").expect("writing to a string");
        }
        if let (TerminatorKind::Return(_), Some((call, outer))) =
            (&contents.terminator.kind, calls.split_last())
        {
            let next = self.node(outer, call.0, call.1, call.2 + 1);
            write!(text, " (return {next})").expect("writing to a string");
        }
        text
    }
}

fn location(calls: &[CallSite], function: FunctionId, block: usize, statement: usize) -> String {
    let mut text = String::from("(at");
    for (function, block, statement) in calls {
        write!(text, " (from {} {block} {statement})", function.index())
            .expect("writing to a string");
    }
    text + &format!(" {} {block} {statement})", function.index())
}

/// The number of a global.
pub(crate) fn global(program: &Program, name: &str) -> usize {
    let found = program.globals.iter_enumerated().find(|(_, it)| it.name == name);
    found.expect("a global").0.index()
}

/// The number of a local of a function.
pub(crate) fn local(program: &Program, function: &str, name: &str) -> usize {
    let function = &program.functions[program.function(function).expect("a function")];
    let found = function.locals.iter_enumerated().find(|(_, it)| it.name == name);
    found.expect("a local").0.index()
}

//! Proofs as text: the format of `docs/certificates.md`, one for all arguments.

use crate::clause::Clause;
use crate::prove::Task;
use crate::target::{Start, Target};
use clew_ir::Position;
use clew_ir::{Expr, Id, Program, model_text};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What is said of a way on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It leads to a node.
    To(usize),
    /// It is never taken.
    Infeasible,
    /// The target cannot be reached from there.
    Irrelevant,
}

/// A point of an execution, with the calls under way.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The call statements under way, outermost first.
    pub calls: Vec<Position>,
    /// The point.
    pub at: Position,
    /// What is known there, and nothing else; without it, all that happened on the way.
    pub predicate: Option<Vec<Clause>>,
    /// The calls of defined functions in its block: the node at the callee's entry, or none where
    /// the callee may do anything.
    pub entered: Vec<(u32, Option<usize>)>,
    /// What is said of each successor, by its index.
    pub edges: Vec<(u32, Fate)>,
    /// Where a return leads.
    pub returns: Option<Fate>,
}

impl Node {
    pub(crate) fn new(calls: Vec<Position>, at: Position) -> Self {
        Self { calls, at, predicate: None, entered: Vec::new(), edges: Vec::new(), returns: None }
    }
}

/// How it is argued that a target is unreachable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// It is so in every state of the place.
    Ranges,
    /// Every way there is unfolded, and refuted.
    Exhaustion,
    /// The same, where ways that come together (joins, returns of one call) go on as one.
    Joined,
    /// Clauses hold at the heads of loops, however often they are gone through.
    Invariants,
    /// The same by cases: infeasible words were generalised to automata until none was left.
    Automata,
}

impl Method {
    /// Whether a target that it does not refute may be unreachable all the same: something is forgotten on
    /// the way.
    pub(crate) const fn may_miss(self) -> bool {
        match self {
            Method::Ranges | Method::Exhaustion => false,
            Method::Joined | Method::Invariants | Method::Automata => true,
        }
    }
}

/// A proof that targets are unreachable.
#[derive(Clone, PartialEq, Debug)]
pub struct Certificate {
    /// Where executions start.
    pub start: Start,
    /// What is assumed of the state there, by name.
    pub assumes: Vec<(String, Expr)>,
    /// What is unreachable.
    pub targets: Vec<Target>,
    /// How it is argued.
    pub method: Method,
    /// The nodes; the first is the root.
    pub nodes: Vec<Node>,
}

impl Certificate {
    pub(crate) fn new(
        task: Task<'_>,
        targets: Vec<Target>,
        method: Method,
        nodes: Vec<Node>,
    ) -> Self {
        Self { start: task.start, assumes: task.assumes.to_vec(), targets, method, nodes }
    }

    /// Whether different things hold at one point: each visit is one of several nodes.
    pub fn is_by_cases(&self) -> bool {
        let heads = || self.nodes.iter().filter(|it| it.predicate.is_some());
        let places: BTreeSet<_> = heads().map(|it| (&it.calls, it.at)).collect();
        places.len() < heads().count()
    }

    /// The certificate in the format that checkers read.
    pub fn text(&self, program: &Program) -> String {
        let entry = self.start.function();
        let name = &program.functions[entry].name;
        // Functions of several files may have the same name.
        let entry = match program.functions.iter().filter(|it| it.name == *name).count() {
            1 => format!("\"{name}\""),
            _ => entry.index().to_string(),
        };
        let kind = match self.start {
            Start::Unit(_) => "unit",
            Start::Program(_) => "program",
        };
        let mut text = format!("(certificate 1\n (entry {entry} {kind})\n");
        for (name, assumed) in &self.assumes {
            let assumed = model_text::expr_text(program, assumed);
            let _ = writeln!(text, " (assume \"{name}\" (holds {assumed}))");
        }
        for target in &self.targets {
            let _ = writeln!(text, " (objective {})", target_text(program, target));
        }
        for (number, node) in self.nodes.iter().enumerate() {
            let _ = writeln!(text, " {}", node_text(program, number, node));
        }
        text + ")\n"
    }
}

/// A target, as certificates write it.
pub fn target_text(program: &Program, target: &Target) -> String {
    match target {
        Target::Edge { function, block, arm } => {
            format!("(edge {} {} {arm})", function.index(), block.index())
        }
        Target::Label { at, predicate } => {
            let place = position_text(at);
            let predicate = predicate.as_ref();
            let predicate = predicate.map_or("true".to_owned(), |it| {
                format!("(holds {})", model_text::expr_text(program, it))
            });
            format!("(label {place} {predicate})")
        }
    }
}

fn position_text(at: &Position) -> String {
    format!("{} {} {}", at.function.index(), at.block.index(), at.statement)
}

fn node_text(program: &Program, number: usize, node: &Node) -> String {
    let mut text = format!("(node {number} (at");
    for call in &node.calls {
        let _ = write!(text, " (from {})", position_text(call));
    }
    let _ = write!(text, " {})", position_text(&node.at));
    if let Some(clauses) = &node.predicate {
        let _ = write!(text, " (where {})", predicate_text(program, clauses));
    }
    for (statement, entered) in &node.entered {
        let _ = match entered {
            Some(next) => write!(text, " (call {statement} enter {next})"),
            None => write!(text, " (call {statement} skip)"),
        };
    }
    for (arm, fate) in &node.edges {
        let _ = write!(text, " (edge {arm} {})", fate_text(*fate));
    }
    if let Some(fate) = node.returns {
        let _ = write!(text, " (return {})", fate_text(fate));
    }
    text + ")"
}

fn predicate_text(program: &Program, clauses: &[Clause]) -> String {
    if clauses.is_empty() {
        return "true".to_owned();
    }
    let mut text = "(and".to_owned();
    for clause in clauses {
        let _ = write!(text, " {}", clause.text(program));
    }
    text + ")"
}

fn fate_text(fate: Fate) -> String {
    match fate {
        Fate::To(next) => next.to_string(),
        Fate::Infeasible => "infeasible".to_owned(),
        Fate::Irrelevant => "irrelevant".to_owned(),
    }
}

//! Why a target is never reached: the statements that matter, on each way that a proof refutes, and what
//! holds at the heads of loops.

use super::condition::{End, Head, Kind, Occurrence, Path, PathCondition, Step, Tagged};
use super::explain::{Explained, explain};
use super::forced::{Forced, Ranges};
use super::onward::onward;
use super::ways::{Ends, Way, ways};
use crate::certificate::{Certificate, Method as Argument, Node};
use crate::clause::Clause;
use crate::prove::Task;
use crate::target::Target;
use clew_ir::{Expr, ExprKind, Position, Span, TypeTable, UnaryOp};
use clew_logic::{TermId, TermPool};
use clew_solver::{Budget, Method, Solver, StackConfig};
use clew_symbolic::Letter;
use clew_symbolic::meaning::Rules;
use std::time::{Duration, Instant};

/// So many ways are explained.
const MOST_WAYS: usize = 48;
/// What one question may cost.
const QUESTION: Budget = Budget { time: Some(Duration::from_secs(2)), conflicts: Some(20_000) };

/// Why a target is never reached.
#[derive(Clone, Debug)]
pub struct Reasons {
    /// The target.
    pub target: Target,
    /// How it is proved.
    pub argument: Argument,
    /// The contradictions, told apart by the statements that matter: shortest first.
    pub reasons: Vec<Reason>,
    /// What they rest on.
    pub invariants: Vec<Invariant>,
    /// Whether ways are left out, for there are many.
    pub is_cut: bool,
}

/// Why a way is never gone.
#[derive(Clone, Debug)]
pub struct Reason {
    /// What holds where the way begins and is needed, as indices into [`Reasons::invariants`].
    pub rests_on: Vec<usize>,
    /// The statements that contradict each other, in order.
    pub facts: Vec<Fact>,
    /// Whether the last of them is the target; otherwise an edge that would lead there.
    pub is_at_target: bool,
    /// Whether it is needed that pointers of the caller do not lead into the function's own objects.
    pub needs_outside: bool,
    /// The way.
    pub letters: Vec<Letter>,
}

impl Reason {
    /// What tells it apart from others: how often something is gone through does not.
    fn key(&self) -> (Vec<usize>, Vec<(Position, Step)>) {
        let mut steps: Vec<(Position, Step)> =
            self.facts.iter().map(|fact| (fact.occurrence.at, fact.occurrence.step)).collect();
        steps.sort_unstable_by_key(|(at, step)| (*at, order(*step)));
        steps.dedup();
        (self.rests_on.clone(), steps)
    }
}

fn order(step: Step) -> u32 {
    match step {
        Step::Entry => 0,
        Step::Statement => 1,
        Step::Edge(arm) => 2 + arm,
        Step::Call(_) => u32::MAX - 3,
        Step::Return => u32::MAX - 2,
        Step::Result => u32::MAX - 1,
        Step::End => u32::MAX,
    }
}

/// A statement that matters.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its place on the way.
    pub index: usize,
    /// The statement.
    pub occurrence: Occurrence,
    /// What of it matters.
    pub kinds: Vec<Kind>,
    /// The values of its variables that the facts up to it force; of the last one, those before it.
    pub forced: Vec<Forced>,
}

/// What holds at the head of a loop, however often it is gone through.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The call statements under way.
    pub calls: Vec<Position>,
    /// The head.
    pub at: Position,
    /// What holds.
    pub clause: Expr,
    /// Why: on each way there that could break it. A way that leaves it alone is not told.
    pub because: Vec<Reason>,
}

/// Why a target is never reached, by a proof of it; as much as the time allows.
pub fn reasons(
    task: Task<'_>,
    certificate: &Certificate,
    target: &Target,
    ends: Instant,
) -> Reasons {
    let ways = ways(task.program, &certificate.nodes, target);
    let mut search = Search {
        task,
        certificate,
        target,
        ends,
        left: MOST_WAYS,
        reasons: Reasons {
            target: target.clone(),
            argument: certificate.method,
            reasons: Vec::new(),
            invariants: Vec::new(),
            is_cut: false,
        },
    };
    search.contradictions(&ways);
    search.invariants(&ways);
    search.reasons
}

struct Search<'p, 'c> {
    task: Task<'p>,
    certificate: &'c Certificate,
    target: &'c Target,
    ends: Instant,
    left: usize,
    reasons: Reasons,
}

/// A path condition with its explanation.
struct Explanation {
    pool: TermPool,
    /// What knows the pool's terms.
    solver: Solver,
    condition: PathCondition,
    clauses: Vec<Vec<TermId>>,
    explained: Explained,
}

impl Explanation {
    /// Whether something at the path's end has a part in it.
    fn has_end(&self) -> bool {
        let last = self.condition.occurrences.len() - 1;
        self.explained.constraints(&self.condition).any(|it| it.index == last)
    }
}

impl Search<'_, '_> {
    fn contradictions(&mut self, ways: &[Way]) {
        let mut found = Vec::new();
        for way in ways.iter().filter(|way| way.ends == Ends::Target) {
            self.way(way, way.path(self.target), true, &mut found);
        }
        let is_reached = !found.is_empty();
        for way in ways.iter().filter(|way| way.ends == Ends::Refuted) {
            if !is_reached || self.matters(way) {
                self.way(way, way.path(self.target), false, &mut found);
            }
        }
        // What holds in every round says most.
        found.sort_by_key(|it| (!it.is_at_target, it.rests_on.is_empty(), it.facts.len()));
        self.reasons.reasons = found;
    }

    /// Whether what lies behind a way that is never gone could be the target, but for that: otherwise
    /// it is refuted there as well.
    fn matters(&mut self, way: &Way) -> bool {
        let Some(further) = onward(self.task, &self.certificate.nodes, way, self.target) else {
            return false;
        };
        let path = further.path(self.target);
        self.explain(further.head, path).is_none_or(|explanation| !explanation.has_end())
    }

    /// What holds at heads, and why: whatever a reason rests on.
    fn invariants(&mut self, ways: &[Way]) {
        let mut at = 0;
        while at < self.reasons.invariants.len() {
            let invariant = self.reasons.invariants[at].clone();
            let fails = negated(&invariant.clause);
            let mut because = Vec::new();
            for way in ways {
                let Ends::Head(node) = way.ends else { continue };
                let node = &self.certificate.nodes[node];
                if node.at != invariant.at || node.calls != invariant.calls {
                    continue;
                }
                let path = Path { letters: &way.letters, end: End::At(node.at, Some(&fails)) };
                self.way(way, path, true, &mut because);
            }
            for reason in &mut because {
                reason.facts.retain(|fact| fact.occurrence.step != Step::End);
            }
            because.retain(|reason| !reason.facts.is_empty());
            self.reasons.invariants[at].because = because;
            at += 1;
        }
    }

    /// Why a way is never gone, unless that is known of another.
    fn way(&mut self, way: &Way, path: Path<'_>, is_at_target: bool, known: &mut Vec<Reason>) {
        let Some(mut found) = self.explain(way.head, path) else { return };
        let rests_on = self.rests_on(way.head, &found);
        let tags: Vec<&Tagged> = found.explained.constraints(&found.condition).collect();
        let needs_outside = way.head.is_none() && tags.iter().any(|it| it.kind == Kind::Entry);
        let facts = facts(&found.condition, &tags);
        let letters = way.letters.clone();
        let mut reason = Reason { rests_on, facts, is_at_target, needs_outside, letters };
        let key = reason.key();
        if known.iter().any(|other| other.key() == key) {
            return;
        }
        let mut ranges = Ranges::new(self.task.program, &mut found.solver, self.ends);
        tell_forced(&mut reason.facts, &tags, &mut ranges, &mut found.pool);
        known.push(reason);
    }

    fn explain(&mut self, head: Option<usize>, path: Path<'_>) -> Option<Explanation> {
        if self.left == 0 || Instant::now() >= self.ends {
            self.reasons.is_cut = true;
            return None;
        }
        self.left -= 1;
        let mut pool = TermPool::new();
        let (condition, clauses) = match head.map(|head| &self.certificate.nodes[head]) {
            None => {
                let condition = PathCondition::of(&mut pool, self.task, path, Rules::Machine);
                (condition.ok()?, Vec::new())
            }
            Some(node) => {
                let clauses = own_clauses(node);
                let head = Head { calls: &node.calls, at: node.at, clauses: &clauses };
                PathCondition::from_head(&mut pool, self.task, head, path, Rules::Machine).ok()?
            }
        };
        let mut solver = Solver::new(StackConfig::default());
        let explained =
            explain(&mut solver, &mut pool, &condition, Method::Minimal, QUESTION).ok()?;
        Some(Explanation { pool, solver, condition, clauses, explained })
    }

    /// The clauses at the head that an explanation needs.
    fn rests_on(&mut self, head: Option<usize>, found: &Explanation) -> Vec<usize> {
        let Some(node) = head.map(|head| &self.certificate.nodes[head]) else { return Vec::new() };
        let mut needed = Vec::new();
        let is_needed = |terms: &Vec<TermId>| {
            let mut tags = found.explained.constraints(&found.condition);
            tags.any(|it| it.index == 0 && terms.contains(&it.constraint))
        };
        for (clause, terms) in own_clauses(node).iter().zip(&found.clauses) {
            if !is_needed(terms) {
                continue;
            }
            let known =
                self.reasons.invariants.iter().position(|it| {
                    it.at == node.at && it.calls == node.calls && it.clause == *clause
                });
            needed.push(known.unwrap_or_else(|| {
                self.reasons.invariants.push(Invariant {
                    calls: node.calls.clone(),
                    at: node.at,
                    clause: clause.clone(),
                    because: Vec::new(),
                });
                self.reasons.invariants.len() - 1
            }));
        }
        needed
    }
}

/// What a node claims of the function that runs there.
fn own_clauses(node: &Node) -> Vec<Expr> {
    node.predicate.iter().flatten().filter_map(Clause::own).cloned().collect()
}

/// The statements that constraints are tagged with.
fn facts(condition: &PathCondition, tags: &[&Tagged]) -> Vec<Fact> {
    let mut indices: Vec<usize> = tags.iter().map(|it| it.index).filter(|it| *it > 0).collect();
    indices.dedup();
    let fact = |index: usize| {
        let own = tags.iter().filter(|it| it.index == index);
        let kinds = own.map(|it| it.kind).collect();
        let occurrence = condition.occurrences[index].clone();
        Fact { index, occurrence, kinds, forced: Vec::new() }
    };
    indices.into_iter().map(fact).collect()
}

/// Says what the facts force, each thing once.
fn tell_forced(
    facts: &mut [Fact],
    tags: &[&Tagged],
    ranges: &mut Ranges<'_, '_>,
    pool: &mut TermPool,
) {
    let Some((last, others)) = facts.split_last_mut() else { return };
    let own = |index: usize| -> Vec<&Tagged> {
        tags.iter().filter(|it| it.index == index).copied().collect()
    };
    let up_to = |index: usize| -> Vec<TermId> {
        tags.iter().filter(|it| it.index <= index).map(|it| it.constraint).collect()
    };
    let mut told: Vec<Forced> = Vec::new();
    for fact in others {
        let (own, known) = (own(fact.index), up_to(fact.index));
        // What is passed stands nowhere as such.
        let is_call = matches!(fact.occurrence.step, Step::Call(_));
        for (forced, is_said) in ranges.forced(pool, &own, &known) {
            if !told.contains(&forced) {
                told.push(forced.clone());
                if is_call || !is_said {
                    fact.forced.push(forced);
                }
            }
        }
    }
    let own = own(last.index);
    let known = if last.index == 0 { Vec::new() } else { up_to(last.index - 1) };
    let forced = ranges.forced(pool, &own, &known).into_iter().map(|(forced, _)| forced).collect();
    if ranges.contradict(pool, &own, &known) {
        last.forced = forced;
    }
}

fn negated(clause: &Expr) -> Expr {
    let kind = ExprKind::Unary(UnaryOp::LogicalNot, Box::new(clause.clone()));
    Expr { kind, ty: TypeTable::INT, span: Span::NONE }
}

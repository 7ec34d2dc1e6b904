//! Proofs for all targets of a program: by exhaustion where the ways there are few, else by
//! invariants of the loops on them.

use crate::aims::Aims;
use crate::certificate::{Certificate, Method, Node};
use crate::cuts::{Cuts, heads};
use crate::effort::{Effort, Limits};
use crate::failure::Failure;
use crate::frontier::unfold_by_lemmas;
use crate::hoare;
use crate::refinement::Refinement;
use crate::target::{Start, Target};
use crate::unfolding::unfold;
use clew_ir::call_graph::CallGraph;
use clew_ir::{Expr, ExprKind, FunctionId, GlobalId, PlaceBase, Program};
use std::collections::BTreeSet;
use std::time::Instant;

/// Nodes that an exhaustion may have for all targets where there are loops.
const FEW: usize = 400;

/// The most locations of a program that lemmas are made for.
const LOCATIONS: usize = 20_000;
/// Nodes, questions and work that loops and recursion may cost which are unfolded as far as they go, before
/// anything is known of how far that is.
const FEW_TURNS: Turns = Turns { nodes: FEW, questions: 400, work: 6_000, part: 8 };
/// The same where all that is cheaper has failed.
const MANY_TURNS: Turns = Turns { nodes: 4_000, questions: 4_000, work: 60_000, part: 2 };
/// The same where a search has seen every path.
const ALL_TURNS: Turns = Turns { nodes: 40_000, questions: u32::MAX, work: 600_000, part: 2 };
/// Calls under way where functions are entered again.
const DEEP: usize = 250;

/// The part of the effort that they may take, where they are not alone: one in so many.
const LEMMAS_PART: u32 = 3;

/// The questions that invariants made from the code alone may cost.
const FEW_QUESTIONS: u32 = 120;
/// The questions that trace refinement may cost for one target, where it is not alone.
const SOME_QUESTIONS: u32 = 1_500;
/// A function with so many branches has too many paths to follow each.
const MANY_BRANCHES: usize = 10;
/// How far the program is followed for samples: at first, and where that does not tell enough.
const FEW_STEPS: usize = 200;
const MANY_STEPS: usize = 2_000;

/// The program and where its executions start: the same for all targets.
#[derive(Clone, Copy, Debug)]
pub struct Task<'p> {
    /// The program.
    pub program: &'p Program,
    /// Who calls whom in it.
    pub calls: &'p CallGraph,
    /// Where executions start.
    pub start: Start,
    /// What is assumed of the state there, by name.
    pub assumes: &'p [(String, Expr)],
}

impl Task<'_> {
    /// The globals that have their initial values at the start: those that the program's code names,
    /// unless something runs before.
    pub(crate) fn initial(&self) -> BTreeSet<GlobalId> {
        let mut found = BTreeSet::new();
        if !self.program.constructors.is_empty() {
            return found;
        }
        for function in self.calls.reachable(self.start.function()) {
            let Ok(body) = &self.program.functions[function].body else { continue };
            body.for_each_expr(&mut |expr| {
                if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &expr.kind
                    && let PlaceBase::Global(global) = place.base
                {
                    found.insert(global);
                }
            });
        }
        found
    }
}

/// What was proved.
#[derive(Clone, Debug, Default)]
pub struct Proven {
    /// The proofs; each is one for all its targets.
    pub certificates: Vec<Certificate>,
    /// By target: the proof that has it, or why there is none.
    pub outcomes: Vec<Result<usize, Failure>>,
}

/// Proofs that targets are unreachable.
pub fn prove(task: Task<'_>, targets: &[Target], limits: Limits) -> Proven {
    let mut proven = Proven::default();
    let mut search = Search::new(task, targets, limits);
    search.cheaply(&mut proven, LEMMAS_PART);
    search.at_length(&mut proven);
    search.finish(proven)
}

/// Proofs that targets are unreachable, as far as they are cheap: by clauses that the code suggests, and by
/// what an abstract interpretation says of all locations, one proof for all.
pub fn prove_cheaply(task: Task<'_>, targets: &[Target], limits: Limits) -> Proven {
    let mut proven = Proven::default();
    let mut search = Search::new(task, targets, limits);
    search.cheaply(&mut proven, 1);
    search.finish(proven)
}

/// Proofs that targets are unreachable for which there is no cheap one.
pub fn prove_at_length(task: Task<'_>, targets: &[Target], limits: Limits) -> Proven {
    let mut proven = Proven::default();
    let mut search = Search::new(task, targets, limits);
    search.at_length(&mut proven);
    search.finish(proven)
}

/// Proofs that targets are unreachable, by trace refinement alone.
pub fn prove_by_traces(task: Task<'_>, targets: &[Target], limits: Limits) -> Proven {
    let mut proven = Proven::default();
    let mut search = Search::new(task, targets, limits);
    for (at, failure) in search.by_traces(&mut proven, u32::MAX) {
        search.outcomes[at] = Some(Err(failure));
    }
    search.finish(proven)
}

/// Proofs that targets are unreachable, by exhaustion in which ways that come together go on as one: all
/// paths of a function count once, not once for each path of its callers, and so do those of each turn of a
/// loop. Loops and recursion are unfolded as far as they go.
pub fn prove_by_joining(task: Task<'_>, targets: &[Target], limits: Limits) -> Proven {
    let mut proven = Proven::default();
    let mut search = Search::new(task, targets, limits);
    search.by_joining(&mut proven, Turns { part: 1, ..ALL_TURNS });
    search.finish(proven)
}

/// Proofs that targets are unreachable, where a search has seen every path: loops and recursion come to an
/// end, so that all ways are unfolded, joined or one by one.
pub fn prove_exhausted(task: Task<'_>, targets: &[Target], limits: Limits) -> Proven {
    let mut proven = Proven::default();
    let limits = Limits { nodes: limits.nodes.max(ALL_TURNS.nodes), ..limits };
    let mut search = Search::new(task, targets, limits);
    search.by_joining(&mut proven, ALL_TURNS);
    search.each_by_joining(&mut proven, ALL_TURNS);
    search.way_by_way(&mut proven, ALL_TURNS);
    search.finish(proven)
}

/// Proofs that targets are unreachable in any call of their own functions, whatever the state is in which they
/// are called: call strings of no call at all (paper 3, section 6), one proof for all callers.
pub fn prove_in_own_functions(task: Task<'_>, targets: &[Target], limits: Limits) -> Proven {
    let outcomes = vec![Err(Failure::Reached); targets.len()];
    let mut proven = Proven { certificates: Vec::new(), outcomes };
    let ends = Instant::now() + limits.time;
    let functions: BTreeSet<FunctionId> = targets.iter().map(Target::function).collect();
    let own = functions.into_iter().filter(|it| *it != task.start.function());
    for function in own.filter(|it| task.program.functions[*it].body.is_ok()) {
        let places = (0..targets.len()).filter(|at| targets[*at].function() == function);
        let places: Vec<usize> = places.collect();
        let inner: Vec<Target> = places.iter().map(|at| targets[*at].clone()).collect();
        let start = Start::Unit(function);
        let task = Task { start, assumes: &[], ..task };
        let time = ends.saturating_duration_since(Instant::now());
        let found = prove(task, &inner, Limits { time: time / 2, ..limits });
        let before = proven.certificates.len();
        proven.certificates.extend(found.certificates);
        for (at, outcome) in places.into_iter().zip(found.outcomes) {
            proven.outcomes[at] = outcome.map(|certificate| before + certificate);
        }
    }
    proven
}

/// Proofs that targets are unreachable whatever the state of their blocks is.
pub fn prove_locally(task: Task<'_>, targets: &[Target], limits: Limits) -> Proven {
    let mut proven = Proven::default();
    let mut search = Search::new(task, targets, limits);
    search.attempt(Method::Ranges, &mut proven, |task, aims, effort| {
        unfold(task, aims, effort, &mut Cuts::everywhere(), limits.nodes)
    });
    search.finish(proven)
}

/// Whether something may be gone through again and again, in some of the functions.
fn has_loops(task: Task<'_>, is_wanted: impl Fn(FunctionId) -> bool) -> bool {
    let functions = task.calls.reachable(task.start.function());
    functions.iter().any(|it| {
        let body = task.program.functions[*it].body.as_ref();
        is_wanted(*it) && body.is_ok_and(|body| !heads(body).is_empty())
    })
}

/// Whether a function that is under way may be called again.
fn has_recursion(task: Task<'_>) -> bool {
    let functions = task.calls.reachable(task.start.function());
    functions.iter().any(|it| task.calls.is_recursive(*it))
}

/// How far loops and recursion are unfolded.
#[derive(Clone, Copy, Debug)]
struct Turns {
    nodes: usize,
    questions: u32,
    work: u64,
    /// One part in so many of the effort that is left.
    part: u32,
}

impl Turns {
    fn effort(self, of: &Effort) -> Effort {
        let part = of.part(self.part);
        part.at_most(self.questions).at_most_work(self.work).with_calls(DEEP)
    }
}

/// What is still to be proved.
struct Search<'p> {
    task: Task<'p>,
    targets: &'p [Target],
    limits: Limits,
    effort: Effort,
    /// Whether invariants were given up for want of effort.
    has_run_out: bool,
    /// Which targets are done with: proved, or out of reach of the methods left.
    outcomes: Vec<Option<Result<usize, Failure>>>,
}

impl<'p> Search<'p> {
    fn new(task: Task<'p>, targets: &'p [Target], limits: Limits) -> Self {
        let outcomes = vec![None; targets.len()];
        let effort = Effort::new(limits);
        Self { task, targets, limits, effort, has_run_out: false, outcomes }
    }

    /// Tries one method for all that is left; whether another may do more.
    fn attempt(
        &mut self,
        method: Method,
        proven: &mut Proven,
        unfold: impl FnOnce(Task<'p>, &mut Aims<'p>, &mut Effort) -> Result<Vec<Node>, Failure>,
    ) -> bool {
        self.attempt_for(|_| true, method, proven, unfold)
    }

    /// Tries one method for those of the targets left that are wanted.
    fn attempt_for(
        &mut self,
        is_wanted: impl Fn(usize) -> bool,
        method: Method,
        proven: &mut Proven,
        unfold: impl FnOnce(Task<'p>, &mut Aims<'p>, &mut Effort) -> Result<Vec<Node>, Failure>,
    ) -> bool {
        let is_done = |(at, outcome): (usize, &Option<_>)| match is_wanted(at) {
            true => outcome.as_ref().map(|_| Failure::Reached),
            false => Some(Failure::Reached),
        };
        let before: Vec<Option<Failure>> = self.outcomes.iter().enumerate().map(is_done).collect();
        let mut aims = Aims::new(self.task, self.targets, before.clone());
        if !aims.has_any() {
            return false;
        }
        let unfolded = unfold(self.task, &mut aims, &mut self.effort);
        let failures = aims.into_failures();
        let is_open = |at: &usize| before[*at].is_none();
        self.has_run_out |= method == Method::Invariants && unfolded == Err(Failure::Time);
        let Ok(nodes) = unfolded else {
            // What is reached by an exact way is reached; what invariants do not refute may not be.
            for at in (0..self.targets.len()).filter(is_open) {
                let is_final =
                    method == Method::Exhaustion || failures[at] == Some(Failure::Hidden);
                if let (true, Some(failure)) = (is_final, failures[at]) {
                    self.outcomes[at] = Some(Err(failure));
                }
            }
            return true;
        };
        let held: Vec<usize> =
            (0..self.targets.len()).filter(|at| is_open(at) && failures[*at].is_none()).collect();
        for at in (0..self.targets.len()).filter(is_open) {
            match failures[at] {
                None => self.outcomes[at] = Some(Ok(proven.certificates.len())),
                Some(failure) if !method.may_miss() => self.outcomes[at] = Some(Err(failure)),
                Some(_) => {}
            }
        }
        if !held.is_empty() {
            let targets = held.iter().map(|at| self.targets[*at].clone()).collect();
            proven.certificates.push(Certificate::new(self.task, targets, method, nodes));
        }
        method.may_miss()
    }

    /// What the code suggests, and what lemmas say. Without loops, and where the ways are few, exhaustion is
    /// cheaper still.
    fn cheaply(&mut self, proven: &mut Proven, part: u32) {
        if has_loops(self.task, |_| true) {
            let mut simple = Refinement::new(Cuts::at_loops(), self.limits.nodes);
            self.attempt(Method::Invariants, proven, |task, aims, effort| {
                simple.by_code(task, aims, &mut effort.part(8).at_most(FEW_QUESTIONS))
            });
            self.by_joining(proven, FEW_TURNS);
            self.by_lemmas(proven, part);
        } else {
            if has_recursion(self.task) {
                self.by_joining(proven, FEW_TURNS);
            }
            if !self.has_few_ways() {
                self.by_lemmas(proven, part);
            }
        }
        // That much was not meant to be enough for all.
        self.has_run_out = false;
    }

    /// Whatever else there is.
    fn at_length(&mut self, proven: &mut Proven) {
        // Without loops there is an end to the ways, and the more targets share them the better.
        let (mut most, mut share) = (self.limits.nodes, 1);
        if has_loops(self.task, |_| true) {
            (most, share) = (FEW.min(self.limits.nodes), 2);
            self.by_invariants(proven);
            // What fails here may be for others.
            self.by_traces(proven, SOME_QUESTIONS);
        }
        if has_recursion(self.task) || !self.has_few_ways() {
            self.by_joining(proven, MANY_TURNS);
        }
        if self.attempt(Method::Exhaustion, proven, |task, aims, effort| {
            unfold(task, aims, &mut effort.part(share), &mut Cuts::none(), most)
        }) {
            self.one_by_one(proven);
        }
    }

    /// Invariants of loops: from samples, from what guesses that failed say in some mode, from what the
    /// ways to the targets ask for; with few samples, with many, and with the loops of what is called.
    fn by_invariants(&mut self, proven: &mut Proven) {
        let method = Method::Invariants;
        let mut ways = vec![(Cuts::at_loops(), FEW_STEPS), (Cuts::at_loops(), MANY_STEPS)];
        if self.has_many_branches() {
            // One round through a loop has many paths.
            ways.insert(1, (Cuts::at_loops().joined(), FEW_STEPS));
        }
        if has_loops(self.task, |it| it != self.task.start.function()) {
            ways.push((Cuts::at_all_loops(), MANY_STEPS));
        }
        for (cuts, most_steps) in ways {
            let mut refinement = Refinement::new(cuts, self.limits.nodes);
            self.attempt(method, proven, |task, aims, effort| {
                refinement.guess(task, aims, &mut effort.part(2), most_steps)
            });
            self.attempt(method, proven, |task, aims, effort| {
                refinement.weaken(task, aims, &mut effort.part(3))
            });
            self.attempt(method, proven, |task, aims, effort| {
                refinement.trace(task, aims, &mut effort.part(3))
            });
        }
    }

    /// Whether some function on the way has so many branches that its paths are not to be followed one by one.
    fn has_many_branches(&self) -> bool {
        let functions = self.task.calls.reachable(self.task.start.function());
        functions.iter().any(|it| {
            let body = self.task.program.functions[*it].body.as_ref();
            body.is_ok_and(|body| {
                let choices =
                    body.blocks.iter().filter(|it| it.terminator.kind.successors().len() > 1);
                choices.count() >= MANY_BRANCHES
            })
        })
    }

    /// Exhaustion with ways that come together as one; loops and recursion as far as they go.
    fn by_joining(&mut self, proven: &mut Proven, turns: Turns) {
        let most = self.limits.nodes.min(turns.nodes);
        self.attempt(Method::Joined, proven, |task, aims, effort| {
            unfold(task, aims, &mut turns.effort(effort), &mut Cuts::unrolled().joined(), most)
        });
    }

    /// The same for each target alone: what is hard about one does not spend the effort for the others.
    fn each_by_joining(&mut self, proven: &mut Proven, turns: Turns) {
        let open: Vec<usize> =
            (0..self.targets.len()).filter(|at| self.outcomes[*at].is_none()).collect();
        if open.len() < 2 {
            return;
        }
        let most = self.limits.nodes.min(turns.nodes);
        for (after, at) in open.iter().rev().enumerate().rev() {
            let turns = Turns { part: turns.part.saturating_add(after as u32), ..turns };
            self.attempt_for(
                |it| it == *at,
                Method::Joined,
                proven,
                |task, aims, effort| {
                    unfold(
                        task,
                        aims,
                        &mut turns.effort(effort),
                        &mut Cuts::unrolled().joined(),
                        most,
                    )
                },
            );
        }
    }

    /// Exhaustion way by way: longer, and of ways on which more is constant.
    fn way_by_way(&mut self, proven: &mut Proven, turns: Turns) {
        let most = self.limits.nodes.min(turns.nodes);
        self.attempt(Method::Exhaustion, proven, |task, aims, effort| {
            unfold(task, aims, &mut turns.effort(effort), &mut Cuts::unrolled(), most)
        });
    }

    /// What control does not come to by an abstract interpretation of all locations.
    fn by_lemmas(&mut self, proven: &mut Proven, part: u32) {
        let most = LOCATIONS.min(self.limits.nodes.saturating_mul(5));
        self.attempt(Method::Invariants, proven, |task, aims, effort| {
            unfold_by_lemmas(task, aims, &mut effort.part(part), most)
        });
    }

    /// Whether all ways to the targets are unfolded with few nodes.
    fn has_few_ways(&mut self) -> bool {
        let failures = vec![None; self.targets.len()];
        let mut aims = Aims::new(self.task, self.targets, failures);
        let mut effort = self.effort.part(8);
        unfold(self.task, &mut aims, &mut effort, &mut Cuts::none(), FEW).is_ok()
    }

    /// Trace refinement for each target alone: words differ by where they lead. The targets that it fails
    /// for, and why.
    fn by_traces(&mut self, proven: &mut Proven, most_questions: u32) -> Vec<(usize, Failure)> {
        let mut failed = Vec::new();
        for at in 0..self.targets.len() {
            let left = self.outcomes[at..].iter().filter(|it| it.is_none()).count() as u32;
            if self.outcomes[at].is_some() {
                continue;
            }
            let mut effort = self.effort.part(left + 1).at_most(most_questions);
            let target = &self.targets[at];
            match hoare::prove_by_traces(self.task, target, &mut effort, self.limits.nodes) {
                Ok(nodes) => {
                    let (targets, method) = (vec![target.clone()], Method::Automata);
                    proven.certificates.push(Certificate::new(self.task, targets, method, nodes));
                    self.outcomes[at] = Some(Ok(proven.certificates.len() - 1));
                }
                Err(failure) => failed.push((at, failure)),
            }
        }
        failed
    }

    /// Exhaustion for each target alone: fewer ways lead there than to all.
    fn one_by_one(&mut self, proven: &mut Proven) {
        for at in 0..self.targets.len() {
            if self.outcomes[at].is_some() {
                continue;
            }
            let mut failures = vec![Some(Failure::Nodes); self.targets.len()];
            failures[at] = None;
            let mut aims = Aims::new(self.task, self.targets, failures);
            let most = self.limits.nodes;
            let unfolded = unfold(self.task, &mut aims, &mut self.effort, &mut Cuts::none(), most);
            let failure = aims.into_failures()[at];
            self.outcomes[at] = Some(match (unfolded, failure) {
                (Ok(nodes), None) => {
                    let targets = vec![self.targets[at].clone()];
                    let method = Method::Exhaustion;
                    proven.certificates.push(Certificate::new(self.task, targets, method, nodes));
                    Ok(proven.certificates.len() - 1)
                }
                (_, Some(failure)) | (Err(failure), None) => Err(failure),
            });
        }
    }

    fn finish(self, mut proven: Proven) -> Proven {
        let outcome = |it: Option<Result<usize, Failure>>| match it {
            // There may be too many ways, but more effort may find invariants.
            Some(Err(Failure::Nodes)) | None if self.has_run_out => Err(Failure::Time),
            it => it.unwrap_or(Err(Failure::Time)),
        };
        proven.outcomes = self.outcomes.into_iter().map(outcome).collect();
        proven
    }
}

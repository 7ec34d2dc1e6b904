//! States at the heads of loops: the program followed some way, each path with inputs that take it.
//!
//! Of the paths under way the one goes on that came to the fewest states that were known already, and
//! of those the one whose last edge was taken least often: modes of a loop that few paths lead to are
//! met as well.

use super::quantities::{Quantity, quantities};
use crate::aims::Aims;
use crate::candidates::plain_candidates;
use crate::cuts::{Cuts, Location};
use crate::effort::Effort;
use crate::failure::Failure;
use crate::prove::Task;
use crate::unfolding::{begin, may_enter};
use clew_ir::{BlockId, Expr, FunctionId, Position};
use clew_logic::{Evaluator, Model, TermId, TermPool};
use clew_solver::{Budget, Query, Solver, StackConfig, Verdict};
use clew_symbolic::meaning::{Pause, Walk};
use std::collections::BTreeMap;

/// The most steps from block to block.
const MOST_STEPS: usize = 1_000;
/// The most samples of one head.
const MOST_SAMPLES: usize = 64;
/// The most samples that no clause and no mode tells apart.
const MOST_ALIKE: usize = 3;
/// The conflicts that inputs for a path may cost.
const CONFLICTS: u32 = 2_000;

/// A state at the head of a loop.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// The values of the quantities, where they have one.
    pub(crate) values: Vec<Option<u128>>,
    /// Which of the clauses hold.
    pub(crate) truths: Vec<bool>,
}

/// What is sampled of a function.
pub(crate) struct Measured {
    pub(crate) quantities: Vec<Quantity>,
    /// The clauses made from its code.
    pub(crate) clauses: Vec<Expr>,
}

/// The samples of a program.
pub(crate) struct Samples {
    pub(crate) functions: BTreeMap<FunctionId, Measured>,
    pub(crate) samples: BTreeMap<Location, Vec<Sample>>,
}

/// A path with inputs that take it.
struct Path<'p> {
    walk: Walk<'p>,
    model: Model,
    /// The edge it took last.
    last: (FunctionId, BlockId, u32),
    /// How many states at heads it came to that tell nothing new.
    stale: usize,
}

struct Sampler<'p, 'e> {
    task: Task<'p>,
    aims: &'e mut Aims<'p>,
    effort: &'e mut Effort,
    cuts: &'e mut Cuts,
    pool: TermPool,
    solver: Solver,
    taken: BTreeMap<(FunctionId, BlockId, u32), usize>,
    found: Samples,
}

/// Follows the program some way and looks at the heads of its loops.
pub(crate) fn take_samples<'p>(
    task: Task<'p>,
    aims: &mut Aims<'p>,
    effort: &mut Effort,
    cuts: &mut Cuts,
) -> Samples {
    let mut pool = TermPool::new();
    let walk = begin(task, &mut pool);
    let found = Samples { functions: BTreeMap::new(), samples: BTreeMap::new() };
    let solver = Solver::new(StackConfig::default());
    let taken = BTreeMap::new();
    let mut sampler = Sampler { task, aims, effort, cuts, pool, solver, taken, found };
    // Where the effort ends, what was found is what there is.
    let _ = sampler.run(walk);
    sampler.found
}

impl<'p> Sampler<'p, '_> {
    fn run(&mut self, walk: Walk<'p>) -> Result<(), Failure> {
        let last = (walk.position().function, walk.position().block, 0);
        let mut work = vec![Path { walk, model: Model::new(), last, stale: 0 }];
        for _ in 0..MOST_STEPS {
            let key = |path: &Path<'_>| (path.stale, self.taken.get(&path.last).copied());
            let next = work.iter().enumerate().min_by_key(|(_, path)| key(path));
            let Some(at) = next.map(|(at, _)| at) else { break };
            let path = work.remove(at);
            *self.taken.entry(path.last).or_default() += 1;
            self.effort.spend_time()?;
            self.step(path, &mut work)?;
        }
        Ok(())
    }

    /// Follows a path to the end of its block and out of it by each way that some inputs take.
    fn step(&mut self, mut path: Path<'p>, work: &mut Vec<Path<'p>>) -> Result<(), Failure> {
        loop {
            match self.advance(&mut path.walk) {
                Pause::At | Pause::Ended => return Ok(()),
                Pause::Entered => {}
                Pause::Returned => {
                    if !self.aims.is_relevant(&path.walk.calls(), path.walk.position()) {
                        return Ok(());
                    }
                }
                Pause::Edges(edges) => {
                    let position = path.walk.position();
                    let calls = path.walk.calls();
                    self.cuts.learn(self.task.program, position.function);
                    for edge in edges {
                        let next = Position { block: edge.target, statement: 0, ..position };
                        if !self.aims.is_relevant(&calls, next) {
                            continue;
                        }
                        let mut walk = path.walk.clone();
                        walk.take(edge);
                        let Some(model) = self.inputs(&walk, &path.model)? else { continue };
                        let is_stale = self.cuts.is_head(next) && !self.look(&mut walk, &model);
                        let stale = path.stale + usize::from(is_stale);
                        let last = (position.function, position.block, edge.index);
                        work.push(Path { walk, model, last, stale });
                    }
                    return Ok(());
                }
            }
        }
    }

    fn advance(&mut self, walk: &mut Walk<'p>) -> Pause {
        let task = self.task;
        let under_way: Vec<FunctionId> = walk.calls().iter().map(|it| it.function).collect();
        let here = walk.position().function;
        let is_deep = under_way.len() >= self.effort.most_calls();
        let (aims, cuts) = (&*self.aims, &*self.cuts);
        let enters = |function: FunctionId| {
            let is_recursive = function == here || under_way.contains(&function);
            let is_wanted = aims.leads_inside(function) || !cuts.skips(task.program, function);
            !is_deep && !is_recursive && is_wanted && may_enter(task.program, task.start, function)
        };
        walk.advance(&mut self.pool, &|_| false, &enters, &mut Vec::new())
    }

    /// Inputs that take a path: those that took it so far, if they do.
    fn inputs(&mut self, walk: &Walk<'p>, before: &Model) -> Result<Option<Model>, Failure> {
        let constraints: Vec<TermId> =
            walk.store().constraints().iter().map(|it| it.term).collect();
        let mut evaluator = Evaluator::new();
        if constraints.iter().all(|it| evaluator.holds(&self.pool, before, *it)) {
            return Ok(Some(before.clone()));
        }
        let budget = Budget { conflicts: Some(CONFLICTS), ..self.effort.ask()? };
        let query = Query::new(&constraints).with_budget(budget);
        Ok(match self.solver.check(&mut self.pool, &query) {
            Verdict::Sat(model) => Some(model),
            Verdict::Unsat(_) | Verdict::Unknown(_) => None,
        })
    }

    /// Notes the state at the head of a loop; whether it tells something new.
    fn look(&mut self, walk: &mut Walk<'p>, model: &Model) -> bool {
        let (calls, position) = (walk.calls(), walk.position());
        let program = self.task.program;
        let function = position.function;
        let measured = self.found.functions.entry(function).or_insert_with(|| Measured {
            quantities: quantities(program, function),
            clauses: plain_candidates(program, function),
        });
        let samples = self.found.samples.entry((calls, position)).or_default();
        if samples.len() >= MOST_SAMPLES {
            return false;
        }
        let mut evaluator = Evaluator::new();
        let mut values = Vec::with_capacity(measured.quantities.len());
        for quantity in &measured.quantities {
            let (value, defined) = walk.value(&mut self.pool, &quantity.expr);
            let has_value = evaluator.holds(&self.pool, model, defined);
            values.push(has_value.then(|| evaluator.eval(&self.pool, model, value)));
        }
        let mut truths = Vec::with_capacity(measured.clauses.len());
        for clause in &measured.clauses {
            let holds = walk.holds(&mut self.pool, clause);
            truths.push(evaluator.holds(&self.pool, model, holds));
        }
        // What differs in no clause and no mode tells nothing new.
        let modes = |values: &[Option<u128>]| -> Vec<Option<u128>> {
            let quantities = measured.quantities.iter().zip(values);
            quantities.filter(|(it, _)| it.is_mode).map(|(_, value)| *value).collect()
        };
        let alike = |it: &Sample| it.truths == truths && modes(&it.values) == modes(&values);
        let is_new = samples.iter().filter(|it| alike(it)).count() < MOST_ALIKE;
        if is_new {
            samples.push(Sample { values, truths });
        }
        is_new
    }
}

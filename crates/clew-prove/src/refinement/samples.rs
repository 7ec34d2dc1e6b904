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

/// The most samples of one head.
const MOST_SAMPLES: usize = 64;
/// The most samples that no clause and no mode tells apart.
const MOST_ALIKE: usize = 3;
/// The conflicts that inputs for a path may cost.
const CONFLICTS: u32 = 2_000;

/// A function under way, where a loop's head is come to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sample {
    /// The values of its quantities, where they have one.
    pub(crate) values: Vec<Option<u128>>,
    /// Which of its clauses hold.
    pub(crate) truths: Vec<bool>,
}

/// The functions under way at the head of a loop, the outermost first.
pub(crate) type Stack = Vec<Sample>;

/// What is sampled of a function.
pub(crate) struct Measured {
    pub(crate) quantities: Vec<Quantity>,
    /// The clauses made from its code.
    pub(crate) clauses: Vec<Expr>,
}

/// The samples of a program.
#[derive(Default)]
pub(crate) struct Samples {
    pub(crate) functions: BTreeMap<FunctionId, Measured>,
    pub(crate) stacks: BTreeMap<Location, Vec<Stack>>,
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
    most_steps: usize,
) -> Samples {
    let mut pool = TermPool::new();
    let walk = begin(task, &mut pool);
    let found = Samples::default();
    let solver = Solver::new(StackConfig::default());
    let taken = BTreeMap::new();
    let mut sampler = Sampler { task, aims, effort, cuts, pool, solver, taken, found };
    // Where the effort ends, what was found is what there is.
    let _ = sampler.run(walk, most_steps);
    sampler.found
}

impl<'p> Sampler<'p, '_> {
    fn run(&mut self, walk: Walk<'p>, most_steps: usize) -> Result<(), Failure> {
        let last = (walk.position().function, walk.position().block, 0);
        let mut work = vec![Path { walk, model: Model::new(), last, stale: 0 }];
        for _ in 0..most_steps {
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
        let mut evaluator = Evaluator::new();
        let functions = calls.iter().chain([&position]).map(|it| it.function).enumerate();
        let stack: Stack = functions
            .map(|(depth, function)| self.measure(walk, model, &mut evaluator, depth, function))
            .collect();
        let Some(innermost) = stack.last() else { return false };
        let measured = self.found.functions.get(&position.function);
        let modes = |values: &[Option<u128>]| -> Vec<Option<u128>> {
            let quantities = measured.map_or([].as_slice(), |it| &it.quantities);
            let quantities = quantities.iter().zip(values);
            quantities.filter(|(it, _)| it.is_mode).map(|(_, value)| *value).collect()
        };
        // What differs in no clause and no mode tells nothing new.
        let alike = |it: &&Stack| {
            let other = it.last();
            other.is_some_and(|it| {
                it.truths == innermost.truths && modes(&it.values) == modes(&innermost.values)
            })
        };
        let stacks = self.found.stacks.entry((calls, position)).or_default();
        let is_new =
            stacks.len() < MOST_SAMPLES && stacks.iter().filter(alike).count() < MOST_ALIKE;
        if is_new {
            stacks.push(stack);
        }
        is_new
    }

    /// What a function under way is like.
    fn measure(
        &mut self,
        walk: &mut Walk<'p>,
        model: &Model,
        evaluator: &mut Evaluator,
        depth: usize,
        function: FunctionId,
    ) -> Sample {
        let program = self.task.program;
        let measured = self.found.functions.entry(function).or_insert_with(|| Measured {
            quantities: quantities(program, function),
            clauses: plain_candidates(program, function),
        });
        let mut values = Vec::with_capacity(measured.quantities.len());
        for quantity in &measured.quantities {
            let (value, defined) = walk.value_in(&mut self.pool, depth, &quantity.expr);
            let has_value = evaluator.holds(&self.pool, model, defined);
            values.push(has_value.then(|| evaluator.eval(&self.pool, model, value)));
        }
        let mut truths = Vec::with_capacity(measured.clauses.len());
        for clause in &measured.clauses {
            let holds = walk.holds_in(&mut self.pool, depth, clause);
            truths.push(evaluator.holds(&self.pool, model, holds));
        }
        Sample { values, truths }
    }
}

//! Small programs run on terms, explored as a test generator would: each run yields a path, and
//! each branch of it is negated in turn. The queries asked on the way are what solvers are
//! measured with.

mod programs;

use std::collections::VecDeque;

use clew_logic::{Evaluator, Model, Sort, TermId, TermPool};
use clew_solver::{Query, Solver, Verdict};

pub use programs::PROGRAMS;

/// A program over terms; it asks the run for inputs and branches.
pub struct Program {
    pub name: &'static str,
    pub body: fn(&mut Run<'_>),
}

/// One execution.
pub struct Run<'a> {
    pub pool: &'a mut TermPool,
    model: &'a Model,
    evaluator: Evaluator,
    path: Vec<TermId>,
    steps: usize,
}

impl Run<'_> {
    /// An input of a width.
    pub fn input(&mut self, name: &str, width: u32) -> TermId {
        self.pool.input(name, Sort::BitVec(width))
    }

    /// An array of inputs.
    pub fn inputs(&mut self, name: &str, count: usize, width: u32) -> Vec<TermId> {
        (0..count).map(|place| self.input(&format!("{name}[{place}]"), width)).collect()
    }

    /// Takes a branch as the inputs of this run decide.
    pub fn branch(&mut self, condition: TermId) -> bool {
        if let Some(value) = self.pool.value(condition) {
            return value == 1;
        }
        let taken = self.evaluator.holds(self.pool, self.model, condition);
        let constraint = if taken { condition } else { self.pool.not(condition) };
        self.path.push(constraint);
        self.steps += 1;
        taken
    }

    /// A constant.
    pub fn constant(&mut self, width: u32, value: i128) -> TermId {
        self.pool.bv_signed(width, value)
    }
}

/// Explores a program until `max_queries` were asked or no branch is left; the number asked.
pub fn explore(
    program: &Program,
    pool: &mut TermPool,
    solver: &mut Solver,
    max_queries: usize,
) -> usize {
    let mut queue = VecDeque::from([(Model::new(), 0)]);
    let mut queries = 0;
    while let Some((model, bound)) = queue.pop_front() {
        let mut run =
            Run { pool, model: &model, evaluator: Evaluator::new(), path: Vec::new(), steps: 0 };
        (program.body)(&mut run);
        let path = run.path;
        for place in bound..path.len() {
            if queries == max_queries {
                return queries;
            }
            let mut constraints = path[..place].to_vec();
            let negated = pool.not(path[place]);
            constraints.push(negated);
            queries += 1;
            let query = Query::new(&constraints).with_previous(&model);
            if let Verdict::Sat(found) = solver.check(pool, &query) {
                queue.push_back((found, place + 1));
            }
        }
    }
    queries
}

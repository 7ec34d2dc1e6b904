//! The deciding layer: bit-blasting on CaDiCaL, one assumption for each constraint.
//!
//! The SAT solver and everything blasted so far are kept from query to query: along a path only
//! the new constraint is blasted, and what was learned stays. But a SAT solver assigns all
//! variables, also those of other paths, so the instance is thrown away when it has grown to
//! several times the size of the query it began with; and beyond a limit, so memory is bounded.
//!
//! There are two such instances. The light one searches and nothing else: CaDiCaL's inprocessing
//! takes milliseconds where most queries take microseconds. What the light one does not decide
//! in a number of conflicts goes to the thorough one, which has all of it.

use clew_logic::{Model, Sort, TermId, TermPool};
use rustc_hash::FxHashSet;
use rustsat::solvers::{ControlSignal, PhaseLit, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Cl, Lit, TernaryVal};
use rustsat_cadical::{CaDiCaL, Config, Limit};

use crate::blast::{Blaster, ClauseSink};
use crate::budget::Clock;
use crate::verdict::{Core, Reason, Verdict};

/// Settings of the SAT layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SatConfig {
    /// The instance is thrown away when it has more variables than this.
    pub max_variables: u32,
    /// Whether anything is kept from one query to the next.
    pub incremental: bool,
}

impl Default for SatConfig {
    fn default() -> Self {
        SatConfig { max_variables: 200_000, incremental: true }
    }
}

/// How many times the size of its first query an instance may reach.
const GROWTH: u32 = 5;
/// The number of variables that every instance may reach.
const SMALL: u32 = 8_000;

struct CadicalSink {
    solver: CaDiCaL<'static, 'static>,
}

impl ClauseSink for CadicalSink {
    fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause_ref(Cl::new(clause)).expect("memory should suffice for a clause");
    }
}

/// How hard an instance tries before it searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effort {
    Light,
    Thorough,
}

/// What the light instance may try of one query.
const LIGHT_CONFLICTS: u32 = 2_000;

/// Options that do not pay on many incremental queries.
const OPTIONS: &[(&str, i32)] = &[("factor", 0), ("lucky", 0)];

fn new_solver(effort: Effort, clock: &Clock) -> Blaster<CadicalSink> {
    let mut solver = CaDiCaL::default();
    if effort == Effort::Light {
        solver.set_configuration(Config::Plain).expect("CaDiCaL should know the configuration");
    }
    for &(name, value) in OPTIONS {
        solver.set_option(name, value).expect("CaDiCaL should know the option");
    }
    let clock = clock.clone();
    solver.attach_terminator(move || match clock.must_stop() {
        Some(_) => ControlSignal::Terminate,
        None => ControlSignal::Continue,
    });
    Blaster::new(CadicalSink { solver })
}

/// A question for the SAT solver.
struct Question<'a> {
    pool: &'a TermPool,
    constraints: &'a [TermId],
    preferred: Option<&'a Model>,
    conflicts: Option<u32>,
}

/// Decides sets of constraints by SAT.
pub(crate) struct SatLayer {
    light: Instance,
    thorough: Instance,
}

impl SatLayer {
    pub(crate) fn new(config: SatConfig, clock: Clock) -> Self {
        SatLayer {
            light: Instance::new(Effort::Light, config, clock.clone()),
            thorough: Instance::new(Effort::Thorough, config, clock),
        }
    }

    /// How often an instance was thrown away.
    pub(crate) fn resets(&self) -> u64 {
        self.light.resets + self.thorough.resets
    }

    /// Decides the conjunction; values near `preferred` are tried first.
    pub(crate) fn check(
        &mut self,
        pool: &TermPool,
        constraints: &[TermId],
        preferred: Option<&Model>,
        conflicts: Option<u32>,
    ) -> Verdict {
        let few = conflicts.map_or(LIGHT_CONFLICTS, |limit| limit.min(LIGHT_CONFLICTS));
        let question = Question { pool, constraints, preferred, conflicts: Some(few) };
        let verdict = self.light.check(&question);
        let left = conflicts.map(|limit| limit - few);
        if verdict != Verdict::Unknown(Reason::Conflicts) || left == Some(0) {
            return verdict;
        }
        self.thorough.check(&Question { conflicts: left, ..question })
    }
}

/// A SAT solver with everything that was blasted into it.
struct Instance {
    effort: Effort,
    config: SatConfig,
    clock: Clock,
    solver: Option<Blaster<CadicalSink>>,
    /// The number of variables the solver may have.
    allowed: u32,
    resets: u64,
}

impl Instance {
    fn new(effort: Effort, config: SatConfig, clock: Clock) -> Self {
        Instance { effort, config, clock, solver: None, allowed: 0, resets: 0 }
    }

    fn reset(&mut self) {
        if self.solver.take().is_some() {
            self.resets += 1;
        }
    }

    fn check(&mut self, question: &Question<'_>) -> Verdict {
        let fresh = self.solver.is_none();
        let verdict = self.solve(question);
        let variables = self.solver.as_ref().map_or(0, |solver| solver.gates.variables());
        if fresh {
            let room = variables.saturating_mul(GROWTH).max(SMALL);
            self.allowed = room.min(self.config.max_variables);
        }
        if variables > self.allowed || !self.config.incremental {
            self.reset();
        }
        verdict
    }

    fn solve(&mut self, question: &Question<'_>) -> Verdict {
        let Question { pool, constraints, preferred, conflicts } = *question;
        let (effort, clock) = (self.effort, &self.clock);
        let blaster = self.solver.get_or_insert_with(|| new_solver(effort, clock));
        let mut assumptions = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            match blaster.literal(pool, clock, constraint) {
                Ok(literal) => assumptions.push(literal),
                Err(reason) => return Verdict::Unknown(reason),
            }
        }
        if let Some(preferred) = preferred {
            prefer(pool, blaster, constraints, preferred);
        }
        let solver = &mut blaster.gates.sink.solver;
        if let Some(limit) = conflicts {
            let limit = i32::try_from(limit).unwrap_or(i32::MAX);
            solver.set_limit(Limit::Conflicts(limit)).expect("CaDiCaL should know the limit");
        }
        match solver.solve_assumps(&assumptions) {
            Ok(SolverResult::Sat) => Verdict::Sat(read_model(pool, blaster, constraints)),
            Ok(SolverResult::Unsat) => {
                let core = solver.core().expect("an unsat answer should come with its core");
                let failed: FxHashSet<Lit> = core.into_iter().map(|literal| !literal).collect();
                let constraints = constraints
                    .iter()
                    .zip(&assumptions)
                    .filter(|(_, literal)| failed.contains(literal))
                    .map(|(&constraint, _)| constraint)
                    .collect();
                Verdict::Unsat(Core { constraints })
            }
            Ok(SolverResult::Interrupted) => {
                Verdict::Unknown(clock.must_stop().unwrap_or(Reason::Conflicts))
            }
            Err(error) => {
                self.reset();
                Verdict::Unknown(Reason::External(error.to_string()))
            }
        }
    }
}

/// Asks the SAT solver to decide bits of inputs as the preferred model has them.
fn prefer(
    pool: &TermPool,
    instance: &mut Blaster<CadicalSink>,
    constraints: &[TermId],
    preferred: &Model,
) {
    let mut seen = FxHashSet::default();
    for &constraint in constraints {
        let set = pool.input_set(constraint);
        if !seen.insert(set) {
            continue;
        }
        for input in pool.set_members(set) {
            let term = pool.input_decl(input).term;
            if matches!(pool.sort(term), Sort::Array { .. }) {
                continue;
            }
            let Some(value) = preferred.get_bits(input) else { continue };
            let Some(word) = instance.word(term).map(<[Lit]>::to_vec) else { continue };
            for (bit, literal) in word.into_iter().enumerate() {
                let phase = if value >> bit & 1 == 1 { literal } else { !literal };
                let _ = instance.gates.sink.solver.phase_lit(phase);
            }
        }
    }
}

fn read_model(pool: &TermPool, instance: &Blaster<CadicalSink>, constraints: &[TermId]) -> Model {
    let solver = &instance.gates.sink.solver;
    let value_of = |word: &[Lit]| {
        word.iter().enumerate().fold(0u128, |value, (bit, &literal)| {
            let set = matches!(solver.lit_val(literal), Ok(TernaryVal::True));
            value | u128::from(set) << bit
        })
    };
    let mut model = Model::new();
    let mut seen = FxHashSet::default();
    let mut arrays = FxHashSet::default();
    for &constraint in constraints {
        let set = pool.input_set(constraint);
        if !seen.insert(set) {
            continue;
        }
        for input in pool.set_members(set) {
            let decl = pool.input_decl(input);
            if matches!(decl.sort, Sort::Array { .. }) {
                arrays.insert(input);
            } else if let Some(word) = instance.word(decl.term) {
                model.set_bits(input, value_of(word));
            }
        }
    }
    if !arrays.is_empty() {
        for (input, index, element) in instance.elements() {
            if arrays.contains(&input) {
                model.set_element(input, value_of(index), value_of(element));
            }
        }
    }
    model
}

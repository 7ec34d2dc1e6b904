//! Subjects for tests: programs written as Rust functions over a pool's inputs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clew_ir::{BlockId, FunctionId, Id, Position, ProbeId, Span};
use clew_logic::{Evaluator, Model, Sort, TermId, TermPool};
use clew_symbolic::{
    Arm, CallsId, Cause, Ending, Fork, ForkKind, ForkSite, Incomplete, Novelty, Others, PathId,
    TestCase, Trace, mix,
};
use clew_vm::stop::{Fault, FaultKind, Stop};
use rustc_hash::FxHashSet;

use crate::goal::{CoverageView, Goal};
use crate::subject::{Fresh, Subject};

/// A program: it asks the toy for inputs and tells it where it forks.
pub(crate) type Program = fn(&mut Toy) -> Ending;

/// The ending of a run that returns.
pub(crate) const RETURN: Ending = Ending::Stop(Stop::Return(None));

/// A subject that runs a [`Program`].
pub(crate) struct Toy {
    pub(crate) pool: TermPool,
    program: Program,
    evaluator: Evaluator,
    model: Model,
    fresh: Fresh,
    known: usize,
    trace: Trace,
    interrupt: Option<Arc<AtomicBool>>,
    /// Runs so far.
    pub(crate) runs: u64,
}

impl Toy {
    pub(crate) fn new(program: Program) -> Self {
        Toy {
            pool: TermPool::new(),
            program,
            evaluator: Evaluator::new(),
            model: Model::new(),
            fresh: Fresh::Zero,
            known: 0,
            trace: empty_trace(),
            interrupt: None,
            runs: 0,
        }
    }

    pub(crate) fn interruptible(program: Program, interrupt: Arc<AtomicBool>) -> Self {
        Toy { interrupt: Some(interrupt), ..Toy::new(program) }
    }

    /// An input.
    pub(crate) fn input(&mut self, name: &str, width: u32) -> TermId {
        let term = self.pool.input(name, Sort::BitVec(width));
        let input = self.pool.input_of(term).expect("an input");
        if self.model.get_bits(input).is_none() {
            let value = match self.fresh {
                Fresh::Zero => 0,
                Fresh::Random(seed) => name.bytes().fold(seed, |hash, byte| mix(hash, byte.into())),
            };
            self.model.set_bits(input, u128::from(value) & ((1 << width) - 1));
        }
        term
    }

    /// The concrete value of a term.
    pub(crate) fn value(&mut self, term: TermId) -> u128 {
        self.evaluator.forget();
        self.evaluator.eval(&self.pool, &self.model, term)
    }

    pub(crate) fn hit(&mut self, probe: u32) {
        if !self.trace.hits.contains(&ProbeId(probe)) {
            self.trace.hits.push(ProbeId(probe));
            self.trace.forks_before.push(self.trace.forks.len() as u32);
        }
    }

    /// A branch; its arms are the probes `2 * block` (true) and `2 * block + 1`.
    pub(crate) fn branch(&mut self, block: usize, condition: TermId) -> bool {
        let holds = self.value(condition) == 1;
        self.hit(2 * block as u32 + u32::from(!holds));
        self.decide(site(block, ForkKind::Branch), condition, holds);
        holds
    }

    /// A branch that goes its way whatever its condition says.
    pub(crate) fn lie(&mut self, block: usize, condition: TermId, holds: bool) {
        self.decide(site(block, ForkKind::Branch), condition, holds);
    }

    pub(crate) fn assume(&mut self, block: usize, condition: TermId) -> bool {
        let holds = self.value(condition) == 1;
        let site = site(block, ForkKind::Assume(0));
        let constraint = if holds { condition } else { self.pool.not(condition) };
        let (arm, other) = if holds { (1, 0) } else { (0, 1) };
        let others = if holds { Others::None } else { Others::Negation(Arm(other)) };
        self.fork(site, Arm(arm), constraint, others);
        holds
    }

    /// A switch; the last arm is the default.
    pub(crate) fn switch(&mut self, block: usize, value: TermId, cases: &[u128]) -> usize {
        let width = self.pool.width(value);
        let mut constraints = Vec::new();
        for &case in cases {
            let case = self.pool.bv(width, case);
            constraints.push(self.pool.eq(value, case));
        }
        let none: Vec<_> = constraints.iter().map(|&case| self.pool.not(case)).collect();
        constraints.push(self.pool.and_all(none));
        let concrete = self.value(value);
        let taken = cases.iter().position(|&case| case == concrete).unwrap_or(cases.len());
        let arms = constraints.iter().enumerate().filter(|&(arm, _)| arm != taken);
        let others = Others::Listed(arms.map(|(arm, &term)| (Arm(arm as u64), term)).collect());
        self.fork(site(block, ForkKind::Switch), Arm(taken as u64), constraints[taken], others);
        taken
    }

    /// A value made concrete.
    pub(crate) fn concretise(&mut self, block: usize, value: TermId, limit: u32) -> u128 {
        let concrete = self.value(value);
        let width = self.pool.width(value);
        let constant = self.pool.bv(width, concrete);
        let constraint = self.pool.eq(value, constant);
        let site = site(block, ForkKind::Value(0));
        self.fork(site, Arm(concrete as u64), constraint, Others::Open(limit));
        concrete
    }

    pub(crate) fn give_up(&mut self, cause: Cause) {
        self.trace.incomplete.push(Incomplete { cause, span: Span::NONE });
    }

    pub(crate) fn fault(kind: FaultKind, start: u32) -> Ending {
        let span = Span { start, ..Span::NONE };
        let fault = Fault {
            kind,
            message: String::new(),
            span,
            object: None,
            stack: Vec::new(),
            signal: None,
        };
        Ending::Stop(Stop::Fault(Box::new(fault)))
    }

    /// A call that takes a while; false when the run must end.
    pub(crate) fn sleep(&mut self, time: Duration) -> bool {
        let steps = time.as_millis().max(1);
        for _ in 0..steps {
            std::thread::sleep(time / steps as u32);
            if self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return false;
            }
        }
        true
    }

    fn decide(&mut self, site: ForkSite, condition: TermId, holds: bool) {
        let constraint = if holds { condition } else { self.pool.not(condition) };
        if self.pool.value(constraint).is_some() {
            return;
        }
        let (arm, other) = if holds { (0, 1) } else { (1, 0) };
        self.fork(site, Arm(arm), constraint, Others::Negation(Arm(other)));
    }

    fn fork(&mut self, site: ForkSite, arm: Arm, constraint: TermId, others: Others) {
        let others = if self.trace.forks.len() < self.known { Others::None } else { others };
        self.trace.forks.push(Fork {
            site,
            arm,
            constraint,
            origin: site.kind.origin(),
            others,
            calls: CallsId::NONE,
            passed: 0,
        });
    }
}

impl Subject for Toy {
    fn run(&mut self, input: &Model, known: usize) -> Trace {
        self.runs += 1;
        self.model = input.clone();
        self.known = known;
        self.trace = empty_trace();
        let stop = (self.program)(self);
        let trace = std::mem::replace(&mut self.trace, empty_trace());
        let path = trace.forks.iter().fold(PathId::ROOT, |path, it| path.then(&it.site, it.arm));
        Trace { stop, path, ..trace }
    }

    fn pool(&self) -> &TermPool {
        &self.pool
    }

    fn pool_mut(&mut self) -> &mut TermPool {
        &mut self.pool
    }

    fn set_fresh(&mut self, fresh: Fresh) {
        self.fresh = fresh;
    }

    fn assignment(&self) -> &Model {
        &self.model
    }

    fn test_case(&mut self) -> TestCase {
        let ending = self.run(&self.model.clone(), usize::MAX).stop;
        TestCase {
            function: FunctionId::from_index(0),
            arguments: Vec::new(),
            globals: Vec::new(),
            objects: Vec::new(),
            made: Vec::new(),
            streams: Vec::new(),
            stubs: Vec::new(),
            refused: Vec::new(),
            external: Vec::new(),
            standard_input: None,
            ending,
            returned: None,
            program_arguments: Vec::new(),
            runs_out: false,
            needs_alignment: false,
            has_weak_functions: false,
            printed: None,
            error_number: None,
            stack_word: None,
        }
    }
}

fn empty_trace() -> Trace {
    Trace {
        calls: Vec::new(),
        returned: None,
        stop: RETURN,
        forks: Vec::new(),
        hits: Vec::new(),
        forks_before: Vec::new(),
        sides: Vec::new(),
        sequence: Vec::new(),
        incomplete: Vec::new(),
        imprecise_from: None,
        merged_from: None,
        wanted_elements: None,
        word: None,
        steps: 0,
        novelty: Novelty::None,
        path: PathId::ROOT,
        allocates: false,
    }
}

/// A place in the only function.
pub(crate) fn site(block: usize, kind: ForkKind) -> ForkSite {
    let at = Position {
        block: BlockId::from_index(block),
        ..Position::entry(FunctionId::from_index(0))
    };
    ForkSite { at, kind }
}

/// A goal: that many different probes.
#[derive(Default)]
pub(crate) struct Probes {
    pub(crate) wanted: usize,
    pub(crate) seen: FxHashSet<ProbeId>,
}

impl Probes {
    pub(crate) fn wanting(wanted: usize) -> Self {
        Probes { wanted, ..Probes::default() }
    }
}

impl CoverageView for Probes {
    fn is_covered(&self, probe: ProbeId) -> bool {
        self.seen.contains(&probe)
    }
}

impl Goal for Probes {
    fn observe(&mut self, trace: &Trace) -> usize {
        trace.hits.iter().filter(|&&hit| self.seen.insert(hit)).count()
    }

    fn is_done(&self) -> bool {
        self.seen.len() >= self.wanted
    }
}

//! Infeasible paths generalised while the search runs: candidates that no inputs take, closed without a
//! question (Delahaye, Botella, Gotlieb, section 4).
//!
//! A path is explained when the branch it ends at has been refuted often (*hot*, 5.5), and words are told
//! only once there are enough refutations for that to pay. What is generalised rests on no bound and on no
//! guess: the path condition is that of the one meaning, for every caller, so that automata stay when the
//! next search has other bounds.

use clew_explore::technique::{AUTOMATA, Seen, Technique, Way};
use clew_ir::call_graph::CallGraph;
use clew_ir::points_to::{self, PointsTo};
use clew_ir::{Position, Program};
use clew_prove::automata::{Effects, Explaining, Ungeneralised, Union, UnionState, generalise};
use clew_prove::{Start, Task};
use clew_solver::{Budget, Method, Solver, StackConfig};
use clew_symbolic::{Arm, Entry, ForkKind, Letter};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// When paths are explained.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thrift {
    /// Refuted candidates at a branch before one is explained.
    hot: u32,
    /// Words are told when so much effort has come together, and there is more to explain only as long
    /// as what was closed was worth as much beyond that.
    opening: u64,
}

impl Default for Thrift {
    /// The tenth, as in the paper (5.5); and so late that a search which gains nothing loses nothing.
    fn default() -> Self {
        Thrift { hot: 10, opening: 2_000_000 }
    }
}

/// How many paths are explained at a branch where nothing came of it.
const MOST_VAIN: u32 = 3;
/// Longer paths, and those of larger path conditions, are not explained.
const LONGEST: usize = 200;
const MOST_TERMS: usize = 3_000;
/// What each question of an explanation may cost.
const QUESTION: Budget = Budget { time: None, conflicts: Some(200) };

/// One part in so many of all effort is for explaining. Effort is counted in steps of runs, as
/// everywhere in a search.
const SHARE: u64 = 64;
/// What a run or a question costs besides its steps, and what a candidate is worth that is closed without
/// one.
const QUERY: u64 = 1_000;
/// What a question of an explanation costs for each term.
const TERM: u64 = 40;
/// One part in so many of a run's effort is for telling its word.
const TELLING: u64 = 8;

/// What is known of a branch.
#[derive(Clone, Copy, Debug, Default)]
struct Branch {
    refuted: u32,
    explained: u32,
    closed: u32,
}

/// The automata of a campaign, shared by workers and searches.
pub(crate) struct Family<'p> {
    program: &'p Program,
    thrift: Thrift,
    calls: CallGraph,
    start: Start,
    entry: points_to::Entry,
    /// Made when the first path is explained.
    union: Option<Union<'p>>,
    branches: BTreeMap<(Position, Arm), Branch>,
    /// The effort of the search.
    effort: u64,
    /// What words and explanations have cost.
    spent: u64,
    /// Candidates closed without a question.
    closed: u64,
    /// The branches that are hot.
    hot: usize,
    /// Whether it was found not to pay, or to be wrong.
    is_off: bool,
}

/// The automata, as workers hold them.
#[derive(Clone)]
pub(crate) struct Automata<'p>(Arc<Mutex<Family<'p>>>);

impl<'p> Automata<'p> {
    /// No automata yet.
    pub(crate) fn new(program: &'p Program, entry: Entry, thrift: Thrift) -> Self {
        let function = entry.function();
        let is_program =
            matches!(entry, Entry::Harness(_)) && program.functions[function].name == "main";
        let (start, entry) = match is_program {
            true => (Start::Program(function), points_to::Entry::Program(function)),
            false => (Start::Unit(function), points_to::Entry::Unit(function)),
        };
        Automata(Arc::new(Mutex::new(Family {
            program,
            thrift,
            calls: CallGraph::new(program),
            start,
            entry,
            union: None,
            branches: BTreeMap::new(),
            effort: 0,
            spent: 0,
            closed: 0,
            hot: 0,
            is_off: false,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Family<'p>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Technique for Automata<'_> {
    fn name(&self) -> &'static str {
        AUTOMATA
    }

    fn wants_words(&self) -> bool {
        let family = self.lock();
        !family.is_off && family.hot > 0 && family.effort / SHARE >= family.thrift.opening
    }

    /// What was executed is not infeasible: otherwise the automata are wrong, and no more asked.
    fn saw(&mut self, run: &Seen<'_>) {
        let mut family = self.lock();
        family.effort += run.trace.steps + QUERY;
        let Some(word) = run.word else { return };
        family.spend((run.trace.steps + QUERY) / TELLING);
        let Some(union) = &mut family.union else { return };
        if word.len() <= LONGEST && union.accepts(word) {
            debug_assert!(false, "an automaton accepts a word that was executed");
            union.clear();
            family.is_off = true;
        }
    }

    fn refutes(&mut self, candidate: &mut dyn Way) -> bool {
        let mut family = self.lock();
        let Some(union) = &mut family.union else { return false };
        let Some(letter) = candidate.letter() else { return false };
        union.tidy();
        let (epoch, start) = (union.epoch(), UnionState::START);
        let mut step = |state, letter: &_| union.step(UnionState(state), letter).0;
        let state = UnionState(candidate.state(epoch, start.0, &mut step));
        let is_refuted = union.step(state, &letter).is_accepting();
        if is_refuted {
            family.closed += 1;
            if let Some(branch) = branch_of(candidate) {
                family.branches.entry(branch).or_default().closed += 1;
            }
        }
        is_refuted
    }

    fn was_refuted(&mut self, candidate: &mut dyn Way) {
        let mut family = self.lock();
        family.effort += QUERY;
        let Some(branch) = branch_of(candidate) else { return };
        let hot = family.thrift.hot;
        let known = family.branches.entry(branch).or_default();
        known.refuted += 1;
        let is_vain = known.explained >= MOST_VAIN && known.closed < known.explained;
        let is_hot = known.refuted >= hot && !is_vain;
        let became_hot = known.refuted == hot;
        family.hot += usize::from(became_hot);
        let Some(letter) = candidate.letter().filter(|_| is_hot && !family.is_off) else { return };
        let mut word = candidate.word();
        word.push(letter);
        if word.len() <= LONGEST {
            family.explain(&word, branch);
        }
    }
}

/// The branch that a candidate is an arm of.
fn branch_of(candidate: &dyn Way) -> Option<(Position, Arm)> {
    let info = candidate.info();
    let is_edge = matches!(info.site.kind, ForkKind::Branch | ForkKind::Switch);
    Some((info.site.at, info.arm.filter(|_| is_edge)?))
}

impl Family<'_> {
    /// Has spent so much effort; ends where that does not pay.
    fn spend(&mut self, effort: u64) {
        self.spent += effort;
        self.is_off |= self.spent > self.thrift.opening + self.closed * QUERY;
    }

    /// Explains an infeasible path, and adds what it stands for.
    fn explain(&mut self, word: &[Letter], branch: (Position, Arm)) {
        self.branches.entry(branch).or_default().explained += 1;
        let (program, entry, start) = (self.program, self.entry, self.start);
        let union = self.union.get_or_insert_with(|| {
            let effects = Effects::new(program, PointsTo::new(program, entry));
            Union::new(effects, start.function())
        });
        let task = Task { program, calls: &self.calls, start, assumes: &[] };
        let mut solver = Solver::new(StackConfig::default());
        let explaining = Explaining {
            backend: &mut solver,
            method: Method::Minimal,
            budget: QUESTION,
            most_terms: MOST_TERMS,
        };
        let cost = match generalise(task, union.effects(), word, explaining) {
            Ok(found) => {
                union.add(found.chain);
                (found.questions * found.terms) as u64 * TERM
            }
            Err(Ungeneralised::TooLarge(terms)) => terms as u64 * TERM,
            Err(_) => MOST_TERMS as u64 * TERM,
        };
        self.spend(cost);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_c::{Frontend, Options};
    use clew_explore::{
        CoverageView, FaultSettings, Goal, Limits, Report, Search, SearchSettings, Settings,
        strategy,
    };
    use clew_ir::{ProbeId, ProbePlan};
    use clew_symbolic::{Aliasing, Bounds, LabelMode, Setup, SymbolicMachine, Trace};
    use clew_vm::Config;

    /// Nothing is ever covered.
    struct Everything;

    impl CoverageView for Everything {
        fn is_covered(&self, _probe: ProbeId) -> bool {
            false
        }
    }

    impl Goal for Everything {
        fn observe(&mut self, _trace: &Trace) -> usize {
            0
        }

        fn is_done(&self) -> bool {
            false
        }
    }

    fn load(source: &str) -> Program {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("f.c");
        std::fs::write(&path, source).expect("a file");
        let mut frontend = Frontend::new(&Options::default()).expect("clang");
        frontend.add_files(&[path]).expect("C that compiles");
        frontend.finish().expect("a program that links")
    }

    /// All paths of `f` with so many forks, with these automata or none.
    fn explore(program: &Program, automata: Option<&Automata<'_>>, jobs: usize) -> Report {
        explore_within(program, automata, jobs, Bounds::default())
    }

    fn explore_within(
        program: &Program,
        automata: Option<&Automata<'_>>,
        jobs: usize,
        bounds: Bounds,
    ) -> Report {
        let entry = Entry::Unit(program.function("f").expect("a function f"));
        let probes = Some(Arc::new(ProbePlan::default()));
        let config = Config { probes, max_steps: 10_000, ..Config::under_test() };
        let search = SearchSettings { exhaustive: true, ..SearchSettings::default() };
        let limits = Limits { depth: Some(12), restarts: 0, ..Limits::default() };
        let faults = FaultSettings { seek: false, ..FaultSettings::default() };
        let settings = Settings { jobs, search, limits, faults, ..Settings::default() };
        let search = Search {
            settings: &settings,
            subject: &|_| {
                let labels = LabelMode::Observe;
                let config = config.clone();
                SymbolicMachine::new(program, Setup { entry, config, labels, bounds })
            },
            strategy: &|_| strategy::by_name("dfs", 1).expect("a strategy"),
            techniques: &|_| match automata {
                Some(automata) => vec![Box::new(automata.clone()) as Box<dyn Technique + '_>],
                None => Vec::new(),
            },
            observer: None,
        };
        search.run(&mut Everything).expect("a report")
    }

    /// The paper's figure 7: each round has an infeasible way, for the same reason.
    const GCD: &str = "int f(int u, int v) {
        while (u > 0) {
            if (v > u) { int t = u; u = v; v = t; }
            u = u - v;
        }
        return v;
    }";
    const EAGER: Thrift = Thrift { hot: 1, opening: 0 };

    #[test]
    fn families_are_closed_without_questions() {
        let program = load(GCD);
        let entry = Entry::Unit(program.function("f").expect("a function f"));
        let plain = explore(&program, None, 1);
        let thrift = Thrift { opening: 1 << 40, ..EAGER };
        let automata = Automata::new(&program, entry, thrift);
        automata.lock().effort = SHARE << 40;
        let report = explore(&program, Some(&automata), 1);
        let family = automata.lock();
        assert!(!family.is_off && family.closed > 10, "{} closed", family.closed);
        let counts = |it: &Report| {
            (it.statistics.paths, it.statistics.infeasible_paths, it.statistics.divergences)
        };
        assert_eq!(counts(&report), counts(&plain), "the same paths");
        assert!(report.statistics.queries + family.closed <= plain.statistics.queries);
        // A second search has them already.
        drop(family);
        let again = explore(&program, Some(&automata), 2);
        assert_eq!(counts(&again).0, counts(&plain).0);
        assert!(again.statistics.queries < report.statistics.queries);
    }

    /// Searches with these bounds one after the other, with automata that stay and without: the same
    /// paths, and the more of them the later. How many paths were explained.
    fn paths_stay(source: &str, bounds: [Bounds; 2]) -> u32 {
        let program = load(source);
        let entry = Entry::Unit(program.function("f").expect("a function f"));
        let automata = Automata::new(&program, entry, Thrift { opening: 1 << 40, ..EAGER });
        automata.lock().effort = SHARE << 40;
        let paths = bounds.map(|bounds| {
            let plain = explore_within(&program, None, 1, bounds).statistics;
            let with = explore_within(&program, Some(&automata), 1, bounds).statistics;
            assert_eq!((with.paths, with.divergences), (plain.paths, plain.divergences));
            plain.paths
        });
        let family = automata.lock();
        assert!(!family.is_off && paths[0] < paths[1], "{paths:?}");
        family.branches.values().map(|it| it.explained).sum()
    }

    #[test]
    fn what_aliases_make_feasible_is_not_closed() {
        let tried = Bounds { aliasing: Aliasing::Tried, ..Bounds::default() };
        let explained = paths_stay(
            "int f(int *p, int *q, int x, int n) {
                int hits = 0;
                if (x >= 5) return -1;
                for (int i = 0; i < n && i < 3; i++) {
                    *p = x;
                    *q = 7;
                    if (*p == 7) hits++;
                }
                return hits;
            }",
            [Bounds::default(), tried],
        );
        assert!(explained > 0, "what the first search refutes is looked at");
    }

    #[test]
    fn what_a_larger_bound_makes_feasible_is_not_closed() {
        let few = Bounds { elements: 4, ..Bounds::default() };
        let many = Bounds { elements: 9, ..Bounds::default() };
        paths_stay(
            "int f(const int *v, int n) {
                int hits = 0;
                for (int i = 0; i < n; i++) {
                    if (n > 6) return hits;
                    hits += v[i] == 1;
                }
                return hits;
            }",
            [few, many],
        );
    }

    #[test]
    fn what_does_not_pay_ends() {
        let program = load(GCD);
        let entry = Entry::Unit(program.function("f").expect("a function f"));
        let automata = Automata::new(&program, entry, EAGER);
        explore(&program, Some(&automata), 1);
        let family = automata.lock();
        assert!(family.is_off && family.branches.values().map(|it| it.explained).sum::<u32>() < 3);
        let patient = Automata::new(&program, entry, Thrift::default());
        explore(&program, Some(&patient), 1);
        assert!(patient.lock().union.is_none(), "so short a search is left alone");
    }
}

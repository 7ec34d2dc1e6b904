//! The examples of the paper on coverage-driven testing.

use crate::common::{Covering, explore, load, load_file};
use clew_criteria::{Criterion, Relevance};
use clew_explore::{
    Beginning, CandidateId, CandidateInfo, CoverageStructure, Fresh, PlaceId, RunNews, Settings,
    Strategy, strategy,
};
use clew_ir::Program;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// What a strategy saw when it was asked: by relevance, the candidates that waited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    runs: usize,
    irrelevant: usize,
    may: usize,
    must: usize,
}

/// Predictive path search, with a protocol of what it sees.
struct Recording {
    inner: strategy::Predictive,
    waiting: Vec<(CandidateId, PlaceId)>,
    runs: usize,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Strategy for Recording {
    fn name(&self) -> &'static str {
        "recording"
    }

    fn ran(&mut self, _: &RunNews) {
        self.runs += 1;
    }

    fn add(&mut self, candidate: CandidateId, place: PlaceId, info: &CandidateInfo) {
        self.waiting.push((candidate, place));
        self.inner.add(candidate, place, info);
    }

    fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        let mut count = |wanted| {
            let places = self.waiting.iter().map(|(_, place)| *place);
            places.filter(|place| structure.relevance(*place) == wanted).count()
        };
        let seen = Seen {
            runs: self.runs,
            irrelevant: count(Relevance::Irrelevant),
            may: count(Relevance::May),
            must: count(Relevance::Must),
        };
        self.seen.lock().expect("the protocol").push(seen);
        let next = self.inner.next(structure)?;
        self.waiting.retain(|(candidate, _)| *candidate != next);
        Some(next)
    }

    fn clear(&mut self) {
        self.waiting.clear();
        self.inner.clear();
    }
}

/// Section II, step by step. The initial input is the paper's, but for the elements of `v`, which
/// no branch of the first path looks at: `n` is 0.
#[test]
fn bubble_is_covered_by_four_tests() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/gen/bubble.c");
    let program = load_file(&file);
    let mut goal = Covering::new(&program, "bubble", &[Criterion::Branch]);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let recording = || -> Box<dyn Strategy> {
        let inner = strategy::Predictive::default();
        Box::new(Recording { inner, waiting: Vec::new(), runs: 0, seen: Arc::clone(&seen) })
    };
    let report = explore(&program, "bubble", &mut goal, &Settings::default(), &recording);
    let covered: Vec<(u64, &str)> =
        goal.when.iter().map(|(run, text)| (*run, text.as_str())).collect();
    assert_eq!(
        covered,
        [
            (1, "n >= MAXLEN is false"),
            (1, "i > 1 is false"),
            (2, "i > 1 is true"),
            (2, "j < i is true"),
            (2, "v[j] > v[j + 1] is false"),
            (2, "j < i is false"),
            (3, "v[j] > v[j + 1] is true"),
            (4, "n >= MAXLEN is true"),
        ]
    );
    let seen = seen.lock().expect("the protocol");
    let after = |runs| *seen.iter().find(|seen| seen.runs == runs).expect("a choice");
    let first = after(1);
    assert_eq!((first.must, first.may, first.irrelevant), (2, 0, 0), "(5T) and (5F, 7T)");
    let second = after(2);
    assert!(second.must > 1 && second.may > 1, "{second:?}");
    assert_eq!(second.irrelevant, 0, "the candidate for 7F was filtered before");
    let third = after(3);
    assert_eq!((third.must, third.may), (1, 0), "only (5T) is left");
    assert!(third.irrelevant > 1, "what waits under (5F, 7T) is filtered: {third:?}");
    assert_eq!(report.statistics.divergences, 0);
    assert!(report.statistics.filtered > 0);
}

/// Section V: only an indirect relation between inputs and condition leads to the last branch.
const LOOP: &str = "void loop(int v[6], int x) {
    int i;
    if (x == 2) {
        for (i = 0; i < 6; i++)
            if (v[i] == 3) x++;
        if (x == 6) { x = 0; }
    }
}
";

/// The mean number of runs until line 6's true branch is hit, over random first inputs; the paper
/// repeats its experiments 30 times too.
fn runs_until_line_6(program: &Program, name: &str) -> f64 {
    const SEEDS: u64 = 30;
    let runs = (1..=SEEDS).map(|seed| {
        let mut goal = Covering::new(program, "loop", &[Criterion::Branch]);
        let settings = Settings {
            beginning: Beginning { seed, first: Fresh::Random(seed), suite: Vec::new() },
            ..Settings::default()
        };
        let strategy = || strategy::by_name(name, seed).expect("a strategy");
        explore(program, "loop", &mut goal, &settings, &strategy);
        goal.covered_at("x == 6 is true").expect("line 6 is hit")
    });
    runs.sum::<u64>() as f64 / SEEDS as f64
}

#[test]
fn fitness_hits_what_prediction_finds_by_chance() {
    let program = load(LOOP);
    let alone = runs_until_line_6(&program, "pps");
    assert!(alone > 15.0, "prediction alone hits it by chance, after {alone} runs");
    for name in ["pps+fitness", "fitness"] {
        let guided = runs_until_line_6(&program, name);
        assert!(guided <= 0.3 * alone, "{name}: {guided} runs, prediction alone {alone}");
    }
    // The first run, `x == 2`, one element, and then as many at once as are missing.
    let mut goal = Covering::new(&program, "loop", &[Criterion::Branch]);
    let strategy = || strategy::by_name("pps+fitness", 1).expect("a strategy");
    explore(&program, "loop", &mut goal, &Settings::default(), &strategy);
    assert_eq!(goal.covered_at("x == 6 is true"), Some(4));
}

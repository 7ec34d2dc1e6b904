//! How techniques take part in a search.

use super::{cube, exhaustive_once, less_than};
use crate::candidate::CandidateId;
use crate::technique::{AUTOMATA, Dryness, Ground, Proposal, Seen, Technique, Way};
use crate::toy::{Probes, RETURN, Toy};
use crate::{Report, Search, Settings, strategy};
use clew_logic::{Sort, TermPool, Value};
use clew_symbolic::{Ending, Letter};
use std::sync::{Arc, Mutex};

/// What a technique was told.
#[derive(Debug, Default)]
struct Told {
    runs: usize,
    refuted: usize,
    turns: Vec<u64>,
    has_seen_200: bool,
}

/// A technique that does what it is made to do.
#[derive(Clone, Default)]
struct Actor {
    told: Arc<Mutex<Told>>,
    /// It takes every candidate for infeasible that is an arm of this block.
    closes: Option<usize>,
    proposes: bool,
    wants: Option<u64>,
    /// The effort it wants when no candidates are left.
    wants_at_end: Option<u64>,
}

impl Technique for Actor {
    fn name(&self) -> &'static str {
        AUTOMATA
    }

    fn wants_words(&self) -> bool {
        self.closes.is_some()
    }

    fn saw(&mut self, run: &Seen<'_>) {
        let mut told = self.told.lock().expect("told");
        told.runs += 1;
        let mut values = run.input.values().into_iter();
        told.has_seen_200 |= values.any(|(_, value)| matches!(value, Value::Bits(200)));
    }

    fn refutes(&mut self, candidate: &mut dyn Way) -> bool {
        assert_eq!(candidate.letter(), None::<Letter>, "toys have no words");
        let block = clew_ir::Id::index(candidate.info().site.at.block);
        self.closes == Some(block)
    }

    fn was_refuted(&mut self, _candidate: &mut dyn Way) {
        self.told.lock().expect("told").refuted += 1;
    }

    fn propose(&mut self, pool: &mut TermPool) -> Option<Proposal> {
        if !std::mem::take(&mut self.proposes) {
            return None;
        }
        let (x, wanted) = (pool.input("x", Sort::BitVec(8)), pool.bv(8, 200));
        let constraint = pool.eq(x, wanted);
        Some(Proposal { candidate: <CandidateId as clew_ir::Id>::from_index(1), constraint })
    }

    fn wants_turn(&mut self, dryness: Dryness) -> Option<u64> {
        match dryness.is_out {
            true => self.wants_at_end.take(),
            false => self.wants.take(),
        }
    }

    fn work(&mut self, ground: &mut dyn Ground, effort: u64) -> bool {
        self.told.lock().expect("told").turns.push(effort);
        assert!(!ground.is_over());
        ground.reconsider(AUTOMATA) > 0
    }
}

fn search(program: fn(&mut Toy) -> Ending, actor: &Actor, settings: &Settings) -> Report {
    let search = Search {
        settings,
        subject: &|_| Toy::new(program),
        strategy: &|_| strategy::by_name("dfs", 1).expect("a strategy"),
        techniques: &|_| vec![Box::new(actor.clone())],
        observer: None,
    };
    search.run(&mut Probes::wanting(usize::MAX)).expect("a report")
}

/// `x < 100`, and then `x < 200`: one arm is infeasible.
fn nested(toy: &mut Toy) -> Ending {
    let x = toy.input("x", 8);
    let small = less_than(toy, x, 100);
    if toy.branch(0, small) {
        let smaller = less_than(toy, x, 200);
        toy.branch(1, smaller);
    }
    RETURN
}

#[test]
fn techniques_see_runs_and_refutations() {
    let actor = Actor::default();
    let report = search(nested, &actor, &exhaustive_once());
    let told = actor.told.lock().expect("told");
    assert_eq!((told.runs, told.refuted), (2, 1));
    assert_eq!(report.statistics.infeasible_paths, 1);
}

#[test]
fn what_a_technique_refutes_is_not_asked() {
    let plain = search(cube, &Actor::default(), &exhaustive_once());
    let actor = Actor { closes: Some(2), ..Actor::default() };
    let report = search(cube, &actor, &exhaustive_once());
    assert_eq!((plain.statistics.paths, report.statistics.paths), (8, 4));
    assert_eq!(report.statistics.infeasible_paths, 4);
    assert_eq!(report.statistics.queries, 3);
    let closed: Vec<u64> = report.techniques.iter().map(|(_, it)| it.closed).collect();
    assert_eq!(closed, [0, 0, 4, 0], "the search itself, proofs, the actor, the strategy");
    assert_eq!(actor.told.lock().expect("told").refuted, 0);
}

#[test]
fn a_proposal_is_tried_with_its_constraint() {
    let actor = Actor { proposes: true, ..Actor::default() };
    let report = search(cube, &actor, &exhaustive_once());
    assert_eq!(report.statistics.paths, 8);
    let covered: Vec<usize> = report.techniques.iter().map(|(_, it)| it.covered).collect();
    assert_eq!(
        covered,
        [3, 0, 1, 2],
        "the first run, proofs, x >= 100 by the proposal, the strategy"
    );
    assert!(actor.told.lock().expect("told").has_seen_200);
}

#[test]
fn effort_is_given_when_it_is_wanted() {
    let actor = Actor { wants: Some(7), ..Actor::default() };
    search(nested, &actor, &Settings::default());
    assert_eq!(actor.told.lock().expect("told").turns, [7]);
    let actor = Actor { wants: Some(7), ..Actor::default() };
    search(nested, &actor, &exhaustive_once());
    assert_eq!(actor.told.lock().expect("told").turns, [] as [u64; 0], "every path is run anyway");
}

#[test]
fn a_search_without_candidates_gives_last_turns() {
    for settings in [Settings::default(), exhaustive_once()] {
        let actor = Actor { wants_at_end: Some(9), ..Actor::default() };
        search(nested, &actor, &settings);
        assert_eq!(actor.told.lock().expect("told").turns, [9]);
    }
}

//! What each strategy takes first.

use super::*;
use clew_criteria::Relevance::{self, Irrelevant, May, Must};
use clew_ir::Id;
use clew_symbolic::{Arm, ForkKind};
use std::time::{Duration, Instant};

/// The prospects of places: relevance, potential, distance.
struct Table(Vec<(Relevance, u32, Option<u32>)>);

impl Table {
    /// So many places, all alike.
    fn alike(places: usize) -> Self {
        Table(vec![(May, 1, Some(1)); places])
    }
}

impl CoverageStructure for Table {
    fn relevance(&mut self, place: PlaceId) -> Relevance {
        self.0[place.index()].0
    }

    fn potential(&mut self, place: PlaceId) -> u32 {
        self.0[place.index()].1
    }

    fn distance(&mut self, place: PlaceId) -> Option<u32> {
        self.0[place.index()].2
    }
}

fn place(number: usize) -> PlaceId {
    PlaceId::from_index(number)
}

fn add(strategy: &mut dyn Strategy, number: usize, at: usize, depth: u32) {
    let site = crate::toy::site(at, ForkKind::Branch);
    let info = CandidateInfo { site, arm: Some(Arm(0)), depth };
    strategy.add(CandidateId::from_index(number), place(at), &info);
}

fn ran(strategy: &mut dyn Strategy, newly_covered: usize) {
    strategy.ran(&RunNews { newly_covered, ..RunNews::default() });
}

/// The order of what is left.
fn rest(strategy: &mut dyn Strategy, table: &mut Table) -> Vec<usize> {
    std::iter::from_fn(|| strategy.next(table)).map(Id::index).collect()
}

/// The order in which a strategy gives back candidates at these depths.
fn order(name: &str, depths: &[u32]) -> Vec<usize> {
    let mut strategy = by_name(name, 7).expect("a strategy");
    assert_eq!(strategy.name(), name);
    for (number, &depth) in depths.iter().enumerate() {
        add(&mut *strategy, number, 0, depth);
    }
    rest(&mut *strategy, &mut Table::alike(1))
}

#[test]
fn depth_first_takes_the_most_recent() {
    assert_eq!(order("dfs", &[0, 1, 2, 1]), [3, 2, 1, 0]);
}

#[test]
fn breadth_first_takes_the_shallowest_then_the_oldest() {
    assert_eq!(order("bfs", &[2, 1, 0, 1]), [2, 1, 3, 0]);
}

#[test]
fn random_gives_each_once_in_an_order_of_its_seed() {
    let depths = [0; 20];
    let first = order("random", &depths);
    assert_eq!(first, order("random", &depths));
    assert_ne!(first, (0..20).collect::<Vec<_>>());
    let mut sorted = first;
    sorted.sort_unstable();
    assert_eq!(sorted, (0..20).collect::<Vec<_>>());
}

#[test]
fn random_is_uniform() {
    let mut firsts = [0_u32; 4];
    for seed in 0..4000 {
        let mut strategy = UniformRandom::new(seed);
        (0..4).for_each(|number| add(&mut strategy, number, 0, 0));
        let first = strategy.next(&mut Table::alike(1)).expect("a candidate");
        firsts[first.index()] += 1;
    }
    assert!(firsts.iter().all(|&count| (850..1150).contains(&count)), "{firsts:?}");
}

#[test]
fn every_strategy_gives_every_candidate() {
    for name in NAMES {
        let mut strategy = by_name(name, 3).expect("a strategy");
        let mut table = Table((0..7).map(|at| (May, at, (at != 3).then_some(at))).collect());
        for run in 0..5 {
            ran(&mut *strategy, run % 2);
            (0..20).for_each(|k| add(&mut *strategy, 20 * run + k, k % 7, k as u32));
        }
        let mut given = rest(&mut *strategy, &mut table);
        given.sort_unstable();
        given.dedup();
        assert_eq!(given, (0..100).collect::<Vec<_>>(), "{name}");
        add(&mut *strategy, 0, 0, 0);
        strategy.clear();
        assert_eq!(strategy.next(&mut table), None, "{name}");
    }
}

#[test]
fn prediction_takes_must_then_potential_then_the_shortest() {
    let mut strategy = Predictive::default();
    let mut table = Table(vec![
        (May, 9, Some(1)),
        (Must, 1, Some(0)),
        (Must, 4, Some(0)),
        (Irrelevant, 0, None),
    ]);
    for (number, (at, depth)) in
        [(0, 1), (1, 5), (1, 2), (2, 8), (3, 0), (0, 0)].into_iter().enumerate()
    {
        add(&mut strategy, number, at, depth);
    }
    assert_eq!(rest(&mut strategy, &mut table), [3, 2, 1, 5, 0, 4]);
}

#[test]
fn prediction_follows_coverage() {
    let mut strategy = Predictive::default();
    let mut table = Table(vec![(Must, 5, Some(0)), (Must, 3, Some(0)), (May, 2, Some(1))]);
    for number in 0..6 {
        add(&mut strategy, number, number % 3, 0);
    }
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(0));
    table.0[0] = (May, 1, Some(3));
    table.0[1] = (May, 2, Some(3));
    assert_eq!(rest(&mut strategy, &mut table), [1, 2, 4, 5, 3]);
}

#[test]
fn generations_follow_what_their_run_covered() {
    let mut strategy = Generational::default();
    for (run, covered) in [1, 5, 0].into_iter().enumerate() {
        ran(&mut strategy, covered);
        (0..3).for_each(|k| add(&mut strategy, 3 * run + k, 0, k as u32));
    }
    assert_eq!(rest(&mut strategy, &mut Table::alike(1)), [3, 4, 5, 0, 1, 2, 6, 7, 8]);
}

#[test]
fn random_walks_prefer_short_paths() {
    let mut firsts = [0_u32; 3];
    for seed in 0..3000 {
        let mut strategy = RandomPathNearest::new(seed);
        (0..3).for_each(|depth| add(&mut strategy, depth, 0, depth as u32));
        firsts[strategy.next(&mut Table::alike(1)).expect("a candidate").index()] += 1;
    }
    // 4 : 2 : 1.
    let [a, b, c] = firsts;
    assert!((1600..1830).contains(&a) && (770..940).contains(&b), "{firsts:?}");
    assert!((360..500).contains(&c), "{firsts:?}");
}

#[test]
fn every_second_choice_is_near_to_something_uncovered() {
    let mut seconds = [0_u32; 3];
    for seed in 0..3000 {
        let mut table = Table(vec![(May, 1, Some(0)), (May, 1, Some(1)), (May, 0, None)]);
        let mut strategy = RandomPathNearest::new(seed);
        (0..3).for_each(|at| add(&mut strategy, at, at, 0));
        strategy.next(&mut table);
        seconds[strategy.next(&mut table).expect("a candidate").index()] += 1;
    }
    // 4 : 1 : 0, whatever the walk took.
    let [near, far, nothing] = seconds;
    assert!((2280..2520).contains(&near) && nothing == 0, "{seconds:?}");
    assert_eq!(near + far, 3000);
}

#[test]
fn cfg_directed_goes_to_the_nearest_follows_and_goes_back() {
    let distance = |distance| (May, 1, Some(distance));
    let mut table = Table(vec![distance(5), distance(2), distance(2), distance(1), distance(9)]);
    let mut strategy = CfgDirected::new(1);
    ran(&mut strategy, 1);
    for (number, at) in [0, 1, 2, 4].into_iter().enumerate() {
        add(&mut strategy, number, at, number as u32);
    }
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(1));
    // Nothing new, but nearer: the search follows. What is not nearer waits.
    ran(&mut strategy, 0);
    add(&mut strategy, 10, 3, 4);
    add(&mut strategy, 11, 0, 5);
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(10));
    // Not feasible: back to the path before.
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(2));
    // Something new: only what is beside that path counts.
    ran(&mut strategy, 3);
    add(&mut strategy, 20, 4, 6);
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(20));
    let mut restarts = rest(&mut strategy, &mut table);
    restarts.sort_unstable();
    restarts.dedup();
    assert_eq!(restarts, [0, 1, 2, 3, 10, 11, 20]);
}

#[test]
fn fitness_learns_which_way_leads_nearer() {
    let mut strategy = FitnessGuided::default();
    // Place 0 is the goal; going to place 1 leads nearer to it, going to place 2 away from it.
    let mut table = Table(vec![(Must, 1, Some(0)), (May, 1, Some(1)), (May, 1, Some(1))]);
    let run = |strategy: &mut FitnessGuided, origin: Option<(usize, usize)>, distance: u64| {
        let origin = origin.map(|(number, at)| (CandidateId::from_index(number), place(at)));
        let near = vec![(place(0), distance)];
        strategy.ran(&RunNews { origin, near, ..RunNews::default() });
    };
    run(&mut strategy, None, 10);
    add(&mut strategy, 0, 2, 0);
    add(&mut strategy, 1, 1, 1);
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(0));
    run(&mut strategy, Some((0, 2)), 12);
    add(&mut strategy, 2, 1, 2);
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(1), "from the nearer run");
    run(&mut strategy, Some((1, 1)), 9);
    add(&mut strategy, 3, 2, 2);
    add(&mut strategy, 4, 1, 3);
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(4), "the way that helped");
    // The goal is reached: what is left comes in breadth.
    table.0[0].0 = May;
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(0));
}

#[test]
fn fitness_takes_as_many_steps_at_once_as_are_missing() {
    let mut strategy = FitnessGuided::default();
    let mut table = Table(vec![(Must, 1, Some(0)), (May, 1, Some(1))]);
    let run = |strategy: &mut FitnessGuided, origin: Option<usize>, joint_targets, distance| {
        let origin = origin.map(|number| (CandidateId::from_index(number), place(1)));
        let near = vec![(place(0), distance)];
        strategy.ran(&RunNews { origin, joint_targets, near, ..RunNews::default() });
    };
    let joint_targets = |strategy: &mut FitnessGuided, candidate| -> Vec<usize> {
        let joint_targets = strategy.joint_targets(CandidateId::from_index(candidate));
        joint_targets.into_iter().map(Id::index).collect()
    };
    run(&mut strategy, None, 0, 12);
    (0..3).for_each(|number| add(&mut strategy, number, 1, number as u32));
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(0));
    assert_eq!(joint_targets(&mut strategy, 0), [] as [usize; 0], "nothing is known yet");
    run(&mut strategy, Some(0), 0, 9);
    (10..20).for_each(|number| add(&mut strategy, number, 1, number as u32));
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(10));
    assert_eq!(joint_targets(&mut strategy, 10), [11, 12], "a step of 3 three times makes 9");
    assert_eq!(joint_targets(&mut strategy, 10), [] as [usize; 0], "once");
    run(&mut strategy, Some(10), 2, 3);
    (30..40).for_each(|number| add(&mut strategy, number, 1, number as u32));
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(30));
    assert_eq!(
        joint_targets(&mut strategy, 30),
        [31],
        "four steps have brought 9: two more make 3"
    );
    run(&mut strategy, Some(30), 1, 6);
    (50..60).for_each(|number| add(&mut strategy, number, 1, number as u32));
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(31), "from the nearest run");
    assert_eq!(joint_targets(&mut strategy, 31), [] as [usize; 0], "the last try went wrong");
}

/// Places that are all sure to meet something, and alike where their numbers are both even or odd.
struct Alike;

impl CoverageStructure for Alike {
    fn relevance(&mut self, _: PlaceId) -> Relevance {
        Must
    }

    fn potential(&mut self, _: PlaceId) -> u32 {
        1
    }

    fn alike(&mut self, at: PlaceId) -> Option<PlaceId> {
        Some(place(at.index() % 2))
    }

    fn distance(&mut self, _: PlaceId) -> Option<u32> {
        Some(0)
    }
}

#[test]
fn places_alike_are_not_tried_one_after_the_other() {
    let mut strategy = FairPredictive::default();
    ran(&mut strategy, 0);
    // The even places have the shorter paths.
    (0..20).for_each(|at| add(&mut strategy, at, at, at as u32 % 2));
    let mut next = || strategy.next(&mut Alike).map(|candidate| candidate.index() % 2);
    assert_eq!([next(), next(), next(), next()], [Some(0), Some(1), Some(0), Some(1)]);
}

#[test]
fn where_questions_are_hard_others_have_their_turn_first() {
    let mut strategy = FairPredictive::default();
    let mut table = Table(vec![(May, 5, Some(1)), (May, 1, Some(1))]);
    (0..3).for_each(|number| add(&mut strategy, number, 0, 1));
    (3..6).for_each(|number| add(&mut strategy, number, 1, 1));
    // The first place is worth three times as much, and then, for what it cost, less than the other.
    assert_eq!(strategy.next(&mut table).map(Id::index), Some(0));
    strategy.was_costly(place(0), 8);
    let others: Vec<usize> =
        (0..2).filter_map(|_| strategy.next(&mut table)).map(Id::index).collect();
    assert!(others.iter().all(|candidate| *candidate >= 3), "{others:?}");
}

#[test]
fn what_lies_open_behind_a_candidate_is_taken_along() {
    let mut strategy = FairPredictive::default();
    let mut table =
        Table(vec![(Must, 9, Some(0)), (Must, 1, Some(0)), (May, 8, Some(1)), (Must, 1, Some(0))]);
    ran(&mut strategy, 0);
    // Two rounds of a loop: places 1 and 3 are the cases of a switch.
    for (number, (at, depth)) in
        [(3, 0), (0, 1), (2, 2), (1, 3), (3, 3), (2, 4), (1, 5), (3, 5)].into_iter().enumerate()
    {
        add(&mut strategy, number, at, depth);
    }
    let candidate = strategy.next(&mut table).expect("a candidate");
    assert_eq!(candidate.index(), 1, "the most lies ahead of place 0");
    let joint_targets =
        strategy.joint_targets(candidate).into_iter().map(Id::index).collect::<Vec<_>>();
    assert_eq!(
        joint_targets,
        [4, 6],
        "each side in a round of its own, and nothing that is not open"
    );
    table.0[3].0 = Irrelevant;
    let candidate = strategy.next(&mut table).expect("a candidate");
    assert_eq!(candidate.index(), 3, "the first at place 1");
    assert_eq!(
        strategy.joint_targets(candidate),
        [] as [CandidateId; 0],
        "its own place is enough once"
    );
}

/// Tries what a strategy gives, with that effort and so much covered; who chose it, and what.
fn try_next(strategy: &mut dyn Strategy, newly_covered: usize) -> (&'static str, usize) {
    let chosen = strategy.next(&mut Table::alike(1)).expect("a candidate");
    let origin = Some((chosen, place(0)));
    strategy.ran(&RunNews { origin, newly_covered, ..RunNews::default() });
    strategy.spent(10_000);
    (strategy.chooser(), chosen.index())
}

#[test]
fn the_first_chooses_as_long_as_something_comes_of_it() {
    let mut strategy = by_name("dfs,bfs", 1).expect("two strategies");
    ran(&mut *strategy, 1);
    (0..200).for_each(|number| add(&mut *strategy, number, 0, number as u32));
    let alone: Vec<&str> = (0..100).map(|_| try_next(&mut *strategy, 1).0).collect();
    assert!(alone.iter().all(|it| *it == "dfs"), "{alone:?}");
    let dry: Vec<&str> = (0..90).map(|_| try_next(&mut *strategy, 0).0).collect();
    let turns = dry.iter().filter(|it| **it == "bfs").count();
    assert!(dry[..32].iter().all(|it| *it == "dfs") && turns > 20, "{dry:?}");
}

#[test]
fn what_one_finds_is_for_all_and_what_leads_nowhere_its_own() {
    let mut strategy = by_name("dfs,bfs", 1).expect("two strategies");
    ran(&mut *strategy, 1);
    (0..60).for_each(|number| add(&mut *strategy, number, 0, 100 + number as u32));
    while try_next(&mut *strategy, 0).0 == "dfs" {}
    // The run for the last choice, which was that of `bfs`, left these: `dfs` does not have them.
    (100..103).for_each(|number| add(&mut *strategy, number, 0, number as u32 - 100));
    let taken: Vec<_> = (0..12).map(|_| try_next(&mut *strategy, 0)).collect();
    let theirs: Vec<_> = taken.iter().filter(|(_, number)| *number >= 100).collect();
    assert_eq!(theirs, [&("bfs", 100), &("bfs", 101), &("bfs", 102)], "{taken:?}");
    // What a run leaves that covered something, each has: `dfs` takes it first.
    ran(&mut *strategy, 1);
    add(&mut *strategy, 200, 0, 1_000);
    let mut taken = (0..4).map(|_| try_next(&mut *strategy, 0));
    assert!(taken.any(|it| it == ("dfs", 200)));
    // Nothing is lost, and nothing comes twice.
    let left = rest(&mut *strategy, &mut Table::alike(1));
    let mut all = left.clone();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), left.len());
}

#[test]
fn a_number_that_is_used_again_is_another_candidate() {
    let mut strategy = by_name("dfs,bfs", 1).expect("two strategies");
    ran(&mut *strategy, 1);
    (0..3).for_each(|number| add(&mut *strategy, number, 0, number as u32));
    assert_eq!(try_next(&mut *strategy, 1), ("dfs", 2));
    // The tree gives the number to something new, which only the latest entry stands for.
    add(&mut *strategy, 2, 0, 9);
    assert_eq!(rest(&mut *strategy, &mut Table::alike(1)), [2, 1, 0]);
}

#[test]
fn an_unknown_name_is_no_strategy() {
    assert!(by_name("depth", 1).is_none());
}

/// 100,000 candidates wait at 2,000 places, and coverage changes again and again. The limit is wide
/// enough for a busy machine; a look at every candidate would exceed it.
#[test]
fn choices_are_cheap_in_a_large_pool() {
    const LIMIT: Duration = Duration::from_micros(100);
    for name in NAMES {
        let mut strategy = by_name(name, 5).expect("a strategy");
        let mut table =
            Table((0..2000).map(|at| (May, at % 17, Some(at % 23))).collect::<Vec<_>>());
        for run in 0..1000_usize {
            let near = vec![(place(run % 10), run as u64)];
            strategy.ran(&RunNews { near, ..RunNews::default() });
            for k in 0..100 {
                add(&mut *strategy, 100 * run + k, (37 * run + k) % 2000, k as u32);
            }
        }
        let start = Instant::now();
        let choices = 2000_usize;
        for choice in 0..choices {
            if choice % 100 == 0 {
                let at = choice % 2000;
                table.0[at] = (Irrelevant, 0, None);
            }
            assert!(strategy.next(&mut table).is_some());
        }
        let each = start.elapsed() / choices as u32;
        assert!(each < LIMIT, "{name}: {each:?} a choice");
    }
}

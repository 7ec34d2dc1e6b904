//! The tree stays as small as what is left to do.

use clew_ir::ProbeId;
use clew_logic::{Model, Sort, TermId, TermPool};
use clew_symbolic::{
    Arm, CallsId, Ending, Fork, ForkKind, Letter, Novelty, Others, PathId, Side, Trace, Word,
};

use super::{EdgeId, Pick, Start, State, Tree};
use crate::technique::Way as _;
use crate::toy::{RETURN, site};

/// The path of the bits of `number` over so many Boolean inputs.
fn path(pool: &mut TermPool, forks: usize, number: u64) -> Trace {
    let fork = |bit: usize| {
        let input: TermId = pool.input(&format!("b{bit}"), Sort::Bool);
        let taken = number.checked_shr(bit as u32).unwrap_or(0) & 1;
        let constraint = if taken == 1 { input } else { pool.not(input) };
        let others = Others::Negation(Arm(1 - taken));
        let (site, arm) = (site(bit, ForkKind::Branch), Arm(taken));
        Fork {
            site,
            arm,
            constraint,
            origin: site.kind.origin(),
            others,
            calls: CallsId::NONE,
            passed: 0,
        }
    };
    let forks: Vec<Fork> = (0..forks).map(fork).collect();
    let path = forks.iter().fold(PathId::ROOT, |path, it| path.then(&it.site, it.arm));
    let stop: Ending = RETURN;
    let (hits, sequence, incomplete) = (Vec::new(), Vec::new(), Vec::new());
    let forks_before = Vec::new();
    let (sides, steps, allocates) = (Vec::new(), 0, false);
    Trace {
        calls: Vec::new(),
        returned: None,
        stop,
        forks,
        hits,
        forks_before,
        sides,
        sequence,
        incomplete,
        imprecise_from: None,
        merged_from: None,
        wanted_elements: None,
        word: None,
        steps,
        novelty: Novelty::None,
        path,
        allocates,
    }
}

fn check_counts(tree: &Tree) {
    let free: Vec<u32> = tree.free_nodes.iter().map(|node| node.0).collect();
    let mut pending = 0;
    for (number, node) in tree.nodes.iter().enumerate() {
        let id = super::NodeId(number as u32);
        if free.contains(&id.0) {
            continue;
        }
        let live = tree.edges_of(id).filter(|&edge| tree.edge(edge).state != State::Done).count();
        assert_eq!(node.live as usize, live, "{id:?}");
        assert!(live > 0, "{id:?} should be freed");
        pending +=
            tree.edges_of(id).filter(|&edge| tree.edge(edge).state == State::Pending).count();
    }
    assert_eq!(tree.pending(), pending);
}

#[test]
fn a_leaf_is_the_path_of_its_run() {
    let (mut pool, mut tree) = (TermPool::new(), Tree::new(None));
    for number in [5, 9, 30] {
        let trace = path(&mut pool, 5, number);
        tree.insert(&mut pool, &trace, Start::ROOT, Model::new(), &mut Vec::new());
        let arm = trace.forks[4].arm;
        let leaves = tree.nodes.iter().enumerate().filter(|(_, node)| node.depth == 4);
        let ids = leaves.map(|(at, node)| node.path.then(tree.site(super::NodeId(at as u32)), arm));
        assert!(ids.into_iter().any(|id| id == trace.path), "{number}");
    }
}

#[test]
fn a_full_tree_is_empty_and_keeps_no_run() {
    let (mut pool, mut tree) = (TermPool::new(), Tree::new(None));
    let mut order: Vec<u64> = (0..32).collect();
    order.sort_by_key(|&number| clew_symbolic::mix(number, 3));
    let mut hashes = Vec::new();
    for number in order {
        let trace = path(&mut pool, 5, number);
        hashes.push(trace.path);
        tree.insert(&mut pool, &trace, Start::ROOT, Model::new(), &mut Vec::new());
        check_counts(&tree);
    }
    hashes.sort();
    hashes.dedup();
    assert_eq!(hashes.len(), 32);
    assert_eq!(tree.pending(), 0);
    assert_eq!(tree.free_nodes.len(), tree.nodes.len());
    assert_eq!(tree.free_edges.len(), tree.edges.len());
    assert_eq!(tree.runs.len(), 0);
}

#[test]
fn depth_first_needs_no_more_than_a_path() {
    let (mut pool, mut tree) = (TermPool::new(), Tree::new(None));
    let mut stack = Vec::new();
    let trace = path(&mut pool, 12, 0);
    tree.insert(&mut pool, &trace, Start::ROOT, Model::new(), &mut stack);
    let mut number = 0_u64;
    while let Some(candidate) = stack.pop() {
        tree.start(candidate);
        let depth = tree.info(candidate).depth;
        number = (number & ((1 << depth) - 1)) | (!number & (1 << depth));
        let trace = path(&mut pool, 12, number);
        assert_eq!(tree.divergence(candidate, &trace), None);
        let start = tree.take_candidate(candidate);
        tree.insert(&mut pool, &trace, start, Model::new(), &mut stack);
    }
    assert_eq!(tree.pending(), 0);
    assert!(tree.nodes.len() <= 13, "{} nodes", tree.nodes.len());
    assert!(tree.runs.len() == 0);
}

#[test]
fn what_was_a_candidate_once_is_none_again() {
    let (mut pool, mut tree) = (TermPool::new(), Tree::new(None));
    let mut candidates = Vec::new();
    let trace = path(&mut pool, 3, 0);
    tree.insert(&mut pool, &trace, Start::ROOT, Model::new(), &mut candidates);
    assert_eq!(candidates.len(), 3);
    tree.clear();
    candidates.clear();
    tree.insert(&mut pool, &trace, Start::ROOT, Model::new(), &mut candidates);
    assert_eq!(candidates, []);
    tree.clear();
    let other = path(&mut pool, 3, 0b010);
    tree.insert(&mut pool, &other, Start::ROOT, Model::new(), &mut candidates);
    assert_eq!(candidates.len(), 1, "only the third fork is new behind the second arm");
}

#[test]
fn candidates_move_to_another_tree() {
    let (mut pool, mut tree) = (TermPool::new(), Tree::new(None));
    let mut candidates = Vec::new();
    let trace = path(&mut pool, 4, 0);
    tree.insert(&mut pool, &trace, Start::ROOT, Model::new(), &mut candidates);
    let gifts = tree.give_away(2);
    check_counts(&tree);
    assert_eq!(tree.pending(), 2);
    let picks: Vec<Pick> = gifts.into_iter().flat_map(|gift| gift.picks).collect();
    assert_eq!(picks.iter().map(|pick| pick.depth).collect::<Vec<_>>(), [0, 1]);

    let (mut pool, mut other) = (TermPool::new(), Tree::new(None));
    let trace = path(&mut pool, 4, 0);
    for pick in &picks {
        let candidate = other.plant(&mut pool, &trace, pick, &Model::new()).expect("planted");
        assert_eq!(other.info(candidate), pick.info());
        let mut condition = Vec::new();
        other.path_condition(&mut pool, candidate, &mut condition);
        assert_eq!(condition.len(), pick.depth + 1);
    }
    check_counts(&other);
    let short = path(&mut pool, 1, 0);
    assert!(other.plant(&mut pool, &short, &picks[1], &Model::new()).is_none());
}

#[test]
fn two_sites_in_one_place_are_twins() {
    let (mut pool, mut tree) = (TermPool::new(), Tree::new(None));
    let mut candidates = Vec::new();
    let first = path(&mut pool, 2, 0);
    tree.insert(&mut pool, &first, Start::ROOT, Model::new(), &mut candidates);
    let mut second = path(&mut pool, 3, 0);
    second.forks.remove(1);
    assert_eq!(tree.known_forks(&second), 1);
    tree.insert(&mut pool, &second, Start::ROOT, Model::new(), &mut candidates);
    check_counts(&tree);
    assert_eq!(candidates.len(), 3);
    assert_eq!(tree.known_forks(&second), 2);
    for candidate in candidates {
        tree.start(candidate);
        tree.close(candidate);
        if tree.pending() > 0 {
            check_counts(&tree);
        }
    }
    assert_eq!(tree.free_nodes.len(), tree.nodes.len());
}

#[test]
fn candidates_far_from_the_root_can_be_given_too() {
    let (mut pool, mut tree) = (TermPool::new(), Tree::new(None));
    let mut trace = path(&mut pool, 5004, 0);
    trace.forks[..5000].iter_mut().for_each(|fork| fork.others = Others::None);
    tree.insert(&mut pool, &trace, Start::ROOT, Model::new(), &mut Vec::new());
    let gifts = tree.give_away(2);
    assert_eq!(gifts.iter().map(|gift| gift.picks.len()).sum::<usize>(), 2);
    assert_eq!(tree.pending(), 2);
}

/// A label that could have held after so many forks.
fn side(pool: &mut TermPool, probe: u32, input: usize, forks: usize) -> Side {
    let constraint = pool.input(&format!("c{input}"), Sort::Bool);
    let (probe, site) = (ProbeId(probe), site(forks, ForkKind::Label(probe)));
    Side { probe, site, occurrence: 0, forks, constraint, is_exact: true }
}

#[test]
fn every_label_with_every_predicate_is_a_candidate_once() {
    let (mut pool, mut tree) = (TermPool::new(), Tree::new(None));
    let mut trace = path(&mut pool, 2, 0);
    for forks in 0..=2 {
        for (probe, input) in (0..16).flat_map(|probe| (0..16).map(move |input| (probe, input))) {
            trace.sides.push(side(&mut pool, probe, input, forks));
        }
    }
    let mut candidates = Vec::new();
    tree.insert(&mut pool, &trace, Start::ROOT, Model::new(), &mut candidates);
    assert_eq!(candidates.len(), 3 * 16 * 16 + 2);
    check_counts(&tree);
    let mut again = Vec::new();
    tree.insert(&mut pool, &trace, Start::ROOT, Model::new(), &mut again);
    assert_eq!(again, []);
}

#[test]
fn a_run_for_a_label_goes_on_along_the_forks() {
    let (mut pool, mut tree) = (TermPool::new(), Tree::new(None));
    let mut trace = path(&mut pool, 2, 0);
    trace.sides.push(side(&mut pool, 7, 0, 1));
    let mut candidates = Vec::new();
    tree.insert(&mut pool, &trace, Start::ROOT, Model::new(), &mut candidates);
    let is_label = |&candidate: &super::EdgeId| tree.label_of(candidate) == Some(ProbeId(7));
    let label = candidates.iter().copied().find(is_label).expect("a candidate for the label");
    let mut constraints = Vec::new();
    tree.path_condition(&mut pool, label, &mut constraints);
    assert_eq!(constraints, [trace.forks[0].constraint, trace.sides[0].constraint]);

    tree.start(label);
    let mut other = path(&mut pool, 2, 0b10);
    assert_eq!(tree.divergence(label, &other), Some(1), "the label is not hit");
    other.hits.push(ProbeId(7));
    assert_eq!(tree.divergence(label, &other), None);
    let start = tree.take_candidate(label);
    tree.insert(&mut pool, &other, start, Model::new(), &mut Vec::new());
    tree.close(label);
    check_counts(&tree);
    // What is left is the other side of the first fork.
    assert_eq!(tree.pending(), 1);
}

/// The trace with a word: an edge without a fork before each fork's own.
fn spelled(trace: Trace) -> Trace {
    let mut letters = Vec::new();
    for (number, fork) in trace.forks.iter().enumerate() {
        let before = site(100 + number, ForkKind::Branch).at;
        letters.push(Letter::Edge { from: before, arm: 0, fork: None });
        let (from, arm) = (fork.site.at, fork.arm.0 as u32);
        letters.push(Letter::Edge { from, arm, fork: Some(number as u32) });
    }
    Trace { word: Some(Word { letters }), ..trace }
}

/// A state that tells how many letters were read, and how often one was.
fn read(tree: &mut Tree, candidate: EdgeId, epoch: u32) -> (u32, usize) {
    let mut steps = 0;
    let mut step = |state, _: &Letter| {
        steps += 1;
        state + 1
    };
    (tree.way_to(candidate).state(epoch, 0, &mut step), steps)
}

#[test]
fn each_letter_of_a_tree_is_read_once_in_an_epoch() {
    let mut pool = TermPool::new();
    let mut tree = Tree::new(None);
    let mut candidates = Vec::new();
    let trace = spelled(path(&mut pool, 3, 0));
    tree.insert(&mut pool, &trace, Start::ROOT, Model::new(), &mut candidates);
    let [first, second, third] = candidates[..] else { panic!("three candidates") };
    assert_eq!(read(&mut tree, third, 1), (5, 5));
    assert_eq!(read(&mut tree, second, 1), (3, 0));
    assert_eq!(read(&mut tree, first, 1), (1, 0));
    assert_eq!(read(&mut tree, second, 2), (3, 3), "states of another automaton");
    let word = tree.way_to(second).word();
    assert_eq!(word.len(), 3);
    let own = Letter::Edge { from: site(1, ForkKind::Branch).at, arm: 1, fork: None };
    assert_eq!(tree.way_to(second).letter(), Some(own));
}

#[test]
fn words_end_where_forks_do_not_decide_them() {
    let mut pool = TermPool::new();
    for (merged_from, imprecise_from) in [(Some(1), None), (None, Some(1))] {
        let mut tree = Tree::new(None);
        let mut candidates = Vec::new();
        let trace = spelled(path(&mut pool, 3, 0));
        let trace = Trace { merged_from, imprecise_from, ..trace };
        tree.insert(&mut pool, &trace, Start::ROOT, Model::new(), &mut candidates);
        let letters: Vec<bool> =
            candidates.iter().map(|it| tree.way_to(*it).letter().is_some()).collect();
        assert_eq!(letters, [true, false, false]);
    }
}

#[test]
fn paths_from_before_are_spelled_by_the_first_run_that_tells_its_word() {
    let mut pool = TermPool::new();
    let mut tree = Tree::new(None);
    let mut candidates = Vec::new();
    let silent = path(&mut pool, 3, 0);
    tree.insert(&mut pool, &silent, Start::ROOT, Model::new(), &mut candidates);
    let last = candidates[2];
    assert_eq!(tree.way_to(last).letter(), None);
    tree.start(last);
    let start = tree.take_candidate(last);
    // The third fork's other arm, and one fork more.
    let told = spelled(path(&mut pool, 4, 4));
    tree.insert(&mut pool, &told, start, Model::new(), &mut candidates);
    assert_eq!(tree.way_to(candidates[1]).word().len(), 3);
    assert_eq!(tree.way_to(candidates[3]).word().len(), 7);
}

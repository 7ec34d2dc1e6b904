//! Fitness-guided search, as in Fitnex: for conditions that inputs meet only in a roundabout way.

use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};

use clew_criteria::Relevance;
use clew_ir::Id;
use rustc_hash::FxHashMap;

use super::pool::Chosen;
use super::{BreadthFirst, RunNews, Strategy};
use crate::candidate::{CandidateId, CandidateInfo, PlaceId};
use crate::goal::CoverageStructure;

/// Tries for one target without getting nearer, before another has its turn.
const PATIENCE: u32 = 16;
/// The runs nearest to a target whose candidates are compared.
const RUNS: usize = 8;

/// The most candidates that one run should take beside its own.
const MOST_JOINT_TARGETS: usize = 8;

/// A run, with the candidates beside it and how near it came to what is not covered.
#[derive(Debug, Default)]
struct Run {
    /// By place, with their depths: a loop has many candidates at few of them.
    waiting: Vec<(PlaceId, VecDeque<(u32, CandidateId)>)>,
    near: Vec<(PlaceId, u64)>,
}

impl Run {
    fn put(&mut self, candidate: CandidateId, place: PlaceId, depth: u32) {
        match self.waiting.iter_mut().rev().find(|(known, _)| *known == place) {
            Some((_, at_place)) => at_place.push_back((depth, candidate)),
            None => self.waiting.push((place, VecDeque::from([(depth, candidate)]))),
        }
    }

    /// Candidates behind one on the path, each at a place where something open is met right away
    /// and each behind the one before: the rounds of a loop can each take another side.
    fn open_behind(
        &self,
        chosen: Chosen,
        structure: &mut dyn CoverageStructure,
    ) -> Vec<CandidateId> {
        let mut behind = Vec::new();
        let mut depth = chosen.depth;
        for (place, at_place) in self.waiting.iter().filter(|(place, _)| *place != chosen.place) {
            let next = at_place.partition_point(|(other, _)| *other <= depth);
            let Some(&(next_depth, next)) = at_place.get(next) else { continue };
            if structure.is_open(*place) {
                depth = next_depth;
                behind.push(next);
                if behind.len() == MOST_JOINT_TARGETS {
                    break;
                }
            }
        }
        behind
    }

    /// The candidates behind the first at a place, where it takes so many with the first.
    fn joint_targets(&self, at: usize, flips: usize) -> Vec<CandidateId> {
        self.waiting[at].1.iter().take(flips).skip(1).map(|(_, candidate)| *candidate).collect()
    }

    /// The first candidate at a place.
    fn take(&mut self, at: usize) -> Option<CandidateId> {
        let (_, at_place) = &mut self.waiting[at];
        let first = at_place.pop_front();
        if at_place.is_empty() {
            self.waiting.remove(at);
        }
        first.map(|(_, candidate)| candidate)
    }
}

/// What taking some way has brought, and how often it was taken.
#[derive(Clone, Copy, Debug, Default)]
struct Gain {
    sum: f64,
    count: u32,
}

/// A side of a branch that no run has taken, although runs came to the branch.
#[derive(Debug)]
struct Target {
    /// The distance of each run that has candidates, the newest first.
    runs: BTreeSet<(u64, Reverse<usize>)>,
    nearest: u64,
    /// Tries without getting nearer.
    dry: u32,
    /// What going to a place has brought.
    gains: FxHashMap<PlaceId, Gain>,
}

/// The sides not taken yet that runs came near to, with the candidates beside these runs.
#[derive(Debug, Default)]
pub(super) struct Targets {
    runs: Vec<Run>,
    /// By candidate: one more than the run beside which it is.
    homes: Vec<u32>,
    targets: FxHashMap<PlaceId, Target>,
    /// The last candidate given, and what is best taken together with it.
    joint_targets: Option<(CandidateId, Vec<CandidateId>)>,
    /// Whether that are steps of one kind, towards one target.
    are_steps: bool,
}

impl Targets {
    /// Takes a run in; its candidates are added next.
    pub(super) fn ran(&mut self, news: &RunNews) {
        self.learn(news);
        let run = self.runs.len();
        for &(place, distance) in &news.near {
            let target = self.targets.entry(place).or_insert_with(Target::new);
            target.runs.insert((distance, Reverse(run)));
            if distance < target.nearest {
                (target.nearest, target.dry) = (distance, 0);
            }
        }
        self.runs.push(Run { waiting: Vec::new(), near: news.near.clone() });
    }

    /// Takes a candidate in that is beside the last run.
    pub(super) fn add(&mut self, candidate: CandidateId, place: PlaceId, info: &CandidateInfo) {
        let Some(run) = self.runs.last_mut() else { return };
        run.put(candidate, place, info.depth);
        if candidate.index() >= self.homes.len() {
            self.homes.resize(candidate.index() + 1, 0);
        }
        self.homes[candidate.index()] = self.runs.len() as u32;
    }

    /// The best candidate for the target whose turn it is, if there is one.
    pub(super) fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        self.targets.retain(|&place, _| structure.relevance(place) == Relevance::Must);
        loop {
            let turn = |target: &Target| (target.dry / PATIENCE, target.nearest);
            let (&place, target) =
                self.targets.iter_mut().min_by_key(|(place, target)| (turn(target), **place))?;
            target.dry += 1;
            match target.best(&self.runs) {
                Some((run, at)) => {
                    let run = &mut self.runs[run];
                    let joint_targets = run.joint_targets(at, target.flips(run, place, at));
                    let candidate = run.take(at)?;
                    self.joint_targets = Some((candidate, joint_targets));
                    self.are_steps = true;
                    return Some(candidate);
                }
                None => self.targets.remove(&place),
            };
        }
    }

    /// What is best taken together with the last candidate given: a condition on a sum or a count
    /// needs several steps of one kind, and they need not be made one by one.
    pub(super) fn joint_targets(&mut self, candidate: CandidateId) -> Vec<CandidateId> {
        let joint_targets = self.joint_targets.take().filter(|(given, _)| *given == candidate);
        joint_targets.map_or_else(Vec::new, |(_, joint_targets)| joint_targets)
    }

    /// The run beside which a candidate is.
    fn home(&self, candidate: CandidateId) -> Option<usize> {
        self.homes.get(candidate.index())?.checked_sub(1).map(|home| home as usize)
    }

    /// Candidates behind one on its path that would cover something as well: the conditions there
    /// are often independent of it, and one run can do for all.
    pub(super) fn take_along(&mut self, chosen: Chosen, structure: &mut dyn CoverageStructure) {
        self.are_steps = false;
        let run = self.home(chosen.candidate).map(|home| &self.runs[home]);
        self.joint_targets = run.map(|run| (chosen.candidate, run.open_behind(chosen, structure)));
    }

    /// What the last run says about the way it took.
    fn learn(&mut self, news: &RunNews) {
        let Some((candidate, place)) = news.origin else { return };
        let Some(home) = self.home(candidate) else { return };
        let before = &self.runs[home].near;
        for (target, now) in &news.near {
            let known = before.iter().find(|(place, _)| place == target);
            if let (Some((_, before)), Some(target)) = (known, self.targets.get_mut(target)) {
                let gain = target.gains.entry(place).or_default();
                gain.sum += *before as f64 - *now as f64;
                gain.count += 1 + if self.are_steps { news.joint_targets } else { 0 };
            }
        }
    }
}

impl Target {
    fn new() -> Self {
        Target { runs: BTreeSet::new(), nearest: u64::MAX, dry: 0, gains: FxHashMap::default() }
    }

    fn gain(&self, place: PlaceId) -> f64 {
        self.gains.get(&place).map_or(0.0, |gain| gain.sum / f64::from(gain.count))
    }

    /// How many candidates at a place have to be taken to come from a run to the target, by what
    /// each has brought so far. One where that is not known, or where the last try went wrong.
    fn flips(&self, run: &Run, target: PlaceId, at: usize) -> usize {
        let gain = self.gain(run.waiting[at].0);
        let near = run.near.iter().find(|(place, _)| *place == target);
        match near {
            Some((_, distance)) if gain > 0.0 && self.dry <= 1 => {
                (*distance as f64 / gain).ceil() as usize
            }
            _ => 1,
        }
    }

    /// The run, and the place beside it, from where the target is likely to be nearest.
    fn best(&mut self, runs: &[Run]) -> Option<(usize, usize)> {
        let mut best: Option<(f64, usize, usize)> = None;
        let mut done = Vec::new();
        let mut looked_at = 0;
        for &(distance, Reverse(run)) in &self.runs {
            if runs[run].waiting.is_empty() {
                done.push((distance, Reverse(run)));
                continue;
            }
            for (at, (place, _)) in runs[run].waiting.iter().enumerate() {
                let expected = distance as f64 - self.gain(*place);
                if best.is_none_or(|(least, ..)| expected < least) {
                    best = Some((expected, run, at));
                }
            }
            looked_at += 1;
            if looked_at == RUNS {
                break;
            }
        }
        done.iter().for_each(|run| {
            self.runs.remove(run);
        });
        best.map(|(_, run, at)| (run, at))
    }
}

/// The candidate beside a run that came near to a side not taken yet, at a place where going the
/// other way has brought runs nearer before. Breadth first where there is no such side.
#[derive(Debug, Default)]
pub struct FitnessGuided {
    targets: Targets,
    rest: BreadthFirst,
}

impl Strategy for FitnessGuided {
    fn name(&self) -> &'static str {
        "fitness"
    }

    fn wants_nearness(&self) -> bool {
        true
    }

    fn ran(&mut self, news: &RunNews) {
        self.targets.ran(news);
    }

    fn add(&mut self, candidate: CandidateId, place: PlaceId, info: &CandidateInfo) {
        self.targets.add(candidate, place, info);
        self.rest.add(candidate, place, info);
    }

    /// A candidate is beside its run and in the rest: the search skips it the second time.
    fn next(&mut self, structure: &mut dyn CoverageStructure) -> Option<CandidateId> {
        self.targets.next(structure).or_else(|| self.rest.next(structure))
    }

    fn joint_targets(&mut self, candidate: CandidateId) -> Vec<CandidateId> {
        self.targets.joint_targets(candidate)
    }

    fn clear(&mut self) {
        *self = FitnessGuided::default();
    }
}

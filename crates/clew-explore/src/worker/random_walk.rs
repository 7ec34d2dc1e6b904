//! Random walks: cheap runs by chance, beside the directed search.
//!
//! Programs that wait for long sequences of inputs (state machines, menus, interpreters) have far
//! more paths than candidates can be tried, and what is not covered is deep. A run of a walk has no
//! terms: it begins with the inputs of a run that covered something, or a part of them, and goes
//! on with values that inputs have had. One that meets what no run has met is shortened, repeated
//! with terms and taken into the tree, so that the search goes on from there. One that comes nearer
//! to what no run has met, or that goes some way more often than others, is one to begin with.
//!
//! Effort is counted in steps, not measured in time: the same seed gives the same search.

use clew_ir::ProbeId;
use clew_logic::{InputId, Model, Value};
use clew_random::Random;
use clew_solver::{Budget, Reason, Verdict};
use clew_symbolic::{Chance, Ending, Novelty, Trace};
use clew_vm::stop::{FaultKind, Stop};
use rustc_hash::FxHashSet;

use super::Worker;
use super::vary::{Inputs, lighten, vary};
use crate::ledger::Ledger;
use crate::report::Stopped;
use crate::subject::Subject;
use crate::tree::Start;

/// What a run or a query costs besides the run's steps.
const OVERHEAD: u64 = 1_000;
/// The same of a run without terms.
const LOOK_OVERHEAD: u64 = 200;
/// How many of its steps cost as much as one with terms.
const CHEAPER: u64 = 3;
/// What a query costs that is left to the SAT solver.
const BLASTED: u64 = 5_000;
/// What a query that is too hard costs for each of its conflicts, and for each millisecond where its
/// time was up before them.
const CONFLICT: u64 = 100;
const MILLISECOND: u64 = 6_000;
/// One part in so many of all effort is for questions that were too hard before.
const HARD_SHARE: u64 = 16;
/// The directed search's effort without anything new before the first walk.
const PATIENCE: u64 = 1_000_000;
/// Random walks get from half of the directed search's effort up to four times as much.
const LEAST_SHARE: u64 = 8;
const MOST_SHARE: u64 = 64;
const SHARE_UNIT: u64 = 16;
/// One part in so many of random walks is for repeating runs with terms that came nearer.
const NEARER_SHARE: u64 = 8;
/// The most runs whose inputs are kept to begin with.
const MOST_KEPT: usize = 512;
/// How many runs begin with one soon after it is kept: where it met something first, and else.
const FRESH_FIRST: u32 = 64;
const FRESH: u32 = 8;
/// One part in so many of random walks is for making the runs to begin with lighter.
const LIGHTEN_SHARE: u64 = 4;
/// The most zeros at the end of inputs that may belong to what comes before.
const MOST_ZEROS: usize = 8;

/// A run to begin with.
#[derive(Debug)]
struct Kept {
    inputs: Inputs,
    /// Whether it met something first; others may give way.
    is_first: bool,
    /// What it met first, until its inputs are only those that this needs.
    firsts: Vec<ProbeId>,
    /// Whether a run with these inputs asks for no others.
    is_closed: bool,
    /// How many runs are to begin with it before it is one of many.
    fresh: u32,
}

/// The effort without anything new after which objectives are decided in other ways: a fraction of a
/// second, and then eight times as much each time.
const RECONSIDER: u64 = 4_000_000;

/// What a worker knows for random walks.
#[derive(Debug)]
pub(super) struct RandomWalk {
    /// The runs to begin with, the newest last.
    kept: Vec<Kept>,
    /// The probes that runs have met.
    met: FxHashSet<ProbeId>,
    /// The directed search's effort since something new was met or random walks had their turn.
    dry: u64,
    /// All effort since something new was met.
    stalled: u64,
    /// The effort without anything new at which objectives are decided in other ways, if they are.
    reconsiders_at: u64,
    /// All effort since a question was tried again that had been too hard.
    since_hard: u64,
    share: u64,
    dice: Random,
}

impl RandomWalk {
    pub(super) fn new(seed: u64) -> Self {
        let share = SHARE_UNIT;
        let (kept, met, dice) = (Vec::new(), FxHashSet::default(), Random::new(seed));
        let reconsiders_at = RECONSIDER;
        RandomWalk { kept, met, dry: 0, stalled: 0, reconsiders_at, since_hard: 0, share, dice }
    }

    /// Whether nothing new was met for so long that it is time to decide objectives in other ways.
    pub(super) fn is_time_to_reconsider(&mut self) -> bool {
        let is_time = self.stalled >= self.reconsiders_at;
        if is_time {
            self.reconsiders_at = self.reconsiders_at.saturating_mul(8);
        }
        is_time
    }

    /// Notes a run of the directed search; whether it met something new, and is one to begin with.
    pub(super) fn note_run(&mut self, trace: &Trace, input: &Model) -> bool {
        self.spend(trace.steps + OVERHEAD);
        if !Ledger::counts(trace) {
            return false;
        }
        let firsts = self.firsts(&trace.hits);
        let is_first = !firsts.is_empty();
        if is_first {
            (self.dry, self.stalled) = (0, 0);
            self.met.extend(&firsts);
        }
        if is_first || trace.novelty > Novelty::None {
            self.keep(in_order(input), firsts);
        }
        is_first
    }

    /// Keeps a run to begin with. Where there are too many, one gives way that met nothing first.
    fn keep(&mut self, mut inputs: Inputs, firsts: Vec<ProbeId>) {
        if self.kept.len() >= MOST_KEPT {
            let at = self.dice.index(self.kept.len());
            let Some(at) = (at..self.kept.len()).find(|at| !self.kept[*at].is_first) else {
                return;
            };
            self.kept.remove(at);
        }
        inputs.truncate(end_of(&inputs) + MOST_ZEROS);
        let is_first = !firsts.is_empty();
        let fresh = if is_first { FRESH_FIRST } else { FRESH };
        self.kept.push(Kept { inputs, is_first, firsts, is_closed: false, fresh });
    }

    /// Notes a query of the directed search.
    pub(super) fn note_query(&mut self, verdict: &Verdict, is_blasted: bool, budget: Budget) {
        self.spend(match verdict {
            Verdict::Unknown(Reason::Conflicts) => cost_of_conflicts(budget.conflicts.unwrap_or(0)),
            Verdict::Unknown(_) => {
                MILLISECOND * budget.time.map_or(0, |time| time.as_millis() as u64)
            }
            Verdict::Sat(_) | Verdict::Unsat(_) => OVERHEAD,
        });
        if is_blasted {
            // It is time to walk at random, but not to give the search up.
            self.dry += BLASTED;
        }
    }

    fn spend(&mut self, effort: u64) {
        self.dry += effort;
        self.stalled += effort;
        self.since_hard += effort;
    }

    /// Whether it is time for a question that was too hard before and may have so many conflicts now.
    pub(super) fn affords_hard_question(&mut self, conflicts: u32) -> bool {
        let is_time = self.since_hard / HARD_SHARE >= cost_of_conflicts(conflicts);
        if is_time {
            self.since_hard = 0;
        }
        is_time
    }

    fn meets_new(&self, hits: &[ProbeId]) -> bool {
        hits.iter().any(|hit| !self.met.contains(hit))
    }

    /// What of this no run has met.
    fn firsts(&self, hits: &[ProbeId]) -> Vec<ProbeId> {
        hits.iter().copied().filter(|hit| !self.met.contains(hit)).collect()
    }

    /// One of the runs to begin with. What a run has made possible is often near: each has its turn
    /// soon after it is kept.
    fn choose(&mut self) -> usize {
        if self.dice.index(2) == 0
            && let Some(at) = self.kept.iter().rposition(|kept| kept.fresh > 0)
        {
            self.kept[at].fresh -= 1;
            return at;
        }
        let newest = self.kept.len() / 4;
        // The newest are the deepest, as a rule.
        match self.dice.index(2) {
            0 => self.dice.index(self.kept.len()),
            _ => self.kept.len() - 1 - self.dice.index(newest.max(1)),
        }
    }

    /// Inputs to begin with, how many more there are to be, and the run they are from where they
    /// are all of its inputs.
    fn beginning(&mut self) -> (Inputs, Chance, Option<usize>) {
        let at = self.choose();
        let mut inputs = self.kept[at].inputs.clone();
        let is_closed = self.kept[at].is_closed;
        let mut room = Inputs::new();
        if !is_closed {
            let end = end_of(&inputs);
            let zeros = match self.dice.index(4) {
                0 => self.dice.index(inputs.len() - end + 1),
                _ => 0,
            };
            room = inputs.split_off(end + zeros);
        }
        // What comes behind is new; or something is changed, and first of all where nothing comes.
        let is_whole = !is_closed && self.dice.index(2) == 0;
        if !is_whole {
            let other = self.dice.index(self.kept.len());
            vary(&mut inputs, room, &self.kept[other].inputs, &mut self.dice);
        }
        let most = 4 << (2 * self.dice.index(4));
        (inputs, Chance { seed: self.dice.next_u64(), most }, is_whole.then_some(at))
    }
}

/// The inputs of a model in the order in which they were made.
fn in_order(model: &Model) -> Inputs {
    let scalars = model.values().into_iter().filter_map(|(input, value)| match value {
        Value::Bits(bits) => Some((input, bits)),
        Value::Array(_) => None,
    });
    scalars.collect()
}

/// Where inputs end that are not zero. Zeros behind them are what a run gets by itself, and often what
/// ends it (the end of a text, a loop that asks whether to go on).
fn end_of(inputs: &[(InputId, u128)]) -> usize {
    inputs.iter().rposition(|(_, bits)| *bits != 0).map_or(0, |last| last + 1)
}

fn model_of(inputs: &[(InputId, u128)]) -> Model {
    let mut model = Model::new();
    inputs.iter().for_each(|(input, bits)| model.set_bits(*input, *bits));
    model
}

/// What a query costs that has so many conflicts.
fn cost_of_conflicts(conflicts: u32) -> u64 {
    CONFLICT * u64::from(conflicts)
}

/// What a run without terms costs.
fn cost_of_look(trace: &Trace) -> u64 {
    (trace.steps + LOOK_OVERHEAD) / CHEAPER
}

/// Whether the run is one to keep: it counts, and it ends.
fn is_sound(trace: &Trace) -> bool {
    let is_endless = matches!(&trace.stop, Ending::Stop(Stop::Fault(fault)) if fault.kind == FaultKind::StepLimit);
    Ledger::counts(trace) && !is_endless
}

impl<S: Subject> Worker<'_, '_, S> {
    /// Ends the campaign where nothing new was met for long and another search may show more.
    pub(super) fn stop_if_stalled(&self) {
        let settings = self.shared.settings;
        if settings.stall.after.is_some_and(|limit| self.random_walk.stalled >= limit)
            && !self.shared.is_finishing()
            && !self.shared.ledger().gaps.remedies.is_disjoint(&settings.stall.remedies)
        {
            self.shared.control.stop(Stopped::Stalled);
        }
    }

    /// Walks at random where the directed search has met nothing new for long.
    pub(super) fn walk_if_dry(&mut self) {
        let settings = self.shared.settings;
        if !settings.search.random_walks
            || settings.search.exhaustive
            || self.shared.is_finishing()
            || self.random_walk.dry < PATIENCE
            || self.random_walk.kept.is_empty()
        {
            return;
        }
        let effort = self.random_walk.dry * self.random_walk.share / SHARE_UNIT;
        self.random_walk.dry = 0;
        self.random_walk.since_hard += effort;
        let found = self.walk_at_random(effort);
        self.random_walk.stalled += if found { 0 } else { effort };
        let share = &mut self.random_walk.share;
        *share = match found {
            true => (*share * 2).min(MOST_SHARE),
            false => (*share / 2).max(LEAST_SHARE),
        };
    }

    /// Walks at random with so much effort; whether something new was met.
    fn walk_at_random(&mut self, effort: u64) -> bool {
        let (mut spent, mut found) = (0, false);
        let mut taken = 0;
        self.lighten_kept(effort / LIGHTEN_SHARE, &mut spent);
        while spent < effort && self.shared.control.stopped().is_none() {
            let (inputs, chance, whole) = self.random_walk.beginning();
            let Some(trace) = self.look(&inputs, chance) else { return found };
            spent += cost_of_look(&trace);
            if let Some(at) = whole {
                let all = self.subject.assignment().values().len();
                self.random_walk.kept[at].is_closed = all <= inputs.len();
            }
            if !is_sound(&trace) {
                continue;
            }
            let is_new = self.random_walk.meets_new(&trace.hits);
            if is_new {
                let inputs = in_order(self.subject.assignment());
                found |= self.take_home(&inputs, &trace.hits, &mut spent);
            } else if trace.novelty > Novelty::None {
                let inputs = in_order(self.subject.assignment());
                if trace.novelty == Novelty::Nearer && taken * NEARER_SHARE <= spent {
                    let cost = self.take_nearer(&inputs);
                    (taken, spent) = (taken + cost, spent + cost);
                }
                self.random_walk.keep(inputs, Vec::new());
            }
        }
        found
    }

    /// A run without terms; `None` when the campaign ends meanwhile.
    fn look(&mut self, inputs: &[(InputId, u128)], chance: Chance) -> Option<Trace> {
        if !self.shared.begin_run() {
            return None;
        }
        let trace = self.subject.run_by_chance(&model_of(inputs), chance)?;
        if trace.stop == Ending::Stop(Stop::Interrupted) {
            self.shared.forget_run();
            return None;
        }
        Some(trace)
    }

    /// Takes a run into the tree that came nearer to a way that none has gone: what is missing may be
    /// the solver's to find. What that costs.
    fn take_nearer(&mut self, inputs: &Inputs) -> u64 {
        let Some(trace) = self.execute(&model_of(inputs), 0) else { return 0 };
        let cost = trace.steps + OVERHEAD;
        if is_sound(&trace) {
            self.journal_run(None);
            self.absorb(trace, Start::ROOT);
            self.hand_over();
        }
        cost
    }

    /// Whether a run with these inputs and no others meets all that is wanted; `None` when the campaign
    /// ends meanwhile.
    fn meets_all(
        &mut self,
        inputs: &[(InputId, u128)],
        wanted: &[ProbeId],
        spent: &mut u64,
    ) -> Option<bool> {
        let trace = self.look(inputs, Chance { seed: 0, most: 0 })?;
        *spent += cost_of_look(&trace);
        Some(is_sound(&trace) && wanted.iter().all(|probe| trace.hits.contains(probe)))
    }

    /// Leaves out of runs to begin with what they do not need for what they met first: all runs that
    /// begin with them would have it, too, and there is only so much room.
    fn lighten_kept(&mut self, effort: u64, spent: &mut u64) {
        while *spent < effort
            && let Some(at) = self.random_walk.kept.iter().rposition(|kept| !kept.firsts.is_empty())
        {
            let firsts = std::mem::take(&mut self.random_walk.kept[at].firsts);
            let inputs = self.random_walk.kept[at].inputs.clone();
            let still_meets = |it: &Inputs| self.meets_all(it, &firsts, spent);
            let Some(lighter) = lighten(inputs, still_meets) else { return };
            let kept = &mut self.random_walk.kept[at];
            if 4 * lighter.len() < 3 * kept.inputs.len() {
                kept.inputs.clone_from(&lighter);
                *spent += self.take_nearer(&lighter);
            }
        }
    }

    /// Shortens a run that meets something new and takes it into the tree. Whether it is there.
    fn take_home(&mut self, inputs: &Inputs, hits: &[ProbeId], spent: &mut u64) -> bool {
        let wanted = self.random_walk.firsts(hits);
        let (mut short, mut long) = (0, inputs.len());
        while short < long {
            let middle = usize::midpoint(short, long);
            match self.meets_all(&inputs[..middle], &wanted, spent) {
                Some(true) => long = middle,
                Some(false) => short = middle + 1,
                None => return false,
            }
        }
        let Some(trace) = self.execute(&model_of(&inputs[..long]), 0) else { return false };
        *spent += trace.steps + OVERHEAD;
        let is_new = is_sound(&trace) && self.random_walk.meets_new(&trace.hits);
        if is_new {
            self.journal_run(None);
            self.absorb(trace, Start::ROOT);
            self.hand_over();
        }
        // What cannot be repeated is not looked for again.
        self.random_walk.met.extend(wanted);
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::{Sort, TermPool};

    #[test]
    fn what_is_changed_may_become_longer() {
        let mut pool = TermPool::new();
        let mut input = |at: u128| {
            let term = pool.input(&format!("text[{at}]"), Sort::BitVec(8));
            pool.input_of(term).expect("an input")
        };
        // Four characters, and room for more behind them.
        let inputs = (0..12).map(|at| (input(at), if at < 4 { at + 1 } else { 0 })).collect();
        let mut random_walk = RandomWalk::new(1);
        random_walk.keep(inputs, vec![ProbeId(0)]);
        let longest = (0..64).map(|_| end_of(&random_walk.beginning().0)).max();
        assert!(longest > Some(4), "{longest:?}");
    }
}

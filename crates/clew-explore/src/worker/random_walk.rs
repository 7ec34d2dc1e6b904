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
use clew_symbolic::{Chance, Novelty, Trace};

use super::pace::OVERHEAD;
use super::techniques::is_sound;
use super::vary::{Inputs, lighten, vary};
use crate::ledger::Ledger;
use crate::technique::{Dryness, Ground, RANDOM_WALKS, Seen, Taking, Technique};

/// What a run without terms costs besides its steps.
const LOOK_OVERHEAD: u64 = 200;
/// How many of its steps cost as much as one with terms.
const CHEAPER: u64 = 3;
/// The directed search's effort without anything new before the first walk.
const PATIENCE: u64 = 1_000_000;
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

/// What a worker knows for random walks.
#[derive(Debug)]
pub(super) struct RandomWalk {
    /// The runs to begin with, the newest last.
    kept: Vec<Kept>,
    dice: Random,
}

impl RandomWalk {
    pub(super) fn new(seed: u64) -> Self {
        RandomWalk { kept: Vec::new(), dice: Random::new(seed) }
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

/// What a run without terms costs.
fn cost_of_look(trace: &Trace) -> u64 {
    (trace.steps + LOOK_OVERHEAD) / CHEAPER
}

impl Technique for RandomWalk {
    fn name(&self) -> &'static str {
        RANDOM_WALKS
    }

    fn saw(&mut self, run: &Seen<'_>) {
        let is_news = !run.firsts.is_empty() || run.trace.novelty > Novelty::None;
        if is_news && Ledger::counts(run.trace) {
            self.keep(in_order(run.input), run.firsts.to_vec());
        }
    }

    fn wants_turn(&mut self, dryness: Dryness) -> Option<u64> {
        let is_time = dryness.since_turn >= PATIENCE && !self.kept.is_empty() && !dryness.is_out;
        is_time.then_some(dryness.allowance)
    }

    fn work(&mut self, ground: &mut dyn Ground, effort: u64) -> bool {
        self.walk(ground, effort)
    }
}

impl RandomWalk {
    /// Walks at random with so much effort; whether something new was met.
    fn walk(&mut self, ground: &mut dyn Ground, effort: u64) -> bool {
        let (mut spent, mut found) = (0, false);
        let mut taken = 0;
        self.lighten_kept(ground, effort / LIGHTEN_SHARE, &mut spent);
        while spent < effort && !ground.is_over() {
            let (inputs, chance, whole) = self.beginning();
            let Some(trace) = ground.look(&model_of(&inputs), chance) else { return found };
            spent += cost_of_look(&trace);
            if let Some(at) = whole {
                let all = ground.assignment().values().len();
                self.kept[at].is_closed = all <= inputs.len();
            }
            if !is_sound(&trace) {
                continue;
            }
            if trace.hits.iter().any(|hit| !ground.is_met(*hit)) {
                let inputs = in_order(ground.assignment());
                found |= self.take_home(ground, &inputs, &trace.hits, &mut spent);
            } else if trace.novelty > Novelty::None {
                let inputs = in_order(ground.assignment());
                if trace.novelty == Novelty::Nearer && taken * NEARER_SHARE <= spent {
                    let cost = self.take_nearer(ground, &inputs);
                    (taken, spent) = (taken + cost, spent + cost);
                }
                self.keep(inputs, Vec::new());
            }
        }
        found
    }

    /// Takes a run into the tree that came nearer to a way that none has gone: what is missing may be
    /// the solver's to find. What that costs.
    fn take_nearer(&mut self, ground: &mut dyn Ground, inputs: &Inputs) -> u64 {
        let taken = ground.take(&model_of(inputs), Taking::Sound, self);
        taken.map_or(0, |(steps, _)| steps + OVERHEAD)
    }

    /// Leaves out of runs to begin with what they do not need for what they met first: all runs that
    /// begin with them would have it, too, and there is only so much room.
    fn lighten_kept(&mut self, ground: &mut dyn Ground, effort: u64, spent: &mut u64) {
        while *spent < effort
            && let Some(at) = self.kept.iter().rposition(|kept| !kept.firsts.is_empty())
        {
            let firsts = std::mem::take(&mut self.kept[at].firsts);
            let inputs = self.kept[at].inputs.clone();
            let still_meets = |it: &Inputs| meets_all(ground, it, &firsts, spent);
            let Some(lighter) = lighten(inputs, still_meets) else { return };
            let kept = &mut self.kept[at];
            if 4 * lighter.len() < 3 * kept.inputs.len() {
                kept.inputs.clone_from(&lighter);
                *spent += self.take_nearer(ground, &lighter);
            }
        }
    }

    /// Shortens a run that meets something new and takes it into the tree. Whether it is there.
    fn take_home(
        &mut self,
        ground: &mut dyn Ground,
        inputs: &Inputs,
        hits: &[ProbeId],
        spent: &mut u64,
    ) -> bool {
        let wanted: Vec<ProbeId> = hits.iter().copied().filter(|it| !ground.is_met(*it)).collect();
        let (mut short, mut long) = (0, inputs.len());
        while short < long {
            let middle = usize::midpoint(short, long);
            match meets_all(ground, &inputs[..middle], &wanted, spent) {
                Some(true) => long = middle,
                Some(false) => short = middle + 1,
                None => return false,
            }
        }
        let Some((steps, is_new)) = ground.take(&model_of(&inputs[..long]), Taking::New, self)
        else {
            return false;
        };
        *spent += steps + OVERHEAD;
        // What cannot be repeated is not looked for again.
        ground.give_up(&wanted);
        is_new
    }
}

/// Whether a run with these inputs and no others meets all that is wanted; `None` when the campaign
/// ends meanwhile.
fn meets_all(
    ground: &mut dyn Ground,
    inputs: &[(InputId, u128)],
    wanted: &[ProbeId],
    spent: &mut u64,
) -> Option<bool> {
    let trace = ground.look(&model_of(inputs), Chance { seed: 0, most: 0 })?;
    *spent += cost_of_look(&trace);
    Some(is_sound(&trace) && wanted.iter().all(|probe| trace.hits.contains(probe)))
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

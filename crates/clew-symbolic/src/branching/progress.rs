//! What runs show besides the probes they hit: how often they went each way at a jump, and how near
//! they came to a way that no run has gone.
//!
//! A counter that has to come to 8 is at 1 in most runs. A run where it is at 2 hits nothing new, and
//! no term tells of it, because the counter depends on the inputs only by the path. Still it is on the
//! way.

use crate::trace::Novelty;
use clew_vm::code::Op;

/// Distances up to this one are told apart; beyond it, one must be half of another to be less.
const TOLD_APART: u64 = 16;

/// Distances of runs to the ways they did not go, and how often they went those they went.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// By position in the code.
    jumps: Vec<Jump>,
    /// The jumps of the run under way.
    passed: Vec<u32>,
}

/// A conditional jump. Its ways are 0, not taken, and 1, taken.
#[derive(Clone, Copy, Debug)]
struct Jump {
    /// How often the run under way went each way.
    counts: [u32; 2],
    /// How near it came to the way it did not go.
    near: u64,
    /// How often runs went each way: a bit for each range.
    ranges: [u8; 2],
    /// How near runs came to the way that none has gone.
    nearest: u64,
}

impl Jump {
    const NEW: Self = Self { counts: [0; 2], near: u64::MAX, ranges: [0; 2], nearest: u64::MAX };

    fn is_open(&self) -> bool {
        self.ranges.contains(&0)
    }

    /// Takes in what the run under way has shown.
    fn learn(&mut self) -> Novelty {
        let ranges = self.counts.map(range);
        let is_often = (0..2).any(|way| ranges[way] & !self.ranges[way] != 0);
        (0..2).for_each(|way| self.ranges[way] |= ranges[way]);
        let is_nearer = self.is_open() && self.near < self.nearest;
        self.nearest = self.nearest.min(self.near);
        match (is_nearer, is_often) {
            (true, _) => Novelty::Nearer,
            (false, true) => Novelty::Often,
            (false, false) => Novelty::None,
        }
    }
}

impl Progress {
    /// Starts a new run.
    pub(crate) fn start(&mut self) {
        for position in self.passed.drain(..) {
            let jump = &mut self.jumps[position as usize];
            (jump.counts, jump.near) = ([0; 2], u64::MAX);
        }
    }

    /// A jump with these operands is about to be taken, or not.
    #[inline(always)]
    pub(crate) fn pass(&mut self, position: u32, is_taken: bool, (op, a, b): (&Op, u64, u64)) {
        let at = position as usize;
        if at >= self.jumps.len() {
            self.jumps.resize(at + 1, Jump::NEW);
        }
        let jump = &mut self.jumps[at];
        if jump.counts == [0; 2] {
            self.passed.push(position);
        }
        let count = &mut jump.counts[usize::from(is_taken)];
        *count = count.saturating_add(1);
        if jump.is_open() {
            jump.near = jump.near.min(distance(op, a, b));
        }
    }

    /// How often the run under way went each way at a jump: not taken, and taken.
    pub(crate) fn counts(&self, position: u32) -> [u32; 2] {
        self.jumps.get(position as usize).map_or([0; 2], |jump| jump.counts)
    }

    /// Takes in the run that has ended, and says what is new about it.
    pub(crate) fn learn(&mut self) -> Novelty {
        let learned = self.passed.iter().map(|position| self.jumps[*position as usize].learn());
        learned.max().unwrap_or(Novelty::None)
    }
}

/// The range that a count is in, as a bit; none for 0.
fn range(count: u32) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 1 << 1,
        3 => 1 << 2,
        4..8 => 1 << 3,
        8..16 => 1 << 4,
        16..32 => 1 << 5,
        32..128 => 1 << 6,
        128.. => 1 << 7,
    }
}

/// How far the operands of a jump are from going the other way.
fn distance(op: &Op, a: u64, b: u64) -> u64 {
    let apart = |b: u64| a.abs_diff(b).min((a as i64).abs_diff(b as i64));
    let apart = match *op {
        Op::JumpEq { .. }
        | Op::JumpNe { .. }
        | Op::JumpLtS { .. }
        | Op::JumpLeS { .. }
        | Op::JumpLtU { .. }
        | Op::JumpLeU { .. } => apart(b),
        Op::JumpEqI { value, .. }
        | Op::JumpNeI { value, .. }
        | Op::JumpLtSI { value, .. }
        | Op::JumpGeSI { value, .. }
        | Op::JumpLtUI { value, .. }
        | Op::JumpGeUI { value, .. } => apart(i64::from(value) as u64),
        _ => return u64::MAX,
    };
    match apart {
        0..=TOLD_APART => apart,
        _ => TOLD_APART + u64::from(apart.ilog2()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IS_EIGHT: Op = Op::JumpEqI { a: 0, value: 8, target: 0 };

    fn run(progress: &mut Progress, values: &[u64]) -> Novelty {
        progress.start();
        values.iter().for_each(|value| progress.pass(3, *value == 8, (&IS_EIGHT, *value, 0)));
        progress.learn()
    }

    #[test]
    fn a_run_that_comes_nearer_is_new() {
        let mut progress = Progress::default();
        assert_eq!(run(&mut progress, &[1]), Novelty::Nearer);
        assert_eq!(run(&mut progress, &[1]), Novelty::None);
        assert_eq!(run(&mut progress, &[2]), Novelty::Nearer);
        assert_eq!(run(&mut progress, &[1]), Novelty::None);
        assert_eq!(run(&mut progress, &[8]), Novelty::Often);
        assert_eq!(run(&mut progress, &[7]), Novelty::None);
    }

    #[test]
    fn large_distances_must_halve() {
        let mut progress = Progress::default();
        assert_eq!(run(&mut progress, &[1000]), Novelty::Nearer);
        assert_eq!(run(&mut progress, &[900]), Novelty::None);
        assert_eq!(run(&mut progress, &[400]), Novelty::Nearer);
    }

    #[test]
    fn a_run_that_goes_a_way_more_often_is_new() {
        let mut progress = Progress::default();
        run(&mut progress, &[1, 8]);
        assert_eq!(run(&mut progress, &[1, 1, 8]), Novelty::Often);
        assert_eq!(run(&mut progress, &[1, 8, 1]), Novelty::None);
        run(&mut progress, &[1; 5]);
        assert_eq!(run(&mut progress, &[1; 6]), Novelty::None);
    }
}

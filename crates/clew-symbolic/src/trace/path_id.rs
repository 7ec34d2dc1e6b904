//! The identity of paths across runs, workers and processes.

use super::run::{Arm, ForkKind, ForkSite};
use clew_ir::{Id, Position};

/// A path from the start of a run, as a hash of the sites it passed and the arms it took. A run is
/// named by all of its branches, a candidate by the forks before it: those that inputs do not decide are
/// not known for it.
///
/// Two paths of one campaign collide with a probability of about `n² / 2⁶⁵` for `n` paths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PathId(u64);

impl PathId {
    /// The path without forks.
    pub const ROOT: PathId = PathId(0x6c65_7764_5f70_6174);

    /// The path that goes on with that arm.
    pub fn then(self, site: &ForkSite, arm: Arm) -> Self {
        self.step(number_of(site), arm.0)
    }

    /// The same with the number of the site, where it is known already.
    #[inline(always)]
    pub(super) fn step(self, site: u64, arm: u64) -> Self {
        PathId(mix(mix(self.0, site), arm))
    }

    /// The candidate for one more arm of an open fork, when so many are known.
    pub fn then_another(self, site: &ForkSite, known: usize) -> Self {
        let PathId(hash) = self.then(site, Arm(known as u64));
        PathId(!hash)
    }

    /// The hash itself, as it is written.
    pub fn number(self) -> u64 {
        self.0
    }

    /// The path whose hash was written.
    pub fn from_number(number: u64) -> Self {
        PathId(number)
    }
}

/// A number for a site, the same in every machine.
pub(crate) fn number_of(site: &ForkSite) -> u64 {
    let Position { function, block, statement } = site.at;
    let place = (function.index() as u64) << 32 | block.index() as u64;
    let (kind, number) = match site.kind {
        ForkKind::Branch => (0, 0),
        ForkKind::Switch => (1, 0),
        ForkKind::Check(number) => (2, number),
        ForkKind::Assume(number) => (3, number),
        ForkKind::Value(number) => (4, number),
        ForkKind::Object(number) => (5, number),
        ForkKind::Label(number) => (6, number),
    };
    mix(place, u64::from(statement) << 40 ^ u64::from(number) << 8 | kind)
}

/// One step of a hash that is the same on every machine and in every version.
#[inline(always)]
pub fn mix(hash: u64, word: u64) -> u64 {
    let hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_ir::{BlockId, FunctionId};

    fn site(block: usize, kind: ForkKind) -> ForkSite {
        let function = FunctionId::from_index(0);
        let at = Position { function, block: BlockId::from_index(block), statement: 0 };
        ForkSite { at, kind }
    }

    #[test]
    fn sites_arms_and_order_tell_paths_apart() {
        let steps = [
            (site(0, ForkKind::Branch), Arm(0)),
            (site(0, ForkKind::Branch), Arm(1)),
            (site(1, ForkKind::Branch), Arm(0)),
            (site(0, ForkKind::Check(0)), Arm(0)),
            (site(0, ForkKind::Check(1)), Arm(0)),
        ];
        let mut hashes = vec![PathId::ROOT];
        for (first, arm) in &steps {
            hashes.push(PathId::ROOT.then(first, *arm));
            for (second, arm_of_second) in &steps {
                hashes.push(PathId::ROOT.then(first, *arm).then(second, *arm_of_second));
            }
        }
        hashes.push(PathId::ROOT.then_another(&steps[0].0, 0));
        let all = hashes.len();
        hashes.sort();
        hashes.dedup();
        assert_eq!(hashes.len(), all);
        assert!(hashes.iter().all(|hash| PathId::from_number(hash.number()) == *hash));
    }
}

//! The identity of paths across workers and processes.

use clew_ir::{Id, Position};
use clew_symbolic::{Arm, ForkKind, ForkSite};
use serde::{Deserialize, Serialize};

/// A path from the start of a run, as a hash of its sites and arms. Two paths of one campaign
/// collide with a probability of about `n² / 2⁶⁵` for `n` paths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct PathHash(u64);

impl PathHash {
    /// The path without forks.
    pub(crate) const ROOT: PathHash = PathHash(0x6c65_7764_5f70_6174);

    /// The path that goes on with that arm.
    pub(crate) fn then(self, site: &ForkSite, arm: Arm) -> Self {
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
        let kind = u64::from(statement) << 40 ^ u64::from(number) << 8 | kind;
        PathHash(mix(mix(mix(self.0, place), kind), arm.0))
    }

    /// The hash itself.
    #[cfg(test)]
    pub(crate) fn number(self) -> u64 {
        self.0
    }

    /// The candidate for one more arm of an open fork, when so many are known.
    pub(crate) fn then_another(self, site: &ForkSite, known: usize) -> Self {
        let PathHash(hash) = self.then(site, Arm(known as u64));
        PathHash(!hash)
    }
}

/// One step of a hash that is the same on every machine and in every version.
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_arms_and_order_tell_paths_apart() {
        let site = crate::toy::site;
        let steps = [
            (site(0, ForkKind::Branch), Arm(0)),
            (site(0, ForkKind::Branch), Arm(1)),
            (site(1, ForkKind::Branch), Arm(0)),
            (site(0, ForkKind::Check(0)), Arm(0)),
            (site(0, ForkKind::Check(1)), Arm(0)),
        ];
        let mut hashes = vec![PathHash::ROOT];
        for (first, arm) in &steps {
            hashes.push(PathHash::ROOT.then(first, *arm));
            for (second, arm_of_second) in &steps {
                hashes.push(PathHash::ROOT.then(first, *arm).then(second, *arm_of_second));
            }
        }
        hashes.push(PathHash::ROOT.then_another(&steps[0].0, 0));
        let all = hashes.len();
        hashes.sort();
        hashes.dedup();
        assert_eq!(hashes.len(), all);
    }
}

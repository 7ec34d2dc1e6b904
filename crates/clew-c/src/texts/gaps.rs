//! What stands between the equal parts of two sequences.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// Parts of two sequences without an equal one on the other side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Gap {
    pub(super) left: Range<usize>,
    pub(super) right: Range<usize>,
}

/// The gaps between two sequences, in order. What is in no gap is equal, and in the same order on both sides.
pub(super) fn gaps<T: Eq + Hash>(left: &[T], right: &[T]) -> Vec<Gap> {
    let mut in_right: HashMap<&T, Vec<usize>> = HashMap::new();
    for (at, it) in right.iter().enumerate() {
        in_right.entry(it).or_default().push(at);
    }
    let next = |it: &T, from: usize| {
        let places = in_right.get(it)?;
        places.get(places.partition_point(|at| *at < from)).copied()
    };
    let mut gaps = Vec::new();
    let (mut at_left, mut at_right) = (0, 0);
    loop {
        while at_left < left.len() && at_right < right.len() && left[at_left] == right[at_right] {
            (at_left, at_right) = (at_left + 1, at_right + 1);
        }
        if at_left == left.len() && at_right == right.len() {
            return gaps;
        }
        // The nearest pair of equal parts ends the gap.
        let mut end = (left.len(), right.len());
        let mut shortest = end.0 - at_left + end.1 - at_right;
        for (steps, it) in left[at_left..].iter().enumerate() {
            if steps >= shortest {
                break;
            }
            if let Some(found) = next(it, at_right)
                && steps + (found - at_right) < shortest
            {
                (end, shortest) = ((at_left + steps, found), steps + (found - at_right));
            }
        }
        gaps.push(Gap { left: at_left..end.0, right: at_right..end.1 });
        (at_left, at_right) = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_end_at_the_nearest_equal_parts() {
        let of = |left: &str, right: &str| -> Vec<(Range<usize>, Range<usize>)> {
            let (left, right): (Vec<char>, Vec<char>) =
                (left.chars().collect(), right.chars().collect());
            gaps(&left, &right).into_iter().map(|it| (it.left, it.right)).collect()
        };
        assert_eq!(of("abc", "abc"), []);
        assert_eq!(of("abc", "abxc"), [(2..2, 2..3)]);
        assert_eq!(of("axbyc", "abzc"), [(1..2, 1..1), (3..4, 2..3)]);
        assert_eq!(of("ab", "ba"), [(0..0, 0..1), (1..2, 2..2)]);
        assert_eq!(of("a", ""), [(0..1, 0..0)]);
    }
}

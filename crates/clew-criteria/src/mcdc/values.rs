//! Truth values of a decision's conditions, and whole evaluations.

use clew_ir::Id;
use std::fmt;

/// The place of a condition in its decision, left to right, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position(u32);

impl Id for Position {
    fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("a decision should have fewer than 2^32 conditions"))
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value for some of a decision's conditions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Values(Box<[Option<bool>]>);

impl Values {
    /// No condition has a value.
    pub fn none(conditions: usize) -> Self {
        Self(vec![None; conditions].into_boxed_slice())
    }

    /// The value of a condition, if it has one.
    pub fn get(&self, at: Position) -> Option<bool> {
        self.0[at.index()]
    }

    /// Gives a condition a value.
    pub fn set(&mut self, at: Position, value: bool) {
        self.0[at.index()] = Some(value);
    }

    /// The number of conditions, with a value or without.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no conditions.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The conditions that have a value, and the value.
    pub fn iter(&self) -> impl Iterator<Item = (Position, bool)> {
        let given =
            |(at, value): (usize, &Option<bool>)| Some((Position::from_index(at), (*value)?));
        self.0.iter().enumerate().filter_map(given)
    }

    /// The conditions that have a value in both, but not the same.
    pub fn conflicts(&self, other: &Values) -> impl Iterator<Item = Position> {
        let pairs = self.0.iter().zip(&other.0).enumerate();
        let differ = |(_, (a, b)): &(usize, (&Option<bool>, &Option<bool>))| matches!((a, b), (Some(a), Some(b)) if a != b);
        pairs.filter(differ).map(|(at, _)| Position::from_index(at))
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|value| {
            f.write_str(match value {
                Some(true) => "T",
                Some(false) => "F",
                None => "-",
            })
        })
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One evaluation of a decision from its first condition to its outcome: the conditions that were
/// evaluated have a value. Prints as `TF-=F`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Evaluation {
    pub(super) values: Values,
    pub(super) outcome: bool,
}

impl Evaluation {
    /// The values of the conditions that were evaluated.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// What the decision came to.
    pub fn outcome(&self) -> bool {
        self.outcome
    }

    /// The one condition whose effect the two evaluations show by unique cause: the outcomes
    /// differ, and of the conditions evaluated in both it is the only one that does.
    ///
    /// Then some values of all conditions give one evaluation and, with this condition alone
    /// changed, the other: what one of them did not evaluate is taken to be as in the other.
    pub fn unique_cause(&self, other: &Evaluation) -> Option<Position> {
        if self.outcome == other.outcome {
            return None;
        }
        let mut conflicts = self.values.conflicts(&other.values);
        let first = conflicts.next();
        first.filter(|_| conflicts.next().is_none())
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.values, if self.outcome { "T" } else { "F" })
    }
}

impl fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

//! Whether coverage is as high as somebody demands: `--fail-under branch=90,mcdc=80`, counted over what is
//! feasible.

use crate::model::Report;
use std::str::FromStr;

/// A demand: a criterion, and the least percentage of its feasible objectives that tests cover.
#[derive(Clone, PartialEq, Debug)]
pub struct Gate {
    /// The criterion's name.
    pub criterion: String,
    /// The least percentage.
    pub percent: f64,
}

/// Why a text is no demand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no demand; write for example branch=90 (per cent of the feasible objectives)")]
pub struct GateError(String);

impl FromStr for Gate {
    type Err = GateError;

    fn from_str(text: &str) -> Result<Self, GateError> {
        let wrong = || GateError(text.to_owned());
        let (criterion, percent) = text.split_once('=').ok_or_else(wrong)?;
        let percent: f64 = percent.trim_end_matches('%').parse().map_err(|_| wrong())?;
        let is_share = (0.0..=100.0).contains(&percent);
        match is_share && !criterion.is_empty() {
            true => Ok(Self { criterion: criterion.to_owned(), percent }),
            false => Err(wrong()),
        }
    }
}

/// A demand that is not met.
#[derive(Clone, PartialEq, Debug)]
pub struct Missed {
    /// The criterion's name.
    pub criterion: String,
    /// The percentage that is covered.
    pub covered: f64,
    /// The percentage that is demanded.
    pub percent: f64,
}

impl std::fmt::Display for Missed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Missed { criterion, covered, percent } = self;
        // 89.96 is not 90.0, however it is rounded.
        let covered = (covered * 10.0).floor() / 10.0;
        write!(
            f,
            "{covered:.1} % of the feasible {criterion} objectives are covered, not {percent} %"
        )
    }
}

impl Gate {
    /// What is missed of the demand; a criterion without feasible objectives misses nothing.
    pub fn missed(&self, report: &Report) -> Option<Missed> {
        let criteria = report.units.iter().flat_map(|unit| &unit.criteria);
        let own = criteria.filter(|it| it.name == self.criterion);
        let (covered, feasible) = own.fold((0, 0), |(covered, feasible), it| {
            (covered + it.covered, feasible + it.total - it.infeasible)
        });
        let share = if feasible == 0 { 100.0 } else { covered as f64 * 100.0 / feasible as f64 };
        (share < self.percent).then(|| Missed {
            criterion: self.criterion.clone(),
            covered: share,
            percent: self.percent,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Criterion, Unit};

    fn report(covered: usize, infeasible: usize, total: usize) -> Report {
        let name = "branch".to_owned();
        let open = total - covered - infeasible;
        let criteria = vec![Criterion { name, total, covered, infeasible, open }];
        Report { units: vec![Unit { criteria, ..Unit::default() }], ..Report::default() }
    }

    #[test]
    fn what_is_infeasible_does_not_count() {
        let gate: Gate = "branch=90".parse().expect("a demand");
        assert_eq!(gate.missed(&report(9, 10, 20)), None);
        let missed = gate.missed(&report(8, 10, 20)).expect("a miss");
        assert_eq!(
            missed.to_string(),
            "80.0 % of the feasible branch objectives are covered, not 90 %"
        );
        assert_eq!(gate.missed(&report(0, 20, 20)), None);
    }

    #[test]
    fn nearly_enough_is_not_enough() {
        let gate: Gate = "branch=90".parse().expect("a demand");
        let missed = gate.missed(&report(8996, 0, 10_000)).expect("a miss");
        assert!(missed.to_string().starts_with("89.9 %"), "{missed}");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["branch", "branch=", "=90", "branch=many", "branch=101", "branch=-1"] {
            assert!(text.parse::<Gate>().is_err(), "{text}");
        }
        assert_eq!("mcdc=80%".parse::<Gate>().map(|it| it.percent), Ok(80.0));
    }
}

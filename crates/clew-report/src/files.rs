//! A result file by file: the functions, objectives and lines of each.

use crate::model::{Objective, Report, Status, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// The texts of the files that a result speaks of, by the names it has for them. A file that cannot be
/// read is not there.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    texts: BTreeMap<String, String>,
}

impl Sources {
    /// Reads the files of a result, whose names are relative to the working folder.
    pub fn read(report: &Report) -> Self {
        let read = |name: &&str| {
            let bytes = std::fs::read(name).ok()?;
            Some(((*name).to_owned(), String::from_utf8_lossy(&bytes).into_owned()))
        };
        Self { texts: names(report).iter().filter_map(read).collect() }
    }

    /// Texts that are known already.
    pub fn new(texts: BTreeMap<String, String>) -> Self {
        Self { texts }
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }
}

/// A file of the user's.
pub(crate) struct File<'r> {
    pub(crate) name: &'r str,
    /// The functions whose bodies are there.
    pub(crate) units: Vec<&'r Unit>,
    /// The objectives that are there, with the functions they are asked of.
    pub(crate) objectives: Vec<(&'r Unit, &'r Objective)>,
}

/// The names of all files, in order.
fn names(report: &Report) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for unit in &report.units {
        names.insert(unit.file.as_str());
        names.extend(unit.objectives.iter().map(|it| it.file.as_str()));
        names.extend(unit.findings.iter().map(|it| it.file.as_str()));
    }
    names.remove("");
    names
}

/// The files of a result, in the order of their names.
pub(crate) fn files(report: &Report) -> Vec<File<'_>> {
    let file = |name| {
        let units = report.units.iter().filter(|unit| unit.file == name).collect();
        let all = report.units.iter();
        let all = all.flat_map(|unit| unit.objectives.iter().map(move |it| (unit, it)));
        let objectives = all.filter(|(_, it)| it.file == name && it.line > 0).collect();
        File { name, units, objectives }
    };
    names(report).into_iter().map(file).collect()
}

impl File<'_> {
    /// How often each line with code was executed: as gcov counts, and where it was not asked, how many
    /// tests cover something on the line.
    pub(crate) fn lines(&self) -> BTreeMap<u32, u64> {
        let mut lines: BTreeMap<u32, u64> = BTreeMap::new();
        for unit in &self.units {
            let counted = unit.verified.as_ref().and_then(|it| it.lines.get(self.name));
            for (line, count) in counted.into_iter().flatten() {
                *lines.entry(*line).or_default() += count;
            }
            if counted.is_none() {
                *lines.entry(unit.line).or_default() += u64::from(unit.is_called());
            }
        }
        for (unit, objective) in &self.objectives {
            let times = unit.times_covered(objective) as u64;
            let count = lines.entry(objective.line).or_default();
            *count = (*count).max(times);
        }
        lines.remove(&0);
        lines
    }

    /// The objectives of a criterion by the decisions they belong to, in the order of the source; those
    /// of no decision are each on their own.
    pub(crate) fn decisions(&self, criterion: &str) -> Vec<Vec<(&Unit, &Objective)>> {
        let mut groups: BTreeMap<[u32; 2], Vec<(&Unit, &Objective)>> = BTreeMap::new();
        for (unit, objective) in &self.objectives {
            if objective.criterion == criterion {
                let own = [objective.line, objective.column];
                let key = objective.decision.unwrap_or(own);
                let group = groups.entry(key).or_default();
                // A function that several harnesses reach has the same objective in each.
                let same = |it: &&(&Unit, &Objective)| {
                    it.1.text == objective.text
                        && (it.1.line, it.1.column) == (objective.line, objective.column)
                };
                match group.iter().position(|it| same(&it)) {
                    Some(at) if rank(objective) < rank(group[at].1) => {
                        group[at] = (unit, objective)
                    }
                    Some(_) => {}
                    None => group.push((unit, objective)),
                }
            }
        }
        groups.into_values().collect()
    }
}

/// What counts where several functions are asked for the same.
fn rank(objective: &Objective) -> u8 {
    match objective.status {
        Status::Covered => 0,
        Status::Open => 1,
        Status::Infeasible => 2,
    }
}

//! Covered objectives: what compilers count, against what is claimed.
//!
//! gcov speaks first. Where it cannot tell (compilers split and join conditions, and count what is
//! written on several lines on any of them), llvm-cov does, which knows places to the column.

use super::counts::{Counts, Line};
use super::names;
use super::regions::{File, Place, Regions};
use super::report::{Finding, Kind, Standing};
use super::result::{Objective, Status, Unit};
use super::suite::Run;
use std::collections::BTreeMap;

/// How the covered objectives of a unit fared.
pub(super) fn check(unit: &Unit, run: &Run) -> Vec<Finding> {
    let recount = Recount::new(unit, run);
    let covered = unit.objectives.iter().filter(|it| it.status == Status::Covered);
    let finding = |objective: &Objective| Finding {
        kind: Kind::Covered,
        name: names::objective(objective),
        standing: recount.standing(objective),
    };
    covered.map(finding).collect()
}

/// What the tests themselves say against infeasible objectives, by their ids.
pub(super) fn contradictions(unit: &Unit, run: &Run) -> BTreeMap<String, String> {
    let recount = Recount::new(unit, run);
    let infeasible = unit.objectives.iter().filter(|it| it.status == Status::Infeasible);
    let contradicted = infeasible.filter_map(|objective| {
        recount.contradiction(objective).map(|reason| (objective.id.clone(), reason))
    });
    contradicted.collect()
}

struct Recount<'a> {
    unit: &'a Unit,
    run: &'a Run,
    /// The counts of all tests together.
    total: Counts,
    /// For each line with branch objectives: how many there are, and how many are covered.
    branches: BTreeMap<(&'a str, u32), [usize; 2]>,
}

/// What gcov says of an objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counted {
    /// That it is so.
    Yes,
    /// That it is not, unless the line is counted as another.
    No,
    /// That the line is executed, and no more.
    Executed,
    /// Nothing.
    Nothing,
}

impl<'a> Recount<'a> {
    fn new(unit: &'a Unit, run: &'a Run) -> Self {
        let mut total = Counts::default();
        run.counts.iter().flat_map(BTreeMap::values).for_each(|counts| total.add(counts));
        let mut branches: BTreeMap<(&str, u32), [usize; 2]> = BTreeMap::new();
        for objective in unit.objectives.iter().filter(|it| it.criterion == "branch") {
            let [all, covered] = branches.entry((&objective.file, objective.line)).or_default();
            *all += 1;
            *covered += usize::from(objective.status == Status::Covered);
        }
        Self { unit, run, total, branches }
    }

    fn standing(&self, objective: &Objective) -> Standing {
        let refuted = |reason: &str| Standing::Refuted(reason.to_owned());
        let named = objective.test.and_then(|id| self.unit.tests.iter().find(|it| it.id == id));
        let Some(test) = named else { return refuted("no test of the suite covers it") };
        if !test.covers.contains(&objective.id) {
            return refuted("its test does not say to cover it");
        }
        match self.run.test(test.id) {
            None => return refuted("its test reproduces a fault"),
            Some(Standing::Checked) => {}
            Some(Standing::Refuted(reason)) => return refuted(&format!("its test: {reason}")),
            Some(Standing::Unknown(reason)) => return Standing::Unknown(reason.clone()),
        }
        if test.is_reproducer() {
            // Its counters are gone with its process.
            return match objective.is_fault() {
                true => Standing::Checked,
                false => refuted("its test reproduces a fault"),
            };
        }
        if objective.criterion.starts_with("mcdc") {
            return self.effect(objective);
        }
        if is_of_conditions(objective) {
            return self.condition_opinion(objective);
        }
        match self.counted(objective, test.id) {
            Counted::Yes => Standing::Checked,
            Counted::No => self.second_opinion(objective, "gcov says that it is not executed"),
            Counted::Executed => match is_branch(objective) {
                true => self.branch_opinion(objective),
                false => Standing::Checked,
            },
            Counted::Nothing => self.second_opinion(objective, "gcov has no count of the line"),
        }
    }

    /// Why an infeasible objective is met all the same.
    fn contradiction(&self, objective: &Objective) -> Option<String> {
        let covering = self.unit.tests.iter().find(|it| it.covers.contains(&objective.id));
        if let Some(test) = covering {
            return Some(format!("{} says to cover it", test.name));
        }
        let line = line_of(&self.total, objective).filter(|line| line.count > 0)?;
        if !is_branch(objective) {
            return self.seen(objective);
        }
        let key = (objective.file.as_str(), objective.line);
        let at_line = self
            .unit
            .objectives
            .iter()
            .filter(|it| it.criterion == "branch" && (it.file.as_str(), it.line) == key);
        let others = at_line.filter(|it| it.status != Status::Infeasible).count();
        let [all, _] = self.branches.get(&key)?;
        let taken = line.branches.iter().filter(|taken| **taken).count();
        (line.branches.len() == *all && taken > others)
            .then(|| format!("gcov counts {taken} outcomes on its line, and only {others} can be"))
    }

    /// What llvm-cov has seen of what should be infeasible: the outcome of a condition, that an arm is
    /// taken, that a statement is executed where a region starts.
    fn seen(&self, objective: &Objective) -> Option<String> {
        let file = file(self.run.regions().ok()?, objective)?;
        let went = |way: usize| {
            let ways = file.branches.get(&place(objective));
            ways.is_some_and(|ways| ways.iter().any(|it| it[way]))
        };
        let is_seen = match (objective.criterion.as_str(), objective.outcome()) {
            ("condition", Some(holds)) => {
                !self.may_miscount(objective) && went(usize::from(!holds))
            }
            ("branch", None) => went(0),
            ("statement", _) => file.starts_executed(place(objective)),
            _ => false,
        };
        is_seen.then(|| "llvm-cov has seen it".to_owned())
    }

    /// What llvm-cov says of a condition, which is one of its decision's even where it is not
    /// evaluated: then no compiler counts it. Nor are combinations counted.
    fn condition_opinion(&self, objective: &Objective) -> Standing {
        let unknown = |reason: &str| Standing::Unknown(reason.to_owned());
        let Some(holds) = objective.outcome() else {
            return unknown("no compiler counts combinations of conditions");
        };
        let regions = match self.run.regions() {
            Ok(regions) => regions,
            Err(reason) => return Standing::Unknown(reason.clone()),
        };
        let ways = file(regions, objective).and_then(|it| it.branches.get(&place(objective)));
        match ways {
            Some(ways) if ways.iter().any(|it| it[usize::from(!holds)]) => Standing::Checked,
            Some(_) => unknown("llvm-cov has not seen it, which counts what is evaluated"),
            None => unknown("llvm-cov has no such condition"),
        }
    }

    /// What gcov says of the line of an objective.
    fn counted(&self, objective: &Objective, test: usize) -> Counted {
        let of_test = self.run.counts.as_ref().and_then(|counts| counts.get(&test));
        let Some(line) = of_test.and_then(|counts| line_of(counts, objective)) else {
            return Counted::Nothing;
        };
        if line.count == 0 {
            return Counted::No;
        }
        let of_all = line_of(&self.total, objective);
        let key = (objective.file.as_str(), objective.line);
        match (self.branches.get(&key), of_all) {
            (Some([all, covered]), Some(line)) if is_branch(objective) => {
                let taken = line.branches.iter().filter(|taken| **taken).count();
                match (line.branches.len() == *all, taken >= *covered) {
                    (true, true) => Counted::Yes,
                    (true, false) => Counted::No,
                    (false, _) => Counted::Executed,
                }
            }
            _ => Counted::Executed,
        }
    }

    /// What llvm-cov says of a branch of which gcov knows no more than its line.
    fn branch_opinion(&self, objective: &Objective) -> Standing {
        let Ok(regions) = self.run.regions() else { return Standing::Checked };
        let ways = file(regions, objective).and_then(|it| it.branches.get(&place(objective)));
        let way = usize::from(objective.text.ends_with(" is false"));
        match ways {
            Some(ways) if ways.iter().all(|ways| !ways[way]) => self.never_so(objective),
            Some(_) | None => Standing::Checked,
        }
    }

    /// llvm-cov has not seen an outcome. It writes its counters when a process ends as usual, and counts
    /// one outcome as what the other leaves: not where a condition is evaluated again by a jump.
    fn never_so(&self, objective: &Objective) -> Standing {
        let reason = "llvm-cov says that the condition is never so";
        let named = self.unit.tests.iter().find(|it| Some(it.id) == objective.test);
        match jumps(objective) || named.is_some_and(|it| it.outcome == "exit") {
            true => Standing::Unknown(format!("{reason}, which it cannot know here")),
            false => Standing::Refuted(reason.to_owned()),
        }
    }

    /// Whether llvm-cov may count an outcome of a condition that nothing came of.
    fn may_miscount(&self, objective: &Objective) -> bool {
        jumps(objective) || self.unit.tests.iter().any(|it| it.outcome == "exit")
    }

    /// What llvm-cov says where gcov does not confirm.
    fn second_opinion(&self, objective: &Objective, doubt: &str) -> Standing {
        let regions = match self.run.regions() {
            Ok(regions) => regions,
            Err(reason) => return Standing::Unknown(format!("{doubt}; {reason}")),
        };
        let executed = file(regions, objective).and_then(|it| it.is_executed(place(objective)));
        match executed {
            Some(true) if is_branch(objective) => self.branch_opinion(objective),
            Some(true) => Standing::Checked,
            Some(false) => Standing::Refuted(format!("{doubt}, and so does llvm-cov")),
            None => Standing::Unknown(format!("{doubt}, and llvm-cov has none")),
        }
    }

    /// Whether a condition was shown to have an effect on its decision.
    fn effect(&self, objective: &Objective) -> Standing {
        let regions = match self.run.regions() {
            Ok(regions) => regions,
            Err(reason) => return Standing::Unknown(reason.clone()),
        };
        let Some(file) = file(regions, objective) else {
            return Standing::Unknown("llvm-cov does not know the file".to_owned());
        };
        let Some(decision) = file.decision(place(objective)) else {
            return self.lone_condition(objective, file);
        };
        let mut places: Vec<Place> = self
            .unit
            .objectives
            .iter()
            .filter(|it| it.criterion == objective.criterion && it.file == objective.file)
            .map(place)
            .filter(|it| file.decision(*it).is_some_and(|it| std::ptr::eq(it, decision)))
            .collect();
        places.sort_unstable();
        let at = places.iter().position(|it| *it == place(objective));
        let shown =
            at.filter(|_| places.len() == decision.shown.len()).map(|at| decision.shown[at]);
        match shown {
            Some(true) => Standing::Checked,
            Some(false) if objective.criterion.contains("unique") => {
                Standing::Refuted("llvm-cov does not see the effect".to_owned())
            }
            Some(false) => Standing::Unknown("llvm-cov sees it by no unique cause".to_owned()),
            None => Standing::Unknown("llvm-cov has other conditions there".to_owned()),
        }
    }

    /// A decision of one condition is no decision for llvm-cov: it must go both ways.
    fn lone_condition(&self, objective: &Objective, file: &File) -> Standing {
        let counted = line_of(&self.total, objective).map(|line| line.branches.as_slice());
        let ways = file.branches.get(&place(objective)).map(Vec::as_slice);
        match (ways, counted) {
            (Some(ways), _) if ways.contains(&[true, true]) => Standing::Checked,
            (_, Some([true, true])) => Standing::Checked,
            (Some(_), _) | (_, Some([_, _])) => {
                Standing::Refuted("the condition does not go both ways".to_owned())
            }
            _ => Standing::Unknown("llvm-cov has no such decision".to_owned()),
        }
    }
}

/// Whether an objective is that control goes one of a condition's ways.
fn is_branch(objective: &Objective) -> bool {
    objective.criterion == "branch" && objective.outcome().is_some()
}

/// Whether an objective is about what conditions are, whatever way control goes.
fn is_of_conditions(objective: &Objective) -> bool {
    matches!(objective.criterion.as_str(), "condition" | "mcc")
}

/// Whether the file of an objective has jumps out of functions.
fn jumps(objective: &Objective) -> bool {
    std::fs::read_to_string(&objective.file)
        .is_ok_and(|text| text.contains("setjmp") || text.contains("setcontext"))
}

fn place(objective: &Objective) -> Place {
    (objective.line, objective.column)
}

fn line_of<'c>(counts: &'c Counts, objective: &Objective) -> Option<&'c Line> {
    let copy = names::copy_of(&objective.file, counts.files.keys())?;
    counts.files[copy].get(&objective.line)
}

fn file<'r>(regions: &'r Regions, objective: &Objective) -> Option<&'r File> {
    let copy = names::copy_of(&objective.file, regions.files.keys())?;
    regions.files.get(copy)
}

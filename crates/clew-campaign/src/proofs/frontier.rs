//! Both ways (paper 3): what is open is looked at from runs and from the objectives at once. Inputs that get
//! over the frontier are for the search to run; what nothing leads to any more is proved, and believed
//! when the checker accepts it.

use super::claims::{Claim, claim};
use super::{Prover, proofs_of};
use crate::proofs::Unproved;
use crate::verdicts::Evidence;
use clew_criteria::{ObjectiveId, Objectives};
use clew_explore::Assignment;
use clew_prove::frontier::{Analysis, Effort, Machinery, Outcome, Step, page};
use clew_prove::{Limits, Target, Task};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// What both ways may take for one unit: counts decide, the time is for what they do not foresee.
const EFFORT: Effort = Effort { locations: 20_000, iterations: 150, states: 600, tries: 1 };
/// The most tests of a suite that it begins with.
const MOST_TESTS: usize = 24;
/// The most pictures of an analysis.
const MOST_PICTURES: usize = 200;

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct BothWays {
    /// Inputs that reach what was open.
    pub(crate) inputs: Vec<Assignment>,
    /// Evidence that objectives are infeasible.
    pub(crate) infeasible: Vec<(ObjectiveId, Evidence)>,
}

/// What an analysis begins with.
pub(crate) struct Beginning<'b> {
    pub(crate) machinery: Machinery,
    pub(crate) suite: &'b [Assignment],
    /// A folder for pictures.
    pub(crate) trace: Option<&'b Path>,
    pub(crate) time: Duration,
}

impl Prover<'_> {
    /// Looks both ways for those of the objectives that are edges.
    pub(crate) fn both_ways(
        &self,
        objectives: &Objectives,
        ids: &[ObjectiveId],
        beginning: Beginning<'_>,
    ) -> BothWays {
        let edge = |id: &ObjectiveId| {
            let objective = objectives.get(*id);
            match claim(&self.program, objectives, objective) {
                Claim::Ways(ways) => match &ways[..] {
                    [way] => match &way[..] {
                        [target @ Target::Edge { .. }] => Some((*id, target.clone())),
                        _ => None,
                    },
                    _ => None,
                },
                Claim::Pairs(_) => None,
            }
        };
        let edges: Vec<(ObjectiveId, Target)> = ids.iter().filter_map(edge).collect();
        // A precondition is a function around the entry, which runs know nothing of.
        let runs_here = self.start.function() == beginning.machinery.entry.function();
        if edges.is_empty() || !runs_here {
            return BothWays::default();
        }
        let targets: Vec<Target> = edges.iter().map(|(_, target)| target.clone()).collect();
        let Self { program, calls, start, assumed, .. } = self;
        let task = Task { program, calls, start: *start, assumes: assumed };
        let suite = &beginning.suite[..beginning.suite.len().min(MOST_TESTS)];
        let ends = Instant::now() + beginning.time;
        let analysis = Analysis::new(task, &targets, beginning.machinery, suite, EFFORT);
        let Some(mut analysis) = analysis else { return BothWays::default() };
        let first = analysis.inputs().count();
        match beginning.trace {
            Some(folder) => {
                let title = format!("The frontier of {}", program.functions[start.function()].name);
                // Pictures are for people: without them the result is the same.
                let _ = step_with_pictures(&mut analysis, folder, &title);
            }
            None => {
                let goes_on = || Instant::now() < ends && !self.signals.is_cancelled();
                while goes_on() && analysis.step() != Step::Done {}
            }
        }
        self.collect(&analysis, &edges, &targets, first, ends + beginning.time)
    }

    fn collect(
        &self,
        analysis: &Analysis<'_>,
        edges: &[(ObjectiveId, Target)],
        targets: &[Target],
        first: usize,
        ends: Instant,
    ) -> BothWays {
        let mut found = BothWays::default();
        for outcome in analysis.outcomes() {
            if let Outcome::Covered(run) = outcome
                && *run >= first
                && let Some(inputs) = analysis.inputs().nth(*run)
                && !found.inputs.contains(inputs)
            {
                found.inputs.push(inputs.clone());
            }
        }
        if !analysis.outcomes().contains(&Outcome::Excluded) {
            return found;
        }
        let left = ends.saturating_duration_since(Instant::now());
        let limits = Limits { time: left, stop: self.signals.cancel, ..Limits::default() };
        let mut accepted = Vec::new();
        for certificate in analysis.prove(targets, limits).certificates {
            accepted.extend(self.accepted(certificate, ends + left).unwrap_or_default());
        }
        for (id, target) in edges {
            let known = |wanted: &Target| {
                let held = accepted.iter().find(|(it, _)| it == wanted);
                held.cloned().ok_or(Unproved::NotAccepted)
            };
            if let Ok(proofs) = proofs_of(&Claim::Ways(vec![vec![target.clone()]]), &known) {
                found.infeasible.push((*id, self.evidence(&proofs)));
            }
        }
        found
    }
}

/// Steps through an analysis with a picture of each step, and a page for them.
fn step_with_pictures(analysis: &mut Analysis<'_>, folder: &Path, title: &str) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut steps = vec!["the start".to_owned()];
    std::fs::write(folder.join("0.svg"), analysis.svg())?;
    while steps.len() <= MOST_PICTURES {
        let step = analysis.step();
        if step == Step::Done {
            break;
        }
        std::fs::write(folder.join(format!("{}.svg", steps.len())), analysis.svg())?;
        steps.push(analysis.describe(&step));
    }
    analysis.run();
    std::fs::write(folder.join("index.html"), page(title, &steps))
}

//! Both ways (paper 3): what is open is looked at from runs and from the objectives at once. Inputs that get
//! over the frontier are for the search to run; what nothing leads to any more is proved, and believed
//! when the checker accepts it.

use super::claims::{Claim, claim, targets_of};
use super::{Prover, proofs_of};
use crate::proofs::Unproved;
use crate::verdicts::Evidence;
use clew_criteria::{ObjectiveId, Objectives};
use clew_explore::Assignment;
use clew_files::{OutputError, OutputFolder};
use clew_prove::frontier::{Analysis, Effort, Machinery, Outcome, Step, page};
use clew_prove::{Limits, Target, Task};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What both ways may take for one search: counts decide, the time is for what they do not foresee.
const EFFORT: Effort =
    Effort { locations: 20_000, iterations: 4_000, states: 8_000, tries: 1, lemmas: true };
/// The most nodes of a certificate.
const NODES: usize = 20_000;
/// The most pictures of an analysis.
const MOST_PICTURES: usize = 200;

/// A look both ways, under way.
pub(crate) struct Look<'p> {
    prover: &'p Prover<'p>,
    analysis: Analysis<'p>,
    /// What is looked for: objectives, and what proves that they are infeasible.
    claims: Vec<(ObjectiveId, Claim)>,
    /// What they speak of.
    targets: Vec<Target>,
    /// The targets whose proofs were looked for.
    tried: BTreeSet<usize>,
    /// The runs whose inputs were told.
    told: BTreeSet<usize>,
    pictures: Option<Pictures>,
}

impl<'p> Look<'p> {
    /// A look for objectives, which begins with the runs of a suite before a time is over; nothing where it
    /// takes longer, proofs do not speak of any of them, or it is not known what runs do.
    pub(crate) fn new(
        prover: &'p Prover<'p>,
        objectives: &Objectives,
        open: &[ObjectiveId],
        machinery: Machinery,
        (suite, ends): (&[Assignment], Instant),
        trace: Option<PathBuf>,
    ) -> Option<Self> {
        let claim =
            |id: &ObjectiveId| (*id, claim(&prover.program, objectives, objectives.get(*id)));
        let claims: Vec<(ObjectiveId, Claim)> = open.iter().map(claim).collect();
        let targets = targets_of(claims.iter().map(|(_, claim)| claim));
        // A precondition is a function around the entry, which runs know nothing of.
        let runs_here = prover.start.function() == machinery.entry.function();
        if targets.is_empty() || !runs_here {
            return None;
        }
        let Prover { program, calls, start, assumed, .. } = prover;
        let task = Task { program, calls, start: *start, assumes: assumed };
        let is_over = || Instant::now() >= ends || prover.signals.is_cancelled();
        let analysis = Analysis::new(task, &targets, machinery, suite, EFFORT, &is_over)?;
        let told = (0..analysis.inputs().count()).collect();
        let title = format!("The frontier of {}", program.functions[start.function()].name);
        // Pictures are for people: without them the result is the same.
        let opened = trace.and_then(|folder| OutputFolder::open(&folder).ok());
        let pictures = opened.map(|folder| Pictures { folder, title, steps: Vec::new() });
        let tried = BTreeSet::new();
        let mut look = Self { prover, analysis, claims, targets, tried, told, pictures };
        look.draw("the start".to_owned());
        Some(look)
    }

    /// Takes a run of the search into the graph.
    pub(crate) fn see(&mut self, inputs: &Assignment) {
        let before = self.analysis.inputs().count();
        self.analysis.see(inputs);
        self.told.extend(before..self.analysis.inputs().count());
    }

    /// Leaves out what was decided elsewhere: all but these are.
    pub(crate) fn keep(&mut self, open: &[ObjectiveId]) {
        let open: BTreeSet<&ObjectiveId> = open.iter().collect();
        self.claims.retain(|(id, _)| open.contains(id));
        let wanted = targets_of(self.claims.iter().map(|(_, claim)| claim));
        for (at, target) in self.targets.iter().enumerate() {
            if !wanted.contains(target) {
                self.analysis.settle(at);
            }
        }
    }

    /// Goes on with so much effort, but not longer than that; inputs that get to what was open, and whether
    /// there is more to do.
    pub(crate) fn go_on(&mut self, effort: u64, ends: Instant) -> (Vec<Assignment>, bool) {
        let limit = self.analysis.spent() + effort;
        let mut is_over = false;
        let may_go_on = || Instant::now() < ends && !self.prover.signals.is_cancelled();
        while !is_over && self.analysis.spent() < limit && may_go_on() {
            let step = self.analysis.step();
            is_over = step == Step::Done;
            if !is_over && self.pictures.is_some() {
                let words = self.analysis.describe(&step);
                self.draw(words);
            }
        }
        let mut inputs: Vec<Assignment> = Vec::new();
        for outcome in self.analysis.outcomes() {
            if let Outcome::Covered(run) = outcome
                && self.told.insert(*run)
                && let Some(found) = self.analysis.inputs().nth(*run)
            {
                inputs.push(found.clone());
            }
        }
        (inputs, !is_over)
    }

    /// Evidence for what nothing leads to any more and was not looked at before.
    pub(crate) fn proofs(&mut self, ends: Instant) -> Vec<(ObjectiveId, Evidence)> {
        let outcomes = self.analysis.outcomes().iter().enumerate();
        let excluded = outcomes.filter(|(_, it)| **it == Outcome::Excluded).map(|(at, _)| at);
        let new: Vec<usize> = excluded.filter(|at| !self.tried.contains(at)).collect();
        if new.is_empty() {
            return Vec::new();
        }
        self.tried.extend(&new);
        let left = ends.saturating_duration_since(Instant::now()) / 2;
        let stop = self.prover.signals.cancel;
        let limits = Limits { time: left, nodes: NODES, stop, ..Limits::default() };
        let mut accepted = Vec::new();
        for certificate in self.analysis.prove(&self.targets, limits).certificates {
            accepted.extend(self.prover.accepted(certificate, ends).unwrap_or_default());
        }
        let known = |wanted: &Target| {
            let held = accepted.iter().find(|(it, _)| it == wanted);
            held.cloned().ok_or(Unproved::NotAccepted)
        };
        let mut found = Vec::new();
        for (id, claim) in &self.claims {
            match proofs_of(claim, &known) {
                Ok(proofs) if !proofs.is_empty() => {
                    found.push((*id, self.prover.evidence(&proofs)));
                }
                Ok(_) | Err(_) => {}
            }
        }
        found
    }

    /// Draws the graph, where that is wanted.
    fn draw(&mut self, step: String) {
        let (analysis, pictures) = (&self.analysis, &mut self.pictures);
        if let Some(pictures) = pictures
            && pictures.steps.len() <= MOST_PICTURES
        {
            let _ = pictures.add(step, &analysis.svg());
        }
    }
}

/// Pictures of each step, and a page for them.
struct Pictures {
    folder: OutputFolder,
    title: String,
    steps: Vec<String>,
}

impl Pictures {
    fn add(&mut self, step: String, svg: &str) -> Result<(), OutputError> {
        let name = format!("{}.svg", self.steps.len());
        self.folder.write_file(Path::new(&name), svg.as_bytes())?;
        self.steps.push(step);
        let page = page(&self.title, &self.steps);
        self.folder.write_file(Path::new("index.html"), page.as_bytes())
    }
}

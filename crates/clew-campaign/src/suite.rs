//! The suite of a campaign: chosen, named, written, verified.

use crate::Campaign;
use crate::at_fault::at_fault;
use crate::runs::Runs;
use clew_criteria::{Criterion, Objective, ObjectiveId, Observation, Part};
use clew_emit::verify::{Comparison, LineClaim, VerifyError, VerifyOptions, compare, verify};
use clew_emit::{
    Covered, EmitError, Emitted, Framework, Group, Suite, SuiteTest, Target, TestComp, UserSources,
    emit, name_tests,
};
use clew_explore::{Assignment, Found, reduce};
use clew_ir::{Decision, DecisionKind, FunctionId, ProbePoint, Program, Span, TerminatorKind};
use clew_symbolic::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// A test of the suite, and the run it comes from.
pub struct Test {
    /// The run's place among those that were found.
    pub place: usize,
    /// The test.
    pub test: SuiteTest,
    /// The objectives it has a part in.
    pub covers: Vec<ObjectiveId>,
    /// Its inputs.
    pub inputs: Assignment,
}

/// The suite of a campaign.
pub struct Tests {
    /// The tests, in order.
    pub tests: Vec<Test>,
}

/// What the compiler and gcov said.
pub enum Verified {
    /// Nobody asked.
    No,
    /// They could not be asked, and why.
    Failed(String),
    /// The compiler does not take the suite because of these tests.
    Rejected {
        /// What it says.
        message: String,
        /// The numbers of the tests.
        tests: Vec<usize>,
    },
    /// By this compiler.
    By(String, Comparison),
}

/// What is not checked, by the run's place among those that were found.
pub type Unchecked = BTreeMap<usize, BTreeSet<String>>;

impl Tests {
    /// Chooses a small suite out of the runs that are not set aside.
    pub(crate) fn choose(program: &Program, runs: &Runs<'_>, unchecked: &Unchecked) -> Self {
        let found = runs.found;
        let is_left = |place: usize| runs.known[place].unusable.is_none();
        let chosen = reduce::reduce(found, is_left, |found| parts_of(runs, found));
        let mut tests: Vec<Test> = Vec::new();
        let groups = [(chosen.tests, Group::Regular), (chosen.crashes, Group::Crash)];
        for (places, group) in groups {
            for place in places {
                let parts = parts_of(runs, &found[place]);
                let mut covers: Vec<_> = parts.iter().map(|part| part.objective).collect();
                covers.dedup();
                let words = covers.iter().map(|id| words(runs.objectives.get(*id)));
                let test = SuiteTest {
                    id: tests.len() + 1,
                    name: String::new(),
                    case: found[place].case.clone(),
                    covers: words.collect(),
                    group,
                    unchecked: unchecked.get(&place).cloned().unwrap_or_default(),
                };
                let inputs = found[place].assignment.clone();
                tests.push(Test { place, test, covers, inputs });
            }
        }
        let function = &program.functions[runs.entry.function()].name;
        let mut named: Vec<SuiteTest> = tests.iter().map(|test| test.test.clone()).collect();
        name_tests(program, function, &mut named);
        for (test, named) in tests.iter_mut().zip(named) {
            test.test = named;
        }
        Self { tests }
    }

    /// The first test that covers an objective.
    pub fn covering(&self, objective: ObjectiveId) -> Option<usize> {
        self.first(Group::Regular, objective).or_else(|| self.first(Group::Crash, objective))
    }

    fn first(&self, group: Group, objective: ObjectiveId) -> Option<usize> {
        let covers = |test: &&Test| test.test.group == group && test.covers.contains(&objective);
        self.tests.iter().find(covers).map(|test| test.test.id)
    }

    /// The name of the first test that reaches an objective and then ends in a fault.
    pub fn reproducer(&self, objective: ObjectiveId) -> Option<&str> {
        let id = self.first(Group::Crash, objective)?;
        self.tests.iter().find(|test| test.test.id == id).map(|test| test.test.name.as_str())
    }

    /// How many different faults there are.
    pub fn findings(&self) -> usize {
        let mut seen: Vec<_> = Vec::new();
        for fault in self.tests.iter().filter_map(|test| test.test.fault()) {
            if !seen.contains(&(fault.kind, fault.span)) {
                seen.push((fault.kind, fault.span));
            }
        }
        seen.len()
    }

    /// Writes the suite, and asks the compiler and gcov unless that is not wanted; what they say.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(
        &self,
        program: &Program,
        campaign: &Campaign,
        output: &Output<'_>,
    ) -> Result<Verified, EmitError> {
        let suite = self.suite(program, campaign.entry.function());
        let emitted = output.emit(&suite)?;
        if !output.verify || self.tests.is_empty() {
            return Ok(Verified::No);
        }
        let verified = verify(output.to.folder, &suite, &emitted.layout, &VerifyOptions::default());
        let verified = match verified {
            Ok(verification) => {
                let claims = self.claims(program, campaign);
                let comparison = compare(&verification, &claims);
                Verified::By(verification.compiler, comparison)
            }
            Err(VerifyError::DoesNotCompile { compiler, message }) => {
                let named = rejected(&emitted, &suite.plain_file(), &message);
                let tests = match named.is_empty() {
                    true => at_fault(&suite, output)?,
                    false => named,
                };
                let message = format!("{compiler} does not compile the tests:\n{message}");
                match tests.is_empty() {
                    true => Verified::Failed(message),
                    false => Verified::Rejected { message, tests },
                }
            }
            Err(error) => Verified::Failed(error.to_string()),
        };
        Ok(verified)
    }

    /// Writes the suite without asking anybody.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write_unverified(
        &self,
        program: &Program,
        entry: Entry,
        output: &Output<'_>,
    ) -> Result<(), EmitError> {
        output.emit(&self.suite(program, entry.function())).map(drop)
    }

    /// The suite to write.
    pub(crate) fn suite<'p>(&self, program: &'p Program, function: FunctionId) -> Suite<'p> {
        let tests = self.tests.iter().map(|test| test.test.clone()).collect();
        Suite { program, function, tests }
    }

    /// What is claimed of each line with branches, test by test.
    pub(crate) fn claims(&self, program: &Program, campaign: &Campaign) -> Vec<LineClaim> {
        let mut lines: BTreeMap<(PathBuf, u32), Vec<ObjectiveId>> = BTreeMap::new();
        for objective in campaign.objectives.iter() {
            if objective.criterion == Criterion::Branch
                && let Some((file, place)) = program.sources.position(objective.span)
                && starts_decision(program, campaign, objective, place.line)
            {
                lines.entry((file.path.clone(), place.line)).or_default().push(objective.id);
            }
        }
        let mut claims = Vec::new();
        for test in &self.tests {
            let covers: BTreeSet<ObjectiveId> = test.covers.iter().copied().collect();
            for ((file, line), objectives) in &lines {
                let covered = objectives.iter().filter(|id| covers.contains(id)).count() as u32;
                // Compilers split and join `?:` as they like, and count a decision of several lines on
                // any of them: only whether one is executed is claimed then.
                let is_split = objectives.iter().any(|id| is_split(program, campaign, *id));
                let total = if is_split { u32::MAX } else { objectives.len() as u32 };
                let file = file.clone();
                let line = *line;
                let ends = objectives.iter().filter(|_| is_split);
                let ends = ends.map(|id| last_line(program, campaign, *id));
                let last_line = ends.max().unwrap_or(line);
                let test = test.test.id;
                claims.push(LineClaim { test, file, line, last_line, covered, total });
            }
        }
        claims
    }
}

/// The tests that a compiler complains of in the plain suite's file.
fn rejected(emitted: &Emitted, file: &str, message: &str) -> Vec<usize> {
    let complaints = message.lines().filter(|line| line.contains("error:"));
    let lines = complaints.filter_map(|line| {
        let rest = line.strip_prefix(file)?.strip_prefix(':')?;
        rest.split(':').next()?.parse::<usize>().ok()
    });
    let mut tests: Vec<usize> = lines.filter_map(|line| emitted.test_at(line)).collect();
    tests.sort_unstable();
    tests.dedup();
    tests
}

/// Where a suite goes.
#[derive(Clone, Copy)]
pub struct Output<'a> {
    /// The folder.
    pub to: Target<'a>,
    /// The files under test.
    pub sources: &'a UserSources,
    /// The frameworks that it is written for.
    pub frameworks: &'a [Framework],
    /// Whether it is written for Test-Comp, too.
    pub test_comp: Option<&'a TestComp>,
    /// Whether the compiler and gcov are asked.
    pub verify: bool,
}

impl Output<'_> {
    /// Writes a suite.
    pub(crate) fn emit(&self, suite: &Suite<'_>) -> Result<Emitted, EmitError> {
        emit(suite, self.sources, self.frameworks, self.test_comp, self.to)
    }
}

/// What a run contributes to what is covered.
fn parts_of(runs: &Runs<'_>, found: &Found) -> Vec<Part> {
    runs.coverage.parts(&Observation { hits: &found.hits, sequence: &found.sequence })
}

fn words(objective: &Objective) -> Covered {
    Covered { line: objective.line(), text: objective.text.clone() }
}

/// The decision that a branch objective belongs to, and where it starts.
fn decision_of<'p>(
    program: &'p Program,
    campaign: &Campaign,
    objective: &Objective,
) -> Option<&'p Decision> {
    let probe = *objective.goal.probes().first()?;
    let point = campaign.objectives.plan().point(probe);
    let ProbePoint::Edge(function, block, _) = point else { return None };
    let body = program.functions[function].body.as_ref().ok()?;
    let decisions = &body.decisions;
    match body.blocks[block].terminator.kind {
        TerminatorKind::Branch { id: Some(id), .. } => {
            Some(&decisions.decisions[decisions.conditions[id].decision])
        }
        TerminatorKind::Switch { id, .. } => Some(&decisions.decisions[id]),
        _ => None,
    }
}

/// Whether an objective is on the first line of its decision: compilers may count the branches of
/// a decision of several lines there.
fn starts_decision(
    program: &Program,
    campaign: &Campaign,
    objective: &Objective,
    line: u32,
) -> bool {
    decision_of(program, campaign, objective)
        .is_none_or(|decision| program.sources.line(decision.span) == line)
}

/// The last line of an objective's decision, and of where its arms begin.
fn last_line(program: &Program, campaign: &Campaign, id: ObjectiveId) -> u32 {
    let decision = decision_of(program, campaign, campaign.objectives.get(id));
    let end = decision.map_or(0, |decision| end_line(program, decision.span));
    let begins = || {
        let probe = *campaign.objectives.get(id).goal.probes().first()?;
        let point = campaign.objectives.plan().point(probe);
        let ProbePoint::Edge(function, block, _) = point else { return None };
        let body = program.functions[function].body.as_ref().ok()?;
        let arms = body.blocks[block].terminator.kind.successors().into_iter();
        arms.map(|arm| {
            let first = body.blocks[arm].statements.first();
            program.sources.line(first.map_or(body.blocks[arm].terminator.span, |it| it.span))
        })
        .max()
    };
    begins().unwrap_or(0).max(end)
}

/// Whether an objective belongs to a `?:`, or to a decision of several lines.
fn is_split(program: &Program, campaign: &Campaign, id: ObjectiveId) -> bool {
    decision_of(program, campaign, campaign.objectives.get(id)).is_some_and(|decision| {
        decision.kind == DecisionKind::Conditional
            || end_line(program, decision.span) > program.sources.line(decision.span)
    })
}

/// The line on which a span ends.
fn end_line(program: &Program, span: Span) -> u32 {
    program.sources.line(Span { start: span.end.saturating_sub(1).max(span.start), ..span })
}

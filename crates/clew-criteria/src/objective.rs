//! Objectives, and how the criteria's findings become them.

use crate::criterion::Criterion;
use crate::unit::Unit;
use crate::{branch, function, statement};
use clew_ir::cfg::Cfg;
use clew_ir::{
    Body, FileId, Function, FunctionId, Id, IdVec, LineColumn, ProbeId, ProbePlan, ProbePoint,
    Program, Span,
};
use std::fmt;
use std::sync::Arc;

/// The number of an objective among those of its campaign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectiveId(u32);

impl Id for ObjectiveId {
    fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("an arena should stay below 2^32 elements"))
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ObjectiveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "objective{}", self.0)
    }
}

/// One thing that a criterion asks for.
#[derive(Clone, PartialEq, Debug)]
pub struct Objective {
    /// Its number.
    pub id: ObjectiveId,
    /// Its name in reports: the criterion, and the position among the criterion's objectives
    /// in the unit, from 1.
    pub name: String,
    /// The criterion that asks for it.
    pub criterion: Criterion,
    /// The function it is in.
    pub function: FunctionId,
    /// Where the user wrote what it is about.
    pub span: Span,
    /// What it is, in the user's words.
    pub text: String,
    /// The probe that a run which meets it passes.
    pub probe: ProbeId,
    place: Option<LineColumn>,
}

impl Objective {
    /// The file it is in.
    pub fn file(&self) -> Option<FileId> {
        self.span.file
    }

    /// The line, from 1; 0 when it has no place.
    pub fn line(&self) -> u32 {
        self.place.map_or(0, |place| place.line)
    }

    /// The column in bytes, from 1; 0 when it has no place.
    pub fn column(&self) -> u32 {
        self.place.map_or(0, |place| place.column)
    }
}

/// A function as the criteria see it.
pub(crate) struct Subject<'p> {
    pub(crate) program: &'p Program,
    pub(crate) id: FunctionId,
    pub(crate) function: &'p Function,
    pub(crate) body: &'p Body,
    pub(crate) cfg: Cfg,
}

/// What a criterion asks for at a place.
pub(crate) struct Found {
    pub(crate) span: Span,
    pub(crate) text: String,
    pub(crate) point: ProbePoint,
}

/// The objectives of a unit, and the probes that observe them.
#[derive(Clone, Debug)]
pub struct Objectives {
    all: IdVec<ObjectiveId, Objective>,
    plan: Arc<ProbePlan>,
}

impl Objectives {
    /// What the criteria ask for in a unit, criterion by criterion in the order given, function
    /// by function, in source order. Code that control cannot reach is left out, as compilers
    /// leave it out.
    pub fn new(program: &Program, unit: &Unit, criteria: &[Criterion]) -> Self {
        let subjects: Vec<Subject<'_>> = unit
            .functions()
            .iter()
            .filter_map(|&id| {
                let function = &program.functions[id];
                let body = function.body.as_ref().ok()?;
                Some(Subject { program, id, function, body, cfg: Cfg::new(body) })
            })
            .collect();
        let mut all: IdVec<ObjectiveId, Objective> = IdVec::new();
        let mut plan = ProbePlan::new();
        for (at, &criterion) in criteria.iter().enumerate() {
            if criteria[..at].contains(&criterion) {
                continue;
            }
            let before = all.len();
            for subject in &subjects {
                for found in find(criterion, subject) {
                    let id = all.next_id();
                    all.push(Objective {
                        id,
                        name: format!("{criterion}:{}", id.index() - before + 1),
                        criterion,
                        function: subject.id,
                        span: found.span,
                        text: found.text,
                        probe: plan.place(found.point),
                        place: program.sources.position(found.span).map(|(_, place)| place),
                    });
                }
            }
        }
        Self { all, plan: Arc::new(plan) }
    }

    /// An objective.
    pub fn get(&self, id: ObjectiveId) -> &Objective {
        &self.all[id]
    }

    /// All objectives, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Objective> {
        self.all.iter()
    }

    /// The number of objectives.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The probes that observe them.
    pub fn plan(&self) -> &Arc<ProbePlan> {
        &self.plan
    }
}

fn find(criterion: Criterion, subject: &Subject<'_>) -> Vec<Found> {
    let mut found = match criterion {
        Criterion::Statement => statement::find(subject),
        Criterion::Branch => branch::find(subject),
        Criterion::Function => function::find(subject),
    };
    found.sort_by_key(|found| (found.span.file, found.span.start));
    found
}

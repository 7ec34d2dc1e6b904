//! Objectives, and how the criteria's findings become them.

use crate::criterion::Criterion;
use crate::placer::Placer;
use crate::unit::Unit;
use crate::{
    branch, condition, dcc, decision, function, mcc, mcdc, mutation, partition, rte, statement,
    user,
};
use clew_ir::call_graph::CallGraph;
use clew_ir::cfg::Cfg;
use clew_ir::{
    BlockId, Body, Expr, FileId, Function, FunctionId, Id, IdVec, LineColumn, ProbeId, ProbePlan,
    ProbePoint, Program, Span, TerminatorKind,
};
use rustc_hash::FxHashSet;
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

/// What runs must show to meet an objective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// One run hits the probe.
    Probe(ProbeId),
    /// One run hits one of the probes.
    Any(Vec<ProbeId>),
    /// Runs show that a condition has an effect of its own on the outcome of its decision.
    Effect {
        /// The effect.
        effect: mcdc::Effect,
        /// The probes on the ways out of the decision's conditions.
        probes: Vec<ProbeId>,
        /// Labels that hold where the condition is going to determine the outcome, being false and
        /// being true: to aim at, not to be counted.
        aims: [Option<ProbeId>; 2],
    },
}

impl Goal {
    /// The probes of which every run hits one that helps to meet it: where the objective is at
    /// home.
    pub fn probes(&self) -> &[ProbeId] {
        match self {
            Goal::Probe(probe) => std::slice::from_ref(probe),
            Goal::Any(probes) | Goal::Effect { probes, .. } => probes,
        }
    }

    /// The first of them.
    pub fn probe(&self) -> ProbeId {
        self.probes()[0]
    }
}

/// Why no run can meet an objective, by its predicate alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refuted {
    /// The predicate is false for all values that the types of its operands have.
    ByRanges,
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refuted::ByRanges => {
                f.write_str("by ranges: false for all values that the types of its operands have")
            }
        }
    }
}

/// Something that a criterion would ask for but does not, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Omission {
    /// What it is about.
    pub span: Span,
    /// Why.
    pub why: String,
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
    /// What runs must show to meet it.
    pub goal: Goal,
    /// Why no run can meet it, where that is known beforehand.
    pub refuted: Option<Refuted>,
    /// How it is written where it is a mutant, and can be written.
    pub change: Option<mutation::Change>,
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

impl<'p> Subject<'p> {
    /// The condition that a block branches on.
    pub(crate) fn branch_condition(&self, block: BlockId) -> Option<&'p Expr> {
        match &self.body.blocks[block].terminator.kind {
            TerminatorKind::Branch { condition, .. } => Some(condition),
            _ => None,
        }
    }
}

/// What a run must do.
pub(crate) enum Aim {
    /// It passes a point.
    Point(ProbePoint),
    /// It passes one of several points.
    Any(Vec<ProbePoint>),
    /// It comes to a point, a [`ProbePoint::Statement`], where a predicate holds.
    Label(ProbePoint, Expr),
    /// It comes to a point where one of several predicates holds.
    AnyLabel(ProbePoint, Vec<Expr>),
}

/// What a criterion asks for at a place.
pub(crate) struct Found {
    pub(crate) span: Span,
    pub(crate) text: String,
    pub(crate) aim: Aim,
    /// How it is written where it is a mutant.
    pub(crate) change: Option<mutation::Change>,
}

/// The objectives of a unit, and the probes that observe them.
#[derive(Clone, Debug)]
pub struct Objectives {
    all: IdVec<ObjectiveId, Objective>,
    plan: Arc<ProbePlan>,
    watch: Arc<mcdc::Watch>,
    merged: usize,
    omissions: Vec<Omission>,
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
        let mut placer = Placer::new(program);
        let (mut merged, mut omissions) = (0, Vec::new());
        let watch = match criteria.iter().any(|criterion| criterion.mcdc().is_some()) {
            true => {
                let calls = CallGraph::new(program);
                let place = &mut |point| plan.place_ordered(point);
                mcdc::Watch::new(program, &calls, unit.functions(), place)
            }
            false => mcdc::Watch::default(),
        };
        for (at, &criterion) in criteria.iter().enumerate() {
            if criteria[..at].contains(&criterion) {
                continue;
            }
            let before = all.len();
            let mut labels = FxHashSet::default();
            for subject in &subjects {
                let found = match criterion.mcdc() {
                    Some(variant) => {
                        let found = mcdc::find(subject, &watch, variant, &mut plan);
                        found
                            .into_iter()
                            .map(|(span, text, goal)| (span, text, goal, None))
                            .collect()
                    }
                    None => find(criterion, subject, &mut omissions)
                        .into_iter()
                        .map(|it| {
                            let goal = placer.place(&mut plan, criterion, it.aim);
                            (it.span, it.text, goal, it.change)
                        })
                        .collect::<Vec<_>>(),
                };
                for (span, text, goal, change) in found {
                    if placer.is_label(&goal) && !labels.insert(goal.probe()) {
                        merged += 1;
                        continue;
                    }
                    let id = all.next_id();
                    let refuted = placer.refuted(&goal);
                    all.push(Objective {
                        id,
                        name: format!("{}:{}", criterion.name(), id.index() - before + 1),
                        criterion,
                        function: subject.id,
                        span,
                        text,
                        goal,
                        refuted,
                        change,
                        place: program.sources.position(span).map(|(_, place)| place),
                    });
                }
            }
        }
        Self { all, plan: Arc::new(plan), watch: Arc::new(watch), merged, omissions }
    }

    /// Leaves out the objectives that are not wanted: to the search they are as if covered. The
    /// others keep their names.
    pub fn retain(&mut self, is_wanted: impl Fn(&Objective) -> bool) {
        let mut left: IdVec<ObjectiveId, Objective> = IdVec::new();
        for objective in self.all.iter().filter(|objective| is_wanted(objective)) {
            let id = left.next_id();
            left.push(Objective { id, ..objective.clone() });
        }
        self.all = left;
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

    /// How many labels were left out because another of the same criterion is the same.
    pub fn merged(&self) -> usize {
        self.merged
    }

    /// What the criteria would ask for but do not.
    pub fn omissions(&self) -> &[Omission] {
        &self.omissions
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The decisions whose evaluations are followed.
    pub fn watch(&self) -> &Arc<mcdc::Watch> {
        &self.watch
    }

    /// The probes that observe them.
    pub fn plan(&self) -> &Arc<ProbePlan> {
        &self.plan
    }
}

fn find(criterion: Criterion, subject: &Subject<'_>, omissions: &mut Vec<Omission>) -> Vec<Found> {
    let mut found = match criterion {
        Criterion::Statement => statement::find(subject),
        Criterion::Branch => branch::find(subject),
        Criterion::Function => function::find(subject),
        Criterion::Decision => decision::find(subject),
        Criterion::Condition => condition::find(subject),
        Criterion::DecisionCondition => dcc::find(subject),
        Criterion::MultipleCondition => mcc::find(subject, omissions),
        Criterion::WeakMutation(operators) => mutation::find(subject, operators),
        Criterion::RuntimeError => rte::find(subject),
        Criterion::Labels => user::find(subject),
        Criterion::Partition => partition::find(subject),
        Criterion::Mcdc | Criterion::McdcUnique => Vec::new(),
    };
    found.sort_by_key(|found| (found.span.file, found.span.start));
    found
}

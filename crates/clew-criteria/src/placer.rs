//! How what criteria ask for becomes probes: equal labels share one.

use crate::criterion::Criterion;
use crate::objective::{Aim, Goal, Refuted};
use crate::piecewise;
use clew_ir::{Expr, ProbeId, ProbePlan, ProbePoint, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// Places probes.
pub(crate) struct Placer<'p> {
    program: &'p Program,
    /// By point and by when the predicate holds; what the user wrote, by how it is written.
    labels: FxHashMap<(ProbePoint, String), ProbeId>,
    all: FxHashSet<ProbeId>,
    refuted: FxHashSet<ProbeId>,
    /// Whether what is placed is the user's: then two that hold alike are two all the same.
    is_users: bool,
}

impl<'p> Placer<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self {
            program,
            labels: FxHashMap::default(),
            all: FxHashSet::default(),
            refuted: FxHashSet::default(),
            is_users: false,
        }
    }

    /// The goal of what a criterion asks for.
    pub(crate) fn place(&mut self, plan: &mut ProbePlan, criterion: Criterion, aim: Aim) -> Goal {
        self.is_users = matches!(criterion, Criterion::Labels | Criterion::Partition);
        match aim {
            Aim::Point(point) => Goal::Probe(plan.place(point)),
            Aim::Any(points) => match points.as_slice() {
                [point] => Goal::Probe(plan.place(*point)),
                points => Goal::Any(points.iter().map(|&point| plan.place(point)).collect()),
            },
            Aim::Label(point, predicate) => Goal::Probe(self.label(plan, point, predicate)),
            Aim::AnyLabel(point, predicates) => {
                let place = |predicate| self.label(plan, point, predicate);
                let probes: Vec<ProbeId> = predicates.into_iter().map(place).collect();
                match probes.as_slice() {
                    [probe] => Goal::Probe(*probe),
                    _ => Goal::Any(probes),
                }
            }
        }
    }

    /// The probe of a label.
    fn label(&mut self, plan: &mut ProbePlan, point: ProbePoint, predicate: Expr) -> ProbeId {
        let types = &self.program.types;
        let key = match piecewise::holds(types, &predicate).filter(|_| !self.is_users) {
            Some(holds) => holds.key(),
            None => format!("{:?}", clew_ir::rebuild::without_spans(&predicate)),
        };
        *self.labels.entry((point, key)).or_insert_with(|| {
            let is_refuted = piecewise::is_never(types, &predicate);
            let probe = plan.place_label(point, predicate);
            self.all.insert(probe);
            if is_refuted {
                self.refuted.insert(probe);
            }
            probe
        })
    }

    /// Whether a goal is a label.
    pub(crate) fn is_label(&self, goal: &Goal) -> bool {
        matches!(goal, Goal::Probe(probe) if self.all.contains(probe))
    }

    /// Why a goal cannot be met, where the predicate says it.
    pub(crate) fn refuted(&self, goal: &Goal) -> Option<Refuted> {
        let is_refuted = match goal {
            Goal::Probe(_) | Goal::Any(_) => {
                goal.probes().iter().all(|probe| self.refuted.contains(probe))
            }
            Goal::Effect { .. } => false,
        };
        is_refuted.then_some(Refuted::ByRanges)
    }
}

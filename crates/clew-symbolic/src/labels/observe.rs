//! What a run shows of itself: the probes it hits, the labels whose predicates hold.
//!
//! A predicate is evaluated as the program's own operations are, on values and terms, but its
//! checks do not fork the path ([`Path::be_quiet`]): together with the predicate's term they say
//! what must hold for the label to hold. Where the predicate faults, what would have kept it from
//! that is told instead: a run that meets it gets further.

use crate::shadow::Symbolic;
use crate::soundness::Cause;
use crate::trace::{Arm, ForkKind, ForkSite, LabelMode, Path, QuietCheck, Side};
use clew_ir::{ExprKind, PlaceBase, Position, ProbeId, ProbePlan, ProbePoint, Span};
use clew_logic::{TermId, TermPool};
use clew_vm::code::{Op, Reg};
use clew_vm::shadow::{Veto, View};
use std::ops::Range;

/// The most hits of ordered probes that are reported.
const MAX_SEQUENCE: usize = 1_000_000;

/// The probes hit by the run under way.
#[derive(Debug)]
pub(crate) struct Hits {
    /// Each once, in the order of the first hits.
    pub(crate) probes: Vec<ProbeId>,
    /// For each of them: the forks before.
    pub(crate) forks_before: Vec<u32>,
    /// The hits of ordered probes.
    pub(crate) sequence: Vec<ProbeId>,
    is_hit: Vec<bool>,
    is_ordered: Vec<bool>,
}

impl Hits {
    pub(super) fn new(plan: Option<&ProbePlan>) -> Self {
        Self {
            probes: Vec::new(),
            forks_before: Vec::new(),
            sequence: Vec::new(),
            is_hit: vec![false; plan.map_or(0, ProbePlan::len)],
            is_ordered: for_each_probe(plan, ProbePlan::is_ordered),
        }
    }

    pub(crate) fn start(&mut self) {
        for hit in self.probes.drain(..) {
            self.is_hit[hit.0 as usize] = false;
        }
        self.forks_before.clear();
        self.sequence.clear();
    }

    /// Whether the order of a probe's hits matters.
    pub(crate) fn is_ordered(&self, probe: u32) -> bool {
        self.is_ordered.get(probe as usize).copied().unwrap_or(true)
    }

    /// Control passes a probe.
    #[inline]
    pub(crate) fn enter(&mut self, probe: ProbeId, path: &mut Path) {
        let at = probe.0 as usize;
        let Some(is_hit) = self.is_hit.get_mut(at) else { return };
        if !*is_hit {
            *is_hit = true;
            self.probes.push(probe);
            self.forks_before.push(path.forks.len() as u32);
        }
        if self.is_ordered[at] {
            if self.sequence.len() < MAX_SEQUENCE {
                self.sequence.push(probe);
            } else {
                path.give_up(Cause::Sequence(MAX_SEQUENCE), Span::NONE);
            }
        }
    }
}

/// What is known of the labels.
#[derive(Debug)]
pub(crate) struct Labels {
    mode: LabelMode,
    /// By probe: it needs no more attention.
    is_settled: Vec<bool>,
    /// By probe: the predicate follows no pointer, so that nobody notices whether it was
    /// evaluated. Following one may bring an input's object into being.
    is_simple: Vec<bool>,
    /// By probe: the label as a site.
    sites: Vec<Option<ForkSite>>,
    /// By probe: how often the run under way has begun to evaluate it.
    evaluated: Vec<u32>,
    /// The label whose predicate is being evaluated, and where its code is.
    current: Option<(ProbeId, Range<u32>)>,
    /// Whether that is done on values alone. The terms of the temporaries are then wrong until
    /// the program writes them, as it does before it reads them.
    pub(crate) is_blind: bool,
    /// Whether the terms are wanted if it does not hold: most labels hold before they are aimed at.
    is_trial: bool,
    /// Whether it is done with marks for terms (see [`crate::labels::taint`]).
    pub(crate) is_taint: bool,
    /// Taint was not enough.
    pub(crate) looks_closely: bool,
}

impl Labels {
    pub(super) fn new(plan: Option<&ProbePlan>, mode: LabelMode) -> Self {
        Self {
            mode,
            is_settled: vec![false; plan.map_or(0, ProbePlan::len)],
            is_simple: for_each_probe(plan, is_simple),
            sites: for_each_probe(plan, |plan, probe| match plan.point(probe) {
                ProbePoint::Statement(function, block, statement) => {
                    let at = Position { function, block, statement };
                    Some(ForkSite { at, kind: ForkKind::Label(probe.0) })
                }
                ProbePoint::Entry(_) | ProbePoint::Edge(..) => None,
            }),
            evaluated: vec![0; plan.map_or(0, ProbePlan::len)],
            current: None,
            is_blind: false,
            is_trial: false,
            is_taint: false,
            looks_closely: false,
        }
    }

    pub(crate) fn start(&mut self) {
        self.evaluated.fill(0);
        self.current = None;
        self.is_blind = false;
        self.is_trial = false;
        self.is_taint = false;
        self.looks_closely = false;
    }

    /// Whether a predicate is being evaluated.
    pub(crate) fn is_evaluating(&self) -> bool {
        self.current.is_some()
    }

    /// Notes that a label needs no more attention.
    pub(crate) fn settle(&mut self, label: ProbeId) {
        if let Some(is_settled) = self.is_settled.get_mut(label.0 as usize) {
            *is_settled = true;
        }
    }
}

impl Symbolic<'_> {
    /// Control comes to a predicate: whether it is to be evaluated.
    pub(crate) fn enter_label(&mut self, probe: ProbeId, code: Range<u32>) -> bool {
        let at = probe.0 as usize;
        let labels = &mut self.probes.labels;
        let is_until_settled = labels.mode == LabelMode::ObserveUntilSettled;
        if is_until_settled && labels.is_settled[at] {
            return false;
        }
        let is_only_observed = match labels.mode {
            LabelMode::Observe | LabelMode::ObserveUntilSettled => true,
            LabelMode::Fork => labels.is_settled[at],
            // What lies beside the known part of a path is known as well.
            LabelMode::Side | LabelMode::EverySide => labels.is_settled[at] || !self.path.is_new(),
        };
        if is_only_observed && labels.is_simple[at] && self.probes.hits.is_hit[at] {
            return false;
        }
        // What others may have written is an input only to those who look.
        let is_simple = labels.is_simple[at] && !self.environment.has_stale();
        labels.is_trial = !is_only_observed && is_simple && labels.mode == LabelMode::Side;
        labels.is_blind = labels.is_trial || is_only_observed && is_simple;
        labels.current = Some((probe, code));
        labels.evaluated[at] += 1;
        labels.is_taint = is_only_observed && !labels.is_blind;
        if !labels.is_blind && !labels.is_taint && labels.mode != LabelMode::Fork {
            self.path.be_quiet();
        }
        true
    }

    /// The predicate faulted or is to be evaluated again, if one is being evaluated: where the run
    /// goes on.
    pub(crate) fn leave_label(&mut self) -> Option<u32> {
        let (probe, code) = self.probes.labels.current.take()?;
        self.probes.labels.is_blind = false;
        self.probes.labels.is_taint = false;
        let is_trial = std::mem::take(&mut self.probes.labels.is_trial);
        if std::mem::take(&mut self.probes.labels.looks_closely) || is_trial {
            let begin = code.start;
            self.probes.labels.current = Some((probe, code));
            if self.probes.labels.mode != LabelMode::Fork {
                self.path.be_quiet();
            }
            return Some(begin);
        }
        self.path.ending = None;
        let checks = self.path.end_quiet();
        self.note_escapes(probe, &checks);
        Some(code.end)
    }

    /// An operation of a predicate whose terms nobody asks for, or not yet.
    pub(crate) fn pass_blindly(&mut self, op: &Op, view: &View<'_, '_>) -> Result<(), Veto> {
        let &Op::Label { a, .. } = op else { return Ok(()) };
        if self.probes.labels.is_trial && view.registers[a] == 0 {
            return self.look_closely();
        }
        self.probes.labels.current = None;
        self.probes.labels.is_blind = false;
        self.probes.labels.is_trial = false;
        Ok(())
    }

    /// The predicate is evaluated.
    pub(crate) fn end_label(
        &mut self,
        a: Reg,
        probe: ProbeId,
        view: &View<'_, '_>,
    ) -> Result<(), Veto> {
        self.probes.labels.current = None;
        if std::mem::take(&mut self.probes.labels.is_taint) {
            return Ok(());
        }
        let checks = self.path.end_quiet();
        let Some(term) = self.term(view, a) else { return Ok(()) };
        let holds = view.registers[a] != 0;
        let condition = self.pool.is_nonzero(term);
        match self.probes.labels.mode {
            LabelMode::Observe | LabelMode::ObserveUntilSettled => Ok(()),
            LabelMode::Fork => {
                let Some(site) = self.probes.labels.sites[probe.0 as usize] else { return Ok(()) };
                self.path.branch(&mut self.pool, site, condition, holds, (Arm(1), Arm(0)))
            }
            LabelMode::Side if holds => Ok(()),
            LabelMode::Side | LabelMode::EverySide => {
                let guard = conjunction(&mut self.pool, &checks);
                let constraint = self.pool.and(guard, condition);
                self.add_side(probe, constraint, true);
                Ok(())
            }
        }
    }

    /// What would have kept a predicate from faulting.
    fn note_escapes(&mut self, probe: ProbeId, checks: &[QuietCheck]) {
        if !matches!(self.probes.labels.mode, LabelMode::Side | LabelMode::EverySide) {
            return;
        }
        for (at, check) in checks.iter().enumerate().filter(|(_, check)| check.faults) {
            let guard = conjunction(&mut self.pool, &checks[..at]);
            let other = self.pool.not(check.constraint);
            let constraint = self.pool.and(guard, other);
            self.add_side(probe, constraint, false);
        }
    }

    fn add_side(&mut self, probe: ProbeId, constraint: TermId, is_exact: bool) {
        let at = probe.0 as usize;
        let is_wanted = self.path.is_new() && !self.probes.labels.is_settled[at];
        if is_wanted
            && self.pool.value(constraint) != Some(0)
            && let Some(site) = self.probes.labels.sites[at]
        {
            let forks = self.path.forks.len();
            let occurrence = self.probes.labels.evaluated[at].saturating_sub(1);
            self.path.sides.push(Side { probe, site, occurrence, forks, constraint, is_exact });
        }
    }
}

/// What all checks say.
fn conjunction(pool: &mut TermPool, checks: &[QuietCheck]) -> TermId {
    checks.iter().fold(TermPool::TRUE, |all, check| pool.and(all, check.constraint))
}

fn for_each_probe<T>(plan: Option<&ProbePlan>, of: impl Fn(&ProbePlan, ProbeId) -> T) -> Vec<T> {
    plan.map_or_else(Vec::new, |plan| {
        (0..plan.len() as u32).map(|probe| of(plan, ProbeId(probe))).collect()
    })
}

/// Whether a predicate follows no pointer.
fn is_simple(plan: &ProbePlan, probe: ProbeId) -> bool {
    let mut is_simple = true;
    if let Some(predicate) = plan.predicate(probe) {
        predicate.walk(&mut |expr| {
            if let ExprKind::Load(place) = &expr.kind {
                is_simple &= !matches!(place.base, PlaceBase::Deref(_));
            }
        });
    }
    is_simple
}

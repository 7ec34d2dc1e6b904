//! One line for each infeasible objective of a campaign, for reports.

use super::account::headline_of;
use clew_campaign::explain::{Explainer, Limits};
use clew_campaign::{Campaign, Plan};
use clew_criteria::{Objective, ObjectiveId, Status};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// So many are explained; `clew explain` tells of the others.
const MOST: usize = 16;
/// What one explanation may cost: the counts decide, the time is for what they do not foresee.
const LIMITS: Limits = Limits {
    nodes: 1_000,
    calls: 24,
    questions: 2_000,
    conflicts: 5_000,
    work: u64::MAX,
    time: Duration::from_secs(1),
    stop: None,
};
/// What all of them may cost, and no more than one part in so many of the search's time.
const TIME: Duration = Duration::from_secs(3);
const SHARE: u32 = 4;

/// Why objectives are infeasible, in one line each; those that are not easily told are left out.
pub(crate) fn brief(plan: &Plan<'_>, campaign: &Campaign) -> BTreeMap<ObjectiveId, String> {
    let status = |it: &&Objective| campaign.verdicts.coverage().status(it.id);
    let infeasible = campaign.objectives.iter().filter(|it| status(it) == Status::Infeasible);
    let mut told = BTreeMap::new();
    let mut explainer = None;
    let time = plan.settings.limits.time.map_or(TIME, |budget| TIME.min(budget / SHARE));
    let ends = Instant::now() + time;
    for objective in infeasible.take(MOST) {
        if Instant::now() >= ends || plan.settings.signals.is_cancelled() {
            break;
        }
        let limits = Limits { stop: plan.settings.signals.cancel, ..LIMITS };
        let explainer = explainer.get_or_insert_with(|| Explainer::new(plan, campaign, limits));
        let reasons = explainer.reasons(objective.id);
        if let Some(line) = headline_of(explainer.program(), objective, &reasons) {
            told.insert(objective.id, line);
        }
    }
    told
}

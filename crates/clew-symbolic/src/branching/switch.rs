//! Forks with more than two arms.

use crate::shadow::Symbolic;
use crate::trace::{Arm, ForkSite, Others};
use clew_ir::{Expr, Program, Scalar, SwitchArm, TerminatorKind};
use clew_logic::{TermId, TermPool};
use clew_vm::shadow::Veto;

/// The fork of a `switch` on a value in canonical form.
pub(crate) fn fork(
    shadow: &mut Symbolic<'_>,
    site: ForkSite,
    value: TermId,
    concrete: u64,
) -> Result<(), Veto> {
    // A loop around a switch on what does not change would build the same terms on every round.
    if shadow.path.is_full() || shadow.path.has_switched(site, value) {
        return Ok(());
    }
    let program = shadow.program;
    let Ok(body) = &program.functions[site.at.function].body else { return Ok(()) };
    let TerminatorKind::Switch { value: scrutinee, arms, .. } =
        &body.blocks[site.at.block].terminator.kind
    else {
        return Ok(());
    };
    let signed = is_signed(program, scrutinee);
    let taken = Some(arm_of(program, scrutinee, arms, concrete)).filter(|arm| *arm < arms.len());
    let pool = &mut shadow.pool;
    if let Some(taken) = taken
        && !shadow.path.is_new()
    {
        let constraint = is_in(pool, value, &arms[taken], signed);
        return shadow.path.switch((site, value), Arm(taken as u64), constraint, Others::None);
    }
    let conditions: Vec<TermId> = arms.iter().map(|arm| is_in(pool, value, arm, signed)).collect();
    let any = pool.or_all(conditions.iter().copied());
    let none = pool.not(any);
    let default = (Arm(arms.len() as u64), none);
    let all: Vec<(Arm, TermId)> = conditions
        .into_iter()
        .enumerate()
        .map(|(k, it)| (Arm(k as u64), it))
        .chain([default])
        .collect();
    let arm = Arm(taken.unwrap_or(arms.len()) as u64);
    let constraint = all.iter().find(|(other, _)| *other == arm).map_or(none, |(_, it)| *it);
    if pool.value(constraint).is_some() {
        return Ok(());
    }
    let possible =
        |(other, condition): &(Arm, TermId)| *other != arm && pool.value(*condition) != Some(0);
    let others = all.iter().filter(|it| possible(it)).copied().collect();
    shadow.path.switch((site, value), arm, constraint, Others::Listed(others))
}

/// The successor of a `switch` on a value in canonical form.
pub(crate) fn arm_of(program: &Program, scrutinee: &Expr, arms: &[SwitchArm], value: u64) -> usize {
    let is_signed = is_signed(program, scrutinee);
    let number = if is_signed { i128::from(value as i64) } else { i128::from(value) };
    let taken = arms.iter().position(|arm| (arm.low..=arm.high).contains(&number));
    taken.unwrap_or(arms.len())
}

fn is_signed(program: &Program, scrutinee: &Expr) -> bool {
    matches!(program.types.scalar(scrutinee.ty), Some(Scalar::Int { signed: true, .. }) | None)
}

/// Whether the value is one of an arm's.
fn is_in(pool: &mut TermPool, value: TermId, arm: &SwitchArm, signed: bool) -> TermId {
    let low = pool.bv(64, (arm.low as u64).into());
    if arm.low == arm.high {
        return pool.eq(value, low);
    }
    let high = pool.bv(64, (arm.high as u64).into());
    let (from, to) = if signed {
        (pool.sle(low, value), pool.sle(value, high))
    } else {
        (pool.ule(low, value), pool.ule(value, high))
    };
    pool.and(from, to)
}

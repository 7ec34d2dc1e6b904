//! Modified condition/decision coverage: each condition has an effect of its own on the outcome
//! of its decision.
//!
//! A [`Shape`] is the Boolean structure of one decision; an [`Evaluation`] is one way through it;
//! a [`Tally`] keeps the distinct evaluations that runs have shown, and tells which conditions
//! they show to have an effect, by masking and by unique cause. [`Watch`] finds the evaluations in
//! the ordered probes of a run.
//!
//! Each occurrence of a condition is a condition: in `a && b || a && c` there are four.

mod aim;
mod effects;
mod find;
mod possible;
mod shape;
mod tally;
mod values;
mod watch;

#[cfg(test)]
mod tests;

pub(crate) use find::find;

pub use effects::{Effect, Effects, Half, Shown};
pub use possible::{Possible, possible};
pub use shape::{Shape, Step};
pub use tally::{News, Proof, Tally, Variant};
pub use values::{Evaluation, Position, Values};
pub use watch::{Watch, Watched, WatchedId};

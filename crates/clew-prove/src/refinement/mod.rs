//! What may hold at the heads of loops, guessed from states that the program comes to there.
//!
//! - `samples`: the program followed some way, and the states at the heads of its loops.
//! - `quantities`: the integers of a function whose relations are looked for.
//! - `relations`: what is true in all samples: bounds, order, linear equations, remainders, and what
//!   a mode (a state variable, a flag, a pointer that may be null) says of the rest.
//!
//! **Architecture invariant.** Samples are for guessing alone: whether a guess holds in every state
//! is the solver's to say, and the checker's after it.

mod quantities;
mod relations;
mod samples;

pub(crate) use relations::guesses;
pub(crate) use samples::take_samples;

//! Compositional search: functions are summarised on demand, and their paths add up instead of
//! multiplying (Godefroid, *Compositional Dynamic Test Generation*).
//!
//! The symbolic machine cuts calls out of their callers' paths ([`clew_symbolic::Call`]). Between runs, the
//! composer decides what a cut call stands for: where the path before it implies that some path of the
//! function's summary is taken, what the call leaves is one term over all these paths, and the search
//! goes on behind it; otherwise the function is searched first, with the path before the call held fixed, so that
//! each path of a summary is one of a run of the whole program.
//!
//! - `candidates`: the functions that can be summarised; `summary`: what is known of them.
//! - `alternatives`: calls that exclude each other, which summaries keep in one place.
//! - `instance`: a summary at a call, as terms of the caller; `tree`: paths by their conditions; `flat`: the path
//!   condition of a run without summaries.
//! - `known`: what is kept from one turn to the next; `inlined`: why functions are not summarised.
//! - `composer`: runs; `paths`: what is kept of them; `search`: the search of one call; `walk`: going along its path;
//!   `decisions`, `units`: branches whose ways meet at once, taken for one; `questions`: what the solver is asked;
//!   `total`: summaries that need no question; `endings`: whether what runs met is settled.
//! - `technique`: how it takes part in the search; `alone`: the paths of one function, for people;
//!   `cases`: those that come to the same; `simplify`: fewer words for each.
//!
//! - `exchange`: summaries told to others and taken from them; `names`: what objects are called there; `portable`: the text;
//!   `store`: where texts are kept, for the workers and searches of a campaign, and in files.
//!
//! **Invariant:** what is composed is never believed without a run: inputs found with summaries are run,
//! what a call left in a run is compared with what its summary says, and what is not exact is
//! searched as part of its caller.

mod alone;
mod alternatives;
mod candidates;
mod cases;
mod composer;
mod decisions;
mod endings;
mod exchange;
mod flat;
mod implied;
mod inlined;
mod instance;
mod known;
mod names;
mod paths;
mod portable;
mod questions;
mod search;
mod simplify;
mod store;
mod summary;
mod technique;
mod total;
mod tree;
mod units;
mod walk;

pub use alone::{Limits, summarise};
pub use candidates::candidates;
pub use cases::{Case, cases};
pub use composer::Composed;
pub use inlined::Inlined;
pub use paths::{EntryPath, NamedCall};
pub use store::SummaryStore;
pub use technique::{Composing, When};

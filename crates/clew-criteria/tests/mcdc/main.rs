//! MC/DC: evaluations found in runs, and what they show.

#[path = "../common/mod.rs"]
mod common;
mod llvm_cov;
mod objectives;
mod watch;

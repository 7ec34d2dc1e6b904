//! MC/DC: evaluations found in runs, and what they show.

mod llvm_cov;
mod objectives;
mod watch;

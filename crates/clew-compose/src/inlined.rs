//! Why functions are searched as part of their callers.

use clew_symbolic::Inexact;

/// Why a function is searched as part of its callers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inlined {
    /// A path of it cannot be told exactly.
    Inexact(Inexact),
    /// What it leaves has a value on some of its paths only.
    NoValue,
    /// It has more paths than are worth telling one by one.
    ManyPaths,
    /// What was searched is not found again.
    Unsteady,
    /// A run left something else than its summary says. This is a bug of ours, and never a wrong result.
    Mismatch,
}

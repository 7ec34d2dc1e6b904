//! How a search goes on: what it leaves out, what it aims at, whether it looks for faults.

use crate::technique::Selection;

/// When a label is aimed at no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LabelDeletion {
    /// Never: it is aimed at on every path.
    Never,
    /// When inputs for it have been solved for.
    Solved,
    /// When a run has covered it, whatever that run was for, or when it cannot be covered.
    #[default]
    Decided,
}

/// Whether paths are composed of those of functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compose {
    /// No.
    #[default]
    Off,
    /// Before anything else.
    On,
    /// Where the directed search meets nothing new for long.
    Auto,
}

/// How a search goes on.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// Explore every path, also when every objective is decided.
    pub exhaustive: bool,
    /// Set candidates aside that cannot meet anything open. An exhaustive search takes them all
    /// the same.
    pub filter: bool,
    /// Whether a run may be asked to take several candidates at once.
    pub joint_targets: bool,
    /// The techniques that take part.
    pub techniques: Selection,
    /// Whether paths are composed of those of functions.
    pub compose: Compose,
    /// When labels are aimed at no more.
    pub labels: LabelDeletion,
}

impl Default for SearchSettings {
    fn default() -> Self {
        SearchSettings {
            exhaustive: false,
            filter: true,
            joint_targets: true,
            techniques: Selection::default(),
            compose: Compose::default(),
            labels: LabelDeletion::default(),
        }
    }
}

/// How a search looks for faults.
#[derive(Clone, Copy, Debug)]
pub struct FaultSettings {
    /// Look for faults besides: ways into a fault count as something to be met, and are tried also
    /// when every objective is decided. Without it, and unless the search is exhaustive, they are
    /// left alone where no objective asks for them.
    pub seek: bool,
    /// Candidates that can meet nothing open and are tried all the same, for faults that show a
    /// little further on.
    pub tries: u32,
}

impl Default for FaultSettings {
    fn default() -> Self {
        FaultSettings { seek: true, tries: 32 }
    }
}

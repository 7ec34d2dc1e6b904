//! The arguments of `clew label`.

use super::Sources;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `clew label`.
#[derive(Args, Debug)]
pub(crate) struct LabelArguments {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// The functions (default: every function defined in the files)
    #[arg(short, long = "function", value_name = "NAME")]
    pub(crate) functions: Vec<String>,
    /// The criteria, such as mcc,wm:aor+ror
    #[arg(short, long = "criterion", value_name = "LIST", default_value = "labels")]
    pub(crate) criterion: String,
    /// Parts of input domains: a file of predicates over parameters (criterion partition)
    #[arg(long, value_name = "FILE")]
    pub(crate) partitions: Option<PathBuf>,
    /// Write the files with the labels in them, for other tools
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) instrument: Option<InstrumentForm>,
    /// Write them here
    #[arg(short, long = "out", value_name = "DIR", default_value = "clew-labels")]
    pub(crate) out: PathBuf,
}

/// A form of instrumented C.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InstrumentForm {
    /// clew_label(...) at each place; only Clew evaluates it
    Annotate,
    /// Each label is a branch of the program
    Direct,
    /// Each label is a choice: to aim at it and end there, or to go on
    Tight,
    /// The same until the label is covered, which a file remembers
    Idl,
}

impl From<InstrumentForm> for clew_instrument::Form {
    fn from(form: InstrumentForm) -> Self {
        match form {
            InstrumentForm::Annotate => Self::Annotate,
            InstrumentForm::Direct => Self::Direct,
            InstrumentForm::Tight => Self::Tight,
            InstrumentForm::Idl => Self::Idl,
        }
    }
}

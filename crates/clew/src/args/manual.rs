//! The arguments of `clew manual`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `clew manual`.
#[derive(Args, Debug)]
pub(crate) struct ManualArguments {
    /// The form of the manual
    #[arg(long, value_enum)]
    pub(crate) form: ManualForm,
    /// The folder for man pages
    #[arg(short, long = "out", value_name = "DIR", default_value = "man")]
    pub(crate) out: PathBuf,
}

/// A form of the manual.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ManualForm {
    /// A man page for each command, in DIR
    Man,
    /// The tables of the reference pages, on stdout
    Tables,
}

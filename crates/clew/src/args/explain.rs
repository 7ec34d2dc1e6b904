//! The arguments of `clew explain` and `clew summary`.

use super::{BoundArguments, Sources, parse_duration};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `clew explain`.
#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// The C files, and then a line or an objective, such as 12 or branch:3
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// The function (default: the one that has the line)
    #[arg(short, long = "function", value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// A harness or main(): its inputs are nondet, klee_* and CREST_* calls
    #[arg(long, value_name = "NAME", conflicts_with = "function")]
    pub(crate) entry: Option<String>,
    /// The criteria whose objectives are meant, such as branch,mcdc
    #[arg(short, long = "criterion", value_name = "LIST", default_value = "branch")]
    pub(crate) criterion: String,
    /// Wall time for the search, such as 30s or 5m
    #[arg(short, long, value_name = "TIME", default_value = "30s", value_parser = parse_duration)]
    pub(crate) budget: std::time::Duration,
    /// The form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ExplainFormat,
    /// Write here instead of to stdout
    #[arg(short, long = "out", value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Bounds on inputs (default: clew.toml beside the first file, if there is one)
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) bounds: BoundArguments,
}

/// The form of an explanation.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExplainFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// A picture: the control flow graph with the statements that matter (needs graphviz)
    Svg,
}

//! The arguments of `clew summary`.

use super::{BoundArguments, ReportFormat, Sources, parse_duration};
use clap::Args;
use std::path::PathBuf;

/// `clew summary`.
#[derive(Args, Debug)]
pub(crate) struct SummaryArguments {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// The function
    #[arg(short, long = "function", value_name = "NAME")]
    pub(crate) function: String,
    /// Wall time, such as 30s or 5m
    #[arg(short, long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    pub(crate) budget: std::time::Duration,
    /// The maximum number of runs
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) max_runs: u64,
    /// The form of the summary
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReportFormat,
    /// Bounds on inputs (default: clew.toml beside the first file, if there is one)
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) bounds: BoundArguments,
}

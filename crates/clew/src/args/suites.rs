//! The arguments of commands that look at suites: `clew score`, `clew check`.

use super::{ReportFormat, Sources, parse_duration};
use clap::Args;
use std::path::PathBuf;

/// `clew score`.
#[derive(Args, Debug)]
pub(crate) struct ScoreArguments {
    /// The C files, then the suite
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// The functions (default: every function that the suite tests)
    #[arg(short, long = "function", value_name = "NAME")]
    pub(crate) functions: Vec<String>,
    /// A harness or main() that the tests run (Test-Comp suites name it themselves)
    #[arg(long, value_name = "NAME", conflicts_with = "functions")]
    pub(crate) entry: Option<String>,
    /// The criteria, such as mcc,wm:aor+ror
    #[arg(short, long = "criterion", value_name = "LIST", default_value = "branch")]
    pub(crate) criterion: String,
    /// Parts of input domains: a file of predicates over parameters (criterion partition)
    #[arg(long, value_name = "FILE")]
    pub(crate) partitions: Option<PathBuf>,
    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReportFormat,
}

/// `clew check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// A folder that gen wrote
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The time limit of each solver for each query
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = parse_duration)]
    pub(crate) limit: std::time::Duration,
    /// Show every claim, not only what is refuted or unknown
    #[arg(long)]
    pub(crate) claims: bool,
    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReportFormat,
}

//! The arguments of commands that measure: `clew compare`, `clew ipeg`, `clew solve`.

use super::{ReportFormat, Sources, parse_duration};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `clew compare`.
#[derive(Args, Debug)]
pub(crate) struct CompareArguments {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// The functions (default: every function defined in the files)
    #[arg(short, long = "function", value_name = "NAME")]
    pub(crate) functions: Vec<String>,
    /// Leave out functions of a lower cyclomatic complexity
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) min_complexity: usize,
    /// What is to be covered, such as branch,mcdc; each on its own
    #[arg(short, long = "criterion", value_name = "LIST", default_value = "branch")]
    pub(crate) criterion: String,
    /// The strategies (default: all)
    #[arg(short, long = "strategy", value_name = "LIST", value_delimiter = ',')]
    pub(crate) strategies: Vec<String>,
    /// Whether candidates that cannot meet anything open are left out
    #[arg(long, value_enum, default_value = "with")]
    pub(crate) filter: Filtering,
    /// Seeds from 1 to this, each with its own random first inputs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seeds: u64,
    /// Runs of each search
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) max_runs: u64,
    /// Wall time of each search, such as 30s or 5m
    #[arg(short, long, value_name = "TIME", default_value = "10s", value_parser = parse_duration)]
    pub(crate) budget: std::time::Duration,
    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReportFormat,
}

/// `clew ipeg`.
#[derive(Args, Debug)]
pub(crate) struct IpegArguments {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// The function
    #[arg(short, long, value_name = "NAME")]
    pub(crate) function: String,
    /// The most tests on a path
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) tests: u32,
    /// Who answers questions
    #[arg(long, value_enum, default_value = "own")]
    pub(crate) solver: IpegSolver,
    /// What explanations are
    #[arg(long, value_enum, default_value = "minimal")]
    pub(crate) explanation: IpegExplanation,
    /// Generalise paths, spread over all, for so long (default: each of them)
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<std::time::Duration>,
    /// Generate all paths in these ways, instead of generalising each by itself
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',')]
    pub(crate) generation: Vec<IpegMode>,
}

/// Who answers the questions of an experiment.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IpegSolver {
    /// Our own
    Own,
    /// z3
    Z3,
}

/// What the explanations of an experiment are.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IpegExplanation {
    /// Minimal, by QuickXplain
    Minimal,
    /// The core that comes with the answer
    Core,
}

/// How an experiment generalises.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IpegMode {
    /// Not at all
    Plain,
    /// Every infeasible path
    General,
    /// The same, by the cores of answers
    Intrusive,
    /// The same, with automata spelled out and minimised
    Minimised,
    /// Only where branches are hot
    Heuristic,
    /// As long as it costs little
    Thrifty,
}

/// Whether a comparison filters paths.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Filtering {
    /// With path filtering
    With,
    /// Without it
    Without,
    /// Once each
    Both,
}

/// `clew solve`.
#[derive(Args, Debug)]
pub(crate) struct SolveArguments {
    /// An SMT-LIB file, or a folder of .smt2 files
    #[arg(value_name = "FILE")]
    pub(crate) path: PathBuf,
    /// The layers to ask
    #[arg(long, value_enum, default_value = "full")]
    pub(crate) stack: StackName,
    /// Wall time for each query, such as 10s (default: no limit)
    #[arg(short, long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) budget: Option<std::time::Duration>,
    /// Show the answer to each query
    #[arg(long)]
    pub(crate) answers: bool,
    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReportFormat,
}

/// A stack of solver layers.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StackName {
    /// Everything but external solvers
    Full,
    /// No recent models, no known cores
    NoCaches,
    /// Bit-blasting of whole queries only
    Sat,
    /// z3 only
    Z3,
    /// cvc5 only
    Cvc5,
}

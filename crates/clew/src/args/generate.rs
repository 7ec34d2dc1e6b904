//! The arguments of `clew gen`.

use super::{Check, ReportFormat, Sources, parse_duration};
use crate::diagnostic::UserError;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `clew gen`.
#[derive(Args, Debug)]
pub(crate) struct GenArguments {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// The functions to test (default: every function defined in the files)
    #[arg(short, long = "function", value_name = "NAME")]
    pub(crate) functions: Vec<String>,
    /// A harness or main(): its inputs are nondet, klee_* and CREST_* calls
    #[arg(long, value_name = "NAME", conflicts_with = "functions")]
    pub(crate) entry: Option<String>,
    /// Test only these functions or lines, such as parse,emit or parser.c:10-20; all else counts as
    /// covered
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Test only what changed since this git revision
    #[arg(long, value_name = "REV")]
    pub(crate) diff: Option<String>,
    /// A suite to extend, in any form that score reads
    #[arg(long, value_name = "DIR|FILE")]
    pub(crate) seeds: Option<PathBuf>,
    /// The criteria, such as branch,statement
    #[arg(short, long = "criterion", value_name = "LIST", default_value = "branch")]
    pub(crate) criterion: String,
    /// Parts of input domains: a file of predicates over parameters (criterion partition)
    #[arg(long, value_name = "FILE")]
    pub(crate) partitions: Option<PathBuf>,
    /// The search strategies; several take turns (default: by-turns; with --exhaustive: dfs)
    #[arg(short, long, value_name = "NAME[,NAME]")]
    pub(crate) strategy: Option<String>,
    /// The techniques that take part: random-walks, proofs, traces (proofs by trace refinement alone),
    /// automata, frontier, and names of strategies (default: all; with -s, all but random-walks)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) techniques: Option<Vec<String>>,
    /// When to summarise functions and compose their paths: first, never, or when the search finds nothing
    /// new for long
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub(crate) compose: ComposeWhen,
    /// Keep function summaries in this folder between runs; those of unchanged functions are used again
    /// (default: nothing is kept)
    #[arg(long, value_name = "DIR")]
    pub(crate) summaries: Option<PathBuf>,
    /// Write pictures of the frontier to this folder, with a page to step through them
    #[arg(long, value_name = "DIR")]
    pub(crate) trace_frontier: Option<PathBuf>,
    /// Wall time for each function, such as 30s or 5m (default: 30s; with --total: no limit of its own)
    #[arg(short, long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) budget: Option<std::time::Duration>,
    /// Wall time for all functions together, such as 10m: shared by what is open
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) total: Option<std::time::Duration>,
    /// Calls of a function in one test, for code whose static variables need several (default: 4; 1: never)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=24))]
    pub(crate) sequence: Option<u32>,
    /// Write the tests here (default: clew-out)
    #[arg(short, long = "out", value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReportFormat,
    /// The frameworks to write tests for
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',', default_value = "plain")]
    pub(crate) framework: Vec<FrameworkName>,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Worker threads
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
    /// Stop after this many runs of a function (default: no limit)
    #[arg(long, value_name = "N")]
    pub(crate) max_runs: Option<u64>,
    /// The maximum number of branches on a path (default: no limit)
    #[arg(long, value_name = "N")]
    pub(crate) max_depth: Option<u32>,
    /// The maximum number of steps (jumps and calls) in a run (default: 1000000)
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u64>,
    /// Explore every path, also when every objective is decided
    #[arg(long)]
    pub(crate) exhaustive: bool,
    /// Also try candidates that cannot reach anything open
    #[arg(long)]
    pub(crate) no_filter: bool,
    /// How labels (as those of mcc, wm and rte) are aimed at
    #[arg(long, value_enum, value_name = "HOW", default_value = "tight-idl2")]
    pub(crate) labels: LabelSearch,
    /// Do not compile and run the tests
    #[arg(long)]
    pub(crate) no_verify: bool,
    /// Test copies of the files, in DIR, instead of the files where they are
    #[arg(long)]
    pub(crate) standalone: bool,
    /// Run the tests of the plain suite in one process, without fork and files
    #[arg(long)]
    pub(crate) no_fork: bool,
    /// Also report these faults, which compiled code survives
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) check: Vec<Check>,
    /// End with status 1 when there is a finding, or when an objective is open
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',')]
    pub(crate) fail_on: Vec<FailOn>,
    /// End with status 1 when tests cover less of the feasible objectives, in per cent: branch=90,mcdc=80
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) fail_under: Vec<clew_report::Gate>,
    /// Findings to show: those that callers in the program or any caller can cause, or all
    #[arg(long, value_enum, value_name = "WHICH", default_value = "shown")]
    pub(crate) findings: FindingsShown,
    /// Reports to write, each as FORM or FORM=FILE; the forms are lcov, cobertura, junit, sarif and html
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) report: Vec<ReportFile>,
    /// Continue a run that was stopped or killed, from what it left in DIR
    #[arg(long)]
    pub(crate) resume: bool,
    /// Record every solver query in files of this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) dump_queries: Option<PathBuf>,
    /// Settings (default: clew.toml beside the first file or in a folder above it, if there is one)
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) bounds: BoundArguments,
}

/// When paths are composed of those of functions.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ComposeWhen {
    On,
    Off,
    Auto,
}

/// Which findings are shown.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FindingsShown {
    /// Those that any caller can cause, and those that a caller in the program does
    Shown,
    /// Also those that depend on inputs that may never occur
    All,
}

/// A report that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReportFile {
    pub(crate) form: ReportForm,
    /// Where it goes; in the folder of the tests by default.
    pub(crate) path: Option<PathBuf>,
}

/// The form of a report for other tools, or for people.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReportForm {
    Lcov,
    Cobertura,
    Junit,
    Sarif,
    Html,
}

impl std::str::FromStr for ReportFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, path) = match text.split_once('=') {
            Some((name, path)) => (name, Some(path)),
            None => (text, None),
        };
        let form = ReportForm::from_str(name, false).map_err(|_| {
            format!(
                "`{name}` is no form of a report; there are lcov, cobertura, junit, sarif, html"
            )
        })?;
        match path {
            Some("") => Err(format!("`{text}` names no file")),
            path => Ok(Self { form, path: path.map(PathBuf::from) }),
        }
    }
}

/// Bounds on inputs; what is not given comes from `clew.toml`, or is the default.
#[derive(Args, Debug, Default)]
pub(crate) struct BoundArguments {
    /// The maximum number of elements behind a pointer input (default: 8)
    #[arg(long, value_name = "N")]
    pub(crate) max_elements: Option<u64>,
    /// The maximum number of characters in a string input (default: 8)
    #[arg(long, value_name = "N")]
    pub(crate) max_string: Option<u64>,
    /// How many pointers in a row lead to new objects (default: 4)
    #[arg(long, value_name = "N")]
    pub(crate) max_pointers: Option<u32>,
    /// Pointer inputs are never null
    #[arg(long)]
    pub(crate) no_null: bool,
    /// Pointer inputs of the same type may be equal, from the beginning
    #[arg(long, conflicts_with = "no_alias")]
    pub(crate) alias: bool,
    /// Pointer inputs of the same type are never equal
    #[arg(long)]
    pub(crate) no_alias: bool,
    /// Tests and verdicts may also rest on this
    #[arg(long, value_name = "NAME")]
    pub(crate) assume: Vec<Assumed>,
    /// Tests and verdicts do not rest on this
    #[arg(long, value_name = "NAME")]
    pub(crate) no_assume: Vec<Assumed>,
}

/// What tests and verdicts may rest on beside C's own rules, as docs/soundness.md lists it.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Assumed {
    /// What the program's `clew_pre_NAME` functions require (on by default)
    Preconditions,
    /// What declarations and `clew.toml` say of parameters (on by default)
    Declarations,
    /// Pointer parameters are null or different, as with --no-alias (off by default)
    NoAlias,
}

impl BoundArguments {
    /// Whether something is assumed; what the flags do not name is as `default` says.
    pub(crate) fn assumes(&self, what: Assumed, default: bool) -> bool {
        (default || self.assume.contains(&what)) && !self.no_assume.contains(&what)
    }

    /// Flags that contradict each other are the user's mistake.
    pub(crate) fn check(&self) -> Result<(), UserError> {
        let both = self.assume.iter().find(|it| self.no_assume.contains(it));
        let contradiction = match both {
            Some(both) => {
                let name = both.to_possible_value().map(|it| it.get_name().to_owned());
                format!("`--assume` and `--no-assume` both name `{}`", name.unwrap_or_default())
            }
            None if self.alias && self.assume.contains(&Assumed::NoAlias) => {
                "`--alias` and `--assume no-alias` contradict each other".to_owned()
            }
            None if self.no_alias && self.no_assume.contains(&Assumed::NoAlias) => {
                "`--no-alias` and `--no-assume no-alias` contradict each other".to_owned()
            }
            None => return Ok(()),
        };
        Err(UserError::Other(contradiction))
    }
}

/// How labels are aimed at: the algorithms of the literature.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LabelSearch {
    /// Not at all: they are only observed
    Witness,
    /// Each is a branch of the program
    Direct,
    /// By questions beside the path, for each label on each path
    Tight,
    /// The same until a label's question was answered
    TightIdl1,
    /// The same until a label is covered, by whatever run
    TightIdl2,
}

/// What runs the tests.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FrameworkName {
    /// Nothing but the C library
    Plain,
    /// Unity
    Unity,
    /// CMocka
    Cmocka,
    /// Check
    Check,
    /// Test-Comp XML, for programs with __VERIFIER_nondet_*
    TestComp,
}

/// What makes the exit status 1.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FailOn {
    /// A finding
    Finding,
    /// An objective that is open
    Open,
}

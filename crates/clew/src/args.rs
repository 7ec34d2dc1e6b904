//! The arguments, as the user writes them.

use crate::diagnostic::UserError;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// Test generator for C.
#[derive(Parser, Debug)]
#[command(name = "clew", version, about, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Generate tests for functions
    Gen(Box<GenArguments>),
    /// Run main() on the machine: its output on stdout, its exit status as Clew's own
    Run(RunArguments),
    /// The score of a suite for any criterion: one that gen wrote, Test-Comp XML, CSV or JSON
    Score(ScoreArguments),
    /// Verify a result again from outside: proofs by z3 and cvc5, tests by cc, gcov and llvm-cov
    Check(CheckArguments),
    /// Why something is infeasible, which test covers it, or what is missing
    Explain(ExplainArguments),
    /// List the labels of a criterion, or write C with them (--instrument)
    Label(LabelArguments),
    /// Draw the control flow graph of functions
    Cfg(CfgArguments),
    /// Compare search strategies on functions: coverage over runs, for several seeds
    Compare(CompareArguments),
    /// Print the program model as text
    Ir(IrArguments),
    /// Experiments with infeasible paths and the families that they stand for, as JSON
    #[command(hide = true)]
    Ipeg(IpegArguments),
    /// Solve recorded queries again (see gen --dump-queries), or any QF_ABV script
    Solve(SolveArguments),
}

/// The sources, and how they are compiled.
#[derive(Args, Debug)]
pub(crate) struct Sources {
    /// C files; several make one program (default: all of the compilation database)
    #[arg(value_name = "FILE", required_unless_present = "compile_commands")]
    pub(crate) files: Vec<PathBuf>,
    /// Flags for the compiler, such as "-Iinclude -DNDEBUG"
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    pub(crate) cflags: String,
    /// A compilation database; its flags are used for the files it names, and without FILE all of them
    /// are read
    #[arg(short = 'p', long = "compile-commands", value_name = "FILE")]
    pub(crate) compile_commands: Option<PathBuf>,
}

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
    /// A suite to begin with, in any form that score reads: it is replayed, then extended
    #[arg(long, value_name = "DIR|FILE")]
    pub(crate) seeds: Option<PathBuf>,
    /// What is to be covered, such as branch,statement
    #[arg(short, long = "criterion", value_name = "LIST", default_value = "branch")]
    pub(crate) criterion: String,
    /// Parts of input domains: a file of predicates over parameters (criterion partition)
    #[arg(long, value_name = "FILE")]
    pub(crate) partitions: Option<PathBuf>,
    /// Which candidate is tried first (default: by-turns; with --exhaustive: dfs); several take turns
    #[arg(short, long, value_name = "NAME[,NAME]")]
    pub(crate) strategy: Option<String>,
    /// The techniques that take part: random-walks, proofs, automata, frontier (default: all; with -s, all
    /// but random-walks), and the strategies that take turns (default: as without)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) techniques: Option<Vec<String>>,
    /// Write pictures of the frontier between runs and what is open here, with a page to step through them
    #[arg(long, value_name = "DIR")]
    pub(crate) trace_frontier: Option<PathBuf>,
    /// Wall time for each function, such as 30s or 5m
    #[arg(short, long, value_name = "TIME", default_value = "30s", value_parser = parse_duration)]
    pub(crate) budget: std::time::Duration,
    /// Write the tests here (default: clew-out)
    #[arg(short, long = "out", value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReportFormat,
    /// The frameworks to write tests for
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',', default_value = "plain")]
    pub(crate) framework: Vec<FrameworkName>,
    /// The seed of what is random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Worker threads
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
    /// Stop after this many runs of a function
    #[arg(long, value_name = "N")]
    pub(crate) max_runs: Option<u64>,
    /// The most branches on a path
    #[arg(long, value_name = "N")]
    pub(crate) max_depth: Option<u32>,
    /// The most steps (jumps and calls) of a run
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u64>,
    /// Explore every path, also when every objective is decided
    #[arg(long)]
    pub(crate) exhaustive: bool,
    /// Try also candidates that cannot meet anything open
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
    /// Faults that compiled code does not suffer from
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
    /// Keep what is done in DIR/journal-FUNCTION, and go on from there
    #[arg(long)]
    pub(crate) resume: bool,
    /// Record every question to the solver in files of this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) dump_queries: Option<PathBuf>,
    /// Settings (default: clew.toml beside the first file or in a folder above it, if there is one)
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) bounds: BoundArguments,
}

/// Which findings are shown.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FindingsShown {
    /// Those that any caller can cause, and those that a caller in the program does
    Shown,
    /// Those that depend on what may never be, too
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

/// `clew score`.
#[derive(Args, Debug)]
pub(crate) struct ScoreArguments {
    /// The C files, and behind them the suite
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// The functions (default: every function that the suite tests)
    #[arg(short, long = "function", value_name = "NAME")]
    pub(crate) functions: Vec<String>,
    /// A harness or main() that the tests run (Test-Comp suites name it themselves)
    #[arg(long, value_name = "NAME", conflicts_with = "functions")]
    pub(crate) entry: Option<String>,
    /// What is to be covered, such as mcc,wm:aor+ror
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
    /// Time that each solver has for each question
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = parse_duration)]
    pub(crate) limit: std::time::Duration,
    /// Show every claim, not only what is refuted or unknown
    #[arg(long)]
    pub(crate) claims: bool,
    /// The form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ReportFormat,
}

/// `clew explain`.
#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// The C files, and behind them a line or an objective, such as 12 or branch:3
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
    /// The seed of what is random
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

impl Sources {
    /// Takes the files of the compilation database where none are named.
    pub(crate) fn complete(&mut self) -> Result<(), UserError> {
        if !self.files.is_empty() {
            return Ok(());
        }
        let options = clew_c::Options {
            cflags: String::new(),
            compile_commands: self.compile_commands.clone(),
        };
        let here = std::env::current_dir().and_then(std::fs::canonicalize).unwrap_or_default();
        let short = |path: PathBuf| path.strip_prefix(&here).map_or(path.clone(), PathBuf::from);
        self.files = options.database_files()?.into_iter().map(short).collect();
        if self.files.is_empty() {
            let message = "the compilation database names no C file: name the files to read";
            return Err(UserError::Other(message.to_owned()));
        }
        Ok(())
    }
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

/// Bounds on inputs; what is not given comes from `clew.toml`, or is the default.
#[derive(Args, Debug, Default)]
pub(crate) struct BoundArguments {
    /// The most elements behind a pointer input
    #[arg(long, value_name = "N")]
    pub(crate) max_elements: Option<u64>,
    /// The most characters of a string input
    #[arg(long, value_name = "N")]
    pub(crate) max_string: Option<u64>,
    /// How deep pointers lead to new objects
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

/// The form of a report.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReportFormat {
    /// For people
    Text,
    /// For programs
    Json,
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

/// A time such as `30s`, `5m`, `1h`, `500ms`; a plain number is in seconds.
fn parse_duration(text: &str) -> Result<std::time::Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let wrong = || format!("`{text}` is no time; write for example 30s, 5m or 500ms");
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    std::time::Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// `clew run`.
#[derive(Args, Debug)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// Faults that compiled code does not suffer from
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) check: Vec<Check>,
    /// Stop after this many steps (jumps and calls)
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u64>,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) arguments: Vec<std::ffi::OsString>,
}

/// An optional check.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Check {
    /// Signed arithmetic that overflows
    SignedOverflow,
    /// Shifts by a negative or too large count
    BadShift,
}

/// `clew cfg`.
#[derive(Args, Debug)]
pub(crate) struct CfgArguments {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// The functions to draw (default: every function defined in the files)
    #[arg(short, long = "function", value_name = "NAME")]
    pub(crate) functions: Vec<String>,
    /// The form of the picture
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: CfgFormat,
    /// Write here instead of to stdout
    #[arg(short, long = "out", value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// The form of a control flow graph.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CfgFormat {
    /// Graphviz source
    Dot,
    /// A picture (needs graphviz)
    Svg,
    /// Text
    Text,
}

/// `clew ir`.
#[derive(Args, Debug)]
pub(crate) struct IrArguments {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// The functions to print (default: the whole program)
    #[arg(short, long = "function", value_name = "NAME")]
    pub(crate) functions: Vec<String>,
    /// The form
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: IrFormat,
}

/// A form of the program model.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IrFormat {
    /// For people
    Text,
    /// Complete, for clew-check; with a function: what executions from there can reach
    Model,
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

/// Shows help and version on stdout; anything else is the user's mistake.
pub(crate) fn explain(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        crate::diagnostic::note(&error.render().to_string());
        return ExitCode::from(crate::diagnostic::USER_ERROR);
    }
    // A closed pipe is no reason to fail.
    let _ = error.print();
    ExitCode::SUCCESS
}

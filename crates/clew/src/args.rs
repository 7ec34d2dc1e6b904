//! The arguments, as the user writes them: what commands share is here, the rest by command.

mod experiments;
mod explain;
mod generate;
mod label;
mod manual;
mod program;
mod suites;
mod summary;

pub(crate) use experiments::{
    CompareArguments, Filtering, IpegArguments, IpegExplanation, IpegMode, IpegSolver,
    SolveArguments, StackName,
};
pub(crate) use explain::{ExplainArguments, ExplainFormat};
pub(crate) use generate::{
    Assumed, BoundArguments, ComposeWhen, FailOn, FindingsShown, FrameworkName, GenArguments,
    LabelSearch, ReportFile, ReportForm,
};
pub(crate) use label::LabelArguments;
pub(crate) use manual::{ManualArguments, ManualForm};
pub(crate) use program::{CfgArguments, CfgFormat, IrArguments, IrFormat, RunArguments};
pub(crate) use suites::{CheckArguments, ScoreArguments};
pub(crate) use summary::SummaryArguments;

use crate::diagnostic::UserError;
use clap::{Args, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use clew_ir::DataModel;
use std::path::PathBuf;
use std::process::ExitCode;

/// Test generator for C.
#[derive(Parser, Debug)]
#[command(name = "clew", version, about, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What the user asks for.
pub(crate) fn parse() -> Result<Arguments, clap::Error> {
    let mut command = crate::manual::command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
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
    /// What a function does, and when: its summary as readable C
    Summary(SummaryArguments),
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
    /// Print a script that completes commands and flags in a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// The manual, made from these arguments: man pages, or tables for the reference pages
    #[command(hide = true)]
    Manual(ManualArguments),
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
    /// What the program is compiled for: 64-bit or 32-bit C (ilp32 compiles with -m32)
    #[arg(long, value_name = "MODEL", default_value = "lp64")]
    pub(crate) target: TargetName,
}

/// What a program is compiled for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TargetName {
    /// x86-64: long and pointers have 64 bits
    Lp64,
    /// i386 with SSE2: int, long and pointers have 32 bits
    Ilp32,
}

impl TargetName {
    const fn data_model(self) -> DataModel {
        match self {
            TargetName::Lp64 => DataModel::Lp64,
            TargetName::Ilp32 => DataModel::Ilp32,
        }
    }
}

impl Sources {
    /// The same for other files.
    pub(crate) fn of_files(&self, files: Vec<PathBuf>) -> Self {
        let (cflags, compile_commands) = (self.cflags.clone(), self.compile_commands.clone());
        Self { files, cflags, compile_commands, target: self.target }
    }

    /// The user's flags, and those of the target: for every compiler.
    pub(crate) fn flags(&self) -> String {
        let target = self.target.data_model().flags();
        std::iter::once(self.cflags.as_str())
            .chain(target.iter().copied())
            .collect::<Vec<_>>()
            .join(" ")
    }

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

/// The form of a report.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReportFormat {
    /// For people
    Text,
    /// For programs
    Json,
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

/// An optional check.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Check {
    /// Signed arithmetic that overflows
    SignedOverflow,
    /// Shifts by a negative or too large count
    BadShift,
}

/// Shows help and version on stdout; anything else is the user's mistake.
pub(crate) fn explain(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        crate::diagnostic::note(&error.render().to_string());
        return ExitCode::from(crate::diagnostic::USER_ERROR);
    }
    // A closed pipe is no reason to fail.
    let _ = error.print();
    if error.kind() == clap::error::ErrorKind::DisplayVersion {
        crate::commands::print(&crate::manual::built_with());
    }
    ExitCode::SUCCESS
}

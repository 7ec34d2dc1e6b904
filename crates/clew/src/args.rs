//! The arguments, as the user writes them.

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
    /// Run main() on the machine: its output on stdout, its exit status as Clew's own
    Run(RunArguments),
    /// Draw the control flow graph of functions
    Cfg(CfgArguments),
    /// Print the program model as text
    Ir(IrArguments),
}

/// The sources, and how they are compiled.
#[derive(Args, Debug)]
pub(crate) struct Sources {
    /// C files; several make one program
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Flags for the compiler, such as "-Iinclude -DNDEBUG"
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    pub(crate) cflags: String,
    /// A compilation database; its flags are used for the files it names
    #[arg(short = 'p', long = "compile-commands", value_name = "FILE")]
    pub(crate) compile_commands: Option<PathBuf>,
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

//! The arguments of commands that run or show the program: `clew run`, `clew cfg`, `clew ir`.

use super::{Check, Sources};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `clew run`.
#[derive(Args, Debug)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// Also report these faults, which compiled code survives
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) check: Vec<Check>,
    /// Stop after this many steps (jumps and calls)
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u64>,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) arguments: Vec<std::ffi::OsString>,
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

//! `clew cfg`: the control flow graph of a function as a picture.
//!
//! Nodes carry the user's lines, edges the conditions under which they are taken. The picture is
//! computed once ([`picture`]); DOT, SVG (drawn by Graphviz) and plain text are ways to show it.

mod dot;
mod lines;
mod negation;
mod picture;
mod svg;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use lines::{end_of_block, statement_piece};
pub(crate) use picture::{case_value, opposite};

use clew_ir::{FunctionId, NoBody, Program};
use picture::Picture;
use std::collections::BTreeSet;
use std::fmt;

/// How the picture is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Graphviz's language.
    Dot,
    /// An SVG image; needs Graphviz.
    Svg,
    /// Plain text.
    Text,
}

/// Why there is no picture.
#[derive(Debug)]
pub(crate) enum RenderError {
    /// The function is declared and not defined.
    NotDefined {
        /// Its name.
        function: String,
    },
    /// The function uses a feature that is not supported, so that there is no graph of it.
    Unsupported {
        /// Its name.
        function: String,
        /// The feature.
        feature: String,
        /// Where it is used.
        place: String,
    },
    /// Graphviz is not installed.
    NoGraphviz,
    /// Graphviz was found and did not draw the graph.
    GraphvizFailed {
        /// What it said.
        message: String,
    },
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenderError::NotDefined { function } => {
                write!(f, "function `{function}` is declared but not defined in these files")
            }
            RenderError::Unsupported { function, feature, place } => {
                write!(f, "function `{function}` uses {feature} at {place}, which is not supported")
            }
            RenderError::NoGraphviz => write!(
                f,
                "an SVG needs Graphviz, and `dot` is not on PATH: install it, or ask for the text \
                 or DOT format"
            ),
            RenderError::GraphvizFailed { message } => {
                write!(f, "`dot` could not draw the graph: {message}")
            }
        }
    }
}

impl std::error::Error for RenderError {}

/// The control flow graph of a function, shown in the given format.
pub(crate) fn render(
    program: &Program,
    function: FunctionId,
    format: Format,
) -> Result<String, RenderError> {
    let picture = picture(program, function)?;
    match format {
        Format::Dot => Ok(dot::dot(&picture, &Marks::default())),
        Format::Svg => svg::svg(&dot::dot(&picture, &Marks::default())),
        Format::Text => Ok(text::text(&picture)),
    }
}

/// The control flow graph of a function as SVG, with marks.
pub(crate) fn render_marked(
    program: &Program,
    function: FunctionId,
    marks: &Marks,
) -> Result<String, RenderError> {
    svg::svg(&dot::dot(&picture(program, function)?, marks))
}

/// What is marked in a picture.
#[derive(Default)]
pub(crate) struct Marks {
    /// The numbers of lines.
    pub(crate) lines: BTreeSet<u32>,
    /// What stands below.
    pub(crate) below: String,
    /// What stands beside.
    pub(crate) automaton: Option<Drawing>,
}

/// An automaton to be drawn.
pub(crate) struct Drawing {
    /// What it is.
    pub(crate) title: String,
    pub(crate) states: Vec<DrawnState>,
    pub(crate) arrows: Vec<DrawnArrow>,
}

/// A state of it; the first is where it begins.
pub(crate) struct DrawnState {
    /// What holds there.
    pub(crate) text: String,
    pub(crate) is_accepting: bool,
}

/// A way between two states, with what is read line by line.
pub(crate) struct DrawnArrow {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) lines: Vec<String>,
}

fn picture(program: &Program, function: FunctionId) -> Result<Picture, RenderError> {
    let definition = &program.functions[function];
    let name = || definition.name.clone();
    match &definition.body {
        Ok(body) => Ok(Picture::new(program, definition, body)),
        Err(NoBody::Declared) => Err(RenderError::NotDefined { function: name() }),
        Err(NoBody::Unsupported(unsupported)) => Err(RenderError::Unsupported {
            function: name(),
            feature: unsupported.feature.clone(),
            place: program.sources.describe(unsupported.span),
        }),
    }
}

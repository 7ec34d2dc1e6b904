//! What can be wrong with a suite.

use crate::archive::ArchiveError;
use crate::ktest::KtestError;
use crate::xml::XmlError;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// Why a suite cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A file or folder cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file that is to be an archive is none.
    #[error("cannot read {}: {error}", path.display())]
    Archive {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: ArchiveError,
    },
    /// A file that is to be a test of KLEE's is none.
    #[error("cannot read {}: {error}", path.display())]
    Ktest {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: KtestError,
    },
    /// A record of tests is not as `clew gen` writes it.
    #[error("cannot read {}: {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// A file is not what its name says.
    #[error("{}:{line}: {error}", path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        error: TextError,
    },
    /// A test gives an input that there is not, or one of another type.
    #[error("{}: {test}: {error}", path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// Which test.
        test: String,
        /// What is wrong.
        error: Box<ValueError>,
    },
    /// The path is no suite.
    #[error(
        "{} is no suite; suites are folders that `clew gen` wrote, folders and .zip files of \
         Test-Comp XML, folders of KLEE's .ktest files, and .csv and .json files of inputs", path.display()
    )]
    UnknownForm {
        /// The path.
        path: PathBuf,
    },
    /// Nothing in the program is tested.
    #[error("the suite has no tests of functions in the files")]
    NothingTested,
    /// A table of inputs does not say whose they are.
    #[error("the suite does not say which function it tests; name it with -f")]
    WhichFunction,
}

/// What is wrong in a line of a text.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// A table is empty.
    #[error("the first row names the inputs; there is none")]
    NoHeader,
    /// Two columns of a table are about the same input.
    #[error("two columns have the name `{0}`")]
    SameColumns(String),
    /// A row of a table is not as long as the first.
    #[error("the row has {has} cells, the first row names {wants}{}", remedy(*quote))]
    Cells {
        /// How many cells the row has.
        has: usize,
        /// How many it should have.
        wants: usize,
        /// Whether blanks keep a quote in it from being one.
        quote: QuotePlace,
    },
    /// A cell of a table begins with a quote and ends nowhere.
    #[error("a quote in this row is not closed")]
    OpenQuote,
    /// A table is none.
    #[error(transparent)]
    Table(csv::Error),
    /// A document is no JSON.
    #[error(transparent)]
    Json(serde_json::Error),
    /// A document is JSON, but no suite.
    #[error(
        "a suite is an array of objects that give inputs by name, an object with such `tests`, or \
         a report of `clew gen --format json`"
    )]
    NotInputs,
    /// A document is no XML.
    #[error(transparent)]
    Xml(XmlError),
    /// A document is XML of something else.
    #[error("neither <testcase> nor <test-metadata>: no Test-Comp suite")]
    NotTestComp,
    /// An input of a Test-Comp test is no number.
    #[error("the input `{0}` is no number")]
    NoNumber(String),
    /// A row gives an input that there is not, or one of another type.
    #[error(transparent)]
    Value(Box<ValueError>),
}

/// Where the first quote of a row's cells stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuotePlace {
    /// At the beginning of a cell, or nowhere.
    First,
    /// Behind blanks, where it is a character like others.
    BehindBlanks,
}

fn remedy(quote: QuotePlace) -> &'static str {
    match quote {
        QuotePlace::First => "",
        QuotePlace::BehindBlanks => "; write a quote right behind its comma",
    }
}

/// Why a value is none for the input it is given to.
#[derive(Debug, thiserror::Error)]
pub enum ValueError {
    /// It is of another kind than the input.
    #[error("`{name}` is {wanted}, not {value}")]
    Kind {
        /// The input.
        name: String,
        /// What it takes.
        wanted: Wanted,
        /// What it is given.
        value: Json,
    },
    /// There is no such input.
    #[error("`{name}` is no input of `{function}`; {}", known(parameters))]
    NoInput {
        /// What the suite gives.
        name: String,
        /// What is tested.
        function: String,
        /// The inputs that it has.
        parameters: Vec<String>,
    },
    /// An array is given more elements than it has.
    #[error("`{name}` has {has} elements, not {given}")]
    Elements {
        /// The array.
        name: String,
        /// How many it has.
        has: u64,
        /// How many are given.
        given: usize,
    },
    /// No value of the type is an input.
    #[error("`{0}` is of a type that is no input")]
    NoValue(String),
    /// A pointer leads to something that there is not.
    #[error("`{pointer}` leads to `{target}`, which is no function")]
    NoFunction {
        /// The pointer.
        pointer: String,
        /// What is to be behind it.
        target: String,
    },
    /// A struct has no such member.
    #[error("`{record}` has no member `{member}`")]
    NoMember {
        /// The struct.
        record: String,
        /// What is given.
        member: String,
    },
    /// A member of a union is given by its name, which only pointers are.
    #[error("`{0}` is no pointer in a union")]
    NoPointer(String),
    /// The bytes of a union say nothing of a part of it.
    #[error("`{0}`: bit-fields and unions in unions cannot be given")]
    NestedUnion(String),
    /// A program is given more arguments than the machine has room for.
    #[error("a program has at most {} arguments here", u8::MAX)]
    Arguments,
    /// KLEE gave the program a file.
    #[error("`{0}` is a file, and only the standard input can be given")]
    File(String),
    /// KLEE's options ask for an argument that the test does not have.
    #[error("an argument has no object")]
    NoArgument,
    /// KLEE's options ask for arguments whose number the test does not have.
    #[error("there is no `n_args`")]
    NoArgumentCount,
}

/// What an input takes, in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wanted {
    /// A number, or a text that is one.
    #[error("a number")]
    Number,
    /// A text as it stands, or by its bytes.
    #[error("a text or a list of bytes")]
    Text,
    /// Arguments of a program.
    #[error("a list of texts")]
    Texts,
    /// The content of a file, or how it fails.
    #[error("a stream")]
    Stream,
    /// A function by its name.
    #[error("a function, as \"&name\"")]
    Function,
    /// What an array has.
    #[error("a list of elements")]
    Elements,
    /// What a union has.
    #[error("a list of bytes")]
    Bytes,
    /// What a struct has.
    #[error("an object with members")]
    Members,
}

/// The inputs there are, for the message about one that there is not.
fn known(parameters: &[String]) -> String {
    match parameters {
        [] => "it has no parameters".to_owned(),
        _ => {
            let names: Vec<String> = parameters.iter().map(|it| format!("`{it}`")).collect();
            format!("its parameters are {}", names.join(", "))
        }
    }
}

impl SuiteError {
    /// A file that cannot be read.
    pub(crate) fn read(path: &Path, error: std::io::Error) -> Self {
        SuiteError::Read { path: path.to_owned(), error }
    }

    /// A mistake in the inputs of a test.
    pub(crate) fn value(path: &Path, test: &str, error: ValueError) -> Self {
        let (path, test) = (path.to_owned(), test.to_owned());
        SuiteError::Value { path, test, error: Box::new(error) }
    }

    /// A mistake in a line of a file.
    pub(crate) fn text(path: &Path, line: usize, error: TextError) -> Self {
        SuiteError::Text { path: path.to_owned(), line, error }
    }
}

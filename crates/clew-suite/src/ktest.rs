//! KLEE's tests: one `.ktest` file each, with the bytes of every object that the program made symbolic,
//! in order.
//!
//! The format: `KTEST`, a version, the arguments that the program was given, two numbers that are not
//! used any more, and the objects, each with its name and its bytes. Numbers are of 32 bits, the highest
//! byte first; texts and bytes have their length before them.
//!
//! With KLEE's POSIX environment, the arguments say where symbolic ones stand (`--sym-args 0 2 4`), and
//! `arg00`, `n_args` and `stdin` are objects.

use crate::error::{SuiteError, ValueError};
use crate::values::{admit_arguments, admit_standard_input, roomy};
use crate::{Suite, files_in, name_of};
use clew_symbolic::{Bounds, Entry, GivenInputs};
use std::path::{Path, PathBuf};

/// Why a file is no test of KLEE's.
#[derive(Debug, thiserror::Error)]
pub enum KtestError {
    /// It is something else.
    #[error("it does not begin as KLEE's tests do")]
    NoTest,
    /// It is of a version that is not known.
    #[error("its version is {0}; 1 to 3 are known")]
    Version(u32),
    /// It is not whole.
    #[error("it ends too early")]
    TooShort,
}

/// The tests of a suite as they were read.
pub(crate) struct Tests {
    tests: Vec<(PathBuf, Ktest)>,
}

/// One test.
#[derive(Debug, PartialEq, Eq)]
struct Ktest {
    arguments: Vec<Vec<u8>>,
    objects: Vec<Object>,
}

/// What was made symbolic once.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Object {
    name: String,
    bytes: Vec<u8>,
}

impl Tests {
    /// The tests in a folder, ordered by name; `None` where there are none.
    pub(crate) fn in_folder(folder: &Path) -> Result<Option<Self>, SuiteError> {
        let files = files_in(folder, "ktest")?;
        if files.is_empty() {
            return Ok(None);
        }
        let tests = files.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(Some(Self { tests }))
    }

    /// One test.
    pub(crate) fn single(path: &Path) -> Result<Self, SuiteError> {
        Ok(Self { tests: vec![read(path.to_owned())?] })
    }

    /// The tests, as inputs of an entry.
    pub(crate) fn suite(&self, entry: Entry) -> Result<Suite, SuiteError> {
        let mut bounds = roomy();
        let given = |(path, test): &(PathBuf, Ktest)| {
            let name = name_of(path);
            match test.inputs(&mut bounds) {
                Ok(inputs) => Ok((name, inputs)),
                Err(error) => Err(SuiteError::value(path, &name, error)),
            }
        };
        let tests = self.tests.iter().map(given).collect::<Result<_, _>>()?;
        Ok(Suite::alike(entry, bounds, tests))
    }
}

fn read(path: PathBuf) -> Result<(PathBuf, Ktest), SuiteError> {
    let bytes = std::fs::read(&path).map_err(|error| SuiteError::read(&path, error))?;
    match Ktest::parse(&bytes) {
        Ok(test) => Ok((path, test)),
        Err(error) => Err(SuiteError::Ktest { path, error }),
    }
}

impl Ktest {
    /// Reads a file.
    fn parse(bytes: &[u8]) -> Result<Self, KtestError> {
        let mut rest = bytes
            .strip_prefix(b"KTEST")
            .or_else(|| bytes.strip_prefix(b"BOUT\n"))
            .ok_or(KtestError::NoTest)?;
        let version = number(&mut rest)?;
        if !(1..=3).contains(&version) {
            return Err(KtestError::Version(version));
        }
        let count = number(&mut rest)?;
        let arguments = (0..count).map(|_| text(&mut rest)).collect::<Result<_, _>>()?;
        if version >= 2 {
            number(&mut rest)?;
            number(&mut rest)?;
        }
        let count = number(&mut rest)?;
        let object = |_| {
            let name = String::from_utf8_lossy(&text(&mut rest)?).into_owned();
            Ok::<_, KtestError>(Object { name, bytes: text(&mut rest)? })
        };
        let objects = (0..count).map(object).collect::<Result<_, _>>()?;
        Ok(Self { arguments, objects })
    }

    /// The inputs of the test; widens bounds so that they have room.
    fn inputs(&self, bounds: &mut Bounds) -> Result<GivenInputs, ValueError> {
        let mut objects = self.objects.clone();
        let arguments = self.program_arguments(&mut objects)?;
        let standard_input = take(&mut objects, |it| it.name == "stdin").map(|it| it.bytes);
        objects.retain(|it| it.name != "model_version" && !it.name.ends_with("-stat"));
        objects.retain(|it| it.name != "stdout");
        if let Some(file) = objects.iter().find(|it| is_file(&it.name)) {
            return Err(ValueError::File(file.name.clone()));
        }
        let blocks = objects.into_iter().map(|it| it.bytes).collect();
        let mut given = GivenInputs::blocks_in_order(blocks);
        if let Some(text) = &standard_input {
            admit_standard_input(bounds, text);
            given.set_standard_input(text);
        }
        admit_arguments(bounds, &arguments)?;
        given.set_arguments(&arguments);
        Ok(given)
    }

    /// The arguments behind the program's name. Those that KLEE made symbolic are taken from the
    /// objects.
    fn program_arguments(&self, objects: &mut Vec<Object>) -> Result<Vec<Vec<u8>>, ValueError> {
        let mut arguments = Vec::new();
        let mut words = self.arguments.iter().skip(1).map(Vec::as_slice);
        while let Some(word) = words.next() {
            let option = word.strip_prefix(b"-").map(|it| it.strip_prefix(b"-").unwrap_or(it));
            let (operands, count) = match option {
                Some(b"sym-arg") => (1, 1),
                Some(b"sym-args") => (3, symbolic_count(objects)?),
                Some(b"sym-stdin") => (1, 0),
                Some(b"sym-files") => (2, 0),
                Some(b"sym-stdout" | b"save-all-writes") => (0, 0),
                _ => {
                    arguments.push(word.to_vec());
                    continue;
                }
            };
            words.by_ref().take(operands).for_each(drop);
            for _ in 0..count {
                let object = take(objects, |it| is_argument(&it.name));
                let object = object.ok_or(ValueError::NoArgument)?;
                arguments.push(until_zero(object.bytes));
            }
        }
        Ok(arguments)
    }
}

/// How many arguments `--sym-args` stands for in this test.
fn symbolic_count(objects: &mut Vec<Object>) -> Result<usize, ValueError> {
    let object = take(objects, |it| it.name == "n_args").ok_or(ValueError::NoArgumentCount)?;
    let lowest = object.bytes.iter().take(4).rev();
    let count = lowest.fold(0, |count, byte| count << 8 | usize::from(*byte));
    Ok(count)
}

/// Takes out the first object that is meant.
fn take(objects: &mut Vec<Object>, is_meant: impl Fn(&Object) -> bool) -> Option<Object> {
    let at = objects.iter().position(is_meant)?;
    Some(objects.remove(at))
}

/// `arg00`, as KLEE calls symbolic arguments.
fn is_argument(name: &str) -> bool {
    let number = name.strip_prefix("arg");
    number.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `A-data`, as KLEE calls symbolic files.
fn is_file(name: &str) -> bool {
    name.strip_suffix("-data").is_some_and(|it| it.len() == 1)
}

fn until_zero(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    bytes.truncate(end);
    bytes
}

/// Takes a number from the front.
fn number(rest: &mut &[u8]) -> Result<u32, KtestError> {
    let (first, behind) = rest.split_first_chunk::<4>().ok_or(KtestError::TooShort)?;
    *rest = behind;
    Ok(u32::from_be_bytes(*first))
}

/// Takes bytes with their length before them from the front.
fn text(rest: &mut &[u8]) -> Result<Vec<u8>, KtestError> {
    let length = number(rest)? as usize;
    let (text, behind) = rest.split_at_checked(length).ok_or(KtestError::TooShort)?;
    *rest = behind;
    Ok(text.to_vec())
}

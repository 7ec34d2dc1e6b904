//! The lengths that array parameters are declared with.
//!
//! C makes a pointer of an array parameter, and clang's tree keeps no trace of the outermost
//! length. Where it is a number, the declaration tells it. Where it is anything else, clang is
//! asked: it parses the unit once more, with a typedef at the start of each body concerned,
//! `typedef __typeof__(v) __clew_length_0;`, whose tree has the array. So a macro means what it
//! means there, and expressions are clang's to evaluate.
//!
//! A prototype has no body to ask in: of its lengths only numbers are known.

mod answer;
mod shape;

use crate::ast::{Kind, Node, Token};
use crate::type_text::{TypeText, TypeTextKind};
use clang_ast::Id as ClangId;
use clew_ir::DeclaredLength;
use rustc_hash::{FxHashMap, FxHashSet};
use shape::Shape;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use answer::MARK;

/// The lengths of array parameters, by clang's id of the parameter.
pub(crate) type Lengths = FxHashMap<ClangId, DeclaredLength>;

/// The files of a unit, as lengths are read from them.
pub(crate) struct Files<'a> {
    names: &'a [Arc<str>],
    /// Reads a file by clang's name of it; `None` where it cannot be read or is the system's.
    read: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    texts: FxHashMap<u32, Option<Vec<u8>>>,
}

impl<'a> Files<'a> {
    /// The files with these names.
    pub(crate) fn new(names: &'a [Arc<str>], read: &'a dyn Fn(&str) -> Option<Vec<u8>>) -> Self {
        Self { names, read, texts: FxHashMap::default() }
    }

    fn text(&mut self, file: u32) -> Option<&[u8]> {
        let (names, read) = (self.names, self.read);
        let name = names.get(file as usize)?;
        self.texts.entry(file).or_insert_with(|| read(name)).as_deref()
    }

    /// The text from the first byte to before the last.
    fn slice(&mut self, file: u32, start: u32, end: u32) -> Option<&str> {
        let bytes = self.text(file)?.get(start as usize..end as usize)?;
        std::str::from_utf8(bytes).ok()
    }

    fn token(&mut self, token: Token) -> Option<&str> {
        self.slice(token.file, token.offset, token.offset + token.length)
    }
}

/// A parameter whose length clang is asked for.
struct Question<'a> {
    function: &'a Node,
    param: &'a Node,
}

/// Where a question is put: behind the brace of a body, for a parameter of this name. One place may
/// be parsed several times, where a file is included more than once.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Spot<'a> {
    file: u32,
    offset: u32,
    param: &'a str,
}

/// A file with other contents for clang to read instead.
pub(crate) struct Changed {
    /// clang's name of the file.
    pub(crate) name: Arc<str>,
    /// What it holds now.
    pub(crate) contents: Vec<u8>,
}

/// The declared lengths of a unit's parameters. `ask` has clang parse the unit with changed files,
/// and print the trees of what is named with [`MARK`]; it is called only if need be.
pub(crate) fn declared_lengths(
    root: &Node,
    files: Files<'_>,
    ask: impl FnOnce(Vec<Changed>) -> Option<Vec<u8>>,
) -> Lengths {
    let mut survey = Survey {
        files,
        array_typedefs: FxHashSet::default(),
        lengths: Lengths::default(),
        questions: BTreeMap::new(),
    };
    for node in &root.inner {
        match node.kind {
            Kind::TypedefDecl => survey.typedef(node),
            Kind::FunctionDecl => survey.function(node),
            _ => {}
        }
    }
    if !survey.questions.is_empty()
        && let Some(json) = ask(survey.changed())
    {
        survey.answer(&answer::read(&json));
    }
    survey.lengths
}

struct Survey<'a> {
    files: Files<'a>,
    /// The names of array types.
    array_typedefs: FxHashSet<&'a str>,
    lengths: Lengths,
    /// In the order of the tree for each place.
    questions: BTreeMap<Spot<'a>, Vec<Question<'a>>>,
}

impl<'a> Survey<'a> {
    fn typedef(&mut self, node: &'a Node) {
        // A `va_list` is an array of one element, and no array to anybody.
        let Some(ty) = node.ty.as_ref().filter(|_| !node.name().ends_with("va_list")) else {
            return;
        };
        let text = ty.desugared_qual_type.as_ref().unwrap_or(&ty.qual_type);
        let is_array = text.ends_with(']')
            && TypeText::parse(text).is_ok_and(|it| matches!(it.kind, TypeTextKind::Array { .. }));
        if is_array {
            self.array_typedefs.insert(node.name());
        }
    }

    fn function(&mut self, function: &'a Node) {
        let body = function.children(Kind::CompoundStmt).next();
        for param in function.children(Kind::ParmVarDecl) {
            let Some(id) = param.id.filter(|_| param.type_text().contains('*')) else { continue };
            match shape::of(param, &mut self.files, &self.array_typedefs) {
                Shape::Other => {}
                Shape::Array(length) => {
                    self.lengths.insert(id, length);
                }
                Shape::Unclear => {
                    let brace = body.and_then(|body| self.brace(body));
                    if let Some((file, offset)) = brace {
                        let spot = Spot { file, offset, param: param.name() };
                        let question = Question { function, param };
                        self.questions.entry(spot).or_default().push(question);
                    }
                }
            }
        }
    }

    /// The place behind the brace that opens a body, unless a macro made it.
    fn brace(&mut self, body: &Node) -> Option<(u32, u32)> {
        let token = body.range.begin.plain()?;
        let is_brace = self.files.token(token)? == "{";
        is_brace.then_some((token.file, token.offset + token.length))
    }

    /// The files with the questions in them.
    fn changed(&mut self) -> Vec<Changed> {
        let mut inserted: BTreeMap<u32, Vec<(u32, String)>> = BTreeMap::new();
        for (number, spot) in self.questions.keys().enumerate() {
            let text = format!(" typedef __typeof__({}) {MARK}{number};", spot.param);
            inserted.entry(spot.file).or_default().push((spot.offset, text));
        }
        let names = self.files.names;
        inserted
            .into_iter()
            .filter_map(|(file, texts)| {
                let mut contents = self.files.text(file)?.to_vec();
                for (offset, text) in texts.into_iter().rev() {
                    let at = offset as usize;
                    contents.splice(at..at, text.bytes());
                }
                Some(Changed { name: names.get(file as usize)?.clone(), contents })
            })
            .collect()
    }

    /// Takes clang's answers: as many for each place as there are parameters that ask there.
    fn answer(&mut self, answers: &[answer::Answer]) {
        for (number, questions) in self.questions.values().enumerate() {
            let own: Vec<_> = answers.iter().filter(|answer| answer.number == number).collect();
            if own.len() != questions.len() {
                continue;
            }
            for (question, answer) in questions.iter().zip(own) {
                let length = answer.length(question.function);
                self.lengths.extend(question.param.id.zip(length));
            }
        }
    }
}

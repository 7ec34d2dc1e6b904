//! What a preprocessor printed of the user's files.

use super::same;
use crate::pack::line_marker;
use crate::tokens::scan::{self, Kind};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

/// The user's file of a printed name; `None` for one of the system.
pub(crate) type OwnFile<'f> = dyn Fn(&str) -> Option<PathBuf> + 'f;

/// A token, as [`same`] writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token<'t> {
    pub(super) text: Cow<'t, str>,
    /// Index into [`Printed::files`].
    pub(super) file: usize,
    pub(super) line: u32,
}

/// The tokens that a preprocessor printed of the user's files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Printed<'t> {
    pub(super) files: Vec<PathBuf>,
    pub(super) tokens: Vec<Token<'t>>,
}

/// The user's files that a preprocessor read.
pub(crate) fn files(text: &str, own: &OwnFile<'_>) -> Vec<PathBuf> {
    let markers = text.lines().filter_map(|line| line_marker(line.strip_prefix('#')?));
    let names: BTreeSet<String> = markers.map(|(_, name)| name).collect();
    names.iter().filter_map(|name| own(name)).collect()
}

impl<'t> Printed<'t> {
    /// Reads what `-E` prints, perhaps with the definitions of macros.
    pub(super) fn read(text: &'t str, own: &OwnFile<'_>) -> Self {
        let mut printed = Self::default();
        let mut known: HashMap<String, Option<usize>> = HashMap::new();
        let (mut file, mut line) = (None, 0);
        for each in text.lines() {
            let directive = each.trim_start().strip_prefix('#');
            if let Some((number, name)) = directive.and_then(line_marker) {
                file = match known.get(&name) {
                    Some(file) => *file,
                    None => {
                        let found = own(&name).map(|path| printed.file(path));
                        known.insert(name, found);
                        found
                    }
                };
                line = number;
                continue;
            }
            if let Some(file) = file {
                match directive {
                    Some(directive) => printed.directive(directive, file, line),
                    None => printed.code(each, file, line),
                }
            }
            line += 1;
        }
        printed.tokens = same::tokens(printed.tokens);
        printed
    }

    fn file(&mut self, path: PathBuf) -> usize {
        self.files.iter().position(|it| *it == path).unwrap_or_else(|| {
            self.files.push(path);
            self.files.len() - 1
        })
    }

    /// Of directives, pragmas are for the compiler.
    fn directive(&mut self, directive: &str, file: usize, line: u32) {
        let words = scan::scan(directive);
        let words: Vec<&str> = words.iter().map(|it| &directive[it.start..it.end]).collect();
        if let ["pragma", pragma @ ..] = &words[..]
            && !same::is_quiet_pragma(pragma)
        {
            let text = format!("#{}", pragma.join(" ")).into();
            self.tokens.push(Token { text, file, line });
        }
    }

    fn code(&mut self, text: &'t str, file: usize, line: u32) {
        let mut end_of_sign = None;
        for token in scan::scan(text) {
            let spelled = &text[token.start..token.end];
            let is_sign = matches!(token.kind, Kind::Sign(_));
            // Signs in a row are one token if C has such a token.
            if is_sign
                && end_of_sign == Some(token.start)
                && let Some(last) = self.tokens.last_mut()
                && SIGNS.contains(&format!("{}{spelled}", last.text).as_str())
            {
                last.text.to_mut().push_str(spelled);
            } else {
                self.tokens.push(Token { text: spelled.into(), file, line });
            }
            end_of_sign = is_sign.then_some(token.end);
        }
    }
}

/// The tokens of C that are several signs, and what they begin with.
const SIGNS: [&str; 24] = [
    "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=", "-=",
    "&=", "^=", "|=", "<<=", ">>=", "..", "...", "##",
];

//! From clang's places to spans.

use crate::ast::{Location, Range, Token};
use clew_ir::{Expansion, FileId, SourceFile, SourceMap, Span};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The source files of one unit, by their paths from the current folder.
pub(crate) struct UnitFiles {
    /// What clang calls them.
    told: Vec<Arc<str>>,
    /// Where they are.
    names: Vec<Arc<str>>,
    ids: Vec<Option<FileId>>,
    /// The text of what clang read from its standard input.
    stdin: Option<(String, String)>,
    /// Whether every file counts as the system's (libc models).
    all_system: bool,
}

impl UnitFiles {
    pub(crate) fn new(
        told: Vec<Arc<str>>,
        names: Vec<Arc<str>>,
        stdin: Option<(String, String)>,
        all_system: bool,
    ) -> Self {
        let ids = vec![None; names.len()];
        Self { told, names, ids, stdin, all_system }
    }

    /// What clang calls a file, also in the names of types.
    pub(crate) fn told(&self, file: FileId) -> Option<&str> {
        let at = self.ids.iter().position(|it| *it == Some(file))?;
        Some(&self.told[at])
    }

    /// Whether the unit is a part of Clew's C library.
    pub(crate) fn is_library(&self) -> bool {
        self.all_system
    }

    /// The file that a token stands in; read when it is first needed.
    fn file(&mut self, token: Token, sources: &mut SourceMap, known: &mut KnownFiles) -> FileId {
        let index = token.file as usize;
        if let Some(id) = self.ids[index] {
            return id;
        }
        let name = self.names[index].clone();
        let id = match &self.stdin {
            Some((model, text)) if &*name == "<stdin>" => {
                sources.files.push(SourceFile::new(model.into(), text.as_bytes(), true))
            }
            _ => known.open(&name, self.all_system, sources),
        };
        self.ids[index] = Some(id);
        id
    }

    /// The span of a node.
    pub(crate) fn span(
        &mut self,
        range: &Range,
        sources: &mut SourceMap,
        known: &mut KnownFiles,
    ) -> Span {
        let (Some(begin), Some(end)) = (range.begin.expansion, range.end.expansion) else {
            return Span::NONE;
        };
        let file = self.file(begin, sources, known);
        let from_macro = range.end.spelling != range.end.expansion;
        let mut last = end.offset + end.length;
        if from_macro {
            last = end_of_macro_use(sources.files[file].text(), last);
        }
        let expansion = if from_macro || range.begin.spelling != range.begin.expansion {
            self.expansion(range, sources, known)
        } else {
            None
        };
        Span { file: Some(file), start: begin.offset, end: last.max(begin.offset), expansion }
    }

    fn expansion(
        &mut self,
        range: &Range,
        sources: &mut SourceMap,
        known: &mut KnownFiles,
    ) -> Option<clew_ir::ExpansionId> {
        let (begin, end) = (range.begin.spelling?, range.end.spelling?);
        let is_range = begin.file == end.file && begin.offset <= end.offset;
        let is_all_macro = range.begin.spelling != range.begin.expansion
            && range.end.spelling != range.end.expansion;
        let first = match (is_range, is_all_macro) {
            (true, _) => begin,
            // Begun in an argument and ended in the macro's definition: the end stands for both.
            (false, true) => end,
            (false, false) => return None,
        };
        let file = self.file(first, sources, known);
        let expansion = Expansion { file, start: first.offset, end: end.offset + end.length };
        Some(sources.expansions.push(expansion))
    }

    /// The span of one token as it was spelled, also inside a macro's definition.
    pub(crate) fn spelled_token(
        &mut self,
        location: &Location,
        sources: &mut SourceMap,
        known: &mut KnownFiles,
    ) -> Option<Span> {
        let token = location.spelling?;
        let file = self.file(token, sources, known);
        let end = token.offset + token.length;
        Some(Span { file: Some(file), start: token.offset, end, expansion: None })
    }
}

/// The end of a macro's use that starts before `offset`: past its arguments, if it has any.
fn end_of_macro_use(text: &str, offset: u32) -> u32 {
    let rest = &text.as_bytes()[(offset as usize).min(text.len())..];
    let Some(open) = rest.iter().position(|byte| !byte.is_ascii_whitespace()) else {
        return offset;
    };
    if rest[open] != b'(' {
        return offset;
    }
    let mut depth = 0_u32;
    let mut quote = None;
    let mut escaped = false;
    for (at, &byte) in rest.iter().enumerate().skip(open) {
        if let Some(open_quote) = quote {
            if !escaped && byte == open_quote {
                quote = None;
            }
            escaped = byte == b'\\' && !escaped;
            continue;
        }
        match byte {
            b'"' | b'\'' => quote = Some(byte),
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return offset + at as u32 + 1;
                }
            }
            _ => {}
        }
    }
    offset
}

/// The files read so far, over all units.
#[derive(Default)]
pub(crate) struct KnownFiles {
    by_path: FxHashMap<PathBuf, FileId>,
}

impl KnownFiles {
    fn open(&mut self, name: &str, is_system: bool, sources: &mut SourceMap) -> FileId {
        let path = PathBuf::from(name);
        if let Some(&id) = self.by_path.get(&path) {
            return id;
        }
        let bytes = std::fs::read(&path).unwrap_or_default();
        let is_system = is_system || is_system_path(&path);
        let id = sources.files.push(SourceFile::new(path.clone(), &bytes, is_system));
        self.by_path.insert(path, id);
        id
    }
}

/// Whether a path belongs to the compiler or the system's headers.
pub(crate) fn is_system_path(path: &Path) -> bool {
    let system = ["/usr/include", "/usr/lib", "/usr/local/include", "/opt"];
    system.iter().any(|prefix| path.starts_with(prefix))
        || path.to_string_lossy().starts_with('<')
        || path.to_string_lossy().contains("/lib/clang/")
}

//! `#pragma pack`.
//!
//! clang marks a record that a pack pragma concerns (`MaxFieldAlignmentAttr`) but does not print the
//! value. The preprocessor's output has the pragmas that count, in their order and with those of
//! included files, and it tells where its lines come from: the values are read from there.

use crate::ast::{Kind, Node};
use clang_ast::Id as ClangId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The largest alignment of members, by clang's id of the record.
pub(crate) type Packs = FxHashMap<ClangId, u32>;

/// The values in force at the records of a unit. `preprocessed` gives the unit's preprocessed text
/// with its macros, `read` a file by clang's name of it; they are called only if a record needs it.
pub(crate) fn packs<'t>(
    root: &Node,
    names: &[Arc<str>],
    read: impl Fn(&str) -> Option<Vec<u8>>,
    preprocessed: impl FnOnce() -> Option<&'t str>,
) -> Packs {
    let mut records = Vec::new();
    marked_records(root, &mut records);
    if records.is_empty() {
        return Packs::default();
    }
    let mut table = PackTable::new(preprocessed().unwrap_or_default());
    let mut packs = Packs::default();
    let mut last_of_file = FxHashMap::default();
    let mut texts: FxHashMap<u32, String> = FxHashMap::default();
    for record in records {
        let begin = record.range.begin;
        let (Some(id), Some(token), Some(spelling)) = (record.id, begin.expansion, begin.spelling)
        else {
            continue;
        };
        let Some(name) = names.get(token.file as usize) else { continue };
        let at = (token.offset, spelling.offset);
        // What does not come after the last record of its file is in a file included again.
        if last_of_file.insert(token.file, at).is_some_and(|last| at <= last) {
            table.go_on();
        }
        let text = texts.entry(token.file).or_insert_with(|| {
            String::from_utf8_lossy(&read(name).unwrap_or_default()).into_owned()
        });
        let line = presumed_line(text, token.line);
        if let Some(value) = table.value_at(name, line) {
            packs.insert(id, value);
        }
    }
    packs
}

/// The records that a pragma concerns, in the order of the source.
fn marked_records<'a>(node: &'a Node, records: &mut Vec<&'a Node>) {
    if node.is(Kind::RecordDecl) && node.children(Kind::MaxFieldAlignmentAttr).next().is_some() {
        records.push(node);
    }
    for child in &node.inner {
        marked_records(child, records);
    }
}

/// The number that `#line` directives before a line of a file give it. (Those of inactive branches
/// are taken for active.)
pub(crate) fn presumed_line(text: &str, line: u32) -> u32 {
    let before = (1..line).zip(text.lines());
    let told = before.filter_map(|(at, text)| {
        let directive = text.trim_start().strip_prefix('#')?.trim_start();
        let rest = directive.strip_prefix("line").unwrap_or(directive).trim_start();
        let digits = rest.split_whitespace().next()?;
        Some((at, digits.parse::<u32>().ok()?))
    });
    told.last().map_or(line, |(at, number)| (number + line).saturating_sub(at + 1))
}

/// Lines of one file under one limit, in the order of the preprocessed text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stretch {
    file: Arc<str>,
    first: u32,
    last: u32,
    value: u32,
}

/// Where which limit is in force.
#[derive(Debug, Default)]
struct PackTable {
    stretches: Vec<Stretch>,
    /// Where the last answer was found: questions come in the order of the text.
    next: usize,
}

impl PackTable {
    /// Reads preprocessed text, with the definitions of macros in it.
    fn new(text: &str) -> PackTable {
        let mut reader = Reader::default();
        for line in text.lines() {
            reader.line(line);
        }
        PackTable { stretches: reader.stretches, next: 0 }
    }

    /// The limit at a line. Where a file is included more than once, the first place after the
    /// one asked for last is meant.
    fn value_at(&mut self, file: &str, line: u32) -> Option<u32> {
        let holds = |stretch: &Stretch| stretch.first <= line && line <= stretch.last;
        let is_there = |stretch: &Stretch| &*stretch.file == file && holds(stretch);
        let from = |start: usize, wanted: &dyn Fn(&Stretch) -> bool| {
            let found = self.stretches[start..].iter().position(wanted);
            found.map(|position| start + position)
        };
        // A `#line` directive may give the file another name.
        let found = from(self.next, &is_there)
            .or_else(|| from(0, &is_there))
            .or_else(|| from(self.next, &holds))?;
        self.next = found;
        Some(self.stretches[found].value)
    }

    /// What is asked next is not where the last answer was found, but behind it.
    fn go_on(&mut self) {
        self.next = (self.next + 1).min(self.stretches.len());
    }
}

/// What `push` and `pop` work on.
#[derive(Default)]
struct State {
    value: Option<u32>,
    stack: Vec<(Option<String>, Option<u32>)>,
}

impl State {
    /// Carries out the arguments of `pack(…)`. What means nothing is passed over, as clang does with
    /// a warning.
    fn apply(&mut self, words: &[&str]) {
        let is_bad = |number: u32| number != 0 && (!number.is_power_of_two() || number > 16);
        if words.iter().any(|word| parse_number(word).is_some_and(is_bad)) {
            return;
        }
        match words {
            [""] => self.value = None,
            ["push", rest @ ..] => {
                let name = rest.iter().find(|word| is_name(word)).map(|word| (*word).to_owned());
                self.stack.push((name, self.value));
                self.set(rest);
            }
            ["pop", rest @ ..] => {
                match rest.iter().find(|word| is_name(word)) {
                    Some(name) => self.pop_to(name),
                    None => {
                        if let Some((_, value)) = self.stack.pop() {
                            self.value = value;
                        }
                    }
                }
                self.set(rest);
            }
            ["show"] => {}
            words => self.set(words),
        }
    }

    /// Pops up to the entry of that name; without one, nothing is popped.
    fn pop_to(&mut self, name: &str) {
        let found = self.stack.iter().rposition(|(pushed, _)| pushed.as_deref() == Some(name));
        if let Some(position) = found {
            self.value = self.stack[position].1;
            self.stack.truncate(position);
        }
    }

    /// Sets the number among the arguments, if there is one. Zero means no limit.
    fn set(&mut self, words: &[&str]) {
        if let Some(number) = words.iter().find_map(|word| parse_number(word)) {
            self.value = (number != 0).then_some(number);
        }
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

fn parse_number(word: &str) -> Option<u32> {
    match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => word.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok(),
    }
}

/// Reads preprocessed text line by line.
#[derive(Default)]
struct Reader {
    file: Arc<str>,
    /// The number of the next line in its file.
    number: u32,
    /// Macros without parameters: pragmas are printed with their names.
    macros: FxHashMap<String, String>,
    state: State,
    stretches: Vec<Stretch>,
}

impl Reader {
    fn line(&mut self, line: &str) {
        let Some(directive) = line.trim_start().strip_prefix('#') else {
            if let Some(value) = self.state.value
                && !line.trim().is_empty()
            {
                self.extend(value);
            }
            self.number += 1;
            return;
        };
        if let Some((number, file)) = line_marker(directive) {
            self.number = number;
            if *self.file != *file {
                self.file = file.into();
            }
            return;
        }
        self.number += 1;
        if let Some(rest) = keyword(directive.trim_start(), "pragma") {
            self.pragma(rest);
        } else if let Some(rest) = keyword(directive.trim_start(), "define") {
            // What directly follows the name of a macro with parameters is their parenthesis.
            if let Some((name, body)) = rest.split_once(' ')
                && !name.contains('(')
            {
                self.macros.insert(name.to_owned(), body.trim().to_owned());
            }
        } else if let Some(rest) = keyword(directive.trim_start(), "undef") {
            self.macros.remove(rest.trim());
        }
    }

    /// This line is under the limit.
    fn extend(&mut self, value: u32) {
        match self.stretches.last_mut() {
            Some(last)
                if last.value == value
                    && last.file == self.file
                    && (last.last == self.number || last.last + 1 == self.number) =>
            {
                last.last = self.number;
            }
            _ => self.stretches.push(Stretch {
                file: self.file.clone(),
                first: self.number,
                last: self.number,
                value,
            }),
        }
    }

    /// Carries out a pragma if it is a pack pragma.
    fn pragma(&mut self, text: &str) {
        let Some(rest) = keyword(text.trim(), "pack") else { return };
        let arguments = rest.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
        if let Some((arguments, after)) = arguments
            && after.trim().is_empty()
        {
            let macros = &self.macros;
            let words = arguments.split(',').map(|word| expanded(macros, word.trim()));
            self.state.apply(&words.collect::<Vec<_>>());
        }
    }
}

/// What a macro's name stands for, if that is a number or another macro.
fn expanded<'a>(macros: &'a FxHashMap<String, String>, word: &'a str) -> &'a str {
    const DEPTH: usize = 32;
    let mut word = word;
    for _ in 0..DEPTH {
        match macros.get(word) {
            Some(body) => word = body.trim_matches(['(', ')', ' ']),
            None => break,
        }
    }
    word
}

/// The line and the file in `12 "file.c" 2`.
pub(crate) fn line_marker(directive: &str) -> Option<(u32, String)> {
    let rest = directive.strip_prefix("line").unwrap_or(directive).trim_start();
    let (number, rest) = rest.split_once(' ')?;
    let number = number.parse().ok()?;
    let quoted = rest.trim_start().strip_prefix('"')?;
    let mut file = String::new();
    let mut chars = quoted.chars();
    loop {
        match chars.next()? {
            '"' => return Some((number, file)),
            '\\' => file.push(chars.next()?),
            char => file.push(char),
        }
    }
}

/// What follows a word, if the text begins with it.
fn keyword<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    (!rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
        .then(|| rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values at the lines marked `@`, which is taken out of the text.
    fn values(text: &str) -> Vec<Option<u32>> {
        let mut table = PackTable::new(&format!("# 1 \"f.c\"\n{}", text.replace('@', " ")));
        let lines = text.lines().enumerate().filter(|(_, line)| line.starts_with('@'));
        lines.map(|(at, _)| table.value_at("f.c", at as u32 + 1)).collect()
    }

    #[test]
    fn set_and_reset() {
        let text = "@struct A;\n#pragma pack(2)\n@struct B;\n#pragma pack()\n@struct C;\n\
                    # pragma pack ( 4 )\n@struct D;\n#pragma pack(0)\n@struct E;";
        assert_eq!(values(text), [None, Some(2), None, Some(4), None]);
    }

    #[test]
    fn push_and_pop() {
        let text = "#pragma pack(push, 1)\n@A\n#pragma pack(push)\n#pragma pack(8)\n@B\n\
                    #pragma pack(pop)\n@C\n#pragma pack(pop)\n@D\n#pragma pack(pop)\n@E";
        assert_eq!(values(text), [Some(1), Some(8), Some(1), None, None]);
    }

    #[test]
    fn named_entries() {
        let text = "#pragma pack(push, a, 1)\n@A\n#pragma pack(push, b, 2)\n#pragma pack(push, 4)\n\
                    @B\n#pragma pack(pop, b)\n@C\n#pragma pack(pop, none)\n@D\n\
                    #pragma pack(pop, a, 8)\n@E";
        assert_eq!(values(text), [Some(1), Some(4), Some(1), Some(1), Some(8)]);
    }

    #[test]
    fn pragmas_that_clang_passes_over() {
        let text = "#pragma pack(2)\n#pragma pack(3)\n@A\n#pragma pack(push, 32)\n@B\n\
                    #pragma pack(1) x\n@C\n#pragma pack(pop)\n@D\n#pragma pack(word)\n@E\n\
                    #pragma packed(1)\n@F";
        assert_eq!(values(text), [Some(2); 6]);
    }

    #[test]
    fn macros_stand_for_numbers() {
        let text = "#define N (M)\n#define M 2\n#define F(x) 8\n#pragma pack(push, N)\n@A\n\
                    #undef M\n#pragma pack(M)\n@B\n#pragma pack(pop)\n@C";
        assert_eq!(values(text), [Some(2), Some(2), None]);
    }

    #[test]
    fn lines_of_other_files_and_of_files_included_again() {
        let text = "# 1 \"a.c\"\n#pragma pack(1)\n# 1 \"d/h \\\"x\\\".h\" 1\nstruct A;\n\
                    # 3 \"a.c\" 2\n#pragma pack(2)\n# 1 \"d/h \\\"x\\\".h\" 1\nstruct A;\n";
        let mut table = PackTable::new(text);
        assert_eq!(table.value_at("d/h \"x\".h", 1), Some(1));
        table.go_on();
        assert_eq!(table.value_at("d/h \"x\".h", 1), Some(2));
        table.go_on();
        assert_eq!(table.value_at("a.c", 9), None);
    }

    #[test]
    fn lines_are_counted_as_directives_say() {
        let text = "a\n#line 300 \"x.y\"\nb\nc\n# 7 \"z.c\" 2\nd\n#define line 5\ne";
        let numbers: Vec<u32> = (1..=8).map(|line| presumed_line(text, line)).collect();
        assert_eq!(numbers, [1, 2, 300, 301, 302, 7, 8, 9]);
    }

    #[test]
    fn one_line_in_pieces() {
        let text = "# 7 \"a.c\"\nint x;\n# 7 \"a.c\"\n#pragma pack(1)\n# 7 \"a.c\"\n struct A {};\n\
                    # 7 \"a.c\"\n#pragma pack()\n# 7 \"a.c\"\n struct B {};\n";
        assert_eq!(PackTable::new(text).value_at("a.c", 7), Some(1));
    }

    #[test]
    fn no_text_is_a_problem() {
        for text in ["pack", "#pragma pack", "#pragma pack(", "#", "# 1", "# 1 \"x", "#define"] {
            assert_eq!(PackTable::new(text).value_at("x", 1), None, "for {text}");
        }
    }
}

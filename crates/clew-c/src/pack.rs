//! `#pragma pack`.
//!
//! clang marks a record that a pack pragma concerns (`MaxFieldAlignmentAttr`) but does not print the
//! value; it is found here from the text of the file. Conditional compilation and included files
//! are not looked into: a value is asked for only where clang says that one is in force.

use crate::literal::quoted_length;
use rustc_hash::FxHashMap;

/// The pack values in force along a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PackTable {
    /// From each byte offset on, the alignment limit; in order of the offsets.
    changes: Vec<(usize, Option<u32>)>,
}

impl PackTable {
    /// Reads the pragmas of a file.
    pub(crate) fn new(text: &[u8]) -> PackTable {
        if !contains(text, b"pack") {
            return PackTable::default();
        }
        let mut scanner = Scanner {
            text,
            position: 0,
            macros: FxHashMap::default(),
            state: State::default(),
            changes: Vec::new(),
        };
        scanner.run();
        PackTable { changes: scanner.changes }
    }

    /// The value in force at a byte offset; `None` when there is no limit.
    pub(crate) fn value_at(&self, offset: usize) -> Option<u32> {
        let after = self.changes.partition_point(|(start, _)| *start <= offset);
        self.changes[..after].last().and_then(|(_, value)| *value)
    }
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
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
    fn apply(&mut self, arguments: &str) {
        let words: Vec<&str> = arguments.split(',').map(str::trim).collect();
        let is_bad = |number: u32| number != 0 && (!number.is_power_of_two() || number > 16);
        if words.iter().any(|word| parse_number(word).is_some_and(is_bad)) {
            return;
        }
        match words.as_slice() {
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

struct Scanner<'a> {
    text: &'a [u8],
    position: usize,
    /// The pragmas in the bodies of macros, by the macro's name.
    macros: FxHashMap<String, Vec<String>>,
    state: State,
    changes: Vec<(usize, Option<u32>)>,
}

impl Scanner<'_> {
    fn run(&mut self) {
        let mut at_line_start = true;
        while let Some(&byte) = self.text.get(self.position) {
            match byte {
                b'\n' => {
                    at_line_start = true;
                    self.position += 1;
                    continue;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                    self.position += 1;
                    continue;
                }
                b'/' if self.skip_comment() => continue,
                b'#' if at_line_start => {
                    self.position += 1;
                    let line = self.logical_line();
                    self.directive(&line);
                    continue;
                }
                b'"' | b'\'' => self.position += quoted_length(&self.text[self.position..]),
                b'\\' => self.position += 2,
                _ if is_word_byte(byte) => self.word(),
                _ => self.position += 1,
            }
            at_line_start = false;
        }
    }

    /// Passes over a comment, if one begins here.
    fn skip_comment(&mut self) -> bool {
        let rest = &self.text[self.position..];
        if rest.starts_with(b"/*") {
            let end = rest[2..].windows(2).position(|window| window == b"*/");
            self.position += end.map_or(rest.len(), |end| end + 4);
            true
        } else if rest.starts_with(b"//") {
            // A backslash continues the comment on the next line.
            while let Some(&byte) = self.text.get(self.position) {
                match byte {
                    b'\n' => break,
                    b'\\' => self.position += self.splice_length().unwrap_or(1),
                    _ => self.position += 1,
                }
            }
            true
        } else {
            false
        }
    }

    /// The length of a backslash and the line end after it, if that is what stands here.
    fn splice_length(&self) -> Option<usize> {
        let rest = &self.text[self.position..];
        if rest.starts_with(b"\\\n") {
            Some(2)
        } else if rest.starts_with(b"\\\r\n") {
            Some(3)
        } else {
            None
        }
    }

    /// The rest of the line with continued lines joined and comments turned into spaces; stops
    /// before the line end.
    fn logical_line(&mut self) -> String {
        let mut line = Vec::new();
        while let Some(&byte) = self.text.get(self.position) {
            match byte {
                b'\n' => break,
                b'\\' if self.splice_length().is_some() => {
                    self.position += self.splice_length().unwrap_or(1);
                }
                b'/' if self.skip_comment() => line.push(b' '),
                b'"' | b'\'' => {
                    let rest = &self.text[self.position..];
                    let end_of_line = rest.iter().position(|byte| *byte == b'\n');
                    let length = quoted_length(rest).min(end_of_line.unwrap_or(rest.len()));
                    line.extend_from_slice(&rest[..length]);
                    self.position += length;
                }
                _ => {
                    line.push(byte);
                    self.position += 1;
                }
            }
        }
        String::from_utf8_lossy(&line).into_owned()
    }

    /// A preprocessor directive, without its `#`.
    fn directive(&mut self, line: &str) {
        let line = line.trim();
        if let Some(rest) = keyword(line, "pragma") {
            self.pragma(rest);
        } else if let Some(rest) = keyword(line, "define") {
            let length = rest.bytes().take_while(|byte| is_word_byte(*byte)).count();
            let (name, body) = rest.split_at(length);
            let pragmas = pragma_operators(body);
            if !pragmas.is_empty() {
                self.macros.insert(name.to_owned(), pragmas);
            }
        } else if let Some(rest) = keyword(line, "undef") {
            self.macros.remove(rest.trim());
        }
    }

    /// Carries out a pragma if it is a pack pragma.
    fn pragma(&mut self, text: &str) {
        let Some(rest) = keyword(text.trim(), "pack") else { return };
        let arguments = rest.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'));
        if let Some((arguments, after)) = arguments
            && after.trim().is_empty()
        {
            self.state.apply(arguments);
            self.changes.push((self.position, self.state.value));
        }
    }

    /// A word of the code: `_Pragma`, or a macro that holds one.
    fn word(&mut self) {
        let rest = &self.text[self.position..];
        let length = rest.iter().take_while(|byte| is_word_byte(**byte)).count();
        let word = String::from_utf8_lossy(&rest[..length]);
        if word == "_Pragma" {
            let quote = rest.iter().position(|byte| *byte == b'"').unwrap_or(rest.len());
            let end = match &rest[quote..] {
                [] => length,
                literal => quote + quoted_length(literal),
            };
            let text = String::from_utf8_lossy(&rest[..end]).into_owned();
            self.position += end;
            for pragma in pragma_operators(&text) {
                self.pragma(&pragma);
            }
            return;
        }
        self.position += length;
        if let Some(pragmas) = self.macros.get(word.as_ref()).cloned() {
            for pragma in pragmas {
                self.pragma(&pragma);
            }
        }
    }
}

/// What follows a word, if the text begins with it.
fn keyword<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    (!rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
        .then(|| rest.trim_start())
}

/// The pragmas that `_Pragma("…")` operators in the text give.
fn pragma_operators(text: &str) -> Vec<String> {
    let mut pragmas = Vec::new();
    for (start, _) in text.match_indices("_Pragma") {
        let rest = text[start + "_Pragma".len()..].trim_start();
        let Some(rest) = rest.strip_prefix('(') else { continue };
        let rest = rest.trim_start();
        if rest.starts_with('"') {
            let inner = &rest.as_bytes()[1..quoted_length(rest.as_bytes()).max(1)];
            let inner = inner.strip_suffix(b"\"").unwrap_or(inner);
            pragmas.push(String::from_utf8_lossy(inner).replace("\\\"", "\""));
        }
    }
    pragmas
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values at the places marked `@1`, `@2`, …, which are taken out of the text.
    fn values(text: &str) -> Vec<Option<u32>> {
        let pieces: Vec<&str> = text.split('@').collect();
        let table = PackTable::new(pieces.concat().as_bytes());
        let mut offset = 0;
        let mut values = Vec::new();
        for piece in &pieces[..pieces.len() - 1] {
            offset += piece.len();
            values.push(table.value_at(offset));
        }
        values
    }

    #[test]
    fn set_and_reset() {
        let text = "@struct A;\n#pragma pack(2)\n@struct B;\n#pragma pack()\n@struct C;\n \
                    # pragma pack ( 4 ) // c\n@ #pragma pack(0)\n@";
        assert_eq!(values(text), [None, Some(2), None, Some(4), None]);
    }

    #[test]
    fn push_and_pop() {
        let text = "#pragma pack(push, 1)\n@\n#pragma pack(push)\n#pragma pack(8)\n@\n\
                    #pragma pack(pop)\n@\n#pragma pack(pop)\n@\n#pragma pack(pop)\n@";
        assert_eq!(values(text), [Some(1), Some(8), Some(1), None, None]);
    }

    #[test]
    fn named_entries() {
        let text = "#pragma pack(push, a, 1)\n@\n#pragma pack(push, b, 2)\n#pragma pack(push, 4)\n@\n\
                    #pragma pack(pop, b)\n@\n#pragma pack(pop, none)\n@\n#pragma pack(pop, a, 8)\n@";
        assert_eq!(values(text), [Some(1), Some(4), Some(1), Some(1), Some(8)]);
    }

    #[test]
    fn comments_strings_and_continued_lines() {
        let text = "/* #pragma pack(1)\n#pragma pack(1) */\n@ // x \\\n#pragma pack(1)\n@\
                    char *s = \"\\\n#pragma pack(1)\\\n\";\n@#pragma \\\n pack(/* two */ 2)\n@\
                    char c = '\"';\n@#pragma packed(1)\n@ x #pragma pack(1)\n@";
        let expected = [None, None, None, Some(2), Some(2), Some(2), Some(2)];
        assert_eq!(values(text), expected);
    }

    #[test]
    fn pragma_operators_in_code_and_macros() {
        let text = "_Pragma(\"pack(1)\") @struct A; _Pragma (\"pack()\")\n@\
                    #define BEGIN(x) _Pragma(\"pack(push)\") \\\n  _Pragma(\"pack(2)\")\n\
                    #define END _Pragma(\"pack(pop)\")\n@BEGIN(1) @struct B; END @\n\
                    #undef END\n_Pragma(\"pack(4)\") END @";
        assert_eq!(values(text), [Some(1), None, None, Some(2), None, Some(4)]);
    }

    #[test]
    fn pragmas_that_clang_passes_over() {
        let text = "#pragma pack(2)\n#pragma pack(3)\n@#pragma pack(push, 32)\n@\
                    #pragma pack(1) x\n@#pragma pack(pop)\n@#pragma pack(word)\n@";
        assert_eq!(values(text), [Some(2); 5]);
    }

    #[test]
    fn no_text_is_a_problem() {
        for text in [
            "pack",
            "#pragma pack",
            "#pragma pack(",
            "#pragma pack(x",
            "\"pack",
            "/* pack",
            "_Pragma(\"pack(",
            "pack\\",
            "#define P _Pragma(",
            "_Pragma pack",
        ] {
            assert_eq!(PackTable::new(text.as_bytes()).value_at(1000), None, "for {text}");
        }
        assert_eq!(PackTable::new(&[0xff, b'p', b'a', b'c', b'k', b'\\']).value_at(0), None);
    }
}

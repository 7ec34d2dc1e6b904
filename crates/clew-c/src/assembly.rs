//! Where assembly stands in the text of a file, in functions, at file scope and in macros.
//!
//! An `asm` that names the symbol of a declaration is part of what C means and none of these; one that
//! names the register of a `register` variable is. Behind a `)`, `asm("word")` may be either and is taken
//! for a symbol.

use std::ops::Range;

/// The assembly of a text, each from its `asm` to its closing bracket.
pub fn assembly(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut position = 0;
    let mut before = Before::Start;
    let mut is_register = false;
    while position < text.len() {
        let start = position;
        position = skip(text, position);
        let word = match &text[start..position] {
            word if is_word(word[0]) => word,
            [b';' | b'{' | b'}' | b':'] => {
                before = Before::Start;
                is_register = false;
                continue;
            }
            other => {
                if !is_blank(other) {
                    before = Before::Other;
                }
                continue;
            }
        };
        is_register |= word == b"register";
        if matches!(word, b"asm" | b"__asm" | b"__asm__")
            && let Some(it) = Assembly::read(text, position)
        {
            if before == Before::Start || is_register || it.is_statement(text) {
                found.push(start..it.end);
            }
            position = it.end;
        }
        before = if matches!(word, b"else" | b"do") { Before::Start } else { Before::Other };
    }
    found
}

/// What stands before a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The beginning of a statement or declaration.
    Start,
    /// A part of it.
    Other,
}

/// What stands behind an `asm`.
struct Assembly {
    is_qualified: bool,
    inside: Range<usize>,
    end: usize,
}

impl Assembly {
    fn read(text: &[u8], mut position: usize) -> Option<Self> {
        let mut is_qualified = false;
        loop {
            let start = position;
            position = skip(text, position);
            match text.get(start..position)? {
                [] => return None,
                b"(" => break,
                word if is_word(word[0]) => is_qualified = true,
                other if is_blank(other) => {}
                _ => return None,
            }
        }
        let begin = position;
        let mut depth = 1;
        while depth > 0 {
            let start = position;
            position = skip(text, position);
            match text.get(start..position)? {
                [] => return None,
                b"(" => depth += 1,
                b")" => depth -= 1,
                _ => {}
            }
        }
        Some(Self { is_qualified, inside: begin..position - 1, end: position })
    }

    /// Whether it can be no symbol of a declaration.
    fn is_statement(&self, text: &[u8]) -> bool {
        let inside = &text[self.inside.clone()];
        let is_symbol = |byte: &u8| is_word(*byte) || b"\" \t.$@".contains(byte);
        let blanks = inside.trim_ascii().iter().filter(|byte| **byte == b' ').count();
        let literals = inside.iter().filter(|byte| **byte == b'"').count();
        self.is_qualified || !inside.iter().all(is_symbol) || (blanks > 0 && literals == 2)
    }
}

/// The end of what begins here: a word, a literal, a comment, or one byte.
fn skip(text: &[u8], position: usize) -> usize {
    let rest = &text[position.min(text.len())..];
    let length = match rest {
        [b'/', b'*', inside @ ..] => {
            let end = inside.windows(2).position(|pair| pair == b"*/");
            end.map_or(rest.len(), |end| end + 4)
        }
        [b'/', b'/', ..] => rest.iter().take_while(|byte| **byte != b'\n').count(),
        [quote @ (b'"' | b'\''), ..] => {
            let mut length = 1;
            while length < rest.len() && rest[length] != *quote && rest[length] != b'\n' {
                length += if rest[length] == b'\\' { 2 } else { 1 };
            }
            length + 1
        }
        [first, ..] if is_word(*first) => rest.iter().take_while(|byte| is_word(**byte)).count(),
        [_, ..] => 1,
        [] => 0,
    };
    position + length.min(rest.len())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_blank(token: &[u8]) -> bool {
    token.starts_with(b"/*")
        || token.starts_with(b"//")
        || token.trim_ascii().is_empty()
        || token == b"\\"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> =
            assembly(text.as_bytes()).into_iter().filter_map(|range| text.get(range)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn statements_and_declarations() {
        check("__asm__(\".syntax unified\");\nint x;", &["__asm__(\".syntax unified\")"]);
        check("void f(void) { asm volatile (\"dsb (sy)\" ::: \"memory\"); }", {
            &["asm volatile (\"dsb (sy)\" ::: \"memory\")"]
        });
        check("if (x) __asm__(\"mov r0, r1\"); else asm(\"nop\");", {
            &["__asm__(\"mov r0, r1\")", "asm(\"nop\")"]
        });
        check("#define B() \\\n __asm (\"rev %0\" : \"=r\"(y) : \"r\"((x)))\n", {
            &["__asm (\"rev %0\" : \"=r\"(y) : \"r\"((x)))"]
        });
        check("{ register int r asm(\"r0\") = x; }", &["asm(\"r0\")"]);
    }

    #[test]
    fn symbols_comments_and_what_has_no_end() {
        check("int f(int) __asm__(\"g\"); int v asm (\"\" \"w\");", &[]);
        check("/* asm(\"x y\"); */ // asm(\"x y\");\nchar *s = \"asm(1);\";", &[]);
        check("asm(\"x", &[]);
        check("asm", &[]);
        check("{ asm volatile", &[]);
    }
}

//! `#include` and `#define` directives in the text of a file.
//!
//! Read as C's early phases of translation have it: comments are blanks, a line that ends in a
//! backslash goes on, and a directive stands first on its line. What `#if` leaves out is read too.

use std::ops::Range;

/// An `#include` that names a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Include<'t> {
    /// The name as it is written.
    pub name: &'t str,
    /// What stands around it.
    pub form: IncludeForm,
    /// From the `#` to behind the name, as bytes of the text.
    pub range: Range<usize>,
}

/// What stands around the name of an included file, which says where it is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IncludeForm {
    /// `"name"`: beside the file first.
    Quoted,
    /// `<name>`: along the search path only.
    Angled,
}

/// The `#include` directives of a text, in order; those of a macro name no file and are left out.
pub fn includes(text: &[u8]) -> Vec<Include<'_>> {
    directives(text, |scanner, start| scanner.include(start))
}

/// The names that a text defines as macros, in order; what it undefines again is among them.
pub fn defined_macros(text: &[u8]) -> Vec<&str> {
    directives(text, |scanner, _| scanner.definition())
}

/// What `read` finds behind the `#` of each directive; it is told where that is.
fn directives<'t, T>(
    text: &'t [u8],
    read: impl Fn(&mut Scanner<'t>, usize) -> Option<T>,
) -> Vec<T> {
    let mut scanner = Scanner { text, position: 0 };
    let mut found = Vec::new();
    let mut is_line_start = true;
    while let Some(byte) = scanner.peek() {
        if scanner.skip_blank() {
            continue;
        }
        match byte {
            b'\n' => {
                is_line_start = true;
                scanner.position += 1;
                continue;
            }
            b'#' | b'%' if is_line_start => {
                let start = scanner.position;
                if scanner.begins_directive() {
                    found.extend(read(&mut scanner, start));
                }
            }
            b'"' | b'\'' => scanner.skip_quoted(byte),
            _ => scanner.position += 1,
        }
        is_line_start = false;
    }
    found
}

struct Scanner<'t> {
    text: &'t [u8],
    position: usize,
}

impl<'t> Scanner<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.position).copied()
    }

    fn rest(&self) -> &'t [u8] {
        &self.text[self.position.min(self.text.len())..]
    }

    /// Takes `token` if it stands here.
    fn eat(&mut self, token: &[u8]) -> bool {
        let is_here = self.rest().starts_with(token);
        if is_here {
            self.position += token.len();
        }
        is_here
    }

    /// Takes a blank, a comment or the end of a line that goes on; `false` where there is none.
    fn skip_blank(&mut self) -> bool {
        if self.eat(b"\\\n") || self.eat(b"\\\r\n") {
            return true;
        }
        if self.eat(b"/*") {
            let end = self.rest().windows(2).position(|pair| pair == b"*/");
            self.position = end.map_or(self.text.len(), |end| self.position + end + 2);
            return true;
        }
        if self.eat(b"//") {
            while self.peek().is_some_and(|byte| byte != b'\n') {
                if !self.eat(b"\\\n") && !self.eat(b"\\\r\n") {
                    self.position += 1;
                }
            }
            return true;
        }
        let is_blank = matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c));
        self.position += usize::from(is_blank);
        is_blank
    }

    /// Takes a literal, which ends with its line at the latest.
    fn skip_quoted(&mut self, quote: u8) {
        self.position += 1;
        while let Some(byte) = self.peek().filter(|byte| *byte != b'\n') {
            if self.eat(b"\\\r\n") {
                continue;
            }
            self.position += if byte == b'\\' { 2 } else { 1 };
            if byte == quote {
                return;
            }
        }
    }

    /// Takes the sign that begins a directive, and what is blank behind it.
    fn begins_directive(&mut self) -> bool {
        if !self.eat(b"#") && !self.eat(b"%:") {
            self.position += 1;
            return false;
        }
        while self.skip_blank() {}
        true
    }

    /// Takes a `#define` up to the name that it defines.
    fn definition(&mut self) -> Option<&'t str> {
        if !self.eat(b"define") {
            return None;
        }
        while self.skip_blank() {}
        let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
        let length = self.rest().iter().take_while(is_word).count();
        let name = &self.rest()[..length];
        self.position += length;
        std::str::from_utf8(name).ok().filter(|name| !name.is_empty())
    }

    /// Takes all of an `#include` that names a file; its `#` is at `start`.
    fn include(&mut self, start: usize) -> Option<Include<'t>> {
        if !self.eat(b"include") {
            return None;
        }
        while self.skip_blank() {}
        let (form, close) = match self.peek()? {
            b'"' => (IncludeForm::Quoted, b'"'),
            b'<' => (IncludeForm::Angled, b'>'),
            _ => return None,
        };
        let name = &self.rest()[1..];
        let length = name.iter().position(|byte| *byte == close || *byte == b'\n')?;
        let is_closed = name[length] == close;
        self.position += 1 + length + usize::from(is_closed);
        let name = std::str::from_utf8(&name[..length]).ok().filter(|_| is_closed)?;
        Some(Include { name, form, range: start..self.position })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let found = includes(text.as_bytes());
        let found: Vec<_> =
            found.iter().map(|it| (it.name, text.get(it.range.clone()).unwrap_or(""))).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn names_and_their_places() {
        check("#include \"a.h\"\nint x;\n  # include <b/c.h> // why\n", {
            &[("a.h", "#include \"a.h\""), ("b/c.h", "# include <b/c.h>")]
        });
        check("#include \"a.h\"", &[("a.h", "#include \"a.h\"")]);
        check("%:include <a.h>\r\n", &[("a.h", "%:include <a.h>")]);
        let forms: Vec<_> =
            includes(b"#include \"a\"\n#include <b>").iter().map(|it| it.form).collect();
        assert_eq!(forms, [IncludeForm::Quoted, IncludeForm::Angled]);
    }

    #[test]
    fn macros_by_their_names() {
        let text = b"#define A 1\n # define B(x) x\n/*\n#define C\n*/\n#undef D\n#define \\\n E\n";
        assert_eq!(defined_macros(text), ["A", "B", "E"]);
        assert_eq!(defined_macros(b"#define int long\n\"#define x\"\n"), ["int"]);
    }

    #[test]
    fn comments_and_lines_that_go_on() {
        check("/* #include \"a.h\"\n#include \"b.h\"\n*/ #include \"c.h\"", {
            &[("c.h", "#include \"c.h\"")]
        });
        check(
            "// so \\\n#include \"a.h\"\n#/**/include/* */<b.h>",
            &[("b.h", "#/**/include/* */<b.h>")],
        );
        check("#\\\ninclude \\\r\n\"a.h\"", &[("a.h", "#\\\ninclude \\\r\n\"a.h\"")]);
    }

    #[test]
    fn what_only_looks_like_one() {
        check("char *s = \"\\\n#include \\\"a.h\\\"\";\nint x; #include \"b.h\"\n", &[]);
        check(
            "#define I #include \"a.h\"\n#include NAME\n#include_next <a.h>\n#include \"a\n",
            &[],
        );
        check("#error don't\n#include \"a.h\"\n", &[("a.h", "#include \"a.h\"")]);
        check("#", &[]);
        check("#include", &[]);
        check("#include \"", &[]);
        check("\"\\", &[]);
    }
}

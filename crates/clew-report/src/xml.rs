//! XML, written element by element.

use std::fmt::Write as _;

/// XML that is being written.
pub(crate) struct Writer {
    text: String,
    open: Vec<&'static str>,
}

impl Writer {
    pub(crate) fn new() -> Self {
        Self { text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), open: Vec::new() }
    }

    /// A line that is written as it is: a document type.
    pub(crate) fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    /// Begins an element that has others in it.
    pub(crate) fn begin(&mut self, name: &'static str, attributes: &[(&str, String)]) {
        self.tag(name, attributes, ">");
        self.open.push(name);
    }

    /// Ends the element that began last.
    pub(crate) fn end(&mut self) {
        if let Some(name) = self.open.pop() {
            let indent = "  ".repeat(self.open.len());
            let _ = writeln!(self.text, "{indent}</{name}>");
        }
    }

    /// An element without others in it.
    pub(crate) fn empty(&mut self, name: &'static str, attributes: &[(&str, String)]) {
        self.tag(name, attributes, "/>");
    }

    /// An element with nothing but text in it.
    pub(crate) fn text(&mut self, name: &'static str, attributes: &[(&str, String)], text: &str) {
        self.tag(name, attributes, ">");
        self.text.pop();
        let _ = writeln!(self.text, "{}</{name}>", escape(text));
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, String)], end: &str) {
        let _ = write!(self.text, "{}<{name}", "  ".repeat(self.open.len()));
        for (key, value) in attributes {
            let _ = write!(self.text, " {key}=\"{}\"", escape(value));
        }
        let _ = writeln!(self.text, "{end}");
    }

    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.end();
        }
        self.text
    }
}

/// A text inside of XML or HTML: nothing of it is markup, and characters that XML has no place for are
/// shown as what they are not.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(character),
            control if control.is_control() || is_no_character(control) => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            other => escaped.push(other),
        }
    }
    escaped
}

/// Whether XML 1.0 has no place for a character that is no control character.
fn is_no_character(character: char) -> bool {
    matches!(character, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_are_escaped() {
        assert_eq!(escape("a<b && c>\"d\""), "a&lt;b &amp;&amp; c&gt;&quot;d&quot;");
        assert_eq!(escape("a\u{0}b\u{1b}c\td"), "a\u{fffd}b\u{fffd}c\td");
    }

    #[test]
    fn elements_are_nested() {
        let mut xml = Writer::new();
        xml.begin("a", &[("x", "1".to_owned())]);
        xml.text("b", &[], "t & u");
        xml.empty("c", &[]);
        let text = xml.finish();
        assert!(text.ends_with("<a x=\"1\">\n  <b>t &amp; u</b>\n  <c/>\n</a>\n"), "{text}");
    }
}

//! The elements of an XML document with their text; attributes are passed over.

use quick_xml::errors::{Error, IllFormedError, SyntaxError};
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, Event};
use quick_xml::reader::Reader;

/// An element: its name and the text directly in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Why a document is no XML.
#[derive(Debug, thiserror::Error)]
pub enum XmlError {
    /// A comment goes on to the end.
    #[error("a comment is not closed")]
    OpenComment,
    /// A CDATA section goes on to the end.
    #[error("a CDATA section is not closed")]
    OpenCdata,
    /// A tag goes on to the end.
    #[error("a tag is not closed")]
    OpenTag,
    /// An element goes on to the end.
    #[error("<{0}> is not closed")]
    OpenElement(String),
    /// A tag closes an element that is not the innermost open one.
    #[error("nothing to close with </{0}>")]
    Unopened(String),
    /// Anything else, as the reader of XML says it.
    #[error(transparent)]
    Other(Error),
}

impl From<Error> for XmlError {
    fn from(error: Error) -> Self {
        match error {
            Error::Syntax(SyntaxError::UnclosedComment) => XmlError::OpenComment,
            Error::Syntax(SyntaxError::UnclosedCData) => XmlError::OpenCdata,
            Error::Syntax(SyntaxError::UnclosedTag) => XmlError::OpenTag,
            Error::IllFormed(IllFormedError::UnmatchedEndTag(name)) => XmlError::Unopened(name),
            Error::IllFormed(IllFormedError::MismatchedEndTag { found, .. }) => {
                XmlError::Unopened(found)
            }
            other => XmlError::Other(other),
        }
    }
}

/// The elements of a document in the order in which they begin; what is wrong, and on which line,
/// where it is no XML.
pub(crate) fn elements(document: &str) -> Result<Vec<Element>, (usize, XmlError)> {
    let mut reader = Reader::from_str(document);
    // Values are often written without care for what XML asks of an ampersand.
    reader.config_mut().allow_dangling_amp = true;
    let mut found: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    loop {
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => {
                let before = &document.as_bytes()[..reader.error_position() as usize];
                let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
                return Err((line, error.into()));
            }
        };
        let inner = open.last().map(|at| &mut found[*at].text);
        match event {
            Event::Start(tag) => {
                open.push(found.len());
                found.push(Element::new(tag.name().as_ref()));
            }
            Event::Empty(tag) => found.push(Element::new(tag.name().as_ref())),
            Event::End(_) => {
                open.pop();
            }
            Event::Text(text) => inner.into_iter().for_each(|it| it.push_str(&text)),
            Event::CData(text) => inner.into_iter().for_each(|it| it.push_str(&text)),
            Event::GeneralRef(name) => inner.into_iter().for_each(|it| push(it, &name)),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            Event::Eof => break,
        }
    }
    match open.last() {
        Some(&inner) => {
            let end = document.lines().count().max(1);
            Err((end, XmlError::OpenElement(found[inner].name.clone())))
        }
        None => Ok(found),
    }
}

impl Element {
    fn new(name: &str) -> Self {
        Element { name: name.to_owned(), text: String::new() }
    }
}

/// Adds what a reference stands for; one that stands for nothing known stays as it is.
fn push(text: &mut String, reference: &BytesRef<'_>) {
    match (reference.resolve_char_ref(), resolve_predefined_entity(reference)) {
        (Ok(Some(character)), _) => text.push(character),
        (_, Some(known)) => text.push_str(known),
        _ => {
            text.push('&');
            text.push_str(reference);
            text.push(';');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_elements() {
        let document = "<?xml version=\"1.0\"?>\n<!DOCTYPE t PUBLIC \"a\" \"b\">\n<t>\
                        <!-- <x> --><input type=\"int\">&lt;1</input><input/><input><![CDATA[<]]>\
                        </input><input>&#45;&#x31; &amp; &own; & 2</input></t>";
        let texts: Vec<_> = elements(document)
            .expect("XML")
            .into_iter()
            .map(|element| format!("{}={}", element.name, element.text))
            .collect();
        assert_eq!(texts, ["t=", "input=<1", "input=", "input=<", "input=-1 & &own; & 2"]);
    }

    #[test]
    fn mistakes_have_lines() {
        let mistake = |document| {
            let (line, error) = elements(document).expect_err("a mistake");
            format!("{line}: {error}")
        };
        assert_eq!(mistake("<a>\n<b>\n</a>"), "3: nothing to close with </a>");
        assert_eq!(mistake("<a/>\n</a>"), "2: nothing to close with </a>");
        assert_eq!(mistake("<a>\n<b/>\n"), "2: <a> is not closed");
        assert_eq!(mistake("<a>\n<b"), "2: a tag is not closed");
        assert_eq!(mistake("<a><!-- </a>\n"), "1: a comment is not closed");
        assert_eq!(mistake("<a>\n<![CDATA[ </a>\n"), "2: a CDATA section is not closed");
    }
}

//! As much XML as test suites need: elements with text, attributes passed over.

/// An element: its name and the text directly in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) text: String,
}

/// The elements of a document in the order in which they begin; what is wrong, and on which line,
/// where it is no XML.
pub(super) fn elements(document: &str) -> Result<Vec<Element>, (usize, String)> {
    let mut found: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = document;
    let line = |rest: &str| 1 + document[..document.len() - rest.len()].matches('\n').count();
    while let Some(at) = rest.find('<') {
        if let Some(&inner) = open.last() {
            found[inner].text.push_str(&unescaped(&rest[..at]));
        }
        rest = &rest[at..];
        let failed = |message: &str| (line(rest), message.to_owned());
        if let Some(after) = rest.strip_prefix("<!--") {
            let end = after.find("-->").ok_or_else(|| failed("a comment is not closed"))?;
            rest = &after[end + 3..];
            continue;
        }
        if let Some(after) = rest.strip_prefix("<![CDATA[") {
            let end = after.find("]]>").ok_or_else(|| failed("a CDATA section is not closed"))?;
            if let Some(&inner) = open.last() {
                found[inner].text.push_str(&after[..end]);
            }
            rest = &after[end + 3..];
            continue;
        }
        let end = rest.find('>').ok_or_else(|| failed("a tag is not closed"))?;
        let tag = &rest[1..end];
        if let Some(name) = tag.strip_prefix('/') {
            let is_match = open.pop().is_some_and(|it| found[it].name == name.trim());
            if !is_match {
                return Err(failed(&format!("nothing to close with </{}>", name.trim())));
            }
        } else if !tag.starts_with(['?', '!']) {
            let name = tag.trim_end_matches('/').split_whitespace().next().unwrap_or("");
            if !tag.ends_with('/') {
                open.push(found.len());
            }
            found.push(Element { name: name.to_owned(), text: String::new() });
        }
        rest = &rest[end + 1..];
    }
    match open.last() {
        Some(&inner) => Err((line(rest), format!("<{}> is not closed", found[inner].name))),
        None => Ok(found),
    }
}

fn unescaped(text: &str) -> String {
    let mut result = text.to_owned();
    for (entity, character) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
    {
        result = result.replace(entity, character);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_elements() {
        let document = "<?xml version=\"1.0\"?>\n<!DOCTYPE t PUBLIC \"a\" \"b\">\n<t>\
                        <!-- <x> --><input type=\"int\">&lt;1</input><input/><input><![CDATA[<]]>\
                        </input></t>";
        let texts: Vec<_> = elements(document)
            .expect("XML")
            .into_iter()
            .map(|element| format!("{}={}", element.name, element.text))
            .collect();
        assert_eq!(texts, ["t=", "input=<1", "input=", "input=<"]);
    }

    #[test]
    fn mistakes_have_lines() {
        assert_eq!(elements("<a>\n<b>\n</a>").map_err(|(line, _)| line), Err(3));
        assert_eq!(elements("<a>\n").map_err(|(line, _)| line), Err(2));
        assert!(elements("<a").is_err());
    }
}

//! `counted_by`: members that say how many elements an array has.
//!
//! A clang that knows the attribute (18 and later for flexible arrays) names it in the member's type; one
//! that does not ignores it. So it is also read where it is spelled, behind the member: by its own name, or
//! by that of the usual macro, `__counted_by(n)`.

use super::decl::Unit;
use crate::ast::{Kind, Node};
use clew_ir::Counted;
use clew_ir::layout::Member;

impl Unit<'_> {
    /// The members of a record whose attributes say who counts their elements.
    pub(super) fn counted_members(&mut self, node: &Node, members: &[Member]) -> Vec<Counted> {
        // Unnamed bit-fields are no members of the model.
        let named = members.iter().filter(|it| it.bit_width.is_none() || !it.name.is_empty());
        let names: Vec<&str> = named.map(|it| it.name.as_str()).collect();
        let position = |name: &str| names.iter().position(|it| *it == name && !name.is_empty());
        let mut found = Vec::new();
        for field in node.children(Kind::FieldDecl) {
            let text = field.type_text();
            if !(text.contains('*') || text.contains('[')) {
                continue;
            }
            let counter = self.counter(field);
            let pair = counter.as_deref().and_then(position).zip(position(field.name()));
            found.extend(pair.map(|(count, array)| Counted { array, count }));
        }
        found
    }

    /// The name of the member that counts the elements of another.
    fn counter(&mut self, field: &Node) -> Option<String> {
        if let Some(name) = counter_in(field.type_text()) {
            return Some(name.to_owned());
        }
        let span = self.span(field);
        let sources = &self.linker.program.sources;
        let file = sources.files.get(span.file?).filter(|it| !it.is_system)?;
        let rest = file.text().get(span.start as usize..)?;
        counter_in(&rest[..rest.find(';')?]).map(str::to_owned)
    }
}

/// The name in a `counted_by` attribute of a text.
fn counter_in(text: &str) -> Option<&str> {
    ["__counted_by__", "__counted_by", "counted_by"].iter().find_map(|word| {
        let rest = text[text.find(word)? + word.len()..].trim_start().strip_prefix('(')?;
        let name = rest.split(')').next()?.trim();
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        (is_name && !name.is_empty()).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_counters() {
        assert_eq!(counter_in("int[] __counted_by(n)"), Some("n"));
        assert_eq!(counter_in("int v[] __attribute__((counted_by(count)))"), Some("count"));
        assert_eq!(counter_in("char *p __attribute__ ((__counted_by__ ( len )))"), Some("len"));
        for text in
            ["int v[4]", "int counted_by", "int v[] __counted_by(n + 1)", "int v[] __counted_by("]
        {
            assert_eq!(counter_in(text), None, "{text}");
        }
    }
}

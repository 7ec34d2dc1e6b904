//! Where `aligned` puts objects: by an attribute of their own, or by typedefs in their types.
//!
//! A typedef's alignment is not part of the type that it names, but goes with the name: into arrays of it,
//! under `const` and `volatile`, and into further typedefs.

use super::{Lowered, Unit};
use crate::ast::Node;
use clew_ir::{TypeId, Unsupported};

/// The alignment that typedefs give a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypedefAlign {
    /// None but the type's own.
    Natural,
    /// So many bytes, more or less than the type's own.
    Is(u64),
    /// That of an expression (`typeof`), which the tree does not tell.
    Unknown,
}

impl Unit<'_> {
    /// The alignment that the typedefs in a type's text give it.
    pub(crate) fn typedef_align(&self, text: &str) -> TypedefAlign {
        if !self.scopes.has_aligned_typedefs() {
            return TypedefAlign::Natural;
        }
        let text = without_qualifiers(text);
        if let Some(inner) = type_of_type(text) {
            return self.typedef_align(inner);
        }
        if text.contains("typeof") {
            return TypedefAlign::Unknown;
        }
        let name = text.split('[').next().unwrap_or(text).trim_end();
        self.scopes.typedef_align(name).map_or(TypedefAlign::Natural, TypedefAlign::Is)
    }

    /// The alignment of the objects that a declaration makes. An attribute of theirs counts also where it asks
    /// for less than their type.
    pub(crate) fn object_align(&mut self, node: &Node, ty: TypeId) -> Lowered<u64> {
        if let Some(align) = self.alignment_attribute(node)? {
            return Ok(align);
        }
        Ok(match self.typedef_align(node.type_text()) {
            TypedefAlign::Natural => self.linker.program.types.align(ty),
            TypedefAlign::Is(align) => align,
            TypedefAlign::Unknown => 1,
        })
    }

    /// The alignment that a member's type has by its typedefs.
    pub(crate) fn member_typedef_align(&mut self, field: &Node) -> Lowered<Option<u64>> {
        match self.typedef_align(field.type_text()) {
            TypedefAlign::Natural => Ok(None),
            TypedefAlign::Is(align) => Ok(Some(align)),
            TypedefAlign::Unknown => {
                let span = self.span(field);
                Err(Unsupported { feature: "alignment of `typeof`".into(), span })
            }
        }
    }

    /// The alignment that a typedef gives what it names.
    pub(crate) fn align_of_typedef(&mut self, node: &Node) -> Option<u64> {
        match (self.alignment_attribute(node), self.typedef_align(node.type_text())) {
            (Ok(Some(align)), _) | (_, TypedefAlign::Is(align)) => Some(align),
            (_, TypedefAlign::Natural) => None,
            // Nothing is known of where such objects are; members of such types are not understood.
            (_, TypedefAlign::Unknown) => Some(1),
        }
    }
}

/// A type's text behind its qualifiers.
fn without_qualifiers(text: &str) -> &str {
    let mut rest = text.trim();
    while let Some(behind) = ["const ", "volatile ", "restrict ", "__restrict "]
        .iter()
        .find_map(|it| rest.strip_prefix(it))
    {
        rest = behind.trim_start();
    }
    rest
}

/// The type in `typeof(type)`; clang writes a space before the parenthesis of an expression.
fn type_of_type(text: &str) -> Option<&str> {
    let inner = ["typeof(", "__typeof__(", "__typeof(", "typeof_unqual("]
        .iter()
        .find_map(|it| text.strip_prefix(it))?;
    let inner = inner.strip_suffix(')').unwrap_or(inner.rsplit_once(')')?.0);
    Some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualifiers_are_left_out() {
        assert_eq!(without_qualifiers("const volatile low[2]"), "low[2]");
        assert_eq!(without_qualifiers("constant"), "constant");
    }

    #[test]
    fn types_of_types_are_told_from_types_of_expressions() {
        assert_eq!(type_of_type("typeof(low)"), Some("low"));
        assert_eq!(type_of_type("typeof(low)[2]"), Some("low"));
        assert_eq!(type_of_type("typeof (p->low)"), None);
        assert_eq!(type_of_type("low"), None);
    }
}

//! `__builtin_LINE()`, `__builtin_FILE()` and `__builtin_FUNCTION()`.

use super::Lowered;
use super::function::FunctionLowering;
use crate::ast::Node;
use crate::pack::presumed_line;
use crate::texts::has_line_directives;
use clew_ir::{Expr, Span, TypeTable};

impl FunctionLowering<'_, '_> {
    /// What a place in the text says of itself. Which of the builtins it is, only the text says.
    pub(super) fn source_location(&mut self, node: &Node, span: Span) -> Lowered<Expr> {
        let name = self.unit.spelled_token(node).unwrap_or_default();
        let place = self.program().sources.position(span);
        let place = place.map(|(file, at)| (file.text().to_owned(), at.line));
        match (name.as_str(), place) {
            ("__builtin_LINE", Some((text, line))) => {
                let ty = self.node_type(node)?;
                Ok(self.int(presumed_line(&text, line).into(), ty, span))
            }
            ("__builtin_FILE", Some((text, _))) if !has_line_directives(&text) => {
                let file = span.file.and_then(|file| self.unit.files.told(file));
                match file.map(str::to_owned) {
                    Some(file) => Ok(self.text(&file, span)),
                    None => self.unsupported(name.as_str(), node),
                }
            }
            ("__builtin_FUNCTION", _) if !self.is_static_context => {
                let name = self.program().functions[self.function].name.clone();
                Ok(self.text(&name, span))
            }
            _ => self.unsupported(name.as_str(), node),
        }
    }

    /// The address of a string.
    fn text(&mut self, text: &str, span: Span) -> Expr {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        let ty = self.types_mut().array_of(TypeTable::CHAR, bytes.len() as u64);
        let object = self.string_object(ty, bytes, span);
        self.address_of(object, TypeTable::CHAR_POINTER, span)
    }
}

//! Tests of characters: what `isalpha` and its kin are macros for.
//!
//! glibc's macros look a character up in a table and take one bit of the entry:
//! `((*__ctype_b_loc())[(int)(c)] & (unsigned short)_ISalpha)`. Such a look-up becomes the call of a model
//! that computes the bit, so that the machine and the proofs meet comparisons rather than a table. Every
//! other use of `__ctype_b_loc` is the call that it is.

use super::Lowered;
use super::call::called_name;
use super::function::FunctionLowering;
use super::scope::Entity;
use crate::ast::{Kind, Node};
use clew_ir::{Expr, ExprKind, FunctionType, TypeTable};

/// The function that gives the table.
const TABLE: &str = "__ctype_b_loc";

/// The models by the number of the bit that they compute.
const MODELS: [&str; 16] = [
    "__clew_isblank",
    "__clew_iscntrl",
    "__clew_ispunct",
    "__clew_isalnum",
    "",
    "",
    "",
    "",
    "__clew_isupper",
    "__clew_islower",
    "__clew_isalpha",
    "__clew_isdigit",
    "__clew_isxdigit",
    "__clew_isspace",
    "__clew_isprint",
    "__clew_isgraph",
];

/// A look-up of a character with a mask.
pub(super) struct ClassTest<'n> {
    pub(super) character: &'n Node,
    mask: &'n Node,
    table: &'n Node,
}

/// The look-up that an expression is, if it is one.
pub(super) fn class_test(node: &Node) -> Option<ClassTest<'_>> {
    let [left, right] = &node.inner[..] else { return None };
    if !node.is(Kind::BinaryOperator) || node.opcode() != "&" {
        return None;
    }
    let found = looked_up(left).map(|found| (found, right));
    let ((table, character), mask) = found.or_else(|| Some((looked_up(right)?, left)))?;
    Some(ClassTest { character, mask, table })
}

/// The callee that gives the table, and the index.
fn looked_up(node: &Node) -> Option<(&Node, &Node)> {
    let entry = without_casts(node);
    let [base, index] = &entry.inner[..] else { return None };
    if !entry.is(Kind::ArraySubscriptExpr) || index.type_text() != "int" {
        return None;
    }
    let table = without_casts(base);
    let call = table.child(0).map(without_casts)?;
    let callee = call.child(0)?;
    let is_table = table.is(Kind::UnaryOperator)
        && table.opcode() == "*"
        && call.is(Kind::CallExpr)
        && called_name(callee) == Some(TABLE);
    is_table.then(|| (without_casts(callee), index))
}

/// The node without parentheses and the conversions that nobody wrote.
fn without_casts(node: &Node) -> &Node {
    let mut node = node;
    while matches!(node.kind, Kind::ImplicitCastExpr | Kind::ParenExpr)
        && let Some(inner) = node.child(0)
    {
        node = inner;
    }
    node
}

impl FunctionLowering<'_, '_> {
    /// The value of a look-up.
    pub(super) fn class_test(&mut self, test: &ClassTest<'_>, node: &Node) -> Lowered<Expr> {
        let span = self.span(node);
        let model =
            self.enumerator(test.mask).and_then(model).filter(|_| self.is_of_system(test.table));
        let Some(model) = model else { return self.binary(node, span) };
        let character = self.rvalue(test.character)?;
        let ty = FunctionType {
            result: TypeTable::INT,
            params: vec![TypeTable::INT],
            is_variadic: false,
            has_prototype: true,
        };
        let function = self.unit.library_function(model, ty);
        let ty = self.program().functions[function].ty;
        let ty = self.types_mut().pointer_to(ty);
        let callee = Expr { kind: ExprKind::FunctionAddress(function), ty, span };
        let value = self.finish_call(callee, vec![character], true, span, node)?;
        Ok(value.unwrap_or_else(|| self.int(0, TypeTable::INT, span)))
    }

    /// The value of an enumerator or a number, perhaps converted.
    fn enumerator(&self, node: &Node) -> Option<i128> {
        match node.kind {
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr | Kind::ParenExpr => {
                self.enumerator(node.child(0)?)
            }
            Kind::IntegerLiteral => node.int_value(),
            _ => match self.declared(node)? {
                Entity::EnumConstant { value, .. } => Some(*value),
                _ => None,
            },
        }
    }

    /// Whether a name is that of a function that a header of the system declares.
    fn is_of_system(&self, node: &Node) -> bool {
        match self.declared(node) {
            Some(Entity::Function(id)) => self.program().functions[*id].is_system,
            _ => false,
        }
    }

    fn declared(&self, node: &Node) -> Option<&Entity> {
        self.unit.entities.get(&node.referenced_decl.as_ref()?.id)
    }
}

/// The model that computes what this mask leaves of an entry.
fn model(mask: i128) -> Option<&'static str> {
    let bit = (0..MODELS.len()).find(|bit| mask == 1 << bit)?;
    Some(MODELS[bit]).filter(|it| !it.is_empty())
}

//! What clang says of the types that it was asked for.

use crate::ast::{Kind, Node};
use clew_ir::{DeclaredLength, Dimension};
use serde::Deserialize;

/// What the names of the typedefs begin with that ask for a type.
pub(crate) const MARK: &str = "__clew_length_";

/// The type of a parameter, as clang has it.
pub(super) struct Answer {
    /// The number of the place where it was asked for.
    pub(super) number: usize,
    typedef: TypeNode,
}

/// A node of a type's tree.
#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
struct TypeNode {
    kind: Kind,
    name: Option<Box<str>>,
    size: Option<u64>,
    size_modifier: Option<Box<str>>,
    referenced_decl: Option<Referenced>,
    inner: Vec<TypeNode>,
}

/// What an expression names.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
struct Referenced {
    kind: Kind,
    name: Option<Box<str>>,
}

/// The answers in clang's output, in its order; those that cannot be read are left out.
pub(super) fn read(json: &[u8]) -> Vec<Answer> {
    let mut reader = serde_json::Deserializer::from_slice(json);
    reader.disable_recursion_limit();
    let typedefs = reader.into_iter::<TypeNode>().map_while(Result::ok);
    typedefs
        .filter_map(|typedef| {
            let number = typedef.name.as_ref()?.strip_prefix(MARK)?.parse().ok()?;
            Some(Answer { number, typedef })
        })
        .collect()
}

impl Answer {
    /// The length that a parameter of this function is declared with.
    pub(super) fn length(&self, function: &Node) -> Option<DeclaredLength> {
        // A type that decayed keeps what it was: the first of its children.
        let array = self.typedef.through_sugar(Kind::DecayedType)?.inner.first()?.array()?;
        let dimension = match array.kind {
            Kind::ConstantArrayType => Dimension::Constant(array.size?),
            _ => array.inner.last()?.parameter(function)?,
        };
        Some(match array.size_modifier.as_deref() {
            Some("static") => DeclaredLength::AtLeast(dimension),
            _ => DeclaredLength::AsWritten(dimension),
        })
    }
}

impl TypeNode {
    /// The node of this kind that names and qualifiers stand for.
    fn through_sugar(&self, kind: Kind) -> Option<&TypeNode> {
        match self.kind {
            found if found == kind => Some(self),
            Kind::TypedefDecl
            | Kind::TypeOfExprType
            | Kind::ElaboratedType
            | Kind::TypedefType
            | Kind::QualType
            | Kind::AttributedType
            | Kind::ParenType => self.inner.iter().find_map(|inner| inner.through_sugar(kind)),
            _ => None,
        }
    }

    fn array(&self) -> Option<&TypeNode> {
        let constant = self.through_sugar(Kind::ConstantArrayType);
        constant.or_else(|| self.through_sugar(Kind::VariableArrayType))
    }

    /// The parameter whose value an expression is, conversions aside.
    fn parameter(&self, function: &Node) -> Option<Dimension> {
        match (self.kind, &self.referenced_decl) {
            (Kind::ImplicitCastExpr | Kind::ParenExpr, _) => {
                self.inner.first()?.parameter(function)
            }
            (Kind::DeclRefExpr, Some(named)) if named.kind == Kind::ParmVarDecl => {
                let mut params = function.children(Kind::ParmVarDecl);
                let at = params.position(|param| param.name == named.name)?;
                Some(Dimension::Parameter(at))
            }
            _ => None,
        }
    }
}

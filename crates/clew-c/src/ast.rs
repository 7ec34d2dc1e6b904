//! clang's JSON AST: only the fields that lowering reads.
//!
//! **Architecture invariant:** these types end at lowering; nothing outside this crate sees them.

use clang_ast::Id;
use serde::Deserialize;
use std::cell::RefCell;
use std::sync::Arc;

/// A node of the tree, whatever its kind. Children that clang leaves out (a `for` without a
/// condition) are nodes of kind [`Kind::Null`].
#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Node {
    pub(crate) id: Option<Id>,
    pub(crate) inner: Vec<Node>,
    pub(crate) kind: Kind,
    pub(crate) loc: Location,
    pub(crate) range: Range,
    pub(crate) name: Option<Box<str>>,
    pub(crate) mangled_name: Option<Box<str>>,
    #[serde(rename = "type")]
    pub(crate) ty: Option<Box<TypeRef>>,
    pub(crate) opcode: Option<Box<str>>,
    pub(crate) is_postfix: bool,
    pub(crate) cast_kind: Option<Box<str>>,
    pub(crate) value: Option<Value>,
    pub(crate) value_category: ValueCategory,
    pub(crate) referenced_decl: Option<Box<DeclRef>>,
    pub(crate) referenced_member_decl: Option<Id>,
    pub(crate) is_arrow: bool,
    pub(crate) storage_class: Option<Box<str>>,
    pub(crate) inline: bool,
    pub(crate) is_implicit: bool,
    pub(crate) tag_used: Option<Box<str>>,
    pub(crate) complete_definition: bool,
    pub(crate) previous_decl: Option<Id>,
    pub(crate) variadic: bool,
    #[serde(rename = "isBitfield")]
    pub(crate) is_bit_field: bool,
    pub(crate) has_else: bool,
    pub(crate) target_label_decl_id: Option<Id>,
    pub(crate) label_decl_id: Option<Id>,
    pub(crate) decl_id: Option<Id>,
    pub(crate) arg_type: Option<Box<TypeRef>>,
    #[serde(rename = "computeLHSType")]
    pub(crate) compute_lhs_type: Option<Box<TypeRef>>,
    pub(crate) field: Option<Box<DeclRef>>,
    #[serde(rename = "array_filler")]
    pub(crate) array_filler: Vec<Node>,
    pub(crate) decl: Option<Box<DeclRef>>,
    pub(crate) owned_tag_decl: Option<Box<DeclRef>>,
    pub(crate) fixed_underlying_type: Option<Box<TypeRef>>,
    pub(crate) selected: bool,
    #[serde(rename = "isGNURange")]
    pub(crate) is_gnu_range: bool,
    pub(crate) association_kind: Option<Box<str>>,
    pub(crate) aliasee: Option<Box<str>>,
    #[serde(rename = "cleanup_function")]
    pub(crate) cleanup_function: Option<Box<DeclRef>>,
}

/// A type as clang writes it.
#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct TypeRef {
    pub(crate) qual_type: Box<str>,
    pub(crate) desugared_qual_type: Option<Box<str>>,
}

impl TypeRef {
    /// The text, its outermost typedefs resolved.
    pub(crate) fn text(&self) -> &str {
        self.desugared_qual_type.as_ref().unwrap_or(&self.qual_type)
    }
}

/// A reference to a declaration.
#[derive(Deserialize, Debug)]
pub(crate) struct DeclRef {
    pub(crate) id: Id,
    #[serde(default)]
    pub(crate) kind: Kind,
    #[serde(default)]
    pub(crate) name: Option<Box<str>>,
}

/// A literal's value.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub(crate) enum Value {
    Int(i64),
    Bool(bool),
    Text(Box<str>),
}

/// Whether an expression is an lvalue.
#[derive(Deserialize, Debug, Default, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ValueCategory {
    #[default]
    Prvalue,
    Lvalue,
    Xvalue,
    Rvalue,
}

/// The kinds of node that lowering tells apart.
#[derive(Deserialize, Debug, Default, Clone, Copy, PartialEq, Eq)]
#[serde(field_identifier)]
pub(crate) enum Kind {
    // Declarations
    TranslationUnitDecl,
    FunctionDecl,
    VarDecl,
    ParmVarDecl,
    RecordDecl,
    FieldDecl,
    IndirectFieldDecl,
    EnumDecl,
    EnumConstantDecl,
    TypedefDecl,
    StaticAssertDecl,
    EmptyDecl,
    FileScopeAsmDecl,
    // Statements
    CompoundStmt,
    DeclStmt,
    NullStmt,
    IfStmt,
    WhileStmt,
    DoStmt,
    ForStmt,
    SwitchStmt,
    CaseStmt,
    DefaultStmt,
    BreakStmt,
    ContinueStmt,
    ReturnStmt,
    GotoStmt,
    IndirectGotoStmt,
    LabelStmt,
    AttributedStmt,
    GCCAsmStmt,
    // Expressions
    IntegerLiteral,
    CharacterLiteral,
    FloatingLiteral,
    ImaginaryLiteral,
    StringLiteral,
    PredefinedExpr,
    DeclRefExpr,
    MemberExpr,
    ArraySubscriptExpr,
    UnaryOperator,
    BinaryOperator,
    CompoundAssignOperator,
    ConditionalOperator,
    BinaryConditionalOperator,
    OpaqueValueExpr,
    ImplicitCastExpr,
    CStyleCastExpr,
    ParenExpr,
    ConstantExpr,
    CallExpr,
    UnaryExprOrTypeTraitExpr,
    OffsetOfExpr,
    TypeTraitExpr,
    InitListExpr,
    DesignatedInitUpdateExpr,
    NoInitExpr,
    ImplicitValueInitExpr,
    CompoundLiteralExpr,
    VAArgExpr,
    StmtExpr,
    AddrLabelExpr,
    GenericSelectionExpr,
    ChooseExpr,
    AtomicExpr,
    CXXBoolLiteralExpr,
    SourceLocExpr,
    ShuffleVectorExpr,
    ConvertVectorExpr,
    RecoveryExpr,
    // Types
    ElaboratedType,
    RecordType,
    EnumType,
    TypedefType,
    TypeOfExprType,
    QualType,
    AttributedType,
    ParenType,
    DecayedType,
    ConstantArrayType,
    VariableArrayType,
    /// Types that the text of a type tells as well.
    #[serde(
        alias = "AtomicType",
        alias = "BuiltinType",
        alias = "ComplexType",
        alias = "FunctionNoProtoType",
        alias = "FunctionProtoType",
        alias = "IncompleteArrayType",
        alias = "MacroQualifiedType",
        alias = "PointerType",
        alias = "TypeOfType",
        alias = "VectorType"
    )]
    PlainType,
    /// A comment, or a part of one.
    #[serde(
        alias = "FullComment",
        alias = "ParagraphComment",
        alias = "TextComment",
        alias = "BlockCommandComment",
        alias = "InlineCommandComment",
        alias = "ParamCommandComment",
        alias = "TParamCommandComment",
        alias = "VerbatimBlockComment",
        alias = "VerbatimBlockLineComment",
        alias = "VerbatimLineComment",
        alias = "HTMLStartTagComment",
        alias = "HTMLEndTagComment"
    )]
    Comment,
    // Attributes
    /// One that changes nothing, or only warnings, inlining, placement and debugging.
    #[serde(
        alias = "AlwaysInlineAttr",
        alias = "AnnotateAttr",
        alias = "ArtificialAttr",
        alias = "AvailabilityAttr",
        alias = "BuiltinAttr",
        alias = "ColdAttr",
        alias = "CommonAttr",
        alias = "DeprecatedAttr",
        alias = "ErrorAttr",
        alias = "FallThroughAttr",
        alias = "FlattenAttr",
        alias = "FormatArgAttr",
        alias = "FormatAttr",
        alias = "GNUInlineAttr",
        alias = "HotAttr",
        alias = "LeafAttr",
        alias = "MayAliasAttr",
        alias = "MinVectorWidthAttr",
        alias = "ModeAttr",
        alias = "NoCommonAttr",
        alias = "NoDebugAttr",
        alias = "NoInlineAttr",
        alias = "NoInstrumentFunctionAttr",
        alias = "NoProfileFunctionAttr",
        alias = "NoSanitizeAttr",
        alias = "NoSplitStackAttr",
        alias = "NoStackProtectorAttr",
        alias = "NoThrowAttr",
        alias = "OptimizeNoneAttr",
        alias = "RetainAttr",
        alias = "SentinelAttr",
        alias = "TLSModelAttr",
        alias = "UnavailableAttr",
        alias = "UninitializedAttr",
        alias = "UnusedAttr",
        alias = "VisibilityAttr",
        alias = "WarnUnusedResultAttr"
    )]
    HarmlessAttr,
    /// One by which compilers believe something of what a function does or returns.
    #[serde(
        alias = "AllocAlignAttr",
        alias = "AllocSizeAttr",
        alias = "AssumeAlignedAttr",
        alias = "ConstAttr",
        alias = "PureAttr",
        alias = "RestrictAttr"
    )]
    PromisingAttr,
    TargetAttr,
    /// One that only headers of the system may have.
    #[serde(alias = "AlignValueAttr", alias = "AvailableOnlyInDefaultEvalMethodAttr")]
    SystemAttr,
    PackedAttr,
    AlignedAttr,
    MaxFieldAlignmentAttr,
    MSStructAttr,
    WeakAttr,
    AliasAttr,
    WeakRefAttr,
    ReturnsTwiceAttr,
    SectionAttr,
    UsedAttr,
    AsmLabelAttr,
    ConstructorAttr,
    DestructorAttr,
    CleanupAttr,
    NoReturnAttr,
    NonNullAttr,
    ReturnsNonNullAttr,
    C11NoReturnAttr,
    TransparentUnionAttr,
    /// A child that is not there.
    #[default]
    #[serde(rename = "null")]
    Null,
    /// Any other kind.
    #[serde(other)]
    Other,
}

/// A place in a file, and where the token there was spelled when a macro made it.
#[derive(Deserialize, Debug, Default, Clone, Copy)]
#[serde(from = "clang_ast::SourceLocation")]
pub(crate) struct Location {
    pub(crate) expansion: Option<Token>,
    pub(crate) spelling: Option<Token>,
}

/// A token's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    /// Index into [`file_names`].
    pub(crate) file: u32,
    pub(crate) offset: u32,
    pub(crate) length: u32,
    /// The line in the file, whatever `#line` directives say.
    pub(crate) line: u32,
}

/// The first and last token of a node.
#[derive(Deserialize, Debug, Default, Clone, Copy)]
#[serde(from = "clang_ast::SourceRange")]
pub(crate) struct Range {
    pub(crate) begin: Location,
    pub(crate) end: Location,
}

thread_local! {
    /// The file names of the tree being read, by [`Token::file`].
    static FILE_NAMES: RefCell<Vec<Arc<str>>> = const { RefCell::new(Vec::new()) };
}

/// Starts a fresh table of file names, and returns the old one.
pub(crate) fn take_file_names() -> Vec<Arc<str>> {
    FILE_NAMES.with(|names| std::mem::take(&mut *names.borrow_mut()))
}

fn token(bare: &clang_ast::BareSourceLocation) -> Token {
    let file = FILE_NAMES.with(|names| {
        let mut names = names.borrow_mut();
        // The current file is nearly always the last one named.
        let known = names.iter().rposition(|name| *name == bare.file);
        known.unwrap_or_else(|| {
            names.push(bare.file.clone());
            names.len() - 1
        })
    });
    Token {
        file: file as u32,
        offset: bare.offset as u32,
        length: bare.tok_len as u32,
        line: bare.line as u32,
    }
}

impl From<clang_ast::SourceLocation> for Location {
    fn from(location: clang_ast::SourceLocation) -> Self {
        Self {
            expansion: location.expansion_loc.as_ref().map(token),
            spelling: location.spelling_loc.as_ref().map(token),
        }
    }
}

impl From<clang_ast::SourceRange> for Range {
    fn from(range: clang_ast::SourceRange) -> Self {
        Self { begin: range.begin.into(), end: range.end.into() }
    }
}

impl Location {
    /// The token, where no macro made it.
    pub(crate) fn plain(&self) -> Option<Token> {
        self.expansion.filter(|_| self.expansion == self.spelling)
    }
}

impl Node {
    /// Whether the node has this kind.
    pub(crate) fn is(&self, kind: Kind) -> bool {
        self.kind == kind
    }

    /// The child at `index`, if it is there and not null.
    pub(crate) fn child(&self, index: usize) -> Option<&Node> {
        self.inner.get(index).filter(|child| !child.is(Kind::Null) || !child.inner.is_empty())
    }

    /// The name; empty when it has none.
    pub(crate) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("")
    }

    /// The type text; empty when it has none.
    pub(crate) fn type_text(&self) -> &str {
        self.ty.as_ref().map_or("", |ty| &ty.qual_type)
    }

    /// The operator; empty when it has none.
    pub(crate) fn opcode(&self) -> &str {
        self.opcode.as_deref().unwrap_or("")
    }

    /// The children of this kind.
    pub(crate) fn children(&self, kind: Kind) -> impl Iterator<Item = &Node> {
        self.inner.iter().filter(move |child| child.is(kind))
    }

    /// The literal's value as text.
    pub(crate) fn value_text(&self) -> Option<&str> {
        match &self.value {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The integer value of a literal or constant expression.
    pub(crate) fn int_value(&self) -> Option<i128> {
        match self.value.as_ref()? {
            Value::Int(value) => Some(i128::from(*value)),
            Value::Bool(value) => Some(i128::from(*value)),
            Value::Text(text) => text
                .parse::<i128>()
                .ok()
                .or_else(|| text.parse::<u128>().ok().map(|value| value as i128)),
        }
    }

    /// The value of a constant expression, through the conversions around it.
    pub(crate) fn constant_value(&self) -> Option<i128> {
        match self.kind {
            Kind::ConstantExpr => self.int_value(),
            Kind::ImplicitCastExpr | Kind::ParenExpr => self.child(0)?.constant_value(),
            _ => None,
        }
    }

    /// The node without parentheses around it.
    pub(crate) fn without_parens(&self) -> &Node {
        let mut node = self;
        while node.is(Kind::ParenExpr) {
            let Some(inner) = node.child(0) else { break };
            node = inner;
        }
        node
    }
}

/// Reads clang's output; the file names are those that [`Token::file`] indexes.
pub(crate) fn parse(json: &[u8]) -> Result<(Node, Vec<Arc<str>>), serde_json::Error> {
    take_file_names();
    let mut reader = serde_json::Deserializer::from_slice(json);
    reader.disable_recursion_limit();
    let root = Node::deserialize(&mut reader)?;
    Ok((root, take_file_names()))
}

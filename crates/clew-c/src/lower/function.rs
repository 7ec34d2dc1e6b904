//! Lowering of one function: its blocks, locals and scopes.

use super::Lowered;
use super::decl::Unit;
use super::finish;
use super::init::Shared;
use super::scope::Entity;
use super::types::{TypeContext, adjust_parameter, node_type};
use crate::ast::{Kind, Node};
use clang_ast::Id as ClangId;
use clew_ir::{
    ArrayLength, BlockId, Body, Builtin, Callee, Cause, DecisionTable, Expr, ExprKind, FunctionId,
    FunctionType, GlobalId, Id, IdVec, Local, LocalId, LocalKind, Place, Program, Scalar, Span,
    Statement, StatementKind, Terminator, TerminatorKind, TypeId, TypeTable, Unprovable,
    Unsupported, ops,
};
use rustc_hash::FxHashMap;

/// What lowering a function gives.
pub(crate) struct FunctionParts {
    pub(crate) params: Vec<LocalId>,
    pub(crate) locals: IdVec<LocalId, Local>,
    pub(crate) body: Body,
}

/// A block that may not be finished.
pub(crate) struct OpenBlock {
    pub(crate) statements: Vec<Statement>,
    pub(crate) terminator: Option<Terminator>,
}

/// What happens when control leaves a scope.
#[derive(Clone)]
pub(crate) enum ScopeAction {
    /// A local's object ends.
    Dead(LocalId),
    /// Variable-length arrays made since the mark end.
    StackRestore(LocalId),
    /// GNU `cleanup`: the function is called with the variable's address.
    Cleanup(FunctionId, LocalId),
}

/// A compound statement being lowered.
pub(crate) struct BlockScope {
    /// clang's id of the statement.
    pub(crate) id: Option<ClangId>,
    pub(crate) actions: Vec<ScopeAction>,
    /// Whether a jump may enter the scope past its declarations.
    pub(crate) has_labels: bool,
    /// The mark that frees this scope's variable-length arrays.
    pub(crate) stack_mark: Option<LocalId>,
}

/// Where `break` and `continue` go.
pub(crate) struct JumpTarget {
    pub(crate) break_to: BlockId,
    pub(crate) continue_to: Option<BlockId>,
    /// How many scopes are open outside.
    pub(crate) depth: usize,
}

/// A switch whose body is being lowered.
#[derive(Default)]
pub(crate) struct OpenSwitch {
    pub(crate) arms: Vec<clew_ir::SwitchArm>,
    pub(crate) default: Option<(BlockId, Span)>,
}

/// One function while it is lowered.
pub(crate) struct FunctionLowering<'u, 'l> {
    pub(crate) unit: &'u mut Unit<'l>,
    pub(crate) function: FunctionId,
    pub(crate) result: TypeId,
    pub(crate) locals: IdVec<LocalId, Local>,
    pub(crate) blocks: IdVec<BlockId, OpenBlock>,
    pub(crate) current: BlockId,
    pub(crate) decisions: DecisionTable,
    /// Where scopes end at which something happens.
    pub(crate) scope_ends: Vec<Span>,
    pub(crate) scopes: Vec<BlockScope>,
    pub(crate) jumps: Vec<JumpTarget>,
    pub(crate) switches: Vec<OpenSwitch>,
    pub(crate) labels: FxHashMap<ClangId, BlockId>,
    /// The compound statements around each label, outermost first.
    pub(crate) label_scopes: FxHashMap<ClangId, Vec<Option<ClangId>>>,
    /// Labels whose address is taken.
    pub(crate) address_labels: Vec<BlockId>,
    /// Objects whose image holds label addresses.
    pub(crate) label_tables: Vec<GlobalId>,
    /// The values of `OpaqueValueExpr`s.
    pub(crate) opaque: FxHashMap<ClangId, Expr>,
    /// Of the list that is being lowered.
    pub(crate) shared: Shared,
    /// How many actions the scopes around a label had where it stands, outermost first.
    pub(crate) label_actions: FxHashMap<ClangId, Vec<usize>>,
    /// Whether this is a static initialiser, whose compound literals have static storage.
    pub(crate) is_static_context: bool,
}

impl<'u, 'l> FunctionLowering<'u, 'l> {
    /// Notes why nothing is proved of the function, where lowering knows it best.
    pub(super) fn refuse(&mut self, cause: Cause, node: &Node) {
        let span = self.span(node);
        let function = self.function;
        self.unit.linker.program.functions[function].facts.refuse(Unprovable::new(cause, span));
    }

    fn new(unit: &'u mut Unit<'l>, function: FunctionId, result: TypeId) -> Self {
        let mut blocks = IdVec::new();
        let current = blocks.push(OpenBlock { statements: Vec::new(), terminator: None });
        Self {
            unit,
            function,
            result,
            locals: IdVec::new(),
            blocks,
            current,
            decisions: DecisionTable::default(),
            scope_ends: Vec::new(),
            scopes: Vec::new(),
            jumps: Vec::new(),
            switches: Vec::new(),
            labels: FxHashMap::default(),
            label_scopes: FxHashMap::default(),
            address_labels: Vec::new(),
            label_tables: Vec::new(),
            opaque: FxHashMap::default(),
            shared: Shared::default(),
            label_actions: FxHashMap::default(),
            is_static_context: false,
        }
    }

    /// Lowers a definition.
    pub(crate) fn lower(
        unit: &'u mut Unit<'l>,
        function: FunctionId,
        node: &Node,
        body: &Node,
    ) -> Lowered<FunctionParts> {
        let ty = unit.linker.program.function_type(function).clone();
        let mut lowering = Self::new(unit, function, ty.result);
        lowering.collect_label_scopes(body, &mut Vec::new());
        let params = lowering.parameters(node, &ty)?;
        lowering.statement(body)?;
        let end = lowering.span(body);
        lowering.fall_off_end(Span { start: end.end.saturating_sub(1), ..end });
        finish::finish(lowering, params)
    }

    /// Evaluates an initialiser outside any run: what `lower` needs of a function is there, but
    /// no statement may result.
    pub(crate) fn constant_context<T>(
        unit: &mut Unit<'l>,
        function: Option<FunctionId>,
        labels: Option<&FxHashMap<ClangId, BlockId>>,
        lower: impl FnOnce(&mut FunctionLowering<'_, 'l>) -> Lowered<T>,
    ) -> Lowered<(T, bool)> {
        let function = function.unwrap_or_else(|| FunctionId::from_index(0));
        let mut lowering = FunctionLowering::new(unit, function, TypeTable::VOID);
        if let Some(labels) = labels {
            lowering.labels.clone_from(labels);
        }
        let value = lower(&mut lowering)?;
        // Blocks that only found out a type are left behind; control never went there.
        let entry = BlockId::from_index(0);
        let is_pure = lowering.current == entry && lowering.blocks[entry].statements.is_empty();
        Ok((value, is_pure))
    }

    fn parameters(&mut self, node: &Node, ty: &FunctionType) -> Lowered<Vec<LocalId>> {
        let nodes: Vec<_> = node.children(Kind::ParmVarDecl).collect();
        let params: Vec<_> = nodes
            .iter()
            .zip(&ty.params)
            .map(|(param, ty)| {
                let span = self.unit.span(param);
                self.new_local(param.name(), *ty, LocalKind::Parameter, span)
            })
            .collect();
        for (param, local) in nodes.iter().zip(&params) {
            self.unit.bind(param, Entity::Local(*local));
        }
        for (param, local) in nodes.iter().zip(&params) {
            let ty = self.locals[*local].ty;
            self.locals[*local].align = self.unit.object_align(param, ty)?;
            self.adapt_parameter(param, *local)?;
            self.parameter_length_effects(param, *local);
        }
        Ok(params)
    }

    /// A parameter whose declared type differs from what is passed: a K&R `char`, which comes as
    /// an `int`, or a pointer to a variable-length array.
    fn adapt_parameter(&mut self, param: &Node, passed: LocalId) -> Lowered<()> {
        let declared = node_type(self, param)?;
        let declared = adjust_parameter(self.types_mut(), declared);
        let passed_type = self.locals[passed].ty;
        if declared == passed_type {
            return Ok(());
        }
        if finish::is_variably_modified(self.types(), declared) {
            self.locals[passed].ty = declared;
            return Ok(());
        }
        let span = self.unit.span(param);
        let scalar = |ty| self.types().scalar(ty);
        if scalar(declared).is_none() || scalar(declared) == scalar(passed_type) {
            self.locals[passed].ty = declared;
            return Ok(());
        }
        let local = self.new_local(param.name(), declared, LocalKind::Variable, span);
        self.locals[passed].name = format!("{}.passed", param.name());
        let value = Expr::load(Place::local(passed, passed_type), span);
        let value = self.cast(value, declared, true, span)?;
        self.assign(Place::local(local, declared), value, span);
        self.unit.bind(param, Entity::Local(local));
        Ok(())
    }

    /// The end of the body is reached: `main` returns 0, others return nothing.
    fn fall_off_end(&mut self, span: Span) {
        self.scope_ends.push(span);
        let is_main = self.program().functions[self.function].name == "main";
        let value = (is_main && self.result == TypeTable::INT)
            .then(|| Expr::constant(0, TypeTable::INT, span));
        self.terminate(TerminatorKind::Return(value), span);
    }

    // The program

    pub(crate) fn program(&self) -> &Program {
        &self.unit.linker.program
    }

    pub(crate) fn types(&self) -> &TypeTable {
        &self.unit.linker.program.types
    }

    pub(crate) fn types_mut(&mut self) -> &mut TypeTable {
        &mut self.unit.linker.program.types
    }

    pub(crate) fn span(&mut self, node: &Node) -> Span {
        self.unit.span(node)
    }

    pub(crate) fn unsupported<T>(&mut self, feature: impl Into<String>, node: &Node) -> Lowered<T> {
        let span = self.span(node);
        Err(Unsupported { feature: feature.into(), span })
    }

    /// The register type of a value, or *unsupported* for those that have none.
    pub(crate) fn scalar(&mut self, ty: TypeId, span: Span) -> Lowered<Scalar> {
        match self.types().scalar(ty) {
            Some(scalar) => Ok(scalar),
            None => {
                let feature = match self.types().get(ty) {
                    clew_ir::Type::Opaque { name, .. } => format!("{name} value"),
                    _ => "aggregate value here".to_owned(),
                };
                Err(Unsupported { feature, span })
            }
        }
    }

    // Locals

    pub(crate) fn new_local(
        &mut self,
        name: &str,
        ty: TypeId,
        kind: LocalKind,
        span: Span,
    ) -> LocalId {
        let align = self.types().align(ty);
        let name = name.to_owned();
        self.locals.push(Local { name, ty, kind, is_address_taken: false, align, span })
    }

    pub(crate) fn new_temporary(&mut self, ty: TypeId, span: Span) -> LocalId {
        let name = format!("t.{}", self.locals.len());
        self.new_local(&name, ty, LocalKind::Temporary, span)
    }

    /// The value of a local.
    pub(crate) fn load_local(&self, local: LocalId, span: Span) -> Expr {
        Expr::load(Place::local(local, self.locals[local].ty), span)
    }

    /// The expression's value, kept: evaluating it later gives the same.
    pub(crate) fn keep(&mut self, value: Expr) -> Expr {
        if self.is_kept(&value) {
            return value;
        }
        let span = value.span;
        let local = self.new_temporary(value.ty, span);
        self.assign(Place::local(local, value.ty), value, span);
        self.load_local(local, span)
    }

    fn is_kept(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Const(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(_) => true,
            ExprKind::Load(place) => place
                .as_local()
                .is_some_and(|local| self.locals[local].kind == LocalKind::Temporary),
            ExprKind::AddressOf(place) => {
                !matches!(place.base, clew_ir::PlaceBase::Deref(_)) && place.path.is_empty()
            }
            ExprKind::Cast { operand, .. } => self.is_kept(operand),
            _ => false,
        }
    }

    // Blocks

    pub(crate) fn new_block(&mut self) -> BlockId {
        self.blocks.push(OpenBlock { statements: Vec::new(), terminator: None })
    }

    pub(crate) fn emit(&mut self, kind: StatementKind, span: Span) {
        self.blocks[self.current].statements.push(Statement { kind, span });
    }

    pub(crate) fn assign(&mut self, place: Place, value: Expr, span: Span) {
        self.emit(StatementKind::Assign { place, value }, span);
    }

    pub(crate) fn emit_builtin(
        &mut self,
        dest: Option<Place>,
        builtin: Builtin,
        args: Vec<Expr>,
        span: Span,
    ) {
        self.emit(StatementKind::Call { dest, callee: Callee::Builtin(builtin), args }, span);
    }

    /// Ends the current block. What follows, until a block is started, cannot be reached.
    pub(crate) fn terminate(&mut self, kind: TerminatorKind, span: Span) {
        let block = &mut self.blocks[self.current];
        debug_assert!(block.terminator.is_none(), "a block should be terminated once");
        block.terminator = Some(Terminator { kind, span });
        self.current = self.new_block();
    }

    pub(crate) fn goto(&mut self, target: BlockId, span: Span) {
        self.terminate(TerminatorKind::Goto(target), span);
    }

    /// Goes on in `block`; the current block must have been terminated, and is dropped later
    /// when it stays empty.
    pub(crate) fn start(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Goes to `block` and goes on there.
    pub(crate) fn goto_and_start(&mut self, block: BlockId, span: Span) {
        self.goto(block, span);
        self.start(block);
    }

    /// The block of a label.
    pub(crate) fn label_block(&mut self, label: ClangId) -> BlockId {
        if let Some(&block) = self.labels.get(&label) {
            return block;
        }
        let block = self.new_block();
        self.labels.insert(label, block);
        block
    }

    fn collect_label_scopes(&mut self, node: &Node, around: &mut Vec<Option<ClangId>>) {
        let is_scope = is_scope(node);
        if is_scope {
            around.push(node.id);
        }
        if node.is(Kind::LabelStmt)
            && let Some(label) = node.decl_id
        {
            self.label_scopes.insert(label, around.clone());
        }
        for child in &node.inner {
            self.collect_label_scopes(child, around);
        }
        if is_scope {
            around.pop();
        }
    }

    /// Lowers what is not evaluated: the statements that come of it are thrown away.
    pub(crate) fn discarded<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let (current, blocks) = (self.current, self.blocks.len());
        let scratch = self.new_block();
        self.start(scratch);
        let value = lower(self);
        for block in (blocks..self.blocks.len()).map(BlockId::from_index) {
            self.blocks[block].statements.clear();
            self.blocks[block].terminator = None;
        }
        self.start(current);
        value
    }

    // Constants

    /// The bits of a constant expression without addresses or loads.
    pub(crate) fn constant_bits(&self, value: &Expr) -> Option<u128> {
        super::constant::bits(self.program(), value)
    }

    /// An integer constant.
    pub(crate) fn int(&self, value: i128, ty: TypeId, span: Span) -> Expr {
        let bits = match self.types().scalar(ty) {
            Some(Scalar::Int { bits, .. }) => ops::truncate(value as u128, bits),
            _ => value as u128,
        };
        Expr::constant(bits, ty, span)
    }
}

/// Whether a statement opens a scope of its own in lowering.
pub(crate) fn is_scope(node: &Node) -> bool {
    matches!(
        node.kind,
        Kind::CompoundStmt
            | Kind::ForStmt
            | Kind::WhileStmt
            | Kind::DoStmt
            | Kind::SwitchStmt
            | Kind::IfStmt
    )
}

impl<'l> TypeContext<'l> for FunctionLowering<'_, 'l> {
    fn unit(&mut self) -> &mut Unit<'l> {
        self.unit
    }

    fn variable_length(&mut self, text: &str) -> Lowered<ArrayLength> {
        self.array_length(text).map(ArrayLength::Variable)
    }

    fn type_of_text(&mut self, text: &str) -> Lowered<TypeId> {
        self.typeof_text(text)
    }
}

impl FunctionLowering<'_, '_> {
    /// The type of a value that no type name of its own makes: where that is a pointer to a
    /// variable-length array, the lengths in the text belong to a declaration, and are not
    /// evaluated again.
    pub(crate) fn result_type(&mut self, node: &Node) -> Lowered<TypeId> {
        if super::expr::node_mentions_variable_array(node) {
            return Ok(TypeTable::VOID_POINTER);
        }
        self.node_type(node)
    }

    /// The type of a node, from its text.
    pub(crate) fn node_type(&mut self, node: &Node) -> Lowered<TypeId> {
        node_type(self, node)
    }
}

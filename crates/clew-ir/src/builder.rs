//! Functions built by hand, for the tests of what works on the program model.
//!
//! What is built keeps the invariants of [`crate::verify`] as long as the types given fit. Spans
//! are found by text: [`FunctionBuilder::at`] sets the span of what is added next.

use crate::body::{
    Block, Body, Callee, Statement, StatementKind, SwitchArm, Terminator, TerminatorKind,
};
use crate::decision::{BoolTree, Condition, Decision, DecisionKind, DecisionTable};
use crate::expr::{BinaryOp, Expr, ExprKind, Place, PlaceBase, Projection, UnaryOp};
use crate::facts::FunctionFacts;
use crate::ids::{BlockId, FileId, FunctionId, GlobalId, IdVec, LocalId, TypeId, UnitId};
use crate::ids::{ConditionId, Id};
use crate::program::{
    Function, Global, GlobalKind, Image, Linkage, Local, LocalKind, NoBody, Program,
};
use crate::source::{SourceFile, Span};
use crate::types::{FunctionType, Type, TypeTable};

/// Adds a source file.
pub fn add_source(program: &mut Program, name: &str, text: &str) -> FileId {
    program.sources.files.push(SourceFile::new(name.into(), text.as_bytes(), false))
}

/// Declares a function without a body.
pub fn declare(
    program: &mut Program,
    name: &str,
    result: TypeId,
    params: &[TypeId],
    is_variadic: bool,
) -> FunctionId {
    let ty = program.types.intern(Type::Function(FunctionType {
        result,
        params: params.to_vec(),
        is_variadic,
        has_prototype: true,
    }));
    program.functions.push(Function {
        name: name.to_owned(),
        ty,
        linkage: Linkage::External,
        unit: UnitId::from_index(0),
        params: Vec::new(),
        locals: IdVec::new(),
        body: Err(NoBody::Declared),
        is_noreturn: false,
        facts: FunctionFacts::default(),
        is_system: false,
        span: Span::NONE,
    })
}

/// Defines a global, all zero.
pub fn define_global(program: &mut Program, name: &str, ty: TypeId) -> GlobalId {
    let size = program.types.size(ty).expect("a global should have a size");
    program.globals.push(Global {
        name: name.to_owned(),
        ty,
        linkage: Linkage::External,
        unit: UnitId::from_index(0),
        init: Some(Image { bytes: vec![0; size as usize], relocations: Vec::new() }),
        is_const: false,
        kind: GlobalKind::Variable,
        function: None,
        is_system: false,
        align: program.types.align(ty),
        address: None,
        span: Span::NONE,
    })
}

/// Builds the body of a declared function.
pub struct FunctionBuilder<'a> {
    program: &'a mut Program,
    id: FunctionId,
    file: Option<FileId>,
    span: Span,
    blocks: IdVec<BlockId, Block>,
    decisions: DecisionTable,
}

impl<'a> FunctionBuilder<'a> {
    /// Declares a function and starts its body; the entry block exists.
    pub fn new(
        program: &'a mut Program,
        name: &str,
        result: TypeId,
        params: &[(&str, TypeId)],
    ) -> Self {
        let types: Vec<TypeId> = params.iter().map(|(_, ty)| *ty).collect();
        let id = declare(program, name, result, &types, false);
        Self::define(program, id, &params.iter().map(|(name, _)| *name).collect::<Vec<_>>())
    }

    /// Starts the body of a function declared before.
    pub fn define(program: &'a mut Program, id: FunctionId, params: &[&str]) -> Self {
        let types = program.function_type(id).params.clone();
        let mut builder = Self {
            program,
            id,
            file: None,
            span: Span::NONE,
            blocks: IdVec::new(),
            decisions: DecisionTable::default(),
        };
        for (name, ty) in params.iter().zip(types) {
            let local = builder.local(name, ty);
            builder.function().locals[local].kind = LocalKind::Parameter;
            builder.function().params.push(local);
        }
        builder.block();
        builder
    }

    fn function(&mut self) -> &mut Function {
        &mut self.program.functions[self.id]
    }

    /// The parameters, in order.
    pub fn parameters(&mut self) -> Vec<LocalId> {
        self.function().params.clone()
    }

    /// The types of the program.
    pub fn types(&self) -> &TypeTable {
        &self.program.types
    }

    /// The program that the function belongs to.
    pub fn program(&mut self) -> &mut Program {
        self.program
    }

    /// The entry block.
    pub fn entry(&self) -> BlockId {
        BlockId::from_index(0)
    }

    /// Makes `file` the one whose text [`FunctionBuilder::at`] searches; the function spans it.
    pub fn in_file(&mut self, file: FileId) {
        self.file = Some(file);
        let end = self.program.sources.files[file].text().len() as u32;
        self.function().span = Span { file: Some(file), start: 0, end, expansion: None };
    }

    /// What is added from now on stands at the first place that reads `text`.
    ///
    /// # Panics
    ///
    /// When the file does not contain the text.
    pub fn at(&mut self, text: &str) -> &mut Self {
        let file = self.file.expect("a file should be set");
        let start = self.program.sources.files[file].text().find(text);
        let start = start.unwrap_or_else(|| panic!("the source should contain `{text}`")) as u32;
        let end = start + text.len() as u32;
        self.span = Span { file: Some(file), start, end, expansion: None };
        self
    }

    /// A variable.
    pub fn local(&mut self, name: &str, ty: TypeId) -> LocalId {
        let is_aggregate = self.program.types.scalar(ty).is_none();
        let span = self.span;
        self.function().locals.push(Local {
            name: name.to_owned(),
            ty,
            kind: LocalKind::Variable,
            is_address_taken: is_aggregate,
            align: 0,
            span,
        })
    }

    /// A temporary.
    pub fn temporary(&mut self, ty: TypeId) -> LocalId {
        let name = format!("t.{}", self.function().locals.len());
        let local = self.local(&name, ty);
        self.function().locals[local].kind = LocalKind::Temporary;
        local
    }

    /// A new block; unreachable until it gets a terminator.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push(Block {
            statements: Vec::new(),
            terminator: Terminator { kind: TerminatorKind::Unreachable, span: Span::NONE },
        })
    }

    /// A local as a place.
    pub fn place(&mut self, local: LocalId) -> Place {
        let ty = self.function().locals[local].ty;
        Place::local(local, ty)
    }

    /// A global as a place.
    pub fn global_place(&self, global: GlobalId) -> Place {
        Place::global(global, self.program.globals[global].ty)
    }

    /// What a pointer points to.
    pub fn deref(&self, pointer: Expr) -> Place {
        let ty = self.program.types.pointee(pointer.ty).expect("a pointer should be dereferenced");
        Place::deref(pointer, ty)
    }

    /// An element of an array.
    pub fn element(&mut self, mut array: Place, index: Expr) -> Place {
        self.mark(&array);
        array.ty = self.program.types.element(array.ty).expect("an array should be indexed");
        array.path.push(Projection::Index(index));
        array
    }

    /// A member, by name.
    pub fn field(&mut self, mut record: Place, name: &str) -> Place {
        self.mark(&record);
        let (_, fields) = self.program.types.record(record.ty).expect("a record should have it");
        let index = fields.fields.iter().position(|field| field.name == name);
        let index = index.expect("the field should exist");
        record.ty = fields.fields[index].ty;
        record.path.push(Projection::Field(index as u32));
        record
    }

    fn mark(&mut self, place: &Place) {
        if let PlaceBase::Local(local) = place.base {
            self.function().locals[local].is_address_taken = true;
        }
    }

    /// The value of a local.
    pub fn read(&mut self, local: LocalId) -> Expr {
        let place = self.place(local);
        self.load(place)
    }

    /// The value of a place.
    pub fn load(&self, place: Place) -> Expr {
        Expr::load(place, self.span)
    }

    /// The address of a place.
    pub fn address_of(&mut self, place: Place) -> Expr {
        self.mark(&place);
        let ty = self.program.types.pointer_to(place.ty);
        Expr { kind: ExprKind::AddressOf(Box::new(place)), ty, span: self.span }
    }

    /// The address of a function.
    pub fn function_address(&mut self, function: FunctionId) -> Expr {
        let ty = self.program.functions[function].ty;
        let ty = self.program.types.pointer_to(ty);
        Expr { kind: ExprKind::FunctionAddress(function), ty, span: self.span }
    }

    /// An `int` constant.
    pub fn int(&self, value: i32) -> Expr {
        Expr::constant(u128::from(value as u32), TypeTable::INT, self.span)
    }

    /// A unary operator.
    pub fn unary(&self, op: UnaryOp, operand: Expr) -> Expr {
        let ty = if op == UnaryOp::LogicalNot { TypeTable::INT } else { operand.ty };
        Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, span: self.span }
    }

    /// A binary operator.
    pub fn binary(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let ty = match op {
            _ if op.is_comparison() => TypeTable::INT,
            BinaryOp::PtrDiff => self.types().difference_type(),
            _ => left.ty,
        };
        Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span: self.span }
    }

    /// A conversion.
    pub fn cast(&self, operand: Expr, ty: TypeId, implicit: bool) -> Expr {
        Expr { kind: ExprKind::Cast { operand: Box::new(operand), implicit }, ty, span: self.span }
    }

    /// Adds any statement.
    pub fn statement(&mut self, block: BlockId, kind: StatementKind) {
        self.blocks[block].statements.push(Statement { kind, span: self.span });
    }

    /// Adds `local = value`.
    pub fn assign(&mut self, block: BlockId, local: LocalId, value: Expr) {
        let place = self.place(local);
        self.statement(block, StatementKind::Assign { place, value });
    }

    /// Adds `place = value`.
    pub fn store(&mut self, block: BlockId, place: Place, value: Expr) {
        self.statement(block, StatementKind::Assign { place, value });
    }

    /// Adds a call by name.
    pub fn call(
        &mut self,
        block: BlockId,
        dest: Option<LocalId>,
        callee: FunctionId,
        args: Vec<Expr>,
    ) {
        let dest = dest.map(|local| self.place(local));
        self.statement(block, StatementKind::Call { dest, callee: Callee::Direct(callee), args });
    }

    /// Ends a block.
    pub fn terminate(&mut self, block: BlockId, kind: TerminatorKind) {
        self.blocks[block].terminator = Terminator { kind, span: self.span };
    }

    /// Ends a block with a jump.
    pub fn goto(&mut self, block: BlockId, target: BlockId) {
        self.terminate(block, TerminatorKind::Goto(target));
    }

    /// Ends a block with a branch that is a decision of one condition.
    pub fn branch(
        &mut self,
        block: BlockId,
        kind: DecisionKind,
        condition: Expr,
        then: BlockId,
        otherwise: BlockId,
    ) -> ConditionId {
        let decision = self.decisions.decisions.next_id();
        let id =
            self.decisions.conditions.push(Condition { decision, block, span: condition.span });
        self.decisions.decisions.push(Decision {
            kind,
            structure: Some(BoolTree::Condition(id)),
            span: condition.span,
            switch: None,
        });
        self.terminate(block, TerminatorKind::Branch { condition, id: Some(id), then, otherwise });
        id
    }

    /// Ends a block with a switch; an arm is a value and its block.
    pub fn switch(
        &mut self,
        block: BlockId,
        value: Expr,
        arms: &[(i128, BlockId)],
        default: BlockId,
    ) {
        let span = self.span;
        let id = self.decisions.decisions.push(Decision {
            kind: DecisionKind::Switch,
            structure: None,
            span: value.span,
            switch: Some(block),
        });
        let arms = arms
            .iter()
            .map(|&(value, target)| SwitchArm { low: value, high: value, target, span })
            .collect();
        self.terminate(
            block,
            TerminatorKind::Switch { value, id, arms, default, default_span: None },
        );
    }

    /// Ends a block with a return.
    pub fn ret(&mut self, block: BlockId, value: Option<Expr>) {
        self.terminate(block, TerminatorKind::Return(value));
    }

    /// Gives the body to the function.
    pub fn finish(self) -> FunctionId {
        let body = Body { blocks: self.blocks, decisions: self.decisions, scope_ends: Vec::new() };
        self.program.functions[self.id].body = Ok(body);
        self.id
    }
}

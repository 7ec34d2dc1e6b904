//! Small programs, built by hand.

use crate::config::Config;
use crate::guest::World;
use crate::run::Machine;
use crate::stop::Stop;
use clew_ir::{
    Block, BlockId, Body, DecisionTable, Expr, Function, FunctionFacts, FunctionId, FunctionType,
    Id, IdVec, Linkage, Local, LocalId, LocalKind, Place, Program, Span, Statement, StatementKind,
    Terminator, TerminatorKind, Type, TypeId, UnitId,
};

/// A world where nothing can be done.
pub(super) struct NoWorld;

impl World for NoWorld {
    fn write(&mut self, _: i32, bytes: &[u8]) -> Result<usize, i32> {
        Ok(bytes.len())
    }
    fn read(&mut self, _: i32, _: usize) -> Result<Vec<u8>, i32> {
        Ok(Vec::new())
    }
    fn open(&mut self, _: &[u8], _: &[u8]) -> Result<i32, i32> {
        Err(2)
    }
    fn close(&mut self, _: i32) -> Result<(), i32> {
        Err(9)
    }
    fn seek(&mut self, _: i32, _: i64, _: i32) -> Result<u64, i32> {
        Err(9)
    }
    fn remove(&mut self, _: &[u8]) -> Result<(), i32> {
        Err(2)
    }
    fn rename(&mut self, _: &[u8], _: &[u8]) -> Result<(), i32> {
        Err(2)
    }
    fn environment(&self, _: &[u8]) -> Option<Vec<u8>> {
        None
    }
    fn now(&self) -> (i64, u32) {
        (0, 0)
    }
    fn cpu_time(&self) -> u64 {
        0
    }
}

/// A function under construction.
pub(super) struct Build {
    pub(super) program: Program,
    pub(super) locals: IdVec<LocalId, Local>,
    pub(super) blocks: IdVec<BlockId, Block>,
    params: Vec<LocalId>,
    result: TypeId,
}

pub(super) fn statement(kind: StatementKind) -> Statement {
    Statement { kind, span: Span::NONE }
}

impl Build {
    pub(super) fn new(params: &[TypeId], result: TypeId) -> Self {
        let mut build = Self {
            program: Program::default(),
            locals: IdVec::new(),
            blocks: IdVec::new(),
            params: Vec::new(),
            result,
        };
        for &ty in params {
            let local = build.local(ty, LocalKind::Parameter);
            build.params.push(local);
        }
        build
    }

    /// A local of its own name.
    pub(super) fn local(&mut self, ty: TypeId, kind: LocalKind) -> LocalId {
        let name = format!("v{}", self.locals.len());
        self.locals.push(Local {
            name,
            ty,
            kind,
            is_address_taken: false,
            align: 0,
            span: Span::NONE,
        })
    }

    /// The value of a local.
    pub(super) fn get(&self, local: LocalId) -> Expr {
        Expr::load(Place::local(local, self.locals[local].ty), Span::NONE)
    }

    pub(super) fn parameter(&self, at: usize) -> Expr {
        self.get(self.params[at])
    }

    pub(super) fn block(&mut self, statements: Vec<StatementKind>, end: TerminatorKind) -> BlockId {
        let statements = statements.into_iter().map(statement).collect();
        let terminator = Terminator { kind: end, span: Span::NONE };
        self.blocks.push(Block { statements, terminator })
    }

    /// The program with the one function `f`.
    pub(super) fn finish(mut self) -> (Program, FunctionId) {
        let params = self.params.iter().map(|local| self.locals[*local].ty).collect();
        let function_type =
            FunctionType { result: self.result, params, is_variadic: false, has_prototype: true };
        let ty = self.program.types.intern(Type::Function(function_type));
        let function = self.program.functions.push(Function {
            name: "f".to_owned(),
            ty,
            linkage: Linkage::External,
            unit: UnitId::from_index(0),
            params: self.params,
            locals: self.locals,
            body: Ok(Body {
                blocks: self.blocks,
                decisions: DecisionTable::default(),
                scope_ends: Vec::new(),
            }),
            is_noreturn: false,
            facts: FunctionFacts::default(),
            is_system: false,
            span: Span::NONE,
        });
        (self.program, function)
    }

    /// Runs `f` once.
    pub(super) fn run(self, config: Config, args: &[u128]) -> Stop {
        let (program, function) = self.finish();
        Machine::new(&program, config, Box::new(NoWorld)).call(function, args).stop
    }
}

/// `f(params) { return value; }`, called on each list of arguments.
pub(super) fn evaluate(
    params: &[TypeId],
    result: TypeId,
    config: &Config,
    value: impl FnOnce(&mut Build) -> Expr,
    calls: &[Vec<u128>],
) -> Vec<Stop> {
    let mut build = Build::new(params, result);
    let value = value(&mut build);
    build.block(Vec::new(), TerminatorKind::Return(Some(value)));
    let (program, function) = build.finish();
    let mut machine = Machine::new(&program, config.clone(), Box::new(NoWorld));
    calls.iter().map(|args| machine.call(function, args).stop).collect()
}

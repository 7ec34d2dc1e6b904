//! The program model: what Clew knows of a C program once clang has parsed it.
//!
//! Like CIL, a function is a control flow graph of blocks; a statement is an assignment or a
//! call; expressions are pure and typed; every load and every implicit conversion is explicit.
//! Each atomic condition of the source is one branch, and the decision table keeps the Boolean
//! structure the user wrote.
//!
//! **Architecture invariant:** nothing here knows clang, the machine or any solver.

pub mod body;
pub mod builder;
pub mod c_text;
pub mod call_graph;
mod callback;
pub mod cfg;
mod data_model;
pub mod decision;
pub mod dominators;
pub mod effects;
pub mod expr;
pub mod facts;
mod guarded;
pub mod ids;
pub mod layout;
mod literals;
pub mod loops;
pub mod model_text;
pub mod ops;
pub mod order;
mod place;
pub mod points_to;
mod position;
pub mod probe;
pub mod program;
mod prototype;
pub mod rebuild;
pub mod regions;
pub mod source;
pub mod tables;
pub mod text;
pub mod types;
mod unprovable;
pub mod verify;
mod weak;

pub use body::{
    Block, Body, Builtin, Callee, Statement, StatementKind, SwitchArm, Terminator, TerminatorKind,
};
pub use data_model::DataModel;
pub use decision::{BoolTree, Condition, Decision, DecisionKind, DecisionTable};
pub use expr::{
    BinaryOp, Expr, ExprKind, Intrinsic, OverflowOp, Place, PlaceBase, Projection, UnaryOp,
};
pub use facts::{DeclaredLength, Dimension, FunctionFacts, ParameterFacts};
pub use guarded::Promise;
pub use ids::{
    BlockId, ConditionId, DecisionId, EnumId, ExpansionId, FileId, FunctionId, GlobalId, Id, IdVec,
    LocalId, LoopId, RecordId, RegionId, TypeId, UnitId,
};
pub use position::Position;
pub use probe::{ProbeId, ProbePlan, ProbePoint, is_label_marker};
pub use program::{
    Assembly, Function, Global, GlobalKind, Image, Linkage, Local, LocalKind, NoBody, Partition,
    Program, Relocation, RelocationTarget, Unsupported,
};
pub use source::{Expansion, LineColumn, SourceFile, SourceMap, Span};
pub use types::{
    ArrayLength, BitRange, Counted, Enum, Field, FloatKind, FunctionType, IntKind, Parts, Record,
    RecordKind, Scalar, Type, TypeTable,
};
pub use unprovable::{Cause, OF_HARNESSES, Reach, Unprovable};

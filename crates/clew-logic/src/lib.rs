//! Terms: hash-consed Booleans, bit-vectors and arrays, with their meaning.
//!
//! A [`TermPool`] owns every term; a [`TermId`] is a small copyable handle. Building a term
//! simplifies it, and two terms of one pool are equal in structure exactly when their ids are
//! equal. The concrete meaning of each operator is written once, in [`bits`], and shared by the
//! constant folder, the evaluator and the tests of the bit-blaster.
//!
//! **Invariants.** Arguments of a term have smaller ids than the term. Nothing in this crate
//! recurses over the depth of a term. Nothing here knows of solvers, programs or C types.

pub mod bits;
mod build;
mod eval;
pub mod float;
mod input_set;
mod model;
mod op;
mod pool;
mod print_c;
mod rewrite;
pub mod smtlib;
mod sort;
mod substitute;
mod table;
mod tape;
pub mod testing;
mod translate;
mod walk;

pub use eval::Evaluator;
pub use input_set::InputSet;
pub use model::{ArrayValue, Model, Value};
pub use op::Op;
pub use pool::{InputDecl, InputId, TermId, TermPool};
pub use print_c::{InputType, print_c, print_typed_c};
pub use rewrite::{Rule, rules};
pub use sort::{MAX_WIDTH, Sort};
pub use substitute::Substitution;
pub use tape::Tape;
pub use translate::Translator;

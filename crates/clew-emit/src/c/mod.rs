//! Tests as C: values, bodies, stubs.

mod body;
mod changes;
mod check;
mod harness;
mod init;
mod literal;
mod made;
mod object;
mod own;
mod passed;
mod printed;
mod refusals;
mod registers;
mod scope;
mod streams;
mod stubs;
mod surroundings;
mod types;
mod weak;

pub(crate) use body::body;
pub(crate) use literal::scalar;
pub(crate) use own::{redirections as own_redirections, restored as own_restored};
pub(crate) use passed::logs;
pub(crate) use printed::is_kept as keeps_printed;
pub(crate) use refusals::redirections;
pub(crate) use scope::all_values;
pub(crate) use stubs::{Stubs, bits, stubs};
pub use types::{can_be_named, declaration};
pub(crate) use weak::{redirections as weak_redirections, restored as weak_restored};

use clew_ir::{Global, GlobalKind, Linkage};

/// What `main` is called where the file under test is included.
pub(crate) const PROGRAM_MAIN: &str = "clew_program_main";

/// Whether a test can name the object: static locals and literals have no name at file scope, and
/// what is private to the models of the library is not in the library.
pub(crate) fn is_nameable(global: &Global) -> bool {
    let is_private = global.is_system && global.linkage == Linkage::Internal;
    global.kind == GlobalKind::Variable && global.linkage != Linkage::None && !is_private
}

//! The machine: runs the program model.
//!
//! - [`Machine`] runs a program; a run ends in a [`stop::Stop`].
//! - `memory`: objects with C layout in a private address space.
//! - `code`: the register code; `compile`: from the program model to it; `run`: the loop.
//! - `shadow`: the seam where terms ride beside values.
//! - [`libc`]: the library, native functions ([`native`]) and C models.
//!
//! **Architecture invariant:** the machine never calls a solver, and native functions see it only
//! through [`guest::Guest`].

pub mod code;
pub mod compile;
pub mod config;
pub mod guest;
pub mod libc;
pub mod memory;
pub mod native;
pub mod run;
pub mod shadow;
pub mod stop;

pub use config::{Checks, Config, Surroundings};
pub use run::{Machine, RunReport};

//! Results in the forms that other tools read.
//!
//! - [`model`]: a result, as `result.json` tells it; [`Sources`]: the files it speaks of.
//! - One file for each form: [`lcov`], [`cobertura`], [`junit`], [`sarif`], [`html`].
//! - [`gate`]: whether coverage is as high as somebody demands.
//!
//! **Architecture invariant:** nothing here runs anything or decides anything: every figure is in the
//! result, or counted from it, and the same result gives the same bytes.

pub mod cobertura;
mod files;
pub mod gate;
pub mod html;
pub mod junit;
pub mod lcov;
pub mod model;
pub mod sarif;
mod xml;

pub use files::Sources;
pub use gate::{Gate, GateError};
pub use model::Report;

//! The machine: runs the program model.

pub mod guest;
pub mod stop;

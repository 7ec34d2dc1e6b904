//! Lowering: clang's tree to the program model.
//!
//! [`Linker`] holds the program that grows unit by unit and links names by C's rules; [`Unit`]
//! lowers the declarations of one translation unit; [`function::FunctionLowering`] lowers one
//! body. What cannot be lowered is an [`Unsupported`] that concerns one function (or one object,
//! and then the functions that use it); the rest of the unit still works.

mod access;
mod align;
mod asm;
mod assign;
mod atomic;
mod builtin;
mod call;
mod cast;
mod character_class;
mod complex;
mod condition;
mod constant;
mod counted;
mod decl;
mod expr;
mod facts;
mod finish;
mod fixed;
mod function;
mod function_decl;
mod init;
mod jump;
mod link;
mod object_decl;
mod order;
mod outer_length;
mod parts;
mod place;
mod provable;
mod record;
mod scope;
mod source;
mod source_location;
mod static_init;
mod stmt;
mod types;
mod vector;
mod vla;

use clew_ir::Unsupported;

pub(crate) use decl::{Facts, Unit};
pub(crate) use link::Linker;
pub(crate) use provable::rows as provable_rows;
pub(crate) use source::{UnitFiles, is_system_path};

/// A lowered thing, or why it cannot be lowered.
pub(crate) type Lowered<T> = Result<T, Unsupported>;

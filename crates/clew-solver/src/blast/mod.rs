//! Bit-blasting: terms to clauses.

mod arrays;
mod gates;
mod terms;
mod words;

pub(crate) use gates::ClauseSink;
pub(crate) use terms::Blaster;

//! Generating tests: from a function to a verified suite and a report.
//!
//! - `campaign`: the search for one unit, and what it found;
//! - `steady`: which runs a compiled program can be expected to repeat;
//! - `suite`: the tests, written and verified; `heal`: without those that compilers contradict;
//! - `proofs`: the certificates of what is infeasible;
//! - `report`, `json`, `values`: what people and programs read;
//! - `progress`: what is shown meanwhile; `settings`: `clew.toml`; `headers`: harness headers.

pub(crate) mod campaign;
pub(crate) mod headers;
pub(crate) mod heal;
pub(crate) mod json;
pub(crate) mod progress;
pub(crate) mod proofs;
pub(crate) mod report;
pub(crate) mod seeds;
pub(crate) mod settings;
pub(crate) mod steady;
pub(crate) mod suite;
pub(crate) mod targets;
pub(crate) mod values;

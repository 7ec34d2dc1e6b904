//! What `clew gen` reads and writes around a campaign.
//!
//! - `table`, `details`, `json`, `values`: what people and programs read; `reports`: other forms;
//! - `progress`: what is shown meanwhile; `config`: `clew.toml`; `settings`: the bounds of inputs;
//!   `choice`: the strategies and techniques;
//!   `promises`: what callers keep to; `seeds`: tests to begin with; `headers`: harness headers.

pub(crate) mod choice;
pub(crate) mod config;
pub(crate) mod details;
pub(crate) mod headers;
pub(crate) mod json;
pub(crate) mod progress;
pub(crate) mod promises;
pub(crate) mod reports;
pub(crate) mod seeds;
pub(crate) mod settings;
pub(crate) mod table;
pub(crate) mod values;

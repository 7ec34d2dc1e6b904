//! What `clew gen` reads and writes around a campaign.
//!
//! - `report`, `json`, `values`: what people and programs read;
//! - `progress`: what is shown meanwhile; `settings`: `clew.toml`; `seeds`: tests to begin with;
//!   `headers`: harness headers.

pub(crate) mod headers;
pub(crate) mod json;
pub(crate) mod progress;
pub(crate) mod report;
pub(crate) mod seeds;
pub(crate) mod settings;
pub(crate) mod values;

//! `clew gen` around its campaigns.
//!
//! - `request`: what the user asks for, as plans; `choice`: the strategies and techniques; `entries`: what is to be tested; `session`: the functions
//!   one after the other; `drivers`: functions that call those under test several times; `shares`: how time is shared among them; `interrupt`: Ctrl-C;
//! - `table`, `details`, `json`, `values`: what people and programs read; `result_file`: what is done, on
//!   disk; `reports`: other forms;
//! - `progress`: what is shown and kept meanwhile; `config`: `clew.toml`; `settings`: the bounds of inputs;
//!   `promises`: what callers keep to; `seeds`: tests to begin with; `headers`: harness headers; `stale`:
//!   what earlier runs wrote.

pub(crate) mod choice;
pub(crate) mod config;
pub(crate) mod details;
pub(crate) mod drivers;
pub(crate) mod entries;
pub(crate) mod headers;
pub(crate) mod interrupt;
pub(crate) mod json;
pub(crate) mod progress;
pub(crate) mod promises;
pub(crate) mod reports;
pub(crate) mod request;
pub(crate) mod result_file;
pub(crate) mod seeds;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod shares;
pub(crate) mod stale;
pub(crate) mod table;
pub(crate) mod values;

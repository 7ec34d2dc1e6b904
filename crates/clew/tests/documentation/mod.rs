//! The documentation: its links lead somewhere, its consoles show what commands print, and its tables
//! are those of the code.
//!
//! `BLESS=1` writes what the program prints into the pages; read the difference before you commit it.

mod console;
mod generated;
mod links;
mod page;

/// Whether pages are to be written instead of compared.
fn is_blessing() -> bool {
    std::env::var_os("BLESS").is_some()
}

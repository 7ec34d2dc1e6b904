//! SMT-LIB 2: writing terms and scripts, and reading the subset they use (QF_ABV), and floats as their
//! circuits (QF_ABVFP).

mod floats;
mod operators;
mod print;
mod read;
mod script;
mod sexp;

pub use print::{Printer, logic, print_script, print_term, quote_symbol};
pub use read::{ReadError, Reader};
pub use script::{Command, Script};
pub use sexp::{Sexp, SexpArena, SexpError, parse_sexps};

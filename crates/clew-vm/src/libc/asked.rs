//! Library functions whose results a test decides: chance, the time, and who runs the program.
//!
//! A program that is run has models of them. A program that tests are generated for has none: they are
//! functions without a body, whose results are inputs, and the tests define them.

/// The functions, and the bits of what they return; the rest of the result is zero.
const ASKED: [(&str, u32); 10] = [
    ("rand", 31),
    ("random", 31),
    ("lrand48", 31),
    ("srand", 0),
    ("srandom", 0),
    ("time", 64),
    ("getuid", 32),
    ("geteuid", 32),
    ("getgid", 32),
    ("getegid", 32),
];

/// The bits of the result that a test decides; `None` for other functions.
pub fn asked_bits(name: &str) -> Option<u32> {
    ASKED.iter().find(|(asked, _)| *asked == name).map(|(_, bits)| *bits)
}

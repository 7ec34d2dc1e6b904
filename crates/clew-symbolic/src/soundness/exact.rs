//! What of the library does the same in every world.
//!
//! A model of the library is one behaviour of the real function. Where the real one can do more
//! (fail, set `errno`, depend on the locale, on time or on files, give another positive number), no
//! claim may rest on the model.

use clew_ir::{Callee, Program, StatementKind};

/// Functions that depend on their arguments and on memory alone, and to which the standard leaves
/// no choice.
const EXACT: [&str; 52] = [
    "abs",
    "labs",
    "llabs",
    "div",
    "ldiv",
    "lldiv",
    "imaxabs",
    "imaxdiv",
    "isdigit",
    "isxdigit",
    "__clew_isdigit",
    "__clew_isxdigit",
    "isascii",
    "toascii",
    "strlen",
    "strnlen",
    "strcpy",
    "strncpy",
    "stpcpy",
    "stpncpy",
    "strcat",
    "strncat",
    "strchr",
    "strrchr",
    "strchrnul",
    "strspn",
    "strcspn",
    "strpbrk",
    "strstr",
    "memchr",
    "memrchr",
    "rawmemchr",
    "memcpy",
    "memmove",
    "memset",
    "mempcpy",
    "ffs",
    "ffsl",
    "ffsll",
    "htons",
    "htonl",
    "ntohs",
    "ntohl",
    "swab",
    "strsep",
    "memmem",
    "memccpy",
    "strlcpy",
    "strlcat",
    "index",
    "rindex",
    "bzero",
];

/// Functions after which the program does not go on.
const ENDS: [&str; 7] =
    ["abort", "exit", "_exit", "_Exit", "__assert_fail", "__assert_perror_fail", "__assert"];

/// Functions that change nothing the program can see, where their result is not looked at: what
/// they print is refused or not.
const PRINTS: [&str; 14] = [
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "puts",
    "fputs",
    "putchar",
    "putc",
    "fputc",
    "putchar_unlocked",
    "fwrite",
    "free",
    "perror",
    "fflush",
];

/// The name of the library's function that a statement calls, where no claim may rest on its model.
pub(crate) fn inexact_call<'p>(program: &'p Program, statement: &StatementKind) -> Option<&'p str> {
    let StatementKind::Call { dest, callee: Callee::Direct(id), .. } = statement else {
        return None;
    };
    let function = &program.functions[*id];
    let name = function.name.as_str();
    let prints = dest.is_none() && PRINTS.contains(&name);
    let is_harmless = EXACT.contains(&name) || ENDS.contains(&name) || prints;
    let is_decided = clew_vm::libc::is_asked(name);
    (function.is_system && !is_harmless && !is_decided).then_some(name)
}

//! The models of the library that do exactly what the standard says, whatever the world is like.

/// Functions whose C model can be followed: they depend on their arguments and on memory alone, and
/// the standard leaves them no choice in any locale.
const EXACT: [&str; 40] = [
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
    "mempcpy",
    "ffs",
    "ffsl",
    "ffsll",
    "htons",
    "htonl",
    "ntohs",
    "ntohl",
];

/// Whether the model of a library function can be followed.
pub(crate) fn is_exact_model(name: &str) -> bool {
    EXACT.contains(&name)
}

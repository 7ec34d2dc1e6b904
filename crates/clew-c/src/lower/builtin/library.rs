//! The library functions that have builtin names.

/// Builtins that are a library function under another name.
pub(in crate::lower) fn is_library_builtin(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("_chk")
        || matches!(
            name,
            "memcpy"
                | "memmove"
                | "memset"
                | "memcmp"
                | "memchr"
                | "mempcpy"
                | "bcmp"
                | "bzero"
                | "bcopy"
                | "index"
                | "rindex"
                | "strlen"
                | "strcpy"
                | "strncpy"
                | "strcmp"
                | "strncmp"
                | "strcat"
                | "strncat"
                | "strchr"
                | "strrchr"
                | "strstr"
                | "strpbrk"
                | "strspn"
                | "strcspn"
                | "strdup"
                | "strndup"
                | "stpcpy"
                | "stpncpy"
                | "strcasecmp"
                | "strncasecmp"
                | "abs"
                | "labs"
                | "llabs"
                | "printf"
                | "fprintf"
                | "sprintf"
                | "snprintf"
                | "vprintf"
                | "vfprintf"
                | "vsprintf"
                | "vsnprintf"
                | "puts"
                | "putchar"
                | "fputs"
                | "fputc"
                | "malloc"
                | "calloc"
                | "realloc"
                | "free"
                | "abort"
                | "exit"
                | "_exit"
                | "isalpha"
                | "isdigit"
                | "isalnum"
                | "isspace"
                | "isupper"
                | "islower"
                | "isxdigit"
                | "ispunct"
                | "isprint"
                | "isgraph"
                | "iscntrl"
                | "isblank"
                | "isascii"
                | "toascii"
                | "toupper"
                | "tolower"
        )
        || is_complex_name(name)
        || is_math_name(name)
}

/// The function of the compiler's own library that a builtin calls, which no program can define.
pub(super) fn support_function(name: &str) -> Option<&'static str> {
    match name {
        "powif" => Some("__powisf2"),
        "powi" => Some("__powidf2"),
        "powil" => Some("__powixf2"),
        _ => None,
    }
}

fn is_complex_name(name: &str) -> bool {
    let base = name.strip_suffix(['f', 'l']).unwrap_or(name);
    let is_complex =
        |name: &str| matches!(name, "cabs" | "carg" | "cimag" | "conj" | "cproj" | "creal");
    is_complex(name) || is_complex(base)
}

fn is_math_name(name: &str) -> bool {
    let base = name.strip_suffix(['f', 'l']).unwrap_or(name);
    let is_math = |name: &str| {
        matches!(
            name,
            "sin"
                | "cos"
                | "tan"
                | "asin"
                | "acos"
                | "atan"
                | "atan2"
                | "sinh"
                | "cosh"
                | "tanh"
                | "asinh"
                | "acosh"
                | "atanh"
                | "exp"
                | "exp2"
                | "expm1"
                | "log"
                | "log2"
                | "log10"
                | "log1p"
                | "logb"
                | "ilogb"
                | "pow"
                | "cbrt"
                | "hypot"
                | "fmod"
                | "remainder"
                | "remquo"
                | "floor"
                | "ceil"
                | "round"
                | "trunc"
                | "rint"
                | "nearbyint"
                | "lrint"
                | "llrint"
                | "lround"
                | "llround"
                | "nextafter"
                | "nexttoward"
                | "frexp"
                | "ldexp"
                | "scalbn"
                | "scalbln"
                | "modf"
                | "fdim"
                | "fmax"
                | "fmin"
                | "erf"
                | "erfc"
                | "tgamma"
                | "lgamma"
        )
    };
    is_math(name) || is_math(base)
}

//! Whether a text has to be preprocessed to know what compilers make of it.

/// Whether preprocessors may make different texts of a file with these flags, or its text may say what
/// clang's tree leaves out ([`crate::written`]): attributes, pragmas, builtins, large numbers.
///
/// Without directives and without flags that define or include something, the only macros are those that the
/// compilers define. Their names are reserved (C11 6.10.8p4): they begin with an underscore, but for `unix`,
/// `linux` and `i386`, which gcc and clang both define as 1.
pub(crate) fn may_ask(text: &[u8], flags: &[String]) -> bool {
    let holds = |sequence: &[u8]| text.windows(sequence.len()).any(|it| it == sequence);
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..);
    let mut before = b' ';
    let has_reserved = text.iter().any(|byte| {
        let begins = *byte == b'_' && !is_word(before);
        before = *byte;
        begins
    });
    let mut digits = 0;
    let has_large_number = text.iter().any(|byte| {
        digits = if byte.is_ascii_digit() { digits + 1 } else { 0 };
        digits >= LARGE
    });
    has_reserved
        || has_large_number
        || text.contains(&b'#')
        || holds(b"[[")
        || holds(b"<:")
        || holds(b"%:")
        || holds(b"??")
        || flags.iter().any(|flag| may_define(flag))
}

/// The digits of the smallest number that compilers may give different types.
const LARGE: u32 = 19;

/// Flags that neither define nor include anything, by how they begin.
const QUIET: [&str; 8] =
    ["-std=", "-I", "-isystem", "-iquote", "-idirafter", "-m", "-f", "-pthread"];

fn may_define(flag: &str) -> bool {
    flag.starts_with('-') && !QUIET.iter().any(|it| flag.starts_with(it))
}

/// Whether a text may ask how it is optimised: by the macros that say it, or by a name that is put together.
///
/// (Which macros of the system's headers do is known, see [`super::same`].)
pub(crate) fn may_ask_for_level(text: &str) -> bool {
    let macros = ["OPTIMIZE", "NO_INLINE", "FAST_MATH", "##", "%:%:", "??="];
    macros.iter().any(|it| text.replace("\\\n", "").contains(it))
}

//! Which flags of a command line leave the meaning of C alone.
//!
//! A flag that stands on no list here may do anything: nothing is proved of a unit that is compiled with it.

/// What a flag does to what code means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Nothing, or the front end and clang follow it.
    Known,
    /// It changes floating-point arithmetic.
    Floats,
    /// Nobody here knows.
    Unknown,
}

/// Flags whose value is the next argument.
const WITH_VALUE: &[&str] = &[
    "-D",
    "-I",
    "-L",
    "-MF",
    "-MJ",
    "-MQ",
    "-MT",
    "-U",
    "-Xlinker",
    "--define-macro",
    "--imacros",
    "--include",
    "--include-directory",
    "--param",
    "--sysroot",
    "--undefine-macro",
    "-dumpbase",
    "-dumpdir",
    "-idirafter",
    "-imacros",
    "-include",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-l",
    "-o",
    "-target",
    "-x",
];

/// Flags that are known as they stand.
const EXACTLY: &[&str] = &[
    "-",
    "--coverage",
    "-E",
    "-MD",
    "-MM",
    "-MMD",
    "-MP",
    "-M",
    "-MG",
    "-O",
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Og",
    "-Os",
    "-Oz",
    "-P",
    "-Qunused-arguments",
    "-S",
    "-ansi",
    "-c",
    "-fexec-charset=UTF-8",
    "-fexec-charset=utf-8",
    "-ffreestanding",
    "-fhosted",
    "-finput-charset=UTF-8",
    "-finput-charset=utf-8",
    "-m32",
    "-m64",
    "-mfpmath=sse",
    "-mlong-double-80",
    "-no-pie",
    "-nodefaultlibs",
    "-nostartfiles",
    "-nostdinc",
    "-nostdlib",
    "-nostdlibinc",
    "-pedantic",
    "-pedantic-errors",
    "-pie",
    "-pipe",
    "-pthread",
    "-rdynamic",
    "-s",
    "-save-temps",
    "-shared",
    "-static",
    "-static-libgcc",
    "-trigraphs",
    "-undef",
    "-v",
    "-w",
];

/// How flags begin that are known whatever follows: text, warnings, debugging, linking.
const FROM: &[&str] = &[
    "--define-macro=",
    "--imacros=",
    "--include-directory=",
    "--include=",
    "--std=",
    "--sysroot=",
    "--target=",
    "--undefine-macro=",
    "-D",
    "-I",
    "-L",
    "-U",
    "-W",
    "-fdebug-prefix-map=",
    "-fdiagnostics-",
    "-ffile-prefix-map=",
    "-fmacro-prefix-map=",
    "-fmax-errors=",
    "-fmessage-length=",
    "-fprofile-update=",
    "-fsanitize=",
    "-ftemplate-",
    "-fvisibility=",
    "-g",
    "-idirafter",
    "-imacros",
    "-include",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-l",
    "-mcmodel=",
    "-mtune=",
    "-std=",
];

/// Of these, the ones that are not: what they hand to other programs may be anything.
const NOT_FROM: &[&str] = &["-Wa,", "-Wp,", "-fsanitize=kcfi"];

/// The names behind `-f` and `-fno-`, without a value.
const SWITCHES: &[&str] = &[
    "PIC",
    "PIE",
    "align-functions",
    "align-jumps",
    "align-loops",
    "asm",
    "asynchronous-unwind-tables",
    "builtin",
    "caller-saves",
    "caret-diagnostics",
    "color-diagnostics",
    "common",
    "conserve-stack",
    "crossjumping",
    "cse-follow-jumps",
    "data-sections",
    "debug-types-section",
    "defer-pop",
    "dollars-in-identifiers",
    "dwarf2-cfi-asm",
    "eliminate-unused-debug-types",
    "exceptions",
    "expensive-optimizations",
    "fat-lto-objects",
    "function-sections",
    "gcse",
    "gnu89-inline",
    "guess-branch-probability",
    "ident",
    "inline",
    "inline-functions",
    "inline-functions-called-once",
    "inline-small-functions",
    "ivopts",
    "jump-tables",
    "keep-inline-functions",
    "keep-static-functions",
    "lto",
    "math-errno",
    "merge-constants",
    "ms-extensions",
    "omit-frame-pointer",
    "optimize-sibling-calls",
    "partial-inlining",
    "peephole",
    "pic",
    "pie",
    "plt",
    "profile-arcs",
    "reorder-blocks",
    "reorder-blocks-and-partition",
    "reorder-functions",
    "schedule-insns",
    "schedule-insns2",
    "semantic-interposition",
    "show-column",
    "signed-char",
    "signed-zeros",
    "slp-vectorize",
    "stack-clash-protection",
    "stack-protector",
    "stack-protector-all",
    "stack-protector-explicit",
    "stack-protector-strong",
    "standalone-debug",
    "strict-aliasing",
    "strict-overflow",
    "syntax-only",
    "test-coverage",
    "thread-jumps",
    "toplevel-reorder",
    "trapping-math",
    "trapv",
    "unit-at-a-time",
    "unroll-loops",
    "unwind-tables",
    "use-linker-plugin",
    "var-tracking",
    "var-tracking-assignments",
    "vectorize",
    "verbose-asm",
    "wrapv",
    "zero-initialized-in-bss",
];

/// How such names begin: optimisations, whose list is long.
const SWITCHES_FROM: &[&str] = &[
    "builtin-",
    "cf-protection",
    "inline-limit=",
    "ipa-",
    "lto=",
    "lto-",
    "sanitize-recover",
    "tree-",
];

/// Switches that are known in one direction alone.
const EXCEPT: &[&str] =
    &["-fno-signed-char", "-fno-signed-zeros", "-fno-trapping-math", "-fno-math-errno"];

/// The instruction sets that `-mNAME` and `-mno-NAME` switch, by how their names begin. What integers do does
/// not depend on them.
const INSTRUCTIONS: &[&str] = &[
    "80387",
    "abm",
    "adx",
    "aes",
    "avx",
    "avx2",
    "bmi",
    "clflush",
    "clwb",
    "crc32",
    "cx16",
    "f16c",
    "fsgsbase",
    "gfni",
    "lzcnt",
    "mmx",
    "movbe",
    "omit-leaf-frame-pointer",
    "pclmul",
    "popcnt",
    "rdrnd",
    "rdseed",
    "red-zone",
    "rtm",
    "sha",
    "shstk",
    "sse",
    "ssse",
    "stackrealign",
    "vaes",
    "vpclmul",
    "xsave",
];

/// Flags under which floating-point arithmetic differs, or may be contracted. Without SSE2, numbers are computed
/// in the registers of the x87, which are wider.
const FLOATS: &[&str] = &[
    "-Ofast",
    "-fapprox-func",
    "-fassociative-math",
    "-fcx-fortran-rules",
    "-fcx-limited-range",
    "-fexcess-precision=16",
    "-ffast-math",
    "-ffinite-math-only",
    "-fno-honor-infinities",
    "-fno-honor-nans",
    "-fno-math-errno",
    "-fno-signed-zeros",
    "-fno-trapping-math",
    "-freciprocal-math",
    "-frounding-math",
    "-fsignaling-nans",
    "-fsingle-precision-constant",
    "-funsafe-math-optimizations",
    "-mdaz-ftz",
    "-mfma",
    "-mfma4",
    "-mno-80387",
    "-mno-sse",
    "-mno-sse2",
    "-mpc32",
    "-mpc64",
    "-mxop",
];

/// Beginnings of such flags. Processors with fused operations are among those that `-march` names.
const FLOATS_FROM: &[&str] = &[
    "-fcomplex-arithmetic=",
    "-fdenormal-fp-math",
    "-ffp-contract=",
    "-ffp-eval-method=",
    "-ffp-model=",
    "-march=",
    "-mavx10",
    "-mavx512",
    "-mfpmath=",
];

/// What a flag does.
fn effect(flag: &str) -> Effect {
    let begins = |list: &[&str]| list.iter().any(|it| flag.starts_with(it));
    if EXACTLY.contains(&flag) {
        return Effect::Known;
    }
    if FLOATS.contains(&flag) || begins(FLOATS_FROM) {
        return Effect::Floats;
    }
    let is_known = match flag.strip_prefix("-f") {
        Some(name) if !EXCEPT.contains(&flag) => {
            is_switch(name.strip_prefix("no-").unwrap_or(name))
        }
        _ => false,
    };
    let is_set = flag.strip_prefix("-m").is_some_and(|name| {
        let name = name.strip_prefix("no-").unwrap_or(name);
        INSTRUCTIONS.iter().any(|it| name.starts_with(it))
    });
    let is_definition = flag.strip_prefix("-Wp,").is_some_and(hands_text);
    match is_known || is_set || is_definition || (begins(FROM) && !begins(NOT_FROM)) {
        true => Effect::Known,
        false => Effect::Unknown,
    }
}

fn is_switch(name: &str) -> bool {
    SWITCHES.contains(&name) || SWITCHES_FROM.iter().any(|it| name.starts_with(it))
}

/// Whether what `-Wp,` hands to the preprocessor is text: macros, dependencies, headers.
fn hands_text(list: &str) -> bool {
    list.starts_with("-M") || list.starts_with("-i") || {
        list.split(',').all(|it| it.starts_with("-D") || it.starts_with("-U"))
    }
}

/// The flags of a command line that do something to what code means, or of which nobody knows. Words that are no
/// flags are files.
pub(crate) fn effects(flags: &[String]) -> Vec<(&str, Effect)> {
    let mut found = Vec::new();
    let mut rest = flags.iter().map(String::as_str);
    while let Some(flag) = rest.next() {
        if WITH_VALUE.contains(&flag) {
            rest.next();
        } else if flag == "-Xpreprocessor" {
            let is_text = rest.next().is_some_and(hands_text);
            found.extend((!is_text).then_some((flag, Effect::Unknown)));
        } else if flag.starts_with('-') {
            let effect = effect(flag);
            found.extend((effect != Effect::Known).then_some((flag, effect)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects_of(flags: &str) -> Vec<Effect> {
        let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
        effects(&flags).into_iter().map(|(_, effect)| effect).collect()
    }

    #[test]
    fn ordinary_flags_are_known() {
        for flags in [
            "-O2 -g3 -ggdb -std=gnu11 -Wall -Wextra -Werror=format -w -pedantic -DX=1 -D X -UY -Iinclude",
            "-isystem /usr/x -include config.h -MMD -MP -MF x.d -MT x.o -c x.c -o x.o -pipe",
            "-fPIC -fno-strict-aliasing -fstack-protector-strong -fstack-clash-protection -fcf-protection",
            "-fvisibility=hidden -fno-common -ffunction-sections -fdata-sections -pthread -fwrapv",
            "-fno-tree-vectorize -funroll-loops -fno-builtin-malloc",
            "-ffile-prefix-map=/a=. -fdebug-prefix-map=/a=. -fdiagnostics-color=always -m64 -msse4.2",
            "-mno-avx -mtune=generic -Wl,-z,now -lm -fsanitize=address,undefined -flto=auto -fgnu89-inline",
            "-Wp,-MD,x.d -Wp,-D_FORTIFY_SOURCE=2 -Xpreprocessor -DX --coverage -ftest-coverage",
        ] {
            assert_eq!(effects_of(flags), [], "{flags}");
        }
    }

    #[test]
    fn flags_that_change_floats() {
        for flag in ["-mno-sse2", "-mfpmath=387", "-march=native", "-ffp-contract=fast", "-Ofast"] {
            assert_eq!(effects_of(flag), [Effect::Floats], "{flag}");
        }
    }

    #[test]
    fn what_is_on_no_list_is_unknown() {
        for flag in [
            "-fno-delete-null-pointer-checks",
            "-finstrument-functions",
            "-finstrument-functions-after-inlining",
            "-pg",
            "-p",
            "-fsanitize-coverage=trace-pc",
            "-fmerge-all-constants",
            "-fwritable-strings",
            "-Xclang",
            "-mllvm",
            "-specs=x",
            "--config=x",
            "-fplugin=x.so",
            "-fpack-struct=1",
            "-freg-struct-return",
            "-fshort-enums",
            "-fno-signed-char",
            "-funsigned-char",
            "-mregparm=3",
            "-mabi=ms",
            "-fxray-instrument",
            "-Wa,--defsym,x=1",
            "-fexec-charset=IBM1047",
            "-fsomething-new",
            "-msomething-new",
        ] {
            assert_eq!(effects_of(flag), [Effect::Unknown], "{flag}");
        }
    }
}

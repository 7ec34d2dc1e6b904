//! Library functions that fail in tests.
//!
//! The files under test call such a function by another name for the linker: what is defined under it
//! counts the calls, fails those that the test says, and passes the others on. The library's own calls
//! are not concerned.

use super::body::Body;
use crate::suite::Suite;
use clew_ir::FunctionId;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A function of the library that can fail.
struct Fallible {
    name: &'static str,
    result: &'static str,
    /// The types of its parameters.
    parameters: &'static [&'static str],
    /// What it returns then.
    failed: &'static str,
    /// What `errno` is then; 0 where it stays what it is.
    errno: i32,
    /// What else is done when it fails; the parameters are `p0`, `p1` and so on.
    first: &'static str,
}

const ENOMEM: i32 = 12;
const EIO: i32 = 5;
const EINVAL: i32 = 22;
const EINTR: i32 = 4;

const fn allocation(name: &'static str, parameters: &'static [&'static str]) -> Fallible {
    Fallible { name, result: "void *", parameters, failed: "0", errno: ENOMEM, first: "" }
}

const fn call(
    name: &'static str,
    result: &'static str,
    parameters: &'static [&'static str],
    failed: &'static str,
    errno: i32,
) -> Fallible {
    Fallible { name, result, parameters, failed, errno, first: "" }
}

const SIZE: &str = "__SIZE_TYPE__";

/// The functions that [`clew_vm::libc::can_fail`] names, by their prototypes.
const FALLIBLE: [Fallible; 14] = [
    allocation("malloc", &[SIZE]),
    allocation("calloc", &[SIZE, SIZE]),
    allocation("realloc", &["void *", SIZE]),
    allocation("reallocarray", &["void *", SIZE, SIZE]),
    allocation("aligned_alloc", &[SIZE, SIZE]),
    call("posix_memalign", "int ", &["void **", SIZE, SIZE], "12", 0),
    call("strdup", "char *", &["const char *"], "0", ENOMEM),
    call("strndup", "char *", &["const char *", SIZE], "0", ENOMEM),
    call("write", "long ", &["int", "const void *", SIZE], "-1", EIO),
    Fallible { first: "(void)clew_real_close(p0);", ..call("close", "int ", &["int"], "-1", EIO) },
    call("sysconf", "long ", &["int"], "-1", EINVAL),
    Fallible {
        first: "if (p1 != NULL)\n            COPY(p1, p0, 2 * sizeof(long));",
        ..call("nanosleep", "int ", &["const struct timespec *", "struct timespec *"], "-1", EINTR)
    },
    call("clock_gettime", "int ", &["int", "struct timespec *"], "-1", EINVAL),
    call("setlocale", "char *", &["int", "const char *"], "0", 0),
];

impl Fallible {
    fn prototype(&self, name: &str, with_names: Names) -> String {
        let parameters = self.parameters.iter().enumerate().map(|(at, ty)| match with_names {
            Names::With if ty.ends_with('*') => format!("{ty}p{at}"),
            Names::With => format!("{ty} p{at}"),
            Names::Without => (*ty).to_owned(),
        });
        let parameters: Vec<String> = parameters.collect();
        format!("{}{name}({})", self.result, parameters.join(", "))
    }
}

/// Whether the parameters of a prototype have names.
#[derive(Clone, Copy)]
enum Names {
    With,
    Without,
}

/// The functions that fail in some test, in the order of the table.
fn refused(suite: &Suite<'_>) -> Vec<&'static Fallible> {
    let calls = suite.tests.iter().flat_map(|test| &test.case.refused);
    let functions: BTreeSet<FunctionId> = calls.map(|it| it.function).collect();
    let is_named = |name| functions.iter().any(|id| suite.program.functions[*id].name == name);
    FALLIBLE.iter().filter(|it| is_named(it.name)).collect()
}

/// The name for the linker by which the files under test call a function.
fn symbol(name: &str) -> String {
    format!("clew_fallible_{name}")
}

/// Declarations before the files under test: what they call by which name for the linker.
pub(crate) fn redirections(suite: &Suite<'_>) -> String {
    let refused = refused(suite);
    if refused.is_empty() {
        return String::new();
    }
    let mut text = String::from("/* Calls of these fail where a test says so. */\n");
    if refused.iter().any(|it| it.parameters.iter().any(|ty| ty.contains("timespec"))) {
        text.push_str("struct timespec;\n");
    }
    for it in refused {
        let prototype = it.prototype(it.name, Names::Without);
        writeln!(text, "extern {prototype} __asm__(\"{}\");", symbol(it.name)).expect("a string");
    }
    text.push('\n');
    text
}

/// What counts calls and fails some of them.
const COUNTED: &str = "
#ifdef __APPLE__
extern int *clew_errno(void) CLEW_SYMBOL(__error);
#else
extern int *clew_errno(void) CLEW_SYMBOL(__errno_location);
#endif

/* How often a function was called, and which of the first 64 calls fail, one bit for each. */
struct clew_refusals {
    unsigned long long fails;
    unsigned calls;
};

static int clew_refuses(struct clew_refusals *refusals, int error) {
    unsigned call = refusals->calls++;
    if (call >= 64 || !(refusals->fails >> call & 1))
        return 0;
    if (error != 0)
        *clew_errno() = error;
    return 1;
}
";

/// The definitions of what fails in some test.
pub(super) fn definitions(suite: &Suite<'_>) -> String {
    let refused = refused(suite);
    if refused.is_empty() {
        return String::new();
    }
    let mut text = COUNTED.to_owned();
    for it in refused {
        let (name, label) = (it.name, symbol(it.name));
        let real = it.prototype(&format!("clew_real_{name}"), Names::Without);
        let own = format!("clew_counted_{name}");
        let (declared, head) =
            (it.prototype(&own, Names::Without), it.prototype(&own, Names::With));
        let passed: Vec<String> = (0..it.parameters.len()).map(|at| format!("p{at}")).collect();
        let passed = passed.join(", ");
        let first = match it.first {
            "" => String::new(),
            first => format!("        {first}\n"),
        };
        writeln!(
            text,
            "\nextern {real} CLEW_SYMBOL({name});\n{declared} __asm__(\"{label}\");\n\
             static struct clew_refusals clew_refused_{name};\n\n{head} {{\n    \
             if (clew_refuses(&clew_refused_{name}, {errno})) {{\n{first}        \
             return {failed};\n    }}\n    return clew_real_{name}({passed});\n}}",
            errno = it.errno,
            failed = it.failed,
        )
        .expect("a string");
    }
    text
}

/// Statements that let no call fail.
pub(super) fn reset(suite: &Suite<'_>) -> Vec<String> {
    let clear = |it: &Fallible| {
        let name = it.name;
        format!("__builtin_memset(&clew_refused_{name}, 0, sizeof clew_refused_{name});")
    };
    refused(suite).into_iter().map(clear).collect()
}

impl Body<'_> {
    /// Says which calls of the library fail in this test, just before the call of the function under
    /// test: what was called up to there does not count.
    pub(super) fn script_refusals(&mut self) {
        let functions: BTreeSet<FunctionId> =
            self.case.refused.iter().map(|it| it.function).collect();
        for id in functions {
            let name = &self.program.functions[id].name;
            let calls = self.case.refused.iter().filter(|it| it.function == id);
            let calls: Vec<String> = calls.map(|it| format!("1ULL << {}", it.call - 1)).collect();
            self.line(format!("clew_refused_{name}.calls = 0;"));
            self.line(format!("clew_refused_{name}.fails = {};", calls.join(" | ")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_library_can_fail_has_a_prototype() {
        assert!(FALLIBLE.iter().all(|it| clew_vm::libc::can_fail(it.name)));
        assert_eq!(clew_vm::libc::FALLIBLE.len(), FALLIBLE.len());
    }
}

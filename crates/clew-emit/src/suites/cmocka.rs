//! `CMocka`.

use super::model::{Kind, Model};
use crate::suite::Framework;
use std::fmt::Write;

const HEADERS: &str = "\
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* After the headers that it needs. */
#include <cmocka.h>
";

const CHECKS: &str = "
#define CHECK_TRUE(condition) assert_true(condition)
#define CHECK_INT(expected, actual) assert_int_equal(actual, expected)
#define CHECK_UINT(expected, actual) assert_int_equal(actual, expected)
#define CHECK_FLOAT(expected, actual) assert_true(clew_same_float(expected, actual))
#define CHECK_POINTER(expected, actual) assert_ptr_equal((void *)(actual), (void *)(expected))
#define CHECK_BYTES(expected, actual, size) assert_memory_equal(actual, expected, size)
";

pub(super) fn file(model: &Model<'_>) -> String {
    let mut text = model.preamble(Framework::CMocka, " -lcmocka", HEADERS);
    text.push_str(CHECKS);
    text.push_str(&model.special_runner());
    text.push_str(model.stubs());
    text.push_str(&model.reset_function());
    for test in &model.tests {
        let name = &test.test.name;
        let special = match model.kind(test) {
            Kind::Returns => {
                let first = ["(void)state;", "clew_reset();"];
                let head = format!("static void {name}(void **state)");
                text.push_str(&model.function(test, &head, &first));
                continue;
            }
            Kind::Exits { status, may_return } => {
                let may_return = u8::from(may_return);
                format!("assert_true(clew_exits_with({name}_body, {status}, {may_return}));")
            }
            Kind::Crash(what) => {
                format!(
                    "(void)clew_forked({name}_body, CLEW_CRASH_SECONDS);\n    /* crash reproducer: {what} */\n    skip();"
                )
            }
        };
        text.push_str(&model.function(test, &format!("static void {name}_body(void)"), &[]));
        writeln!(
            text,
            "\nstatic void {name}(void **state) {{\n    (void)state;\n    clew_reset();\n    {special}\n}}"
        )
        .expect("a string");
    }
    text.push_str("\nint main(void) {\n    const struct CMUnitTest tests[] = {\n");
    for test in &model.tests {
        writeln!(text, "        cmocka_unit_test({}),", test.test.name).expect("a string");
    }
    text.push_str("    };\n    return cmocka_run_group_tests(tests, NULL, NULL);\n}\n");
    text
}

//! Check.

use super::model::{Kind, Model};
use crate::suite::Framework;
use std::fmt::Write;

const CHECKS: &str = "
#define CHECK_TRUE(condition) ck_assert(condition)
#define CHECK_INT(expected, actual) ck_assert_int_eq(actual, expected)
#define CHECK_UINT(expected, actual) ck_assert_uint_eq(actual, expected)
#define CHECK_FLOAT(expected, actual) ck_assert(clew_same_float(expected, actual))
#define CHECK_POINTER(expected, actual) ck_assert((const void *)(actual) == (const void *)(expected))
#define CHECK_BYTES(expected, actual, size) ck_assert(__builtin_memcmp(actual, expected, size) == 0)
";

pub(super) fn file(model: &Model<'_>) -> String {
    let libraries = " -lcheck -lsubunit -lrt -pthread";
    let mut text = model.preamble(Framework::Check, libraries, "#include <check.h>\n");
    text.push_str(CHECKS);
    text.push_str(&model.special_runner());
    text.push_str(model.stubs());
    for test in &model.tests {
        let name = &test.test.name;
        let special = match model.kind(test) {
            Kind::Returns => {
                text.push_str(&model.function(test, &format!("START_TEST({name})"), &[]));
                text.push_str("END_TEST\n");
                continue;
            }
            Kind::Exits { status, may_return } => {
                let may_return = u8::from(may_return);
                format!("ck_assert(clew_exits_with({name}_body, {status}, {may_return}));")
            }
            Kind::Crash(what) => {
                format!(
                    "/* crash reproducer: {what} */\n    (void)clew_forked({name}_body, CLEW_CRASH_SECONDS);"
                )
            }
        };
        text.push_str(&model.function(test, &format!("static void {name}_body(void)"), &[]));
        writeln!(text, "\nSTART_TEST({name}) {{\n    {special}\n}}\nEND_TEST").expect("a string");
    }
    let function = model.suite.function_name();
    writeln!(
        text,
        "\nint main(void) {{\n    Suite *suite = suite_create(\"{function}\");\n    \
         TCase *regular = tcase_create(\"regular\");\n    TCase *crash = tcase_create(\"crash\");\n    \
         suite_add_tcase(suite, regular);\n    suite_add_tcase(suite, crash);"
    )
    .expect("a string");
    for test in &model.tests {
        let group = if matches!(model.kind(test), Kind::Crash(_)) { "crash" } else { "regular" };
        writeln!(text, "    tcase_add_test({group}, {});", test.test.name).expect("a string");
    }
    text.push_str(
        "    SRunner *runner = srunner_create(suite);\n    srunner_run_all(runner, CK_ENV);\n    \
         int failed = srunner_ntests_failed(runner);\n    srunner_free(runner);\n    \
         return failed > 0;\n}\n",
    );
    text
}

//! Unity.

use super::model::{Kind, Model};
use crate::suite::Framework;
use std::fmt::Write;

const CHECKS: &str = "
#define CHECK_TRUE(condition) TEST_ASSERT_TRUE(condition)
#define CHECK_INT(expected, actual) TEST_ASSERT_EQUAL_INT64(expected, actual)
#define CHECK_UINT(expected, actual) TEST_ASSERT_EQUAL_UINT64(expected, actual)
#define CHECK_FLOAT(expected, actual) TEST_ASSERT_TRUE(clew_same_float(expected, actual))
#define CHECK_POINTER(expected, actual) TEST_ASSERT_EQUAL_PTR(expected, actual)
#define CHECK_BYTES(expected, actual, size) TEST_ASSERT_EQUAL_MEMORY(expected, actual, size)
";

pub(super) fn file(model: &Model<'_>) -> String {
    let mut text = model.preamble(Framework::Unity, " unity.c", "#include \"unity.h\"\n");
    text.push_str(CHECKS);
    text.push_str(&model.special_runner());
    text.push_str(model.stubs());
    text.push_str(&model.reset_function());
    text.push_str("\nvoid setUp(void) {\n    clew_reset();\n}\n\nvoid tearDown(void) {\n}\n");
    for test in &model.tests {
        let name = &test.test.name;
        let special = match model.kind(test) {
            Kind::Returns => {
                let head = format!("static void {name}(void)");
                text.push_str(&model.function(test, &head, &[]));
                continue;
            }
            Kind::Exits { status, may_return } => {
                let may_return = u8::from(may_return);
                format!("TEST_ASSERT_TRUE(clew_exits_with({name}_body, {status}, {may_return}));")
            }
            Kind::Crash(what) => format!(
                "(void)clew_forked({name}_body, CLEW_CRASH_SECONDS);\n    TEST_IGNORE_MESSAGE(\"crash reproducer: {what}\");"
            ),
        };
        text.push_str(&model.function(test, &format!("static void {name}_body(void)"), &[]));
        writeln!(text, "\nstatic void {name}(void) {{\n    {special}\n}}").expect("a string");
    }
    text.push_str("\nint main(void) {\n    UNITY_BEGIN();\n");
    for test in &model.tests {
        writeln!(text, "    RUN_TEST({});", test.test.name).expect("a string");
    }
    text.push_str("    return UNITY_END();\n}\n");
    text
}

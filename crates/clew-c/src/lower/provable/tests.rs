use super::builtin;
use super::*;
use crate::ast::Kind;
use expect_test::expect_file;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Names of nodes, attributes and builtins that gcc 12 and clang 14 to 19 know, those of one processor left out.
const KINDS: &str = include_str!("names/kinds.txt");
const ATTRIBUTES: &str = include_str!("names/attributes.txt");
const BUILTINS: &str = include_str!("names/builtins.txt");

#[test]
fn each_cause_has_one_rule() {
    let causes: Vec<Cause> = RULES.iter().map(|rule| rule.cause).collect();
    let all: BTreeSet<Cause> = Cause::ALL.iter().copied().collect();
    assert_eq!(causes.iter().copied().collect::<BTreeSet<_>>(), all);
    assert_eq!(causes.len(), all.len());
}

fn kind(name: &str) -> Kind {
    let node: Node = serde_json::from_str(&format!(r#"{{"kind": "{name}"}}"#)).expect("a node");
    node.kind
}

/// What is not refused by its name alone. Rules that look at more than the name refuse some of it.
#[test]
fn of_all_names_those_on_lists_are_allowed() {
    let kinds = KINDS.lines().filter(|name| construct::is_allowed(kind(name)));
    let attributes = ATTRIBUTES.lines().filter(|name| !attribute::is_refused(name, false));
    let builtins = BUILTINS.lines().filter(|name| builtin::is_plain(name));
    let lines = |names: &mut dyn Iterator<Item = &str>| names.collect::<Vec<_>>().join("\n");
    let (kinds, attributes, builtins) = (
        lines(&mut kinds.into_iter()),
        lines(&mut attributes.into_iter()),
        lines(&mut builtins.into_iter()),
    );
    let text =
        format!("# nodes\n{kinds}\n\n# attributes\n{attributes}\n\n# builtins\n{builtins}\n");
    expect_file!["names/allowed.txt"].assert_eq(&text);
}

#[test]
fn what_nobody_has_thought_of_is_refused() {
    for name in ["SomethingNewStmt", "SomethingNewExpr", "SomethingNewAttr", "SomethingNewDecl"] {
        assert!(!construct::is_allowed(kind(name)), "{name}");
    }
    assert!(attribute::is_refused("something_new", false));
    assert!(!builtin::is_plain("__builtin_something_new"));
    assert_eq!(pragma::judge("something new", false), pragma::Judgement::Refused);
    for ty in [
        "_Float16",
        "__bf16",
        "_BitInt(7)",
        "__float128",
        "_Complex double",
        "_Decimal64",
        "__attribute__((__vector_size__(4 * sizeof(int)))) int",
        "__seg_fs int *",
        "int *__ptr32",
        "int (*)(int) __attribute__((ms_abi))",
        "__attribute__((address_space(1))) int *",
        "something new",
        "<dependent type>",
        "nullptr_t",
        "int __something_new *",
    ] {
        assert!(types::judge(ty, &FxHashSet::default()).is_some(), "{ty}");
    }
    for ty in [
        "int",
        "const volatile unsigned long long *restrict",
        "struct s [4]",
        "void (int, ...) __attribute__((noreturn))",
        "_Atomic(int)",
        "uint8_t (*)[n + 1]",
        "struct (unnamed struct at /a b/f.c:3:1)",
        "__int128",
        "long double",
        "<builtin fn type>",
        "va_list",
        "typeof (x)",
        "char *_Nonnull",
    ] {
        assert!(types::judge(ty, &FxHashSet::default()).is_none(), "{ty}");
    }
}

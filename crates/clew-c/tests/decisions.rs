//! The decision table of small functions: the Boolean structure the user wrote, the conditions
//! as the user wrote them, and that branches and table point at each other.

use clew_c::{Frontend, Options};
use clew_ir::{BoolTree, Function, Program, TerminatorKind, verify};
use expect_test::{Expect, expect};

fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("test.c");
    std::fs::write(&file, source).expect("a written file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[file]).expect("C that compiles");
    let program = frontend.finish().expect("a program that links");
    if let Err(violations) = verify::verify(&program) {
        let texts: Vec<_> = violations.iter().map(ToString::to_string).collect();
        panic!("{}", texts.join("\n"));
    }
    program
}

fn tree(program: &Program, function: &Function, tree: &BoolTree) -> String {
    let table = &function.body.as_ref().expect("a body").decisions;
    let inner = |part: &BoolTree| self::tree(program, function, part);
    match tree {
        BoolTree::Condition(id) => {
            let span = table.conditions[*id].span;
            program.sources.text_on_one_line(span).unwrap_or_default()
        }
        BoolTree::Constant(value) => format!("#{value}"),
        BoolTree::Not(operand) => format!("not({})", inner(operand)),
        BoolTree::And(left, right) => format!("and({}, {})", inner(left), inner(right)),
        BoolTree::Or(left, right) => format!("or({}, {})", inner(left), inner(right)),
    }
}

/// One line a decision of the function `f`: kind, line, structure.
fn check(source: &str, expected: Expect) {
    let program = load(source);
    let id = program.function("f").expect("a function f");
    let function = &program.functions[id];
    let body = function.body.as_ref().expect("a body");
    let lines: Vec<_> = body
        .decisions
        .decisions
        .iter()
        .map(|decision| {
            let line = program.sources.line(decision.span);
            let structure = match (&decision.structure, decision.switch) {
                (Some(structure), _) => tree(&program, function, structure),
                (None, Some(block)) => match &body.blocks[block].terminator.kind {
                    TerminatorKind::Switch { arms, default_span, .. } => {
                        let arms: Vec<_> =
                            arms.iter().map(|arm| format!("{}..{}", arm.low, arm.high)).collect();
                        format!("{} default={}", arms.join(" "), default_span.is_some())
                    }
                    other => panic!("the switch's block ends in {other:?}"),
                },
                (None, None) => "nothing".to_owned(),
            };
            format!("{:?} line {line}: {structure}\n", decision.kind)
        })
        .collect();
    expected.assert_eq(&lines.concat());
}

#[test]
fn statements() {
    check(
        "int f(int a, int b) {
            if (a > 0 && (b < 3 || !a)) b++;
            while (a) a--;
            do b--; while (b > 9);
            for (int i = 0; i < b; i++) a += i;
            for (;;) break;
            return a;
        }",
        expect![[r"
            If line 2: and(a > 0, or(b < 3, not(a)))
            While line 3: a
            DoWhile line 4: b > 9
            For line 5: i < b
        "]],
    );
}

#[test]
fn values_and_conditionals() {
    check(
        "int g(int);
        int f(int a, int b, int *p) {
            int x = a && b;
            int y = a ? b : p ? *p : 3;
            x = g(a || b);
            x = !(a && b);
            x = !a;
            p && g(1);
            return x + y + (a ?: b);
        }",
        expect![[r"
            Value line 3: and(a, b)
            Conditional line 4: a
            Conditional line 4: p
            Value line 5: or(a, b)
            Value line 6: not(and(a, b))
            Value line 8: and(p, g(1))
            Conditional line 9: a
        "]],
    );
}

#[test]
fn constants_make_no_branch() {
    check(
        "int f(int a) {
            while (1) { if (a++ > 5 && sizeof(int) == 4) break; }
            if (0 && a) return 1;
            if (1 || a) return 2;
            return a && 0;
        }",
        expect![[r"
            While line 2: #true
            If line 2: and(a++ > 5, #true)
            If line 3: #false
            If line 4: #true
            Value line 5: and(a, #false)
        "]],
    );
}

#[test]
fn macros_show_their_use() {
    check(
        "#define POSITIVE(x) ((x) > 0)
        #define BOTH(x, y) (POSITIVE(x) && POSITIVE(y))
        #define likely(x) __builtin_expect(!!(x), 1)
        int f(int a, int b) {
            if (POSITIVE(a)) b++;
            if (BOTH(a, b)) b++;
            if (likely(a < 3 && b)) b++;
            return b;
        }",
        expect![[r"
            If line 5: POSITIVE(a)
            If line 6: and(BOTH(a, b), BOTH(a, b))
            If line 7: not(not(and(likely(a < 3 && b), likely(a < 3 && b))))
        "]],
    );
}

#[test]
fn switches() {
    check(
        "int f(unsigned char c, long l) {
            switch (c) { case 'a' ... 'z': return 1; case 0: case 255: return 2; default: break; }
            switch (l) { case -1: return 3; case 1L << 40: return 4; }
            return 0;
        }",
        expect![[r"
            Switch line 2: 97..122 0..0 255..255 default=true
            Switch line 3: -1..-1 1099511627776..1099511627776 default=false
        "]],
    );
}

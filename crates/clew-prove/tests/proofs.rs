//! What is proved, by which argument, and what is not; proofs are accepted by the checker.

use clew_c::{Frontend, Options};
use clew_check::check_certificate;
use clew_ir::call_graph::CallGraph;
use clew_ir::{Program, TerminatorKind, model_text};
use clew_prove::{
    Failure, Limits, Method, Proven, Start, Target, Task, prove, prove_by_traces, prove_locally,
};

fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f.c");
    std::fs::write(&path, source).expect("a file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[path]).expect("C that compiles");
    frontend.finish().expect("a program that links")
}

/// All edges of the branches of `f`, then-edges first, in the order of the blocks.
fn edges(program: &Program) -> Vec<Target> {
    let function = program.function("f").expect("a function f");
    let body = program.functions[function].body.as_ref().expect("a body");
    let mut edges = Vec::new();
    for (block, contents) in body.blocks.iter_enumerated() {
        if let TerminatorKind::Branch { .. } = contents.terminator.kind {
            edges.extend([0, 1].map(|arm| Target::Edge { function, block, arm }));
        }
    }
    edges
}

/// Tries to prove every edge of `f`; every proof must be accepted.
fn proven(source: &str) -> (usize, Proven) {
    proven_by(source, prove)
}

/// The same with one way to prove.
fn proven_by(source: &str, prove: fn(Task<'_>, &[Target], Limits) -> Proven) -> (usize, Proven) {
    let program = load(source);
    let calls = CallGraph::new(&program);
    let start = Start::Unit(program.function("f").expect("a function f"));
    let task = Task { program: &program, calls: &calls, start, assumes: &[] };
    let targets = edges(&program);
    let proven = prove(task, &targets, Limits::default());
    let text = model_text::model_text_from(&program, start.function());
    for certificate in &proven.certificates {
        let report = check_certificate(&text, &certificate.text(&program)).expect("an argument");
        assert!(report.holds(), "{report}\n{}", certificate.text(&program));
    }
    (proven.outcomes.iter().filter(|it| it.is_ok()).count(), proven)
}

#[test]
fn contradictions_are_exhausted() {
    let (count, proven) =
        proven("int f(int x) { if (x < 5) { if (x > 7) return 1; return 2; } return 0; }");
    assert_eq!(count, 1);
    assert_eq!(proven.certificates[0].method, Method::Exhaustion);
    assert!(proven.outcomes.contains(&Err(Failure::Reached)));
}

#[test]
fn loops_are_cut_where_clauses_hold() {
    let (count, proven) = proven(
        "int f(const char *s, int n) {
            int run = 0;
            for (int i = 0; i < n; i++) {
                if (s[i] == 'a') { if (run < 8) run++; } else run = 0;
                if (run > 8) return -1;
            }
            return run;
        }",
    );
    assert_eq!(count, 1);
    assert_eq!(proven.certificates[0].method, Method::Invariants);
}

#[test]
fn counters_that_are_not_kept_prove_nothing() {
    let (count, _) = proven(
        "int f(const char *s, int n) {
            int run = 0;
            for (int i = 0; i < n; i++) {
                if (s[i] == 'a') run++; else run = 0;
                if (run > 8) return -1;
            }
            return run;
        }",
    );
    assert_eq!(count, 0);
}

#[test]
fn other_pointers_may_lead_to_the_same() {
    let (count, _) = proven(
        "int g;
        int f(int *p, int *q) {
            if (!p || !q) return -1;
            *p = 1;
            *q = 2;
            g = 3;
            if (*p == 2) return 1;
            if (*p == 3) return 2;
            return 0;
        }",
    );
    assert_eq!(count, 0);
}

#[test]
fn what_is_false_everywhere_needs_no_way() {
    let program =
        load("int f(unsigned char c) { if (c > 10) { if (c > 300) return 1; } return 0; }");
    let calls = CallGraph::new(&program);
    let start = Start::Unit(program.function("f").expect("a function f"));
    let task = Task { program: &program, calls: &calls, start, assumes: &[] };
    let targets = edges(&program);
    let proven = prove_locally(task, &targets, Limits::default());
    assert_eq!(proven.certificates.len(), 1);
    assert_eq!(proven.certificates[0].method, Method::Ranges);
    assert_eq!(proven.certificates[0].targets.len(), 1);
}

#[test]
fn modes_say_what_holds_in_them() {
    let (count, proven) = proven(
        "int f(const unsigned char *p, int n) {
            int state = 0, left = 0;
            for (int i = 0; i < n; i++) {
                if (state == 0) { if (p[i] > 0 && p[i] < 9) { left = p[i]; state = 1; } }
                else { left--; if (left == 0) state = 0; }
            }
            if (state == 1) { if (left == 0) return -1; if (left > 8) return -2; }
            return 0;
        }",
    );
    assert_eq!(count, 2, "{:?}", proven.outcomes);
}

#[test]
fn sums_that_are_kept_are_found() {
    let (count, _) = proven(
        "int f(int n) {
            int a = 0, b = 100;
            for (int i = 0; i < n; i++) { a += 3; b -= 3; }
            if (a + b != 100) return -1;
            return 0;
        }",
    );
    assert_eq!(count, 1);
    let (count, _) = proven(
        "int f(int n) {
            int a = 0, b = 100;
            for (int i = 0; i < n; i++) { a += 3; if (i != 5) b -= 3; }
            if (a + b != 100) return -1;
            return 0;
        }",
    );
    assert_eq!(count, 0);
}

#[test]
fn loops_of_callees_are_related_to_their_callers() {
    let source = |least: &str| {
        format!(
            "static int trim(const char *s, int n) {{
                while (n > {least} && s[n - 1] == ' ') n--;
                return n;
            }}
            int f(const char *s, int n) {{
                if (n < 0) return 0;
                int was = n;
                n = trim(s, n);
                if (n > was) return -1;
                if (n < 0) return -2;
                return 1;
            }}"
        )
    };
    let (count, proven_trim) = proven(&source("0"));
    assert_eq!(count, 2, "{:?}", proven_trim.outcomes);
    let text = "(across ";
    let program = load(&source("0"));
    assert!(proven_trim.certificates.iter().any(|it| it.text(&program).contains(text)));
    // From below zero it counts down.
    let (count, _) = proven(&source("-5"));
    assert_eq!(count, 1);
}

#[test]
fn ways_to_a_target_tell_what_must_not_hold() {
    let (count, _) = proven(
        "int f(int n) {
            unsigned x = 1;
            while (n-- > 0) x = x * 5;
            unsigned y = x * 3;
            if ((y & 3) == 2) return -1;
            return 0;
        }",
    );
    assert_eq!(count, 1);
    let (count, _) = proven(
        "int f(int n) {
            unsigned x = 1;
            while (n-- > 0) x = x * 6;
            unsigned y = x * 3;
            if ((y & 3) == 2) return -1;
            return 0;
        }",
    );
    assert_eq!(count, 0);
}

/// Trace refinement alone: what it proves of the edges, by automata whose certificates are accepted.
fn traced(source: &str) -> (usize, Proven) {
    let found = proven_by(source, prove_by_traces);
    assert!(found.1.certificates.iter().all(|it| it.method == Method::Automata));
    found
}

#[test]
fn a_word_outside_the_union_is_the_next_to_be_explained() {
    // The first word leaves the loop at once, the second after a round; what both have in common is
    // kept by the loop, and with it all words are infeasible.
    let (count, _) = traced(
        "int f(const char *s, int n) {
            int run = 0;
            for (int i = 0; i < n; i++) {
                if (s[i] == 'x') { if (run < 8) run++; } else run = 0;
            }
            if (run > 8) return 1;
            return 0;
        }",
    );
    assert_eq!(count, 1);
}

#[test]
fn automata_tell_cases_apart_that_no_conjunction_does() {
    // Which of two numbers is kept to is decided before the loop: at its head one or the other holds.
    let (count, proven) = traced(
        "int f(int mode, int n) {
            int low = 0, high = 0;
            if (mode) low = 3; else high = 4;
            while (n > 0) { if (low) low = 3; else high = 4; n--; }
            if (low != 3 && high != 4) return 1;
            return 0;
        }",
    );
    assert_eq!(count, 1);
    assert!(proven.certificates[0].nodes.len() > 4);
}

#[test]
fn a_word_with_an_execution_ends_trace_refinement() {
    let (count, proven) = traced(
        "int f(int n) {
            int i = 0;
            while (i < n) { i++; if (i == 3) return 2; }
            if (i > n) return 1;
            return 0;
        }",
    );
    // `i > n` is so where n is below zero.
    assert_eq!(count, 0, "{:?}", proven.outcomes);
    assert!(proven.outcomes.contains(&Err(Failure::Reached)));
}

#[test]
fn calls_and_pointers_are_followed_by_trace_refinement() {
    let (count, _) = traced(
        "static int next(int i, int n) { return i < n ? i + 1 : i; }
         int f(int *p, int n) {
            *p = 0;
            for (int i = 0; i < n; i++) *p = next(*p, 5);
            if (*p > 5) return 1;
            return 0;
        }",
    );
    assert_eq!(count, 1);
}

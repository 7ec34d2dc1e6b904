//! Exhaustion with ways that come together as one: sums instead of products of paths, and nothing that is
//! feasible on one of the ways is lost.

use crate::common::Case;
use crate::frontier_random::{edges_taken, program};
use clew_check::check_certificate;
use clew_ir::{Id as _, model_text};
use clew_prove::{Limits, Method, Proven, Target, Task, prove, prove_by_joining};
use std::fmt::Write as _;

/// The branches of `f` that are proved, by the lines of their conditions and the outcome; every proof must be
/// accepted.
fn proved(source: &str, prove: fn(Task<'_>, &[Target], Limits) -> Proven) -> Vec<(u32, bool)> {
    let case = Case::new(source, "f");
    let proven = prove(case.task(), &case.targets, Limits::default());
    let text = model_text::model_text_from(&case.program, case.entry);
    for certificate in &proven.certificates {
        let report = check_certificate(&text, &certificate.text(&case.program));
        let report = report.expect("an argument");
        assert!(report.holds(), "{source}\n{report}\n{}", certificate.text(&case.program));
    }
    let mut found = Vec::new();
    for (target, outcome) in case.targets.iter().zip(&proven.outcomes) {
        let Target::Edge { function, block, arm } = target else { continue };
        if outcome.is_ok() && *function == case.entry {
            let body = case.program.functions[*function].body.as_ref().expect("a body");
            let span = body.blocks[*block].terminator.span;
            found.push((case.program.sources.line(span), *arm == 0));
        }
    }
    found
}

/// 24 branches one after the other, and what holds behind all 16 million paths.
#[test]
fn paths_of_branches_add_up() {
    let mut source = String::from("int f(unsigned bits) {\nunsigned s = 0;\n");
    for bit in 0..24 {
        let _ = writeln!(source, "if (bits & (1u << {bit})) s |= 1u << {bit};");
    }
    source += "if (s != (bits & 0xffffffu)) return 1;\nreturn 0;\n}\n";
    assert_eq!(proved(&source, prove_by_joining), [(27, true)]);
    assert_eq!(proved(&source, prove), [(27, true)]);
}

/// The same in functions: a chain of calls of calls, three paths each.
#[test]
fn paths_of_functions_add_up() {
    let mut source = String::from("static int g;\nstatic int c0(int v) { return v; }\n");
    for depth in 1..=12 {
        let _ = writeln!(
            source,
            "static int c{depth}(int v) {{ if (v < 0) return -1; if (v == {depth}) g = 1; return c{}(v); }}",
            depth - 1
        );
    }
    source += "int f(int v) {\ng = 0;\nint r = c12(v);\nif (v >= 0 && r != v) return 1;\n";
    source += "if (g && (v < 1 || v > 12)) return 2;\nif (g && v == 5) return 3;\nreturn 0;\n}\n";
    let found = proved(&source, prove_by_joining);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|(_, outcome)| *outcome), "{found:?}");
}

/// What is written on one of the ways only, through pointers that may be the same.
#[test]
fn writes_of_one_way_are_not_lost() {
    let source = "int g;
        int f(int *p, int *q, int a) {
            int x = 0;
            if (!p || !q) return -1;
            *q = 1;
            if (a > 3) { *p = 7; x = 1; } else { g = 9; }
            if (x == 1 && *p != 7) return 1;
            if (x == 1 && *q == 7) return 2;
            if (x == 0 && *q == 9) return 3;
            if (x == 0 && *q == 7) return 4;
            return 0;
        }";
    // Only the first is out of reach, and that `*q` is 7 where it is 1 or 9.
    let found = proved(source, prove_by_joining);
    assert_eq!(found, [(7, true), (10, true)]);
}

/// A variable that one way leaves unset has any value there.
#[test]
fn what_one_way_leaves_unset_is_not_known() {
    let source = "int f(int a) {
            int x;
            if (a > 3) x = 1;
            if (x != 1) return 1;
            return 0;
        }";
    assert_eq!(proved(source, prove_by_joining), []);
    let source = "struct s { int a, b; };
        int f(int a) {
            struct s s;
            if (a > 3) s.b = 1;
            if (s.b != 1) return 1;
            return 0;
        }";
    assert_eq!(proved(source, prove_by_joining), []);
    let source = "static void set(int *p, int a) { if (a > 3) *p = 1; }
        int f(int a) {
            int x;
            set(&x, a);
            if (x != 1) return 1;
            return 0;
        }";
    assert_eq!(proved(source, prove_by_joining), []);
}

/// Objects of blocks and of callees are others at each beginning.
#[test]
fn objects_of_ways_are_their_own() {
    let source = "static int sum(const int *v) { int t[2] = {v[0], v[1]}; if (t[0] > t[1]) return t[0]; return t[1]; }
        int f(int a, int b) {
            int most;
            if (a > 0) { int v[2] = {a, b}; most = sum(v); } else { int w[2] = {b, a}; most = sum(w); }
            if (most < a) return 1;
            if (most < b) return 2;
            if (most != a && most != b) return 3;
            return 0;
        }";
    let found = proved(source, prove_by_joining);
    assert!(found.iter().all(|(line, outcome)| (5..=7).contains(line) && *outcome), "{found:?}");
    assert!(found.len() >= 3, "{found:?}");
}

/// On random programs: what joining proves, random runs do not meet, and each proof is accepted.
#[test]
fn nothing_proved_is_met() {
    let wanted = std::env::var("CLEW_RANDOM_PROGRAMS").ok().and_then(|it| it.parse().ok());
    let mut claims = 0;
    for seed in 1..=wanted.unwrap_or(8) {
        let source = program(seed, false);
        let case = Case::new(&source, "f");
        let proven = prove_by_joining(case.task(), &case.targets, Limits::default());
        let text = model_text::model_text_from(&case.program, case.entry);
        let taken = edges_taken(&case);
        for certificate in &proven.certificates {
            assert_eq!(certificate.method, Method::Joined);
            // The prover has objects at constant addresses, the checker anywhere: it may accept less.
            let report = check_certificate(&text, &certificate.text(&case.program));
            let report = report.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{source}"));
            if !report.holds() {
                continue;
            }
            for target in &certificate.targets {
                let Target::Edge { function, block, arm } = target else { continue };
                let key = (function.index(), block.index(), *arm);
                assert!(!taken.contains(&key), "seed {seed}, {key:?}:\n{source}");
                claims += 1;
            }
        }
    }
    assert!(claims >= 4, "{claims} claims");
}

#[test]
fn loops_are_not_joined() {
    let source = "int f(int n) { int i = 0; while (i < n) i++; if (i < 0) return 1; return 0; }";
    assert_eq!(proved(source, prove_by_joining), []);
}

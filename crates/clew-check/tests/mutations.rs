//! Valid certificates with one thing altered so that they are valid no more: every one must fail.

use crate::common::tree::{Plan, local};
use clew_check::Model;
use std::time::Duration;

/// Programs in which every edge is feasible but those to the block that returns 77.
const PROGRAMS: [&str; 9] = [
    "int f(int x) { if (x > 10) { if (x < 5) return 77; } return 0; }",
    "int f(int x) { if (x > 3) switch (x) { case 1: return 77; case 5: return 1; default: return 2; } return 0; }",
    "static int inc(int x) { if (x == 100) return 77; return x + 1; }
     int f(int a) { if (a > 50) return 0; int b = inc(a); return inc(b); }",
    "int f(unsigned char c) { if (c & 1) { if (c % 2 == 0) return 77; } else if (c % 3 == 1) return 2; return 0; }",
    "struct s { int a : 3; unsigned b : 5; } g;
     int f(int x) { g.a = x; if (g.a < 0) return 1; if (g.a > 3) return 77; return 0; }",
    "void e(int *); int f(int *p, int n) { int x; e(&x); if (n) x = 0; else x = 2; *p = 1;
     if (x == 1) return 77; return 0; }",
    "int f(double x) { if (x < 1) { if (x >= 1) return 77; return 2; } if (x != x) return 3; return 4; }",
    "static int abs_(int x) { if (x < 0) return -x; return x; }
     int f(short a) { int b = abs_(a); if (b < 0) return 77; if (b > 9) return 1; return 0; }",
    "int f(unsigned a, unsigned b) { if (a < b) { if (b == 0) return 77; if (a == 7) return 1; }
     return 0; }",
];

fn fails(model: &Model, certificate: &str) -> bool {
    match model.check(certificate, Duration::from_secs(60)) {
        Ok(report) => !report.holds(),
        Err(_) => true,
    }
}

struct Case {
    source: &'static str,
    program: clew_ir::Program,
    model: Model,
}

fn cases() -> Vec<Case> {
    let case = |source: &&'static str| {
        let program = crate::common::program(source);
        let text = clew_ir::model_text::model_text(&program);
        Case { source, program, model: Model::read(&text).expect("a program") }
    };
    PROGRAMS.iter().map(case).collect()
}

#[test]
fn the_originals_hold() {
    for Case { source, program, model } in cases() {
        let certificate = Plan::new(&program, "f").certificate();
        assert!(!fails(&model, &certificate), "{source}\n{certificate}");
    }
}

#[test]
fn an_arm_that_is_feasible_is_not_infeasible() {
    let mut count = 0;
    for Case { source, program, model } in cases() {
        let edges = Plan::new(&program, "f").edge_count();
        for edge in 0..edges {
            let mut plan = Plan::new(&program, "f");
            plan.changed = Some((edge, "infeasible"));
            assert!(fails(&model, &plan.certificate()), "{source}, edge {edge}");
            count += 1;
        }
    }
    assert!(count >= 35, "{count} arms");
}

#[test]
fn another_objective_is_not_proved() {
    let mut count = 0;
    for Case { source, program, model } in cases() {
        let plan = Plan::new(&program, "f");
        let original = plan.certificate();
        let (function, marked) = plan.marked();
        let number = clew_ir::Id::index(function);
        let body = program.functions[function].body.as_ref().expect("a body");
        for block in (0..body.blocks.len()).filter(|block| *block != marked) {
            let changed = original.replace(
                &format!("(objective (block {number} {marked})"),
                &format!("(objective (block {number} {block})"),
            );
            assert_ne!(changed, original);
            assert!(fails(&model, &changed), "{source}, block {block}");
            count += 1;
            // An edge out of the block: it is feasible, unless it leads to the mark.
            for (at, target) in
                body.blocks.as_slice()[block].terminator.kind.successors().iter().enumerate()
            {
                if clew_ir::Id::index(*target) != marked {
                    let changed = original.replace(
                        &format!("(objective (block {number} {marked})"),
                        &format!("(objective (edge {number} {block} {at})"),
                    );
                    assert!(fails(&model, &changed), "{source}, edge {block} {at}");
                    count += 1;
                }
            }
        }
    }
    assert!(count >= 60, "{count} objectives");
}

/// The tokens of a text that are numbers, by their positions.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, byte) in text.bytes().enumerate() {
        let ends = matches!(byte, b' ' | b'(' | b')' | b'\n');
        match (start, ends) {
            (None, false) => start = Some(at),
            (Some(first), true) => {
                if text[first..at].parse::<usize>().is_ok() {
                    found.push(first..at);
                }
                start = None;
            }
            (None, true) | (Some(_), false) => {}
        }
    }
    found
}

/// Locations, targets, positions of edges and calls, numbers of nodes: each of them says one
/// thing about the program, and nothing else is true.
#[test]
fn every_number_of_a_node_counts() {
    let mut count = 0;
    for Case { source, program, model } in cases() {
        let original = Plan::new(&program, "f").certificate();
        let nodes = original.find(" (node").expect("nodes");
        for range in numbers(&original).into_iter().filter(|range| range.start >= nodes) {
            let number: usize = original[range.clone()].parse().expect("a number");
            let mut changed = original.clone();
            changed.replace_range(range, &(number + 1).to_string());
            assert!(fails(&model, &changed), "{source}\n{changed}");
            count += 1;
        }
    }
    assert!(count >= 300, "{count} numbers");
}

#[test]
fn edges_that_lead_on_are_not_irrelevant() {
    let source = "int f(int x, int y) { if (x) y++; else y--; if (y > x) x++; if (x > 10) { if (x < 5) return 77; } return 0; }";
    let program = crate::common::program(source);
    let model = Model::read(&clew_ir::model_text::model_text(&program)).expect("a program");
    let plan = Plan::new(&program, "f");
    assert!(!fails(&model, &plan.certificate()));
    let mut outcomes = [0, 0];
    for edge in 0..plan.edge_count() {
        let mut plan = Plan::new(&program, "f");
        plan.changed = Some((edge, "irrelevant"));
        outcomes[usize::from(fails(&model, &plan.certificate()))] += 1;
    }
    // Those behind the last test are irrelevant, all before it are not.
    assert!(outcomes[0] > 0 && outcomes[1] >= 10, "{outcomes:?}");
}

/// An invariant of the loop that is too weak, too strong, or not kept.
#[test]
fn other_invariants_do_not_hold() {
    let source = "int f(int n) { int i = 0; if (n < 0) return 0; while (i < n) i++; if (i > n) return 77; return 0; }";
    let program = crate::common::program(source);
    let model = Model::read(&clew_ir::model_text::model_text(&program)).expect("a program");
    let (n, i) = (local(&program, "f", "n"), local(&program, "f", "i"));
    let (n, i) = (format!("(load (local {n}))"), format!("(load (local {i}))"));
    let with = |predicate: &str| {
        let mut plan = Plan::new(&program, "f");
        plan.invariants.insert(2, predicate.to_owned());
        plan.certificate()
    };
    let valid = [
        format!("(holds (le {i} {n}))"),
        format!("(and (holds (le {i} {n})) (holds (ge {i} (const s32 0))))"),
        format!("(not (holds (gt {i} {n})))"),
        format!("(or (holds (lt {i} {n})) (holds (eq {i} {n})))"),
    ];
    for predicate in valid {
        assert!(!fails(&model, &with(&predicate)), "{predicate}");
    }
    let one = "(const s32 1)";
    let mut count = 0;
    for op in ["lt", "ge", "gt", "eq", "ne"] {
        assert!(fails(&model, &with(&format!("(holds ({op} {i} {n}))"))), "{op}");
        assert!(fails(&model, &with(&format!("(not (holds (not ({op} {i} {n}))))"))), "{op}");
        count += 2;
    }
    for op in ["lt", "le", "gt", "ge", "eq", "ne"] {
        for other in [
            format!("({op} {i} (add {n} {one}))"),
            format!("({op} {i} (sub {n} {one}))"),
            format!("({op} (add {i} {one}) {n})"),
            format!("({op} (sub {i} {one}) {n})"),
            format!("({op} {i} {one})"),
            format!("({op} {n} {one})"),
            format!("({op} (cast u32 {i}) (cast u32 (sub {n} {one})))"),
            format!("({op} {n} {i})"),
        ] {
            // These say the same as the invariant, or (but for the smallest value) imply it.
            let same = [format!("(ge {n} {i})"), format!("(lt (sub {i} {one}) {n})")];
            if same.contains(&other) {
                continue;
            }
            assert!(fails(&model, &with(&format!("(holds {other})"))), "{other}");
            count += 1;
        }
    }
    for predicate in ["true", "false", "(or)", "(and)"] {
        assert!(fails(&model, &with(predicate)), "{predicate}");
        count += 1;
    }
    assert!(count >= 55, "{count} predicates");
}

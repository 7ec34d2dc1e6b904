//! What the criterion asks for, and when it is covered.

use crate::common::{list, load};
use clew_criteria::mcdc::Variant;
use clew_criteria::{Counts, Coverage, Criterion, Objectives, Observation, Part, Unit};
use clew_ir::{ConditionId, FunctionId, Id, ProbeId, ProbePoint, Program};
use expect_test::{Expect, expect};

fn objectives(program: &Program, criteria: &[Criterion]) -> (FunctionId, Objectives) {
    let f = program.function("f").expect("a function f");
    (f, Objectives::new(program, &Unit::function(f), criteria))
}

fn check(source: &str, expected: Expect) {
    let (_, objectives) = objectives(&load(source), &[Criterion::Mcdc]);
    expected.assert_eq(&list(&objectives));
}

#[test]
fn each_condition_of_each_decision() {
    check(
        "int g(int);
int f(int a, int b, int c) {
    while (a > 0 && (b || !c)) a--;
    int x = !(a || b) && a;
    switch (b) { case 1: return 2; }
    return g(a && b) ? x : b == 3 ? 1 : 2;
}",
        expect![[r#"
            3:12 mcdc:1 a > 0 independently affects the outcome
            3:22 mcdc:2 b independently affects the outcome
            3:28 mcdc:3 c independently affects the outcome
            4:15 mcdc:4 a independently affects the outcome
            4:20 mcdc:5 b independently affects the outcome
            4:26 mcdc:6 a independently affects the outcome
            6:12 mcdc:7 g(a && b) independently affects the outcome
            6:14 mcdc:8 a independently affects the outcome
            6:19 mcdc:9 b independently affects the outcome
            6:28 mcdc:10 b == 3 independently affects the outcome
        "#]],
    );
}

#[test]
fn constants_and_what_they_rule_out_are_left_out() {
    check(
        "int f(int a, int b) {
    if (a && 0) return 1;
    if (0 && b) return 2;
    if (a && 1) return 3;
    if ((a || 1) && b) return 4;
    while (1) { if (b++ > 3 && a) break; }
    return 0;
}",
        expect![[r#"
            4:9 mcdc:1 a independently affects the outcome
            5:21 mcdc:2 b independently affects the outcome
            6:21 mcdc:3 b++ > 3 independently affects the outcome
            6:32 mcdc:4 a independently affects the outcome
        "#]],
    );
}

/// The ordered probes of a function's conditions: `0T` for its first condition being true.
fn sequence(program: &Program, f: FunctionId, objectives: &Objectives, run: &str) -> Vec<ProbeId> {
    let conditions = &program.functions[f].body.as_ref().expect("a body").decisions.conditions;
    let probe = |word: &str| {
        let (at, value) = word.split_at(word.len() - 1);
        let condition = ConditionId::from_index(at.parse().expect("the number of a condition"));
        let edge = ProbePoint::Edge(f, conditions[condition].block, u32::from(value == "F"));
        objectives.plan().get(edge).expect("a probe on each way out of a condition")
    };
    run.split_whitespace().map(probe).collect()
}

#[test]
fn two_runs_cover_together_what_none_covers_alone() {
    let program = load("int f(int a, int b, int c) { return (a && b) || c; }");
    let criteria = [Criterion::Mcdc, Criterion::McdcUnique];
    let (f, objectives) = objectives(&program, &criteria);
    let ids: Vec<_> = objectives.iter().map(|objective| objective.id).collect();
    let [a, b, c, a_unique, b_unique, c_unique] = ids[..] else {
        panic!("six objectives in\n{}", list(&objectives))
    };
    let mut coverage = Coverage::new(&objectives);
    let run = |run: &str| sequence(&program, f, &objectives, run);
    let mut observe = |words: &str| {
        let new = coverage.observe(&Observation { hits: &[], sequence: &run(words) });
        (new, coverage.is_partial())
    };
    // T T - = T: the first half for `a` and for `b`.
    assert_eq!(observe("0T 1T"), (vec![], true));
    assert_eq!(observe("0T 1T"), (vec![], false));
    // F - T = T: only `c` determines the outcome.
    assert_eq!(observe("0F 2T"), (vec![], true));
    // T F F = F: against the first, `b`; against the second, by masking, `c`.
    assert_eq!(observe("0T 1F 2F"), (vec![b, c, b_unique], true));
    // T F T = T: the other half for `c` by unique cause.
    assert_eq!(observe("0T 1F 2T"), (vec![c_unique], false));
    assert_eq!(observe("0F 2F"), (vec![a, a_unique], false));
    assert!(coverage.all_decided());

    let counts = Counts { total: 3, covered: 3, infeasible: 0, open: 0 };
    assert_eq!(coverage.counts(Criterion::Mcdc), counts);
    assert_eq!(coverage.shown(Criterion::Mcdc, Variant::UniqueCause), 3);
    let parts = |words: &str| coverage.parts(&Observation { hits: &[], sequence: &run(words) });
    let part = |objective, is_second| Part { objective, is_second };
    assert_eq!(
        parts("0T 1T"),
        [part(a, true), part(b, true), part(a_unique, true), part(b_unique, true)]
    );
    // By masking any evaluation counts in which the condition determines the outcome; by unique
    // cause, those of the pair.
    assert_eq!(parts("0F 2T"), [part(c, true)]);
    assert_eq!(
        parts("0T 1F 2F"),
        [part(b, false), part(c, false), part(b_unique, false), part(c_unique, false)]
    );
}

//! Both ways (paper 3): the running example, the traps of the text, aliasing, call strings.

mod common;

use clew_check::check_certificate;
use clew_ir::model_text;
use clew_prove::Limits;
use clew_prove::frontier::{Effort, Outcome, Step};
use common::{Case, is_covered, run_checked, show};

/// Figure 1.
const CHECK_VALVES: &str = "
#include <stdio.h>
#include <stdlib.h>
#define VALVE_KO(status) status == -1
#define TOLERANCE 2
extern int size;
extern int valvesStatus[];

int getStatusOfValve(int i) {
    if (i < 0 ||
        i >= size) {
        printf(\"ERROR\");
        exit(EXIT_FAILURE);
    }
    int status = valvesStatus[i];
    return status;
}

int checkValves(int wait1, int wait2) {
    int count, i;
    while (wait1 > 0) wait1--;
    count = 0, i = 0;
    while (i < size) {
        int status = getStatusOfValve(i);
        if (VALVE_KO(status)) {
            count++;
        }
        i++;
    }
    if (count > TOLERANCE)
        printf(\"ALARM\");
    while (wait2 > 0) wait2--;
    return count;
}
";

#[test]
fn the_alarm_is_reached_and_the_redundant_checks_are_not() {
    let case = Case::new(CHECK_VALVES, "checkValves");
    let mut analysis = case.analysis(Effort::default());
    let alarm = case.target(30, 0);
    let mut reached = None;
    loop {
        let step = analysis.step();
        show(&analysis, &step);
        analysis.check().unwrap_or_else(|broken| panic!("{step:?}: {broken}"));
        if reached.is_none() && is_covered(analysis.outcomes()[alarm]) {
            reached = Some(analysis.iterations());
        }
        if step == Step::Done {
            break;
        }
    }
    assert!(reached.is_some_and(|at| at < 30), "{reached:?}");
    for (line, arm) in [(10, 0), (11, 0)] {
        assert_eq!(analysis.outcomes()[case.target(line, arm)], Outcome::Excluded, "line {line}");
    }
    let open = analysis.outcomes().iter().filter(|it| **it == Outcome::Open).count();
    assert_eq!(open, 0);
    assert!(analysis.contradictions().is_empty());
}

#[test]
fn contradictions_are_excluded_and_the_rest_is_covered() {
    let case = Case::new(
        "int f(int x, int y) {
            if (x > 5) {
                if (x < 3) return 1;
                y = x + 1;
                if (y == 100) return 2;
            }
            return 0;
        }",
        "f",
    );
    let mut analysis = case.analysis(Effort::default());
    run_checked(&mut analysis);
    for (at, outcome) in analysis.outcomes().iter().enumerate() {
        let expected = at == case.target(3, 0);
        assert_eq!(*outcome == Outcome::Excluded, expected, "target {at}");
        assert_eq!(is_covered(*outcome), !expected, "target {at}");
    }
}

#[test]
fn what_only_equal_pointers_reach_is_covered() {
    let case = Case::new(
        "int f(int *p, int *q) {
            if (p == 0 || q == 0) return 0;
            *p = 1;
            *q = 2;
            if (*p == 2)
                return 1;
            return 0;
        }",
        "f",
    );
    let mut analysis = case.analysis(Effort::default());
    run_checked(&mut analysis);
    assert!(is_covered(analysis.outcomes()[case.target(5, 0)]));
}

#[test]
fn what_other_writes_exclude_is_excluded() {
    let case = Case::new(
        "static int g, h;
        int f(int *p, int i) {
            int a[4];
            if (i < 0 || i > 3) return 0;
            g = 1;
            h = 2;
            a[i] = 5;
            if (g != 1) return 1;
            if (a[i] != 5) return 2;
            if (h == 2 && g == 2) return 3;
            return 0;
        }",
        "f",
    );
    let mut analysis = case.analysis(Effort::default());
    run_checked(&mut analysis);
    for line in [8, 9] {
        assert_eq!(analysis.outcomes()[case.target(line, 0)], Outcome::Excluded, "line {line}");
    }
}

/// Figure 6: the exit of a function leads back to its own caller only.
#[test]
fn a_return_to_another_call_is_no_frontier() {
    let case = Case::new(
        "static int fun(int x) { return x + 1; }
        int prog(int a) {
            int r = 0;
            if (a > 10) {
                r = fun(1);
                if (r > 5) return 7;
            } else {
                r = fun(2);
                if (r > 5) return 8;
            }
            return r;
        }",
        "prog",
    );
    let analysis = case.analysis(Effort::default());
    let (space, graph) = (analysis.space(), analysis.graph());
    let inside: Vec<_> = (0..space.len() as u32)
        .map(clew_prove::frontier::LocationId)
        .filter(|it| space.get(*it).calls.len() == 1)
        .collect();
    assert_eq!(inside.len(), 2, "the function is there once for each call");
    let visited: Vec<_> = inside.iter().filter(|it| graph.is_visited(**it)).collect();
    assert_eq!(visited.len(), 1);
    // The R-states behind the call on line 5 have the other string.
    let frontier = graph.frontier(space);
    assert!(frontier.iter().all(|edge| edge.from != *visited[0]), "{frontier:?}");
    assert!(!frontier.is_empty());
    let mut analysis = analysis;
    run_checked(&mut analysis);
    for line in [6, 9] {
        assert_eq!(analysis.outcomes()[case.target(line, 0)], Outcome::Excluded, "line {line}");
    }
}

/// What the graph excludes is proved, and the checker takes the proof.
fn proved(case: &Case, effort: Effort) -> usize {
    let mut analysis = case.analysis(effort);
    loop {
        let step = analysis.step();
        show(&analysis, &step);
        if step == Step::Done {
            break;
        }
    }
    let proven = analysis.prove(&case.targets, Limits::default());
    let text = model_text::model_text_from(&case.program, case.entry);
    for certificate in &proven.certificates {
        let certificate = certificate.text(&case.program);
        let report = check_certificate(&text, &certificate).expect("an argument");
        assert!(report.holds(), "{report}\n{certificate}");
    }
    let excluded = analysis.outcomes().iter().filter(|it| **it == Outcome::Excluded).count();
    let held = proven.outcomes.iter().filter(|it| it.is_ok()).count();
    assert_eq!(held, excluded, "{:?}", proven.outcomes);
    held
}

#[test]
fn the_redundant_checks_have_certificates() {
    // `i < 0` needs that the counter does not go over INT_MAX.
    assert_eq!(proved(&Case::new(CHECK_VALVES, "checkValves"), Effort::default()), 2);
}

#[test]
fn excluded_outcomes_have_certificates() {
    let case = Case::new(
        "static int state;
        static void go(int to) { if (to > 2) to = 2; state = to; }
        int f(int n, int e) {
            state = 0;
            for (int i = 0; i < n; i++) {
                if (e == 4) go(i);
                if (state > 2) return 1;
                if (state < 0) return 2;
            }
            return 0;
        }",
        "f",
    );
    assert_eq!(proved(&case, Effort::default()), 2);
}

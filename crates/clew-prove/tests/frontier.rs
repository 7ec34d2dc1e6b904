//! Both ways (paper 3): the running example, the traps of the text, aliasing, call strings.

use crate::common::{Case, is_covered, run_checked};
use clew_check::check_certificate;
use clew_ir::model_text;
use clew_prove::frontier::{Effort, Gcfg, Outcome, RId, Step};
use clew_prove::{Limits, Start, Target, Task, prove_in_own_functions};
use std::collections::BTreeSet;

/// The paper's analysis alone.
const AS_PRINTED: Effort =
    Effort { locations: 20_000, iterations: 400, states: 2_000, tries: 1, lemmas: false };

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
    for effort in [AS_PRINTED, Effort::default()] {
        alarm_is_reached(effort);
    }
}

fn alarm_is_reached(effort: Effort) {
    let case = Case::new(CHECK_VALVES, "checkValves");
    let mut analysis = case.analysis(effort);
    let alarm = case.target(30, 0);
    let mut reached = None;
    loop {
        let step = analysis.step();
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
    let analysis = case.analysis(AS_PRINTED);
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
    analysis.run();
    let proven = analysis.prove(&case.targets, Limits::default());
    let text = match case.is_program {
        true => model_text::model_text(&case.program),
        false => model_text::model_text_from(&case.program, case.entry),
    };
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

/// The running example as a program whose inputs are what it asks for.
#[test]
fn the_redundant_checks_of_a_program_have_certificates() {
    let source = CHECK_VALVES.replace("extern int size;", "int size;");
    let source = source.replace("extern int valvesStatus[];", "int valvesStatus[10];")
        + "
        extern int __VERIFIER_nondet_int(void);
        int main(void) {
            size = __VERIFIER_nondet_int();
            if (size < 0 || size > 10) return 0;
            for (int k = 0; k < size; k++) valvesStatus[k] = __VERIFIER_nondet_int();
            return checkValves(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
        }";
    let case = Case { is_program: true, ..Case::new(&source, "main") };
    assert_eq!(proved(&case, Effort { iterations: 30, ..Effort::default() }), 2);
}

/// The pictures of a small function, step by step, as they were looked at in a browser.
#[test]
fn pictures_are_as_they_were() {
    let case = Case::new(
        "int f(int x) {
            if (x > 5) {
                if (x < 3) return 1;
            }
            return 0;
        }",
        "f",
    );
    let mut analysis = case.analysis(AS_PRINTED);
    let mut pictures = analysis.svg();
    while analysis.step() != Step::Done {
        pictures += &analysis.svg();
    }
    compare("frontier.svgs", &pictures);
}

/// Compares with pictures that were looked at.
fn compare(name: &str, pictures: &str) {
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&golden, pictures).expect("a written file");
    }
    let known = std::fs::read_to_string(&golden).expect("the pictures");
    assert!(known == pictures, "{name} differs: UPDATE_EXPECT=1 writes it, look at it");
}

/// Whether an R-state leads to the one of a target.
fn leads_to(graph: &Gcfg, from: RId, target: usize) -> bool {
    let (mut work, mut seen) = (vec![from], BTreeSet::from([from]));
    while let Some(id) = work.pop() {
        if graph.get(id).target == Some(target) {
            return true;
        }
        let next = graph.get(id).next.iter().copied();
        work.extend(next.filter(|it| graph.is_alive(*it) && seen.insert(*it)));
    }
    false
}

/// Figures 2 to 5: the graph of the running example at its start, when a redundant check is looked at from the
/// function that calls, before and after the check is refined, and when the frontier is one solution away from
/// the alarm.
#[test]
fn the_figures_of_the_running_example_are_as_they_were() {
    let case = Case::new(CHECK_VALVES, "checkValves");
    let mut analysis = case.analysis(AS_PRINTED);
    let (alarm, check) = (case.target(30, 0), case.target(11, 0));
    let mut before = analysis.svg();
    compare("figure-2.svg", &before);
    let (mut has_been_refined, mut is_in_caller) = (false, false);
    loop {
        let step = analysis.step();
        let graph = analysis.graph();
        let is_of_caller = |id: RId| {
            let location = analysis.space().get(graph.get(id).location);
            location.calls.is_empty() && leads_to(graph, id, check)
        };
        if !is_in_caller && graph.alive().any(is_of_caller) {
            is_in_caller = true;
            compare("figure-3.svg", &analysis.svg());
        }
        if let (Step::Refined(edge, 1..), false) = (&step, has_been_refined)
            && analysis.graph().get(edge.to).target == Some(check)
        {
            has_been_refined = true;
            compare("figure-4a.svg", &before);
            compare("figure-4b.svg", &analysis.svg());
        }
        if is_covered(analysis.outcomes()[alarm]) {
            compare("figure-5a.svg", &before);
            assert_eq!(analysis.graph().alive().count(), 0, "nothing is left to look for");
            break;
        }
        assert_ne!(step, Step::Done, "the alarm is reached");
        before = analysis.svg();
    }
    assert!(has_been_refined && is_in_caller);
}

/// A label's place on a line of the entry: before the first statement there.
fn place(case: &Case, line: u32) -> clew_ir::Position {
    let body = case.program.functions[case.entry].body.as_ref().expect("a body");
    for (block, contents) in body.blocks.iter_enumerated() {
        for (at, statement) in contents.statements.iter().enumerate() {
            let place = case.program.sources.position(statement.span);
            if place.is_some_and(|(_, place)| place.line == line) {
                let statement = at as u32;
                return clew_ir::Position { function: case.entry, block, statement };
            }
        }
    }
    panic!("no statement on line {line}");
}

/// Labels are targets as branches are: with and without predicates, and certificates for those that
/// never hold.
#[test]
fn labels_are_targets() {
    let mut case = Case::new(
        "int f(int x, int n) {
            int y = 0;
            if (x < 3 || x > 6) return 0;
            for (int i = 0; i < n; i++)
                y = y + 2;
            y = x;
            return y;
        }",
        "f",
    );
    let at = place(&case, 6);
    let local = case.program.functions[case.entry].params[0];
    let is = |value: u128| {
        let x = clew_ir::Place::local(local, clew_ir::TypeTable::INT);
        let left = Box::new(clew_ir::Expr::load(x, clew_ir::Span::NONE));
        let (ty, span) = (clew_ir::TypeTable::INT, clew_ir::Span::NONE);
        let right = Box::new(clew_ir::Expr::constant(value, ty, span));
        let kind = clew_ir::ExprKind::Binary(clew_ir::BinaryOp::Eq, left, right);
        clew_ir::Expr { kind, ty, span }
    };
    case.targets = vec![
        Target::Label { at, predicate: Some(is(5)) },
        Target::Label { at, predicate: Some(is(9)) },
        Target::Label { at, predicate: None },
    ];
    for effort in [Effort::default(), AS_PRINTED] {
        let mut analysis = case.analysis(effort);
        run_checked(&mut analysis);
        assert!(is_covered(analysis.outcomes()[0]), "{:?}", analysis.outcomes());
        assert_eq!(analysis.outcomes()[1], Outcome::Excluded);
        assert!(is_covered(analysis.outcomes()[2]));
        assert_eq!(proved(&case, effort), 1);
    }
}

/// What values a state variable may have, and in what steps a counter goes, is known without a step.
#[test]
fn lemmas_exclude_at_once() {
    let case = Case::new(
        "static int state;
        int f(int n) {
            int i, steps = 3;
            state = 12;
            for (i = 0; i < n; i++) {
                if (state == 12) state = 40;
                else if (state == 40) state = 7;
                else if (state == 13) return 1;
                if (steps < 1000) steps += 4;
                if (steps == 402) return 2;
            }
            return 0;
        }",
        "f",
    );
    let analysis = case.analysis(Effort { iterations: 0, ..Effort::default() });
    for line in [8, 10] {
        assert_eq!(analysis.outcomes()[case.target(line, 0)], Outcome::Excluded, "line {line}");
    }
    assert_eq!(proved(&case, Effort { iterations: 0, ..Effort::default() }), 2);
}

/// A caller's pointer may lead to a global, whatever the program does with its address.
#[test]
fn what_a_pointer_may_write_is_no_lemma() {
    let case = Case::new(
        "static int g;
        int f(int *p) {
            if (p == 0) return 0;
            g = 1;
            *p = 2;
            if (g == 2) return 1;
            return 0;
        }",
        "f",
    );
    let mut analysis = case.analysis(Effort::default());
    run_checked(&mut analysis);
    assert_ne!(analysis.outcomes()[case.target(6, 0)], Outcome::Excluded);
}

/// One proof for all callers: what a function's own checks exclude needs no call string.
#[test]
fn what_a_function_excludes_by_itself_is_proved_once() {
    let case = Case::new(
        "static int clamp(int x) {
            if (x < 0) return 0;
            if (x > 9) return 9;
            if (x > 20) return 20;
            return x;
        }
        int main(void) { return clamp(1) + clamp(40) + clamp(-3); }",
        "main",
    );
    let target = case.targets[case.target(4, 0)].clone();
    let task = Task { start: Start::Program(case.entry), ..case.task() };
    let targets = [target, case.targets[case.target(2, 0)].clone()];
    let proven = prove_in_own_functions(task, &targets, Limits::default());
    assert!(proven.outcomes[0].is_ok() && proven.outcomes[1].is_err(), "{:?}", proven.outcomes);
    let text = model_text::model_text(&case.program);
    let certificate = proven.certificates[0].text(&case.program);
    let report = check_certificate(&text, &certificate).expect("an argument");
    assert!(report.holds(), "{report}");
    assert!(report.subjects.iter().all(|it| it.is_anywhere && it.entry == "clamp"));
    // From the caller it is a claim about the caller.
    let proven = clew_prove::prove(task, &targets[..1], Limits::default());
    let certificate = proven.certificates[0].text(&case.program);
    let report = check_certificate(&text, &certificate).expect("an argument");
    assert!(report.subjects.iter().all(|it| !it.is_anywhere && it.entry == "main"));
}

#[test]
fn a_page_has_all_steps() {
    let page = clew_prove::frontier::page("f < g", &["one".to_owned(), "a && b".to_owned()]);
    assert!(page.contains("<h1>f &lt; g</h1>") && page.contains("<li>a &amp;&amp; b</li>"));
}

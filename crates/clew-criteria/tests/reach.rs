//! Where open objectives can be met, within a function and across calls.

use Relevance::{Irrelevant, May, Must};
use clew_criteria::{
    Candidate, Coverage, Criterion, Objective, Objectives, Observation, Reach, Relevance,
    ReturnSite, Unit,
};
use clew_ir::call_graph::CallGraph;
use clew_ir::{ProbePoint, Program};

/// A program whose function `f` is explored.
struct Case {
    program: Program,
    calls: CallGraph,
    objectives: Objectives,
    coverage: Coverage,
    reach: Reach,
}

impl Case {
    /// All branches are covered but those named.
    fn new(source: &str, open: &[&str]) -> Self {
        Self::with(source, &[Criterion::Branch], open)
    }

    fn with(source: &str, criteria: &[Criterion], open: &[&str]) -> Self {
        let program = crate::common::load(source);
        let calls = CallGraph::new(&program);
        let f = program.function("f").expect("a function f");
        let unit = Unit::harness(&program, &calls, f);
        let objectives = Objectives::new(&program, &unit, criteria);
        let mut coverage = Coverage::new(&objectives);
        let covered = objectives.iter().filter(|objective| !open.contains(&&*objective.text));
        let hits: Vec<_> = covered.map(|objective| objective.goal.probe()).collect();
        coverage.observe(&Observation { hits: &hits, sequence: &[] });
        assert_eq!(coverage.open().count(), open.len(), "{}", crate::common::list(&objectives));
        let mut reach = Reach::new(&program, &calls, f, &objectives);
        reach.update(&coverage);
        Self { program, calls, objectives, coverage, reach }
    }

    fn objective(&self, text: &str) -> &Objective {
        let found = self.objectives.iter().find(|objective| objective.text == text);
        found.unwrap_or_else(|| panic!("no `{text}` in\n{}", crate::common::list(&self.objectives)))
    }

    /// The relevance of a branch, with calls under way: `caller>callee`, outermost first.
    fn relevance(&self, branch: &str, stack: &[&str]) -> Relevance {
        let point = self.objectives.plan().point(self.objective(branch).goal.probe());
        let ProbePoint::Edge(function, block, successor) = point else {
            panic!("`{branch}` is at {point:?}");
        };
        let stack: Vec<_> = stack.iter().map(|call| self.site(call)).collect();
        self.reach.relevance(Candidate::Edge { function, block, successor }, &stack)
    }

    fn site(&self, call: &str) -> ReturnSite {
        let (caller, callee) = call.split_once('>').expect("caller>callee");
        let id = |name| self.program.function(name).expect("a function");
        let mut sites = self.calls.call_sites(id(callee)).iter();
        let site = sites.find(|site| site.function == id(caller)).expect("a call");
        ReturnSite { function: site.function, block: site.block }
    }
}

const BUBBLE: &str = "int f(int v[], int n) {
    int i, j, t;
    if (n >= 6) return 0;
    for (i = 0; i < n; i++)
        for (j = 0; j + 1 < n - i; j++)
            if (v[j] > v[j + 1]) { t = v[j]; v[j] = v[j + 1]; v[j + 1] = t; }
    return 1;
}
";

#[test]
fn within_a_function() {
    let case = Case::new(BUBBLE, &["v[j] > v[j + 1] is true"]);
    assert_eq!(case.relevance("n >= 6 is true", &[]), Irrelevant);
    assert_eq!(case.relevance("n >= 6 is false", &[]), May);
    assert_eq!(case.relevance("i < n is true", &[]), May);
    assert_eq!(case.relevance("i < n is false", &[]), Irrelevant);
    assert_eq!(case.relevance("v[j] > v[j + 1] is true", &[]), Must);
    assert_eq!(case.relevance("v[j] > v[j + 1] is false", &[]), May);
}

#[test]
fn answers_follow_coverage() {
    let mut case = Case::new(BUBBLE, &["i < n is true", "n >= 6 is true"]);
    assert_eq!(case.relevance("n >= 6 is true", &[]), Must);
    assert_eq!(case.relevance("n >= 6 is false", &[]), May);
    let probe = case.objective("i < n is true").goal.probe();
    case.coverage.observe(&Observation { hits: &[probe], sequence: &[] });
    case.reach.update(&case.coverage);
    assert_eq!(case.relevance("n >= 6 is false", &[]), Irrelevant);
    let id = case.objective("n >= 6 is true").id;
    case.coverage.mark_infeasible(id);
    case.reach.update(&case.coverage);
    assert_eq!(case.relevance("n >= 6 is true", &[]), Irrelevant);
}

#[test]
fn what_comes_without_a_branch_is_certain() {
    let source = "int g(int x) { return x + 1; }
int f(int x) {
    if (x > 5) {
        x = g(x);
        x++;
    }
    return x ? 1 : 2;
}
";
    let criteria = [Criterion::Branch, Criterion::Statement, Criterion::Function];
    let case = Case::with(source, &criteria, &["x++"]);
    assert_eq!(case.relevance("x > 5 is true", &[]), Must);
    assert_eq!(case.relevance("x > 5 is false", &[]), Irrelevant);
    let case = Case::with(source, &criteria, &["g is called"]);
    assert_eq!(case.relevance("x > 5 is true", &[]), Must);
    let case = Case::with(source, &criteria, &["return x + 1"]);
    assert_eq!(case.relevance("x > 5 is true", &[]), Must);
    let case = Case::with(source, &criteria, &["x is true"]);
    assert_eq!(case.relevance("x > 5 is true", &[]), May);
}

#[test]
fn into_calls() {
    let source = "int deep(int x) { if (x == 7) return 1; return 0; }
int mid(int x) { return deep(x); }
int f(int a) { if (a) return mid(a); return 2; }
";
    let case = Case::new(source, &["x == 7 is true"]);
    assert_eq!(case.relevance("a is true", &[]), May);
    assert_eq!(case.relevance("a is false", &[]), Irrelevant);
}

#[test]
fn back_into_callers() {
    let source = "int check(int x) { if (x > 3) return 1; return 0; }
int f(int a) {
    int r = check(a);
    if (a == 9) r++;
    return r;
}
";
    let case = Case::new(source, &["a == 9 is true"]);
    assert_eq!(case.relevance("x > 3 is true", &["f>check"]), May);
    assert_eq!(case.relevance("x > 3 is true", &[]), Irrelevant);
    // The call that is under way is over when it returns.
    let case = Case::new(source, &["x > 3 is true"]);
    assert_eq!(case.relevance("x > 3 is false", &["f>check"]), Irrelevant);
    assert_eq!(case.relevance("x > 3 is true", &["f>check"]), Must);
}

#[test]
fn back_into_a_loop_that_calls_again() {
    let source = "int check(int x) { if (x > 3) return 1; return 0; }
int f(int a) {
    while (a > 0) a -= check(a);
    return a;
}
";
    let case = Case::new(source, &["x > 3 is true"]);
    assert_eq!(case.relevance("x > 3 is false", &["f>check"]), May);
    assert_eq!(case.relevance("a > 0 is false", &[]), Irrelevant);
}

#[test]
fn through_recursion() {
    let source = "int f(int n) {
    if (n <= 0) return 0;
    if (n == 50) return 1;
    n = f(n - 1);
    if (n == 8) return 3;
    return n;
}
";
    let case = Case::new(source, &["n == 50 is true"]);
    let deep = ["f>f"; 1000];
    assert_eq!(case.relevance("n <= 0 is true", &deep), Irrelevant);
    assert_eq!(case.relevance("n <= 0 is false", &deep), May);
    assert_eq!(case.relevance("n == 50 is false", &[]), May);
    assert_eq!(case.relevance("n == 8 is false", &deep), Irrelevant);
    let case = Case::new(source, &["n == 8 is true"]);
    assert_eq!(case.relevance("n <= 0 is true", &deep), May);
    assert_eq!(case.relevance("n <= 0 is true", &[]), Irrelevant);
}

#[test]
fn what_does_not_return_meets_nothing_in_callers() {
    let source = "void stop(void) __attribute__((noreturn));
int check(int x) { if (x > 3) stop(); return 0; }
int f(int a) { check(a); return a ? 1 : 2; }
";
    let case = Case::new(source, &["a is true"]);
    assert_eq!(case.relevance("x > 3 is true", &["f>check"]), Irrelevant);
    assert_eq!(case.relevance("x > 3 is false", &["f>check"]), May);
}

#[test]
fn functions_without_a_body_call_back() {
    let source = "void each(int (*)(int));
int other(int);
int back(int x) { if (x > 3) return 1; return 0; }
int f(int a) {
    if (a) { each(back); back(0); }
    else other(a);
    return 0;
}
";
    let case = Case::new(source, &["x > 3 is true"]);
    assert_eq!(case.relevance("a is true", &[]), May);
    // Called by `each`, it may be called again.
    assert_eq!(case.relevance("x > 3 is false", &["f>each"]), May);
}

#[test]
fn by_longjmp() {
    let source = "#include <setjmp.h>
jmp_buf env;
void leave(int x) { if (x) longjmp(env, 1); for (;;); }
int f(int x) {
    if (setjmp(env)) { if (x == 3) return 1; return 2; }
    leave(x);
    return 0;
}
";
    let case = Case::new(source, &["x == 3 is true"]);
    assert_eq!(case.relevance("x is true", &["f>leave"]), May);
    assert_eq!(case.relevance("x is false", &["f>leave"]), Irrelevant);
}

#[test]
fn at_the_programs_end() {
    let source = "int atexit(void (*)(void));
int state;
void last(void) { if (state == 2) state = 3; }
int f(int x) { atexit(last); if (x) state = 2; return 0; }
";
    let case = Case::new(source, &["state == 2 is true"]);
    assert_eq!(case.relevance("x is true", &[]), May);
}

#[test]
fn from_within_a_block() {
    let case = Case::new(BUBBLE, &["v[j] > v[j + 1] is true"]);
    let at = |branch: &str| match case.objectives.plan().point(case.objective(branch).goal.probe())
    {
        ProbePoint::Edge(function, block, _) => Candidate::Within { function, block },
        point => panic!("`{branch}` is at {point:?}"),
    };
    assert_eq!(case.reach.relevance(at("v[j] > v[j + 1] is false"), &[]), May);
    let case = Case::new(BUBBLE, &["n >= 6 is true"]);
    assert_eq!(case.reach.relevance(at("i < n is true"), &[]), Irrelevant);
}

/// What a branch may meet within some levels.
fn potential(case: &Case, branch: &str, levels: u32) -> u32 {
    let point = case.objectives.plan().point(case.objective(branch).goal.probe());
    let ProbePoint::Edge(function, block, successor) = point else {
        panic!("`{branch}` is at {point:?}");
    };
    case.reach.potential(Candidate::Edge { function, block, successor }, &[], levels)
}

#[test]
fn potential_looks_a_few_branches_ahead() {
    let open = [
        "n >= 6 is true",
        "i < n is true",
        "j + 1 < n - i is true",
        "j + 1 < n - i is false",
        "v[j] > v[j + 1] is true",
        "v[j] > v[j + 1] is false",
    ];
    let case = Case::new(BUBBLE, &open);
    assert_eq!(potential(&case, "n >= 6 is true", 3), 1);
    let grows = [0, 1, 2, 3].map(|levels| potential(&case, "i < n is true", levels));
    // The third branch comes back to the inner loop, the second already to the outer one.
    assert_eq!(grows, [1, 3, 6, 8]);
}

#[test]
fn potential_goes_into_calls_and_back() {
    let source = "int check(int x) { if (x > 3) return 1; return 0; }
int f(int a) {
    if (a == 1) {
        a = check(a);
        if (a == 2) return 5;
    }
    return 0;
}
";
    let case = Case::new(source, &["x > 3 is true", "a == 2 is true"]);
    assert_eq!(potential(&case, "a == 1 is true", 1), 2);
    assert_eq!(potential(&case, "a == 1 is false", 3), 0);
    let Some(ProbePoint::Edge(function, block, _)) =
        Some(case.objectives.plan().point(case.objective("x > 3 is true").goal.probe()))
    else {
        panic!("an edge");
    };
    let other = Candidate::Edge { function, block, successor: 1 };
    assert_eq!(case.reach.potential(other, &[case.site("f>check")], 1), 1);
    assert_eq!(case.reach.potential(other, &[], 1), 0);
}

#[test]
fn distances_count_blocks_and_calls() {
    let case = Case::new(BUBBLE, &["v[j] > v[j + 1] is true"]);
    let distance =
        |branch: &str| match case.objectives.plan().point(case.objective(branch).goal.probe()) {
            ProbePoint::Edge(function, block, successor) => {
                case.reach.distance(Candidate::Edge { function, block, successor }, &[])
            }
            point => panic!("`{branch}` is at {point:?}"),
        };
    assert_eq!(distance("v[j] > v[j + 1] is true"), Some(0));
    let outer = distance("i < n is true").expect("a way");
    let inner = distance("j + 1 < n - i is true").expect("a way");
    assert!(0 < inner && inner < outer, "{inner} and {outer}");
    assert_eq!(distance("i < n is false"), None);
}

#[test]
fn a_fault_meets_nothing_beyond() {
    let case = Case::new(BUBBLE, &["v[j] > v[j + 1] is true"]);
    let at = |branch: &str| match case.objectives.plan().point(case.objective(branch).goal.probe())
    {
        ProbePoint::Edge(function, block, _) => Candidate::Fault { function, block },
        point => panic!("`{branch}` is at {point:?}"),
    };
    assert_eq!(case.reach.relevance(at("v[j] > v[j + 1] is true"), &[]), Irrelevant);
    assert_eq!(case.reach.distance(at("v[j] > v[j + 1] is true"), &[]), None);
}

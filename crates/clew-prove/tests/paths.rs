//! Path conditions without substitution, and explanations of paths that no execution goes.

use clew_c::{Frontend, Options};
use clew_ir::call_graph::CallGraph;
use clew_ir::{
    BinaryOp, Callee, Expr, ExprKind, Place, Position, Program, Span, StatementKind,
    TerminatorKind, TypeTable,
};
use clew_logic::{TermPool, print_c};
use clew_prove::path::{
    Cause, End, Explained, Kind, Path, PathCondition, Step, Tagged, Use, explain,
};
use clew_prove::{Start, Task};
use clew_solver::{Budget, ExternalCommand, Method, NoExplanation, Solver, StackConfig};
use clew_symbolic::Letter;
use clew_symbolic::meaning::Rules;

fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f.c");
    std::fs::write(&path, source).expect("a file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[path]).expect("C that compiles");
    frontend.finish().expect("a program that links")
}

/// The word from the entry of `f` that takes these arms where there are several, and enters every
/// function that has a body; it ends with the last arm.
fn word(program: &Program, arms: &[u32]) -> Vec<Letter> {
    let start = program.function("f").expect("a function f");
    let mut letters = vec![Letter::Call { site: None, callee: start }];
    let (mut stack, mut left) = (vec![Position::entry(start)], arms.iter());
    while let Some(&here) = stack.last() {
        let body = program.functions[here.function].body.as_ref().expect("a body");
        if let Some(statement) = here.statement_in(body) {
            stack.last_mut().expect("a position").statement += 1;
            if let StatementKind::Call { callee: Callee::Direct(callee), .. } = statement
                && program.functions[*callee].body.is_ok()
            {
                letters.push(Letter::Call { site: Some(here), callee: *callee });
                stack.push(Position::entry(*callee));
            }
            continue;
        }
        let kind = here.terminator_in(body).expect("a terminator");
        if let TerminatorKind::Return(_) = kind {
            letters.push(Letter::Return { from: here });
            stack.pop();
            continue;
        }
        let successors = kind.successors();
        let arm = match (successors.len(), left.as_slice()) {
            (1, []) => break,
            (1, _) => 0,
            (_, []) => break,
            _ => *left.next().expect("an arm"),
        };
        letters.push(Letter::Edge { from: here, arm, fork: None });
        *stack.last_mut().expect("a position") =
            Position { block: successors[arm as usize], statement: 0, ..here };
        if left.as_slice().is_empty() && successors.len() > 1 {
            break;
        }
    }
    letters
}

struct Outcome {
    pool: TermPool,
    program: Program,
    condition: PathCondition,
    explained: Result<Explained, NoExplanation>,
}

impl Outcome {
    /// The explanation as C, one constraint each.
    fn texts(&self) -> Vec<String> {
        let explained = self.explained.as_ref().expect("an explanation");
        explained
            .constraints(&self.condition)
            .map(|it| print_c(&self.pool, it.constraint))
            .collect()
    }

    /// The lines of what matters.
    fn lines(&self) -> Vec<u32> {
        let explained = self.explained.as_ref().expect("an explanation");
        let mut lines = Vec::new();
        for index in explained.indices(&self.condition) {
            let occurrence = &self.condition.occurrences[index];
            if occurrence.step == Step::Entry {
                continue;
            }
            let at = occurrence.at;
            let body = self.program.functions[at.function].body.as_ref().expect("a body");
            let block = &body.blocks[at.block];
            let statement = block.statements.get(at.statement as usize);
            let span = statement.map_or(block.terminator.span, |statement| statement.span);
            lines.push(self.program.sources.line(span));
        }
        lines.dedup();
        lines
    }
}

fn explained_with(source: &str, arms: &[u32], method: Method, config: StackConfig) -> Outcome {
    let program = load(source);
    let calls = CallGraph::new(&program);
    let start = Start::Unit(program.function("f").expect("a function f"));
    let task = Task { program: &program, calls: &calls, start, assumes: &[] };
    let letters = word(&program, arms);
    let mut pool = TermPool::new();
    let condition = PathCondition::of(&mut pool, task, Path::of(&letters), Rules::Machine);
    let condition = condition.expect("a path condition");
    let mut solver = Solver::new(config);
    let explained = explain(&mut solver, &mut pool, &condition, method, Budget::UNLIMITED);
    Outcome { pool, program, condition, explained }
}

fn explained(source: &str, arms: &[u32]) -> Outcome {
    explained_with(source, arms, Method::Minimal, StackConfig::default())
}

/// The path is infeasible, for what is on these lines and nothing else.
#[track_caller]
fn check(source: &str, arms: &[u32], lines: &[u32]) -> Outcome {
    let outcome = explained(source, arms);
    assert!(outcome.explained.is_ok(), "{:?}: {}", outcome.explained, texts(&outcome));
    assert_eq!(outcome.lines(), lines, "{:?}", outcome.texts());
    outcome
}

fn texts(outcome: &Outcome) -> String {
    let text = |it: &clew_prove::path::Tagged| {
        format!("[{}]{}", print_c(&outcome.pool, it.constraint), it.index)
    };
    let texts: Vec<String> = outcome.condition.tagged.iter().map(text).collect();
    texts.join("\n")
}

#[track_caller]
fn feasible(source: &str, arms: &[u32]) {
    let outcome = explained(source, arms);
    assert_eq!(outcome.explained, Err(NoExplanation::Satisfiable), "{}", texts(&outcome));
}

/// Figure 1 of the paper.
const FIGURE_1: &str = "int f(int x) {
    int abs = x; int i = 2;
    int res = 1;
    if (abs < 0)
        abs = -abs;
    while (i <= abs) {
        res = res * i;
        i = i + 1;
    }
    if (x < 1)
        res = 0;
    return res;
}";

/// The path condition as C, each constraint with what it is tagged with.
#[test]
fn table_1() {
    let outcome = check(FIGURE_1, &[1, 0, 1, 0], &[2, 6, 10]);
    let found: Vec<String> = texts(&outcome).lines().map(str::to_owned).collect();
    // Declarations and jumps are occurrences, too.
    let expected = [
        "[x#0 == abs#1]2",
        "[i#1 == 2]4",
        "[res#1 == 1]6",
        "[0 <= abs#1]7",
        "[i#1 <= abs#1]8",
        "[i#1 * res#1 == res#2]9",
        "[i#1 + 1 == i#2]10",
        "[abs#1 < i#2]12",
        "[x#0 < 1]13",
    ];
    assert_eq!(found, expected);
    assert_eq!(outcome.texts(), ["x#0 == abs#1", "i#1 == 2", "i#1 <= abs#1", "x#0 < 1"]);
    assert!(outcome.explained.expect("an explanation").is_minimal);
}

#[test]
fn the_path_of_section_3_1_3_is_feasible() {
    feasible(FIGURE_1, &[0, 0, 1, 0]);
}

#[test]
fn both_methods_and_other_solvers_explain() {
    let with = |method, external: Option<ExternalCommand>| {
        let config = external.map_or_else(StackConfig::default, StackConfig::external_only);
        let outcome = explained_with(FIGURE_1, &[1, 0, 1, 0], method, config);
        outcome.lines()
    };
    for line in [2, 6, 10] {
        assert!(with(Method::Assumptions, None).contains(&line));
    }
    for external in [ExternalCommand::z3(), ExternalCommand::cvc5()] {
        assert_eq!(with(Method::Minimal, Some(external)), [2, 6, 10]);
    }
}

const GCD: &str = "int f(int u, int v) {
    int t;
    while (u > 0) {
        if (v > u) {
            t = u;
            u = v;
            v = t;
        }
        u = u - v;
    }
    return v;
}";

/// Under wrap-around the explanation of the paper also needs `u > 0`.
#[test]
fn table_3() {
    let outcome = check(GCD, &[0, 0, 1], &[3, 4, 5, 6, 7, 9, 3]);
    let expected = [
        "0 < u#0",
        "u#0 < v#0",
        "u#0 == t#1",
        "v#0 == u#1",
        "t#1 == v#1",
        "u#1 - v#1 == u#2",
        "u#2 <= 0",
    ];
    assert_eq!(outcome.texts(), expected);
}

/// What a constraint depends on: names of instances.
fn names(outcome: &Outcome, tagged: &Tagged) -> Vec<String> {
    let name = |used: &Use| {
        let input = outcome.pool.input_of(used.instance).expect("an input");
        outcome.pool.input_decl(input).name.clone()
    };
    tagged.uses().map(name).collect()
}

#[test]
fn a_cell_is_a_variable_with_what_made_its_address() {
    let source = "int f(int *p, int *q) {
    *p = 1;
    if (q) q++;
    if (*p == 2) return 1;
    return 0;
}";
    let outcome = check(source, &[0, 0], &[2, 4]);
    let explained = outcome.explained.as_ref().expect("an explanation");
    for tagged in explained.constraints(&outcome.condition) {
        let names = names(&outcome, tagged);
        assert!(names.contains(&"p#0".to_owned()), "{names:?}");
        assert!(names.contains(&"cell#1".to_owned()), "{names:?}");
    }
}

#[test]
fn a_pointer_that_is_reassigned_leads_elsewhere() {
    let source = "int f(int *p, int *q) {
    *p = 1;
    p = q;
    if (*p == 2) return 1;
    return 0;
}";
    feasible(source, &[0]);
    let source = "int f(int *p, int *q) {
    *p = 1;
    if (p != q) return 0;
    p = q;
    if (*p == 2) return 1;
    return 0;
}";
    check(source, &[1, 0], &[2, 3, 4, 5]);
}

#[test]
fn writes_that_may_hit_the_cell_matter() {
    let source = "int f(int *p, int *q) {
    *p = 1;
    *q = 2;
    if (p != q)
        if (*p == 2) return 1;
    return 0;
}";
    let outcome = check(source, &[0, 0], &[2, 3, 4, 5]);
    assert!(outcome.condition.tagged.iter().any(|it| it.kind == Kind::Cell && it.index > 0));
    feasible(&source.replace("if (p != q)", "if (p)"), &[0, 0]);
}

#[test]
fn arrays_by_index() {
    let source = "int f(unsigned i, unsigned j, int v) {
    int a[4], b[4];
    a[i] = 5;
    b[j] = 7;
    a[3] = v;
    if (i == 2)
        if (a[i] != 5) return 1;
    return 0;
}";
    // What is written to the other array does not matter; that it is no write to `a[2]` does.
    check(source, &[0, 0], &[3, 5, 6, 7]);
    feasible(&source.replace("i == 2", "i == 3"), &[0, 0]);
}

#[test]
fn globals_and_calls() {
    let source = "static int g;
static void set(int v) {
    g = v;
}
static int twice(int x) {
    return 2 * x;
}
int f(int x) {
    set(4);
    int other = twice(x);
    if (g == 5)
        return other;
    return 0;
}";
    let outcome = check(source, &[0], &[9, 3, 11]);
    assert!(!outcome.condition.has_recursion());
    let source = "static int twice(int x) {
    return 2 * x;
}
int f(int x) {
    int y = twice(x);
    if (y & 1)
        return 1;
    return 0;
}";
    check(source, &[0], &[2, 5, 6]);
}

#[test]
fn unknown_functions_may_change_what_they_know() {
    let source = "void g(void); static int kept; int seen;
int f(void) {
    int own[2];
    own[1] = 3;
    seen = 3;
    g();
    if (own[1] != 3) return 1;
    if (seen != 3) return 2;
    return 0;
}";
    check(source, &[0], &[4, 7]);
    feasible(source, &[1, 0]);
}

#[test]
fn records_unions_and_copies() {
    let source = "struct s { int a; short b[2]; };
int f(struct s *p, int v) {
    struct s t = {0};
    struct s u;
    p->a = 9;
    u = *p;
    u.b[1] = v;
    if (t.b[0] == 1) return 1;
    if (u.a != 9) return 2;
    return 0;
}";
    check(source, &[0], &[3, 8]);
    check(source, &[1, 0], &[5, 6, 9]);
}

#[test]
fn copies_from_elements_are_of_their_time() {
    let source = "struct s { int a; int b; };
int f(unsigned i, unsigned j) {
    struct s all[4], one, two;
    one = all[i];
    all[j].a = 5;
    two = all[i];
    if (i == j)
        if (one.a != two.a) return 1;
    if (two.a != 5) return 2;
    return 3;
}";
    feasible(source, &[0, 0]);
    check(source, &[0, 1, 0], &[5, 6, 7, 9]);
}

#[test]
fn tables_and_literals() {
    let source = "static const int table[4] = {1, 2, 3, 4};
int f(unsigned i) {
    const char *s = \"ab\";
    if (s[1] == 'c') return 1;
    if (table[i & 3] > 4) return 2;
    return 0;
}";
    check(source, &[0], &[3, 4]);
    check(source, &[1, 0], &[5]);
}

#[test]
fn pointers_from_outside_do_not_lead_into_frames() {
    let source = "static void touch(int *p) { *p = 4; }
int f(int *p) {
    int own;
    touch(&own);
    *p = 5;
    if (own != 4) return 1;
    return 0;
}";
    let outcome = explained(source, &[0]);
    let explained = outcome.explained.as_ref().expect("an explanation");
    assert!(explained.constraints(&outcome.condition).any(|it| it.kind == Kind::Entry));
}

#[test]
fn labels_are_asked_at_the_end() {
    let program = load("int f(int x) { int y = x & 7; y = y + 1; return y; }");
    let function = program.function("f").expect("a function f");
    let body = program.functions[function].body.as_ref().expect("a body");
    let assigned = |it: &StatementKind| match it {
        StatementKind::Assign { place, .. } => place.as_local(),
        _ => None,
    };
    let block = &body.blocks[body.entry()];
    let last = block.statements.iter().rposition(|it| assigned(&it.kind).is_some());
    let last = last.expect("an assignment");
    let local = assigned(&block.statements[last].kind).expect("a local");
    let ty = program.functions[function].locals[local].ty;
    let y = Expr::load(Place::local(local, ty), Span::NONE);
    let eight = Expr::constant(8, ty, Span::NONE);
    let kind = ExprKind::Binary(BinaryOp::Gt, Box::new(y), Box::new(eight));
    let label = Expr { kind, ty: TypeTable::INT, span: Span::NONE };
    let calls = CallGraph::new(&program);
    let task =
        Task { program: &program, calls: &calls, start: Start::Unit(function), assumes: &[] };
    let letters = [Letter::Call { site: None, callee: function }];
    let at = |statement| Position { statement, ..Position::entry(function) };
    let explained_at = |statement: usize| {
        let mut pool = TermPool::new();
        let path = Path { letters: &letters, end: End::At(at(statement as u32), Some(&label)) };
        let condition = PathCondition::of(&mut pool, task, path, Rules::Machine);
        let condition = condition.expect("a path condition");
        let mut solver = Solver::new(StackConfig::default());
        explain(&mut solver, &mut pool, &condition, Method::Minimal, Budget::UNLIMITED)
    };
    assert_eq!(explained_at(last).expect("an explanation").tags.len(), 2);
    assert_eq!(explained_at(last + 1).expect("an explanation").tags.len(), 3);
}

#[test]
fn words_that_are_no_paths_are_refused() {
    let program = load(FIGURE_1);
    let calls = CallGraph::new(&program);
    let function = program.function("f").expect("a function f");
    let task =
        Task { program: &program, calls: &calls, start: Start::Unit(function), assumes: &[] };
    let mut letters = word(&program, &[1, 0]);
    letters.remove(1);
    let mut pool = TermPool::new();
    let cause = PathCondition::of(&mut pool, task, Path::of(&letters), Rules::Machine);
    assert_eq!(cause.err(), Some(Cause::Stray(1)));
    let cause = PathCondition::of(&mut pool, task, Path::of(&letters[1..]), Rules::Machine);
    assert_eq!(cause.err(), Some(Cause::NoStart));
}

#[test]
fn recursion_is_told() {
    let source = "int f(int n) {
    if (n > 3) return 1;
    return f(n + 1);
}";
    let outcome = explained(source, &[1, 0]);
    assert!(outcome.condition.has_recursion());
}

#[test]
fn what_is_weak_may_be_missing() {
    let source = "extern void hook(void) __attribute__((weak));
int f(void) {
    if (hook) return 1;
    return 0;
}";
    feasible(source, &[0]);
    feasible(source, &[1]);
}

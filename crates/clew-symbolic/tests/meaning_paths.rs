//! Paths by the meaning alone: the solver refutes those that no run can go, and finds inputs for
//! the others.

use crate::common::load;
use clew_ir::Program;
use clew_logic::{TermId, TermPool};
use clew_solver::{Query, Solver, StackConfig, Verdict};
use clew_symbolic::meaning::{Origin, Outcome, Returned, Rules, Style, Walk};
use std::collections::BTreeSet;

/// Paths with more forks than this are not followed.
const MAX_FORKS: usize = 40;
/// No path returns more numbers than this.
const MAX_NUMBERS: usize = 4;

/// What the feasible paths of a function return; `None` stands for a `__builtin_trap`.
fn ends(source: &str, style: Style, rules: Rules) -> BTreeSet<Option<i64>> {
    let program = load(source);
    let function = program.function("f").expect("the function");
    let mut pool = TermPool::new();
    let mut solver = Solver::new(StackConfig::default());
    let mut ends = BTreeSet::new();
    let mut open = vec![(Walk::new(&mut pool, &program, function, style, rules), 0)];
    while let Some((mut walk, forks)) = open.pop() {
        match walk.run(&mut pool) {
            Outcome::Choice(edges) => {
                assert!(forks < MAX_FORKS, "a path without end");
                for edge in edges {
                    let mut way = walk.clone();
                    way.take(edge);
                    if is_feasible(&mut solver, &mut pool, &way) {
                        open.push((way, forks + 1));
                    }
                }
            }
            Outcome::Computed => {
                open.extend(callees(&mut solver, &mut pool, &program, &walk, forks))
            }
            Outcome::Returned(returned) => {
                ends.extend(numbers(&mut solver, &mut pool, &walk, returned).map(Some));
            }
            Outcome::Stopped => {
                if is_feasible(&mut solver, &mut pool, &walk) {
                    ends.insert(None);
                }
            }
        }
    }
    ends
}

/// The ways on at a computed call.
fn callees<'p>(
    solver: &mut Solver,
    pool: &mut TermPool,
    program: &'p Program,
    walk: &Walk<'p>,
    forks: usize,
) -> Vec<(Walk<'p>, usize)> {
    let mut ways = Vec::new();
    for function in program.functions.ids() {
        let mut way = walk.clone();
        way.enter(pool, function);
        if is_feasible(solver, pool, &way) {
            ways.push((way, forks + 1));
        }
    }
    ways
}

fn is_feasible(solver: &mut Solver, pool: &mut TermPool, walk: &Walk<'_>) -> bool {
    let constraints: Vec<TermId> =
        walk.store().constraints().iter().map(|constraint| constraint.term).collect();
    match solver.check(pool, &Query::new(&constraints)) {
        Verdict::Sat(_) => true,
        Verdict::Unsat(_) => false,
        Verdict::Unknown(reason) => panic!("unknown: {reason}"),
    }
}

/// What a path may return.
fn numbers(
    solver: &mut Solver,
    pool: &mut TermPool,
    walk: &Walk<'_>,
    returned: Returned,
) -> impl Iterator<Item = i64> + use<> {
    let Returned::Scalar(_, term) = returned else { panic!("a number should be returned") };
    let mut constraints: Vec<TermId> =
        walk.store().constraints().iter().map(|constraint| constraint.term).collect();
    let mut found = Vec::new();
    loop {
        let model = match solver.check(pool, &Query::new(&constraints)) {
            Verdict::Sat(model) => model,
            Verdict::Unsat(_) => break,
            Verdict::Unknown(reason) => panic!("unknown: {reason}"),
        };
        assert!(found.len() < MAX_NUMBERS, "a path should return few numbers");
        let bits = pool.eval(&model, term);
        found.push(clew_ir::ops::sign_extend(bits, pool.width(term)) as i64);
        let bits = pool.bv(pool.width(term), bits);
        constraints.push(pool.ne(term, bits));
    }
    found.into_iter()
}

/// The function returns these numbers on its feasible paths and traps on none, in both styles.
#[track_caller]
fn check(source: &str, expected: &[i64]) {
    let expected: BTreeSet<Option<i64>> = expected.iter().map(|number| Some(*number)).collect();
    for style in [Style::Substituted, Style::Instances] {
        assert_eq!(ends(source, style, Rules::Machine), expected, "{style:?}");
    }
}

#[test]
fn an_assignment_and_a_branch() {
    check(
        "int f(int x) { x = x + 1; if (x > 3) { if (x < 4) __builtin_trap(); return 1; } return 2; }",
        &[1, 2],
    );
}

#[test]
fn arithmetic_wraps_unless_c_forbids() {
    let source = "int f(int x) { if (x > 0 && x + 1 < 0) return 1; return 2; }";
    assert_eq!(ends(source, Style::Substituted, Rules::Machine).len(), 2);
    assert_eq!(ends(source, Style::Substituted, Rules::StandardC), [Some(2)].into());
}

#[test]
fn arrays() {
    check(
        "int f(unsigned i, int v) {
            int a[4] = {5, 6, 7, 8};
            a[i & 3] = v;
            if (a[0] == 1) return (i & 3) == 0 ? 1 : 2;
            if (a[1] == 9 && (i & 3) != 1) __builtin_trap();
            return 3;
        }",
        &[1, 3],
    );
}

#[test]
fn pointers_into_arrays_and_locals() {
    check(
        "int f(int c, int v) {
            int x = 1, y = 2, *p = c ? &x : &y;
            *p = v;
            if (x != 1 && y != 2) __builtin_trap();
            if (x == 10) return c ? 1 : 9;
            return 2;
        }",
        &[1, 2],
    );
}

#[test]
fn pointers_from_outside_do_not_reach_locals() {
    check(
        "int f(int *p) {
            int a[2];
            a[0] = 1; a[1] = 2;
            *p = 7;
            return a[0] == 1 && a[1] == 2 && *p == 7 ? 1 : 2;
        }",
        &[1],
    );
}

#[test]
fn pointers_from_outside_may_be_the_same() {
    check(
        "int f(int *p, int *q) { *p = 1; *q = 2; if (*p == 1) return p != q ? 1 : 9; return 2; }",
        &[1, 2],
    );
}

#[test]
fn structs_with_bit_fields() {
    check(
        "struct s { unsigned a : 3; int b : 4; char c; };
        int f(struct s *p, int v) {
            struct s t = *p;
            t.a = v;
            if (t.a > 7 || t.b > 7 || t.b < -8) __builtin_trap();
            if (t.b != p->b || t.c != p->c) __builtin_trap();
            if (t.a == 5) return (v & 7) == 5 ? 1 : 9;
            return 2;
        }",
        &[1, 2],
    );
}

#[test]
fn unions() {
    check(
        "union u { int i; unsigned char c[4]; float f; };
        int f(int v) {
            union u u;
            u.i = v;
            if (u.c[0] != (v & 255)) __builtin_trap();
            u.c[3] = 0;
            if (u.i < 0) __builtin_trap();
            u.f = 1.0f;
            return u.i == 0x3f800000;
        }",
        &[1],
    );
}

#[test]
fn calls_pass_and_return() {
    check(
        "struct s { int a; long b; };
        static int larger(int x, int y) { return x > y ? x : y; }
        static struct s swap(struct s s) { struct s t = {(int)s.b, s.a}; s.a = 0; return t; }
        static void set(int *p, int v) { *p = v; }
        int f(int x, int y) {
            int m = larger(x, y), n;
            if (m < x || m < y) __builtin_trap();
            struct s s = {x, y}, t = swap(s);
            if (t.a != y || t.b != x || s.a != x) __builtin_trap();
            set(&n, 3);
            return n;
        }",
        &[3],
    );
}

#[test]
fn calls_through_pointers() {
    check(
        "static int one(void) { return 1; }
        static int two(void) { return 2; }
        int f(int c) { int (*g)(void) = c ? one : two; int r = g(); if (c && r == 2) __builtin_trap(); if (r == 1) return 1; return 2; }",
        &[1, 2],
    );
}

#[test]
fn unknown_functions_change_what_they_can_know() {
    check(
        "int g(int *); static int global;
        int f(void) {
            int seen = 1, hidden[1]; hidden[0] = 2; global = 3;
            int r = g(&seen);
            if (hidden[0] != 2) __builtin_trap();
            if (r == 7) return seen == 1 ? 1 : 2;
            return global == 3 ? 3 : 4;
        }",
        &[1, 2, 3, 4],
    );
}

#[test]
fn switches_and_loops() {
    check(
        "int f(unsigned n) {
            int s = 0;
            for (unsigned i = 0; i < (n & 3); i++) s += 2;
            switch (s) { case 0 ... 3: return 1; case 4: return 2; case 5: return 9; default: return 3; }
        }",
        &[1, 2, 3],
    );
}

#[test]
fn tables_floats_and_division() {
    check(
        "static const int table[4] = {1, 2, 3, 4};
        int f(unsigned i, float x, int d) {
            if (table[i & 3] > 4) return 9;
            if (x > 1.0f && x < 0.5f) return 9;
            int q = 100 / d;
            if (d == 0) return 9;
            return q > 100 ? 9 : 1;
        }",
        &[1],
    );
}

#[test]
fn volatile_reads_differ() {
    check("volatile int v; int f(void) { int a = v, b = v; return a == b ? 1 : 2; }", &[1, 2]);
}

#[test]
fn constraints_know_where_they_come_from() {
    let program = load("int f(int x) { int y = x * 2; if (y == 6) return 1; return 0; }");
    let function = program.function("f").expect("the function");
    let mut pool = TermPool::new();
    let mut walk = Walk::new(&mut pool, &program, function, Style::Instances, Rules::Machine);
    let Outcome::Choice(edges) = walk.run(&mut pool) else { panic!("there should be a fork") };
    walk.take(edges[0]);
    let constraints = walk.store().constraints();
    let origins: Vec<Origin> = constraints.iter().map(|it| it.origin).collect();
    assert_eq!(origins, [Origin::Assigned, Origin::Guard]);
    let body = program.functions[function].body.as_ref().expect("a body");
    let block = &body.blocks[constraints[0].position.block];
    let assigned = block.statements[constraints[0].position.statement as usize].span;
    assert_eq!(program.sources.text_on_one_line(assigned).as_deref(), Some("x * 2"));
    assert_eq!(constraints[1].position.statement as usize, block.statements.len());
    // Without the assignment the guard says nothing of `x`.
    let x = walk.store().value_of(program.functions[function].params[0]).expect("a value");
    let inputs = |term| pool.free_inputs(term);
    assert!(inputs(constraints[0].term).contains(&inputs(x)[0]));
    assert!(!inputs(constraints[1].term).contains(&inputs(x)[0]));
}

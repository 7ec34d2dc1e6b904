//! What C allows and what it excludes, program by program: the block that returns 77 is claimed
//! unreachable by unfolding all ways, and the claim must hold or be refuted.

use crate::common::tree::Plan;
use crate::common::{check_tree, program};
use clew_check::{CheckError, Model, Report, Verdict};
use clew_ir::Id as _;
use std::time::Duration;

/// Both solvers prove that `f` never returns 77.
#[track_caller]
fn holds(source: &str) {
    let report = check_tree(source, "f").expect("an argument");
    assert!(!report.claims.is_empty(), "nothing was asked");
    assert!(report.holds(), "{source}: {report}: {:#?}", report.claims);
}

/// A solver has a counterexample.
#[track_caller]
fn refuted(source: &str) {
    let report = check_tree(source, "f").expect("an argument");
    assert!(report.count(Verdict::Refuted) > 0, "{source}: {report}");
}

#[test]
fn an_earlier_branch_excludes_a_later_one() {
    holds("int f(int x) { if (x > 10) { if (x < 5) return 77; } return 0; }");
    refuted("int f(int x) { if (x > 10) { if (x < 15) return 77; } return 0; }");
}

#[test]
fn a_pointer_may_point_to_a_global() {
    refuted("int g; int f(int *p) { g = 0; *p = 1; if (g == 1) return 77; return 0; }");
    refuted("int g; int f(int *p) { if (p == &g) return 77; return 0; }");
    refuted("int f(int *p, int *q) { *p = 0; *q = 1; if (*p == 1) return 77; return 0; }");
    holds("int f(int *p) { *p = 0; if (*p == 1) return 77; return 0; }");
    holds("int g, h; int f(void) { g = 0; h = 1; if (g == 1) return 77; return 0; }");
}

#[test]
fn pointers_overlap_in_part() {
    refuted("int f(int *p, char *q) { *p = 0; *q = 1; if (*p == 256) return 77; return 0; }");
    holds("int f(int *p, char *q) { *p = 0; *q = 1; if (*p == 257) return 77; return 0; }");
}

#[test]
fn null_is_passed_and_not_dereferenced() {
    refuted("int f(int *p) { if (!p) return 77; return 0; }");
    holds("int f(int *p) { int x = *p; if (!p) return 77; return x; }");
    refuted(
        "struct s { int a, b; }; int f(struct s *p) { int *x = &p->b; if (!p) return 77; return x != 0; }",
    );
    holds(
        "struct s { int a, b; }; int f(struct s *p) { int x = p->b; if (!p) return 77; return x; }",
    );
}

#[test]
fn code_outside_writes_what_it_can_know() {
    refuted("void e(void); int g; int f(void) { g = 0; e(); if (g) return 77; return 0; }");
    refuted("void e(void); static int g; int f(void) { g = 0; e(); if (g) return 77; return 0; }");
    refuted("void e(int *); int f(void) { int x = 0; e(&x); if (x) return 77; return 0; }");
    refuted(
        "void e(int *); void h(void);
         int f(void) { int x = 0; e(&x); x = 0; h(); if (x) return 77; return 0; }",
    );
    holds("void e(void); int f(int n) { int x = n; e(); if (x != n) return 77; return 0; }");
    holds(
        "void e(int *); void h(void);
         int f(void) { int x = 0; h(); if (x) return 77; e(&x); return 0; }",
    );
    holds("void e(void); const int g = 3; int f(void) { e(); if (g != 3) return 77; return 0; }");
}

#[test]
fn statics_and_globals_have_any_value_at_the_entry() {
    refuted("int f(void) { static int n = 0; if (n == 5) return 77; return 0; }");
    refuted("int g = 1; int f(void) { if (g != 1) return 77; return 0; }");
    holds(
        "static const int t[3] = {1, 2, 3}; int f(int i) { if (t[i] == 4) return 77; return 0; }",
    );
    refuted(
        "static const int t[3] = {1, 2, 3}; int f(int i) { if (t[i] == 3) return 77; return 0; }",
    );
    refuted("extern const int g; int f(void) { if (g == 1) return 77; return 0; }");
    refuted(
        "__attribute__((weak)) const int g = 2; int f(void) { if (g == 1) return 77; return 0; }",
    );
}

#[test]
fn indeterminate_values_are_arbitrary() {
    refuted("int f(void) { int x; if (x == 4) return 77; return 0; }");
    refuted("int f(void) { int x[3]; x[0] = 0; if (x[1] == 4) return 77; return 0; }");
    refuted("void e(int *); int f(void) { int x; int *p = &x; if (*p == 4) return 77; return 0; }");
    refuted(
        "void e(int *); int f(void) { int x; e(&x); int *p; int **q = &p;
         if (*q == &x) return 77; return 0; }",
    );
    refuted("int f(void) { for (;;) { int x; if (x == 9) return 77; return 0; } }");
}

#[test]
fn weak_functions_may_not_be_there() {
    refuted("int w(void) __attribute__((weak)); int f(void) { if (!w) return 77; return 0; }");
    holds("int w(void); int f(void) { if (!w) return 77; return 0; }");
    let replaceable = "__attribute__((weak)) int w(void) { return 1; }
        int f(void) { if (w() != 1) return 77; return 0; }";
    let error = check_tree(replaceable, "f").expect_err("another definition may replace it");
    assert!(error.to_string().contains("not what runs"), "{error}");
}

#[test]
fn weak_objects_may_both_be_absent() {
    refuted(
        "extern int a __attribute__((weak)), b __attribute__((weak));
         int f(int *p) { if (p == &a) { if (p == &b) return 77; } return 0; }",
    );
    holds(
        "extern int a __attribute__((weak)); int b;
         int f(int *p) { if (p == &b) { if (p == &a) return 77; } return 0; }",
    );
    refuted(
        "struct e {}; struct e a, b; int f(void) { if ((void *)&a == (void *)&b) return 77; return 0; }",
    );
}

#[test]
fn what_other_files_define_may_have_two_names() {
    refuted("int a(void); int b(void); int f(void) { if (a == b) return 77; return 0; }");
    holds(
        "int a(void); int b(void) { return 1; } int f(void) { if (a == b) return 77; return 0; }",
    );
    refuted("extern int a, b; int f(void) { a = 1; b = 2; if (a == 2) return 77; return 0; }");
    refuted("extern int a, b; int f(int *p) { if (p == &a && p == &b) return 77; return 0; }");
    holds("extern int a; int b; int f(void) { a = 1; b = 2; if (a == 2) return 77; return 0; }");
    refuted(
        "__attribute__((weak)) int a; extern int b;
         int f(void) { a = 1; b = 2; if (a == 2) return 77; return 0; }",
    );
    refuted(
        "extern int errno; void *malloc(unsigned long);
         int f(void) { errno = 0; void *p = malloc(9); if (errno) return 77; return p != 0; }",
    );
    holds(
        "extern int other; void *malloc(unsigned long);
         int f(void) { other = 0; void *p = malloc(9); if (other) return 77; return p != 0; }",
    );
}

#[test]
fn numbers_of_addresses_are_those_of_anything() {
    refuted("int g; int f(void) { g = 0; *(int *)0x10000000 = 1; if (g) return 77; return 0; }");
    refuted(
        "static int g; int f(void) { g = 0; *(int *)0x10000000 = 1; if (g) return 77; return 0; }",
    );
    holds(
        "int f(void) { *(int *)0x10000000 = 0; *(int *)0x20000000 = 1;
         if (*(int *)0x10000000) return 77; return 0; }",
    );
}

#[test]
fn a_pointer_may_have_the_number_of_a_local() {
    refuted("int f(int *p) { int x; if (p == &x) return 77; return 0; }");
    refuted(
        "int f(int *p) { int x = 5; unsigned long u = (unsigned long)&x, v = (unsigned long)p;
         if (u == v) return 77; return 0; }",
    );
    refuted("int **g; int f(void) { int x; if (*g == &x) return 77; return 0; }");
    // Behind an access through it, it is no such pointer.
    holds("int f(int *p) { int x; if (p == &x) { *p = 1; if (p) return 77; } return 0; }");
    holds("int f(int *p) { int x; *p = 1; if (p == &x) return 77; return 0; }");
}

#[test]
fn arrays_without_elements_are_marks() {
    refuted(
        "struct s { unsigned char h[0]; int a, b; };
         int f(struct s *p) { if (p->h[3] == 7) return 77; return 0; }",
    );
    refuted(
        "struct s { unsigned char h[0]; int a, b; };
         int f(struct s *p) { if (p->h[3] != 7) return 77; return 0; }",
    );
    holds(
        "struct s { unsigned char h[0]; int a, b; };
         int f(struct s *p) { p->h[0] = 1; p->h[5] = 2; if (p->h[0] == 2) return 77; return 0; }",
    );
}

#[test]
fn inputs_that_are_passed_something_may_write_it() {
    refuted(
        "void __VERIFIER_nondet_memory(void *, unsigned long);
         int f(void) { int x = 0; __VERIFIER_nondet_memory(&x, 4); if (x) return 77; return 0; }",
    );
    holds(
        "int __VERIFIER_nondet_int(void); int g;
         int f(void) { g = 0; int y = __VERIFIER_nondet_int(); if (g) return 77; return y; }",
    );
}

#[test]
fn roots_without_a_value_set_errno() {
    refuted(
        "int f(int *e, double x) { *e = 0; double y = __builtin_sqrt(x); if (*e) return 77; return y > 3; }",
    );
    refuted(
        "int f(int *e, double x) { *e = 0; if ((int)__builtin_fma(x, x, x) && *e) return 77;
         return 0; }",
    );
    holds(
        "int g; int f(double x) { g = 0; double y = __builtin_sqrt(x); if (g) return 77; return y > 3; }",
    );
}

#[test]
fn a_root_may_come_before_what_is_read_beside_it() {
    for source in [
        "int f(int *e, double x) { *e = 0; if ((*e != 0) & (__builtin_sqrt(x) != 3)) return 77; return 0; }",
        "int f(int *e, double x) { *e = 0; if ((__builtin_sqrt(x) != 3) & (*e != 0)) return 77; return 0; }",
        "int f(int *e, double x) { *e = 0; if (*e + (int)__builtin_fma(x, x, x) && *e) return 77; return 0; }",
    ] {
        let error = check_tree(source, "f").expect_err("the order is the compiler's");
        assert!(error.to_string().contains("compilers may differ"), "{error}");
    }
}

#[test]
fn volatile_reads_are_arbitrary() {
    refuted("volatile int v; int f(void) { v = 1; if (v != 1) return 77; return 0; }");
    refuted("int f(void) { volatile int v = 1; if (v != 1) return 77; return 0; }");
    refuted("int f(int *p) { volatile int *q = p; if (*q != *q) return 77; return 0; }");
}

#[test]
fn memory_may_run_out() {
    refuted(
        "void *malloc(unsigned long); int f(void) { int *p = malloc(4); if (!p) return 77; return 0; }",
    );
    refuted(
        "void *malloc(unsigned long); int f(void) { int *p = malloc(4); if (!p) return 0;
         if (*p == 5) return 77; return 0; }",
    );
}

#[test]
fn locals_are_not_what_older_pointers_point_to() {
    holds(
        "void e(int *); int f(int *p) { int x = 0; *p = 1; int r = x; e(&x);
         if (r == 1) return 77; return 0; }",
    );
    holds(
        "void e(int *); int f(int *p) { int x; e(&x); x = 0; *p = 1;
         if (x == 1) return 77; return 0; }",
    );
    holds(
        "void e(int *); int f(int *p, int i) { int x; e(&x); x = 0; p[i] = 1;
         if (x == 1) return 77; return 0; }",
    );
    holds(
        "void e(int *); int f(int **p) { int *q = *p; int x; e(&x); x = 0; *q = 1;
         if (x == 1) return 77; return 0; }",
    );
    refuted(
        "int *e(int *); int f(void) { int x; int *q = e(&x); x = 0; *q = 1;
         if (x == 1) return 77; return 0; }",
    );
    refuted(
        "int *g; void e(void); int f(void) { int x; g = &x; e(); x = 0; *g = 1;
         if (x == 1) return 77; return 0; }",
    );
    refuted(
        "void e(int *); int *g; int f(void) { int x; e(&x); x = 0; *g = 1;
         if (x == 1) return 77; return 0; }",
    );
    holds(
        "void e(int *); int *g; int f(void) { int *q = g; int x; e(&x); x = 0; *q = 1;
         if (x == 1) return 77; return 0; }",
    );
}

#[test]
fn what_is_gone_may_leave_its_address() {
    refuted(
        "int f(void) { int *q, *r; { int x; q = &x; } { int y; r = &y; if (q == r) return 77; }
         return 0; }",
    );
    holds("int f(void) { int x, y; int *q = &x, *r = &y; if (q == r) return 77; return 0; }");
}

#[test]
fn unions_share_their_bytes() {
    holds(
        "union u { unsigned i; unsigned char c[4]; };
         int f(unsigned n) { union u v; v.i = n; if (v.c[1] != ((n >> 8) & 255)) return 77; return 0; }",
    );
    refuted(
        "union u { int i; float f; };
         int f(float x) { union u v; v.f = x; if (v.i == 1) return 77; return 0; }",
    );
}

#[test]
fn floats_have_nan() {
    refuted("int f(double x) { if (x != x) return 77; return 0; }");
    refuted("int f(double x) { if (!(x < 1) && !(x >= 1)) return 77; return 0; }");
    holds("int f(double x) { if (x < 1) { if (x >= 1) return 77; } return 0; }");
    holds(
        "int f(float x) { if (x > 0) { float y = x + 1.0f; if (y < 1.0f) return 77; } return 0; }",
    );
    refuted(
        "int f(float x) { if (x > 0) { float y = x + 1.0f; if (y == 1.0f) return 77; } return 0; }",
    );
    refuted("int f(long x) { if ((long)(double)x != x) return 77; return 0; }");
    holds("int f(signed char x) { if ((int)(float)x != x) return 77; return 0; }");
    refuted("int f(double x) { int i = (int)x; if (x > 1e10) if (i == 3) return 77; return 0; }");
    holds("int f(void) { double z = 0.0; if (1 / z < 0) return 77; return 0; }");
}

#[test]
fn bit_fields_are_cut() {
    holds(
        "struct s { int a : 3; unsigned b : 5; } g; int f(int x) { g.a = x; if (g.a > 3) return 77; return 0; }",
    );
    refuted(
        "struct s { int a : 3; unsigned b : 5; } g; int f(int x) { g.a = x; if (g.a < 0) return 77; return 0; }",
    );
    holds(
        "struct s { int a : 3; unsigned b : 5; } g; int f(int x) { g.b = 9; g.a = x; if (g.b != 9) return 77; return 0; }",
    );
    holds(
        "struct s { unsigned a : 7, b : 10; } g; int f(struct s *p) { p->b = 1023; p->a = 0; if (p->b != 1023) return 77; return 0; }",
    );
}

#[test]
fn shifts_in_range_are_exact() {
    holds("int f(unsigned x) { if ((x << 4) & 15) return 77; return 0; }");
    holds("int f(int x) { if (x >= 0) if ((x >> 3) < 0) return 77; return 0; }");
    refuted("int f(int n) { if ((1 << n) == 12) return 77; return 0; }");
    holds("int f(int n) { if (n >= 0 && n < 31) if ((1 << n) == 12) return 77; return 0; }");
}

#[test]
fn signed_arithmetic_wraps_and_division_does_not() {
    refuted("int f(int x) { if (x > 0) if (x + 1 < 0) return 77; return 0; }");
    holds("int f(int x, int y) { int q = x / y; if (y == 0) return 77; return q; }");
    holds("int f(int x) { int q = x / -1; if (x == -2147483647 - 1) return 77; return q; }");
}

#[test]
fn switches_take_one_arm() {
    holds(
        "int f(int x) { if (x > 3) switch (x) { case 1: return 77; case 5: return 1; default: return 2; } return 0; }",
    );
    refuted(
        "int f(int x) { switch (x) { case 1: return 1; case -5 ... 0: return 2; default: if (x < 0) return 77; } return 0; }",
    );
    holds(
        "int f(int x) { switch (x) { case 1: return 1; case -5 ... 0: return 2; default: if (x < 0 && x > -6) return 77; } return 0; }",
    );
    holds(
        "int f(unsigned char c) { switch (c) { case 0 ... 127: return 1; case 128 ... 255: return 2; default: return 77; } }",
    );
}

#[test]
fn subscripts_stay_within_arrays() {
    holds("int f(int i) { int a[4]; a[i] = 0; if (i > 3) return 77; return a[i]; }");
    holds(
        "struct s { int a[4]; int b; }; int f(struct s *p, int i) { p->a[i] = 0; if (i < 0) return 77; return 0; }",
    );
    refuted(
        "struct s { int b; int a[1]; }; int f(struct s *p, int i) { p->a[i] = 0; if (i > 0) return 77; return 0; }",
    );
    refuted("int f(int i) { int a[4]; int *p = &a[i]; if (i == 4) return 77; return p != 0; }");
    holds(
        "struct s { int a[2]; int b; }; struct s g; int f(int i) { g.b = 5; g.a[i] = 6; if (g.b != 5) return 77; return 0; }",
    );
}

#[test]
fn the_stack_of_calls_is_followed() {
    holds(
        "static int inc(int x) { if (x == 100) return 77; return x + 1; }
         int f(int a) { if (a > 50) return 0; int b = inc(a); return inc(b); }",
    );
    refuted(
        "static int inc(int x) { if (x == 51) return 77; return x + 1; }
         int f(int a) { if (a > 50) return 0; int b = inc(a); return inc(b); }",
    );
    holds(
        "static void set(int *p, int v) { *p = v; }
         int f(void) { int x = 1, y = 2; set(&x, 3); set(&y, 4); if (x + y != 7) return 77; return 0; }",
    );
    holds(
        "struct s { int a, b; }; static struct s mk(int a) { struct s v = {a, 2}; return v; }
         int f(int n) { struct s v = mk(n); if (v.a != n || v.b != 2) return 77; return 0; }",
    );
}

#[test]
fn strings_are_constant() {
    holds("int f(void) { const char *s = \"abc\"; if (s[1] != 'b') return 77; return 0; }");
    holds(
        "void e(const char *); int f(void) { const char *s = \"abc\"; e(s); if (s[1] != 'b') return 77; return 0; }",
    );
    refuted(
        "int f(void) { const char *s = \"abc\", *t = \"abc\"; if (s == t) return 77; return 0; }",
    );
    refuted(
        "static const char t[] = \"abc\";
         int f(void) { const char *s = \"abc\"; if (s == t) return 77; return 0; }",
    );
    refuted(
        "static char t[] = \"abc\";
         int f(void) { const char *s = \"abc\"; if (s == t) return 77; return t[0]; }",
    );
    holds(
        "char t[] = \"abc\";
         int f(void) { const char *s = \"abc\"; if (s == t) return 77; return 0; }",
    );
    holds(
        "int f(char *p) { const char *s = \"abc\"; *p = 'x'; if (s[1] != 'b') return 77; return 0; }",
    );
    holds(
        "static int x, y; static int *const t[2] = {&x, &y}; int f(void) { if (t[1] != &y) return 77; return 0; }",
    );
}

#[test]
fn allocated_arrays_are_new() {
    holds(
        "int f(int n, int *p) { if (n < 1 || n > 9) return 0; int a[n]; a[0] = 3; *p = 4; if (a[0] != 3) return 77; return 0; }",
    );
    refuted(
        "int f(int n) { if (n < 1 || n > 9) return 0; int a[n]; if (a[0] == 3) return 77; return 0; }",
    );
}

#[test]
fn bytes_are_moved_and_copied() {
    refuted(
        "struct s { int a; char b[5]; }; int f(struct s *p, struct s *q) { *p = *q; if (p->b[3] != q->b[3]) return 77; return 0; }",
    );
    holds(
        "struct s { int a; char b[5]; }; int f(struct s *q) { struct s p = *q; if (p.b[3] != q->b[3]) return 77; return 0; }",
    );
    holds(
        "struct s { int a; char b[5]; } g; int f(struct s q) { g = q; q.a++; if (g.b[3] != q.b[3] || g.a == q.a) return 77; return 0; }",
    );
    holds(
        "void *memset(void *, int, unsigned long); int f(void) { int x = 5; memset(&x, 0, sizeof x); if (x) return 77; return 0; }",
    );
    refuted(
        "void *memset(void *, int, unsigned long); int f(unsigned long n) { int x = 5; memset(&x, 0, n); if (x) return 77; return 0; }",
    );
}

#[test]
fn a_jump_comes_back_to_anything() {
    refuted(
        "int setjmp(long *) __attribute__((returns_twice)); long b[25]; void e(void);
         int f(void) { int x = 0; if (setjmp(b)) { if (x) return 77; return 0; } x = 1; e(); return 0; }",
    );
}

#[test]
fn a_function_may_have_two_names() {
    refuted(
        "int a(void) { return 1; } int b(void) __attribute__((alias(\"a\")));
         int f(void) { if (a == b) return 77; return 0; }",
    );
    holds(
        "int a(void) { return 1; } int b(void) { return 1; }
         int f(void) { if (a == b) return 77; return 0; }",
    );
}

#[test]
fn some_calls_return_again() {
    refuted(
        "int s(void *) __attribute__((returns_twice)); void back(void *);
         int f(void *p) { int n = 0; s(p); if (n) return 77; n = 1; back(p); return 0; }",
    );
    refuted(
        "int vfork(void); void _exit(int); int f(void) { int n = 0;
         if (vfork() == 0) { n = 1; _exit(0); } if (n) return 77; return 0; }",
    );
    holds(
        "int s(void *); void back(void *);
         int f(void *p) { int n = 0; s(p); if (n) return 77; n = 1; back(p); return 0; }",
    );
}

#[test]
fn stores_change_padding() {
    let pair = "struct p { char c; int n; }; union u { char c; int n; };";
    let source = |body: &str| format!("{pair} {body}");
    refuted(&source(
        "int f(int n) { struct p a = {n, n}; if (((char *)&a)[1]) return 77; return 0; }",
    ));
    refuted(&source(
        "int f(struct p *p) { ((char *)p)[1] = 0; p->c = 1; if (((char *)p)[1]) return 77; return 0; }",
    ));
    refuted(&source(
        "int f(void) { struct p a, b; ((char *)&a)[2] = 0; b = a;
         if (((char *)&b)[2]) return 77; return 0; }",
    ));
    holds(&source(
        "int f(union u *u) { u->n = -1; u->c = 0; if (u->n == 0) return 77; return 0; }",
    ));
    holds(&source(
        "int f(struct p *p) { ((char *)p)[1] = 0; *(char *)p = 1; if (((char *)p)[1]) return 77; return 0; }",
    ));
    holds(&source(
        "int f(struct p *p, int n) { p->n = n; p->c = 1; if (p->n != n) return 77; return 0; }",
    ));
    holds(&source("int f(union u *u) { u->c = 3; if (u->c != 3) return 77; return 0; }"));
}

#[test]
fn bits_between_fields_are_padding() {
    let fields = "struct b { unsigned a : 3; };";
    refuted(&format!(
        "{fields} int f(struct b *p) {{ *(char *)p = 0; p->a = 1;
         if (*(unsigned char *)p & 0xf8) return 77; return 0; }}"
    ));
    holds(&format!(
        "{fields} int f(struct b *p) {{ *(char *)p = 0; p->a = 1;
         if ((*(unsigned char *)p & 7) != 1) return 77; return 0; }}"
    ));
}

#[test]
fn allocations_change_errno() {
    let library = "void *malloc(unsigned long); void free(void *); int *__errno_location(void);";
    refuted(&format!(
        "{library} int f(void *q) {{ int *e = __errno_location(); *e = 0; free(q);
         if (*e) return 77; return 0; }}"
    ));
    refuted(&format!(
        "{library} int f(int *p) {{ *p = 0; void *q = malloc(8); if (*p) return 77; return q != 0; }}"
    ));
    holds(&format!(
        "{library} int g; int f(void) {{ g = 0; void *q = malloc(8); if (g) return 77; return q != 0; }}"
    ));
    holds(&format!(
        "{library} struct s {{ int a, b; }}; int f(struct s *p) {{ p->b = 0; void *q = malloc(8);
         if (p->b) return 77; return q != 0; }}"
    ));
}

#[test]
fn nothing_is_proved_of_what_optimisation_decides() {
    let source = "int f(int n) { int k = __builtin_constant_p(n); if (k) return 77; return 0; }";
    let error = check_tree(source, "f").expect_err("it depends on the compiler");
    assert!(error.to_string().contains("compilers may differ"), "{error}");
}

#[test]
fn members_reached_through_addresses_escape() {
    refuted(
        "struct s { int a, b; }; void e(int *); void h(void); int f(int n) { struct s s = {0, 0};
         e(&(&s)->b); s.b = 0; h(); if (s.b) return 77; return 0; }",
    );
}

#[test]
fn what_nobody_was_told_of_stays_unset() {
    let library = "void e(void); void reg(int *); int *kept; void *malloc(unsigned long);";
    let twice = "if (*p == 1) { if (*p == 2) return 77; } return 0; }";
    for (body, is_told) in [
        ("int x; int *p = &x; e();", false),
        ("int x; int *p = &x; reg(p);", true),
        ("int x; int *p = &x; kept = p; e();", true),
        ("int x; int *p = &x; int *a[2]; a[n & 1] = p; e();", false),
        ("int x; int *p = &x; int *a[2]; a[0] = p; reg((int *)a);", true),
        ("int x, y; int *p = &x; reg(&y);", false),
        ("int *p = malloc(4); if (!p) return 0; e();", false),
        ("int *p = malloc(4); if (!p) return 0; reg(p);", true),
        ("if (n < 1) return 0; int a[n]; int *p = a; { int b[n]; b[0] = 1; kept = b; }", false),
    ] {
        let source = format!("{library} int f(int n) {{ {body} {twice}");
        match is_told {
            true => holds(&source),
            false => refuted(&source),
        }
    }
}

#[test]
fn a_number_leads_to_what_has_its_address_now() {
    refuted(
        "int f(int *p) { int x = 0; unsigned long a = (unsigned long)&x;
         if ((unsigned long)p == a) { int *q = (int *)(unsigned long)p; *q = 1; if (x == 1) return 77; }
         return 0; }",
    );
    holds(
        "int f(int *p) { int x = 0; unsigned long a = (unsigned long)&x;
         if ((unsigned long)p == a) { *p = 1; if (x == 1) return 77; } return 0; }",
    );
}

#[test]
fn bits_beside_a_field_stay_unset() {
    refuted(
        "struct s { unsigned a : 3, b : 5; };
         int f(void) { struct s v; v.a = 1; if (v.b == 3) { if (v.b == 4) return 77; } return 0; }",
    );
    holds(
        "struct s { unsigned a : 3, b : 5; };
         int f(unsigned n) { struct s v; v.a = 1; v.b = n;
         if (v.b == 3) { if (v.b == 4) return 77; } return 0; }",
    );
}

/// Checks a source with loops of which nothing is known but what the function assigns.
fn check_loops(source: &str) -> Report {
    loops(source).expect("an argument")
}

fn loops(source: &str) -> Result<Report, CheckError> {
    let program = program(source);
    let mut plan = Plan::new(&program, "f");
    let body = program.functions[plan.entry].body.as_ref().expect("a body");
    for (block, contents) in body.blocks.iter_enumerated() {
        for next in contents.terminator.kind.successors() {
            if next <= block {
                plan.invariants.insert(next.index(), "true".to_owned());
            }
        }
    }
    assert!(!plan.invariants.is_empty(), "{source}");
    let model = Model::read(&clew_ir::model_text::model_text(&program)).expect("a program");
    model.check(&plan.certificate(), Duration::from_secs(60))
}

#[test]
fn what_was_set_to_nothing_has_no_value_behind_a_loop() {
    let behind =
        "for (int i = 0; i < n; i++) {} if (x == 1) { if (x == 2) return 77; } return 0; }";
    let set =
        "static void set(int *p, int v) { *p = v; } static void spoil(int *p) { int v; *p = v; }
        void *memcpy(void *, const void *, unsigned long); void e(int *);";
    for (body, holds) in [
        ("int x = n; e(&x);", true),
        ("int x = 0; set(&x, n);", true),
        ("int x = 0, y; set(&x, y);", false),
        ("int x = 0; spoil(&x);", false),
        ("int x = 0, y; int *p = &x; *p = y;", false),
        ("int x = 0, y; memcpy(&x, &y, 4);", false),
        ("int x = 0, y = n; memcpy(&x, &y, 4);", true),
        ("int x; e(&x);", true),
        ("int x, y; int *p = &x; e(&y);", false),
    ] {
        let report = check_loops(&format!("{set} int f(int n) {{ {body} {behind}"));
        assert_eq!(report.holds(), holds, "{body}: {report}: {:#?}", report.claims);
    }
}

#[test]
fn a_loop_that_never_ends_and_does_nothing_proves_nothing_behind_it() {
    let endless = [
        "int f(int n) { unsigned i = n & ~1u; while (i != 7) i = (i + 2) & ~1u; return 77; }",
        "int f(int n) { for (unsigned char i = 0; i < 300; i++) n += i; return 77; }",
        "void e(void); int f(int n) { for (unsigned char i = 0; i < 300; i++) e(); return 77; }",
    ];
    for source in endless {
        let error = loops(source).expect_err("compilers may leave the loop");
        assert!(error.to_string().contains("without effects"), "{error}");
    }
    for source in [
        "volatile int v; int f(int n) { for (unsigned char i = 0; i < 300; i++) v = i; return 77; }",
        "int f(int n) { int i = 0; while (i < 300) i++; if (i < 300) return 77; return 0; }",
    ] {
        let report = loops(source).expect("an argument");
        assert!(report.holds(), "{source}: {report}: {:#?}", report.claims);
    }
}

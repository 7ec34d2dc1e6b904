//! Calls that a summary made elsewhere does not speak of.

use crate::common::{How, Shown, harness, program, search};
use clew_criteria::{Criterion, Objectives, Unit};
use clew_ir::Program;
use clew_ir::call_graph::CallGraph;
use clew_symbolic::Entry;

/// Both searches find the same, and the composed one with nothing left to do.
fn agree(source: &str) -> (Shown, Shown) {
    let program = program(source);
    let entry = harness(&program);
    let unit = Unit::harness(&program, &CallGraph::new(&program), entry.function());
    both(&program, entry, &unit)
}

/// The same for a function that is tested by itself.
fn agree_on(function: &str, source: &str) -> (Shown, Shown) {
    let program = program(source);
    let function = program.function(function).expect("a function");
    both(&program, Entry::Unit(function), &Unit::function(function))
}

fn both(program: &Program, entry: Entry, unit: &Unit) -> (Shown, Shown) {
    let objectives = Objectives::new(program, unit, &[Criterion::Branch]);
    let find = |how| search(program, entry, (**objectives.plan()).clone(), how);
    let (plain, composed) = (find(How::Plain), find(How::Composed));
    assert!(plain.is_exhausted() && composed.is_exhausted());
    assert_eq!(plain.met, composed.met);
    assert_eq!(plain.faults, composed.faults);
    (plain, composed)
}

#[test]
fn arguments_may_point_to_the_same_object_after_a_call_where_they_did_not() {
    let (_, composed) = agree(
        "int __VERIFIER_nondet_int(void);
         static int step(int *p, int *q) {
             if (*p > 3) *q = 7;
             if (*p == 7) return 1;
             return 0;
         }
         int main(void) {
             int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
             int r = step(&a, &b);
             if (r) return 1;
             if (step(&a, &a)) return 2;
             return 3;
         }",
    );
    assert!(composed.composed_alone());
}

#[test]
fn what_a_path_does_not_write_stays_as_it_was() {
    let (_, composed) = agree(
        "int __VERIFIER_nondet_int(void);
         static int last = 5;
         static void keep(int x) { if (x > 10) last = x; else if (x == 3) last++; }
         int main(void) {
             keep(__VERIFIER_nondet_int());
             if (last == 5) return 1;
             if (last == 6) return 2;
             keep(__VERIFIER_nondet_int());
             if (last == 7) return 3;
             if (last == 12) return 4;
             return 0;
         }",
    );
    assert!(composed.composed_alone());
}

#[test]
fn a_value_that_only_some_paths_set() {
    agree(
        "int __VERIFIER_nondet_int(void);
         static int parse(int x, int *value) {
             if (x < 0) return 0;
             *value = x & 15;
             return 1;
         }
         int main(void) {
             int value;
             if (!parse(__VERIFIER_nondet_int(), &value)) return 1;
             if (value == 9) return 2;
             return 3;
         }",
    );
}

#[test]
fn a_callee_that_asks_for_more_inputs_on_some_paths() {
    agree(
        "int __VERIFIER_nondet_int(void);
         static int ask(int x) {
             if (x > 0) return __VERIFIER_nondet_int();
             if (x == -4) return __VERIFIER_nondet_int() + __VERIFIER_nondet_int();
             return 0;
         }
         int main(void) {
             int a = ask(__VERIFIER_nondet_int()), b = ask(__VERIFIER_nondet_int());
             if (a == 77) return 1;
             if (a + b == 1234) return 2;
             return 0;
         }",
    );
}

#[test]
fn pointers_come_back() {
    agree(
        "unsigned char __VERIFIER_nondet_uchar(void);
         static const char *find(const char *s, int c) {
             for (; *s; s++) if (*s == c) return s;
             return 0;
         }
         int main(void) {
             char text[5];
             for (int i = 0; i < 4; i++) text[i] = (char)__VERIFIER_nondet_uchar();
             text[4] = 0;
             const char *at = find(text, '=');
             if (!at) return 1;
             if (at[1] == 'x') return 2;
             if (at == text) return 3;
             return 4;
         }",
    );
}

#[test]
fn runs_end_and_fault_in_callees() {
    let (plain, _) = agree(
        "int __VERIFIER_nondet_int(void);
         static int inner(int x) { if (x == 9) __builtin_trap(); return 100 / (x - 4); }
         static int outer(int x) { int r = inner(x); if (r == 50) return inner(x + 3); return r; }
         int main(void) {
             int r = outer(__VERIFIER_nondet_int());
             if (r == 20) return 1;
             return 0;
         }",
    );
    assert_eq!(plain.faults.len(), 2);
}

#[test]
fn recursion_is_part_of_its_caller() {
    agree(
        "unsigned char __VERIFIER_nondet_uchar(void);
         static int depth(int x) { if (x <= 0) return 0; return 1 + depth(x - 2); }
         static int sign(int x) { if (x > 5) return 1; return 0; }
         int main(void) {
             int d = depth(__VERIFIER_nondet_uchar() & 7);
             if (sign(d + __VERIFIER_nondet_uchar())) return 1;
             return d == 2;
         }",
    );
}

#[test]
fn constants_that_a_newer_path_reads_are_not_those_of_an_older_call() {
    // `f` is searched twice, the second time with another `mode`; the summary of `g` is of the first time.
    agree(
        "int __VERIFIER_nondet_int(void);
         static int mode;
         static int f(int x) { if (x > 10) return mode; return 0; }
         static int g(int x) { return f(x) + 1; }
         int main(void) {
             int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
             int z = __VERIFIER_nondet_int();
             if (x > 10) return 0;
             mode = 1;
             if (g(x) == 2) return 1;
             mode = 2;
             if (f(y) == 2) return 2;
             mode = 3;
             if (g(z) == 4) return 3;
             return 4;
         }",
    );
}

#[test]
fn what_a_newer_path_writes_was_not_told_to_an_older_caller() {
    agree(
        "int __VERIFIER_nondet_int(void);
         static int last;
         static void f(int x) { if (x > 10) last = x; }
         static int g(int x) { f(x); if (last == 20) return 1; return 0; }
         int main(void) {
             int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
             int z = __VERIFIER_nondet_int();
             if (x > 10) return 0;
             last = 0;
             if (g(x)) return 1;
             f(y);
             if (last == 30) return 2;
             last = 0;
             if (g(z)) return 3;
             return 4;
         }",
    );
}

#[test]
fn bytes_that_are_constants_in_one_call_and_inputs_in_another() {
    agree(
        "int __VERIFIER_nondet_int(void);
         static int limit = 4;
         static int over(int x) { if (x > limit) return 1; return 0; }
         static int twice(int x) { return over(x) + over(x + 1); }
         int main(void) {
             int a = twice(__VERIFIER_nondet_int());
             limit = __VERIFIER_nondet_int();
             int b = twice(__VERIFIER_nondet_int());
             limit = 9;
             int c = twice(__VERIFIER_nondet_int());
             if (a == 1 && b == 1) return 1;
             if (c == 1) return 2;
             return 3;
         }",
    );
}

#[test]
fn a_callee_that_calls_stubs_a_different_number_of_times() {
    let (plain, _) = agree_on(
        "total",
        "int read_value(void);
         static int ask(int x) {
             if (x > 0) return read_value();
             if (x == -4) return read_value() - read_value();
             return 0;
         }
         static int sign(int x) { if (x < 0) return -1; return x > 0; }
         int total(int x, int y) {
             int a = ask(x), b = ask(y);
             if (sign(a) == sign(b)) return 1;
             if (a == 77 && b == -77) return 2;
             return 0;
         }",
    );
    assert!(plain.met.len() >= 6);
}

#[test]
fn a_function_of_too_many_paths_is_part_of_its_caller() {
    let program = program(
        "unsigned __VERIFIER_nondet_uint(void);
         static unsigned steps(unsigned x) {
             unsigned n = 0;
             for (int i = 0; i < 12; i++) { if (x & 1) n = n * 3 + 1; else n ^= x; x >>= 1; }
             return n;
         }
         static int sign(int x) { if (x < 0) return -1; return x > 0; }
         int main(void) {
             unsigned n = steps(__VERIFIER_nondet_uint() & 4095);
             if (sign((int)n) == 0) return 1;
             return 0;
         }",
    );
    let composed = crate::common::composed_alone(&program, harness(&program), 3_000);
    let inlined = |name: &str| composed.inlined.get(&program.function(name).expect("a function"));
    assert_eq!(inlined("steps"), Some(&clew_compose::Inlined::ManyPaths));
    assert_eq!(inlined("sign"), None);
}

#[test]
fn where_pointers_lead_is_decided_before_the_call() {
    let (_, composed) = agree_on(
        "top",
        "static int locate(const char *s, int c) {
             int i = 0;
             while (s[i] != c) { if (s[i] == 0) return -1; i++; }
             return i;
         }
         int top(const char s[5]) {
             int z = locate(s, 'a');
             if (z == -1) return -1;
             if (z == 3) return 1;
             return 0;
         }",
    );
    assert!(composed.met.len() >= 4);
}

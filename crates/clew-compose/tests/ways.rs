//! Branches whose ways meet at once are taken for one, and nothing behind them is missed.

use crate::common::{How, Shown, harness, program, search};
use clew_criteria::{Criterion, Objectives, Unit};
use clew_ir::call_graph::CallGraph;
use clew_symbolic::Entry;

/// Both searches find the same; how many runs each took.
fn agree(source: &str, entry: Option<&str>) -> (u64, u64) {
    let program = program(source);
    let graph = CallGraph::new(&program);
    let (entry, unit) = match entry {
        Some(name) => {
            let function = program.function(name).expect("a function");
            (Entry::Unit(function), Unit::function(function))
        }
        None => {
            let entry = harness(&program);
            (entry, Unit::harness(&program, &graph, entry.function()))
        }
    };
    let objectives = Objectives::new(&program, &unit, &[Criterion::Branch]);
    let find = |how| search(&program, entry, (**objectives.plan()).clone(), how);
    let (plain, composed) = (find(How::Plain), find(How::Composed));
    assert!(plain.is_exhausted() && composed.is_exhausted());
    let told = |shown: &Shown| (shown.met.clone(), shown.faults.clone());
    assert_eq!(told(&plain), told(&composed));
    (plain.runs(), composed.runs())
}

fn blanks(n: usize) -> String {
    format!(
        "char __VERIFIER_nondet_char(void);
         static char text[{n} + 1];
         static int blanks(int at) {{
             while (text[at] == ' ' || text[at] == '\\t') at++;
             return at;
         }}
         int main(void) {{
             for (int i = 0; i < {n}; i++) text[i] = __VERIFIER_nondet_char();
             text[{n}] = 0;
             int at = blanks(0);
             if (at == {n}) return 1;
             if (text[at] == 'x') return 2;
             return 3;
         }}"
    )
}

#[test]
fn a_loop_over_blanks_has_a_path_for_each_length() {
    let runs: Vec<u64> = [2, 4, 6].into_iter().map(|n| agree(&blanks(n), None).1).collect();
    assert_eq!(runs[2] - runs[1], runs[1] - runs[0], "{runs:?}");
    let (plain, composed) = agree(&blanks(7), None);
    assert!(composed * 4 < plain, "{composed} runs, and {plain} for all paths");
}

#[test]
fn what_one_way_says_is_asked_again_behind_it() {
    agree(
        "char __VERIFIER_nondet_char(void);
         static int kind(char c) {
             if (c == ' ' || c == '\\t' || c == '\\n') {
                 if (c == ' ') return 1;
                 if (c == '\\n') return 2;
                 return 3;
             }
             if (c >= '0' && c <= '9') { if (c == '9') return 4; return 5; }
             return 6;
         }
         int main(void) {
             int a = kind(__VERIFIER_nondet_char()), b = kind(__VERIFIER_nondet_char());
             if (a == 3 && b == 2) return 1;
             if (a == 5 && b == 4) return 2;
             return 0;
         }",
        None,
    );
}

#[test]
fn cases_with_one_body_are_one_way() {
    agree(
        "char __VERIFIER_nondet_char(void);
         static int skip(const char *s) {
             int at = 0;
             for (;;) {
                 switch (s[at]) {
                     case ' ': case '\\t': case '\\r': at++; break;
                     case '#': return -1;
                     default: return at;
                 }
             }
         }
         int main(void) {
             char s[5];
             for (int i = 0; i < 4; i++) s[i] = __VERIFIER_nondet_char();
             s[4] = 0;
             int at = skip(s);
             if (at == -1) return 1;
             if (at == 4) return 2;
             if (at == 3 && s[1] == '\\r') return 3;
             return 0;
         }",
        None,
    );
}

#[test]
fn a_way_that_faults_is_a_path_of_its_own() {
    agree(
        "int __VERIFIER_nondet_int(void);
         static int pick(int i, int j) {
             static const int table[4] = {1, 2, 3, 4};
             if (i == 7 || 10 / j == 2 || table[j & 7] == 3) return 1;
             return 0;
         }
         int main(void) {
             int r = pick(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
             if (r) return 1;
             return 0;
         }",
        None,
    );
}

#[test]
fn conditions_that_make_inputs_are_not_taken_for_one() {
    agree(
        "struct node { int value; struct node *next; };
         static int sign(int x) { if (x > 0) return 1; return 0; }
         int walk(struct node *p, int x) {
             if (!p || p->value == 3) {
                 if (p) return sign(x);
                 return 2;
             }
             if (sign(p->value)) return 3;
             return 4;
         }",
        Some("walk"),
    );
}

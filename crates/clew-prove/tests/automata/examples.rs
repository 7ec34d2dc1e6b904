//! The paper's examples, and what it does not say.

use super::{BUDGET, Subject, load, solver};
use clew_prove::automata::{Act, Anchor, NoChain, Paths, Ungeneralised, is_feasible};
use clew_solver::NoExplanation;
use clew_symbolic::Letter;
use std::collections::BTreeSet;

/// Figure 1.
const FIGURE_1: &str = "int f(int x) {
    int abs = x, i = 2;
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
/// `c` false, `e` true, `e` false, `g` true.
const PI: [u32; 4] = [1, 0, 1, 0];

#[test]
fn figure_4_and_table_2() {
    let program = load(FIGURE_1);
    let subject = Subject::new(&program, "f");
    let chain = subject.chain(&PI);
    assert_eq!(chain.anchor, Anchor::Anywhere, "no fact about inputs is needed");
    let acts: Vec<Act> = chain.elements.iter().map(|it| it.act).collect();
    let expected = [Act::Statement, Act::Statement, Act::Edge(0), Act::Edge(0)];
    assert_eq!(acts, expected, "abs = x, i = 2, e is true, g is true");
    // What is protected behind each: Table 2 has {x, abs} for the first two, which are one statement
    // there, and leaves out i, which e reads, too.
    let effects = subject.effects();
    let names = |met: usize| -> BTreeSet<String> {
        let all = chain.protected(met).flat_map(|it| it.regions.iter());
        all.map(|region| effects.name(region)).collect()
    };
    let named = |all: &[&str]| all.iter().map(|it| format!("f::{it}")).collect::<BTreeSet<_>>();
    assert_eq!(names(0), named(&[]));
    assert_eq!(names(1), named(&["x", "abs"]));
    assert_eq!(names(2), named(&["x", "abs", "i"]));
    assert_eq!(names(3), named(&["x"]));
}

#[test]
fn the_automaton_of_figure_1_is_that_of_figure_3() {
    let program = load(FIGURE_1);
    let subject = Subject::new(&program, "f");
    let graph = subject.graph(&PI);
    // Figure 3, with edges for statements: from the call by `c` false to the loop, whose test is true
    // at least once, then false, and then `g` true.
    let word = subject.word(&[1, 0, 0, 1, 0]);
    let [call, else_c, loop_e, back, again, back_again, end_e, then_g] = word[..] else {
        panic!("a word of eight letters: {word:?}");
    };
    assert_eq!((loop_e, back), (again, back_again));
    let ways = [
        (0, call, 1),
        (1, else_c, 2),
        (2, loop_e, 3),
        (3, back, 4),
        (4, loop_e, 3),
        (4, end_e, 5),
        (5, then_g, 6),
    ];
    assert_eq!(graph.states.len(), 7);
    assert_eq!(graph.accepting, BTreeSet::from([6]));
    let found: BTreeSet<(usize, Letter, usize)> = graph
        .states
        .iter()
        .enumerate()
        .flat_map(|(from, ways)| ways.iter().map(move |(letter, to)| (from, *letter, *to)))
        .collect();
    let mut names = Names::default();
    assert!(names.are_alike(&found, &ways.into_iter().collect()), "{found:?}");
}

/// Which states of two automata are the same.
#[derive(Default)]
struct Names(Vec<(usize, usize)>);

impl Names {
    fn are_alike(
        &mut self,
        one: &BTreeSet<(usize, Letter, usize)>,
        other: &BTreeSet<(usize, Letter, usize)>,
    ) -> bool {
        self.0.push((0, 0));
        let mut at = 0;
        while let Some(&(left, right)) = self.0.get(at) {
            at += 1;
            for (_, letter, to) in one.iter().filter(|(from, ..)| *from == left) {
                let way = other.iter().find(|(from, it, _)| (from, it) == (&right, letter));
                let Some((.., other_to)) = way else { return false };
                if !self.0.contains(&(*to, *other_to)) {
                    self.0.push((*to, *other_to));
                }
            }
        }
        let lefts: BTreeSet<usize> = self.0.iter().map(|it| it.0).collect();
        let rights: BTreeSet<usize> = self.0.iter().map(|it| it.1).collect();
        one.len() == other.len() && lefts.len() == self.0.len() && rights.len() == self.0.len()
    }
}

#[test]
fn the_same_statements_in_another_context_are_not_accepted() {
    let program = load(FIGURE_1);
    let subject = Subject::new(&program, "f");
    let mut union = subject.union(&PI);
    // 3.1.3: `abs = -abs` on the way, and x = -2 goes it.
    let pi_prime = subject.word(&[0, 0, 1, 0]);
    assert!(!union.accepts(&pi_prime));
    assert_eq!(is_feasible(subject.task(), &pi_prime, &mut *solver(), BUDGET), Some(true));
    assert!(union.accepts(&subject.word(&PI)));
    assert!(union.accepts(&subject.word(&[1, 0, 0, 0, 0, 1, 0])));
    assert!(!union.accepts(&subject.word(&[1, 1, 0])), "the loop is not entered");
}

/// Figure 7, at 8 bits.
const GCD: &str = "int f(signed char u, signed char v) {
    while (u > 0) {
        if (v > u) {
            signed char t = u;
            u = v;
            v = t;
        }
        u = u - v;
    }
    return v;
}";

/// The arms that an execution takes, up to so many tests.
fn gcd_arms(mut u: i8, mut v: i8, tests: usize) -> Vec<u32> {
    let mut arms = Vec::new();
    while arms.len() < tests {
        arms.push(u32::from(u <= 0));
        if u <= 0 {
            break;
        }
        arms.push(u32::from(v <= u));
        if v > u {
            (u, v) = (v, u);
        }
        u = u.wrapping_sub(v);
    }
    arms.truncate(tests);
    arms
}

#[test]
fn one_path_of_gcd_yields_the_510_others() {
    let program = load(GCD);
    let subject = Subject::new(&program, "f");
    let chain = subject.chain(&[0, 0, 1]);
    assert_eq!(chain.anchor, Anchor::Anywhere);
    let graph = subject.graph(&[0, 0, 1]);
    let paths = Paths::new(&program);
    assert_eq!(graph.count(&paths, 20, u64::MAX), (0..=8).map(|k| 1 << k).sum::<u64>());
    let words = graph.words(&paths, 20, 1_000);
    assert_eq!(words.len(), 511);
    let arms_of = |word: &Vec<Letter>| -> Vec<u32> {
        let tests = word.iter().filter(|letter| paths.is_test(letter));
        tests.map(|it| if let Letter::Edge { arm, .. } = it { *arm } else { 0 }).collect()
    };
    let accepted: BTreeSet<Vec<u32>> = words.iter().map(arms_of).collect();
    assert_eq!(accepted.len(), 511);
    // Brute force: no inputs go one of these ways.
    for u in i8::MIN..=i8::MAX {
        for v in i8::MIN..=i8::MAX {
            let executed = gcd_arms(u, v, 20);
            for length in 1..=executed.len() {
                assert!(!accepted.contains(&executed[..length]), "gcd({u}, {v})");
            }
        }
    }
}

/// The path `infeasible` of `f` is generalised; of others it is said whether they are accepted, and
/// those that are accepted have no executions.
fn check(source: &str, infeasible: &[u32], others: &[(&[u32], bool)]) {
    let program = load(source);
    let subject = Subject::new(&program, "f");
    let mut union = subject.union(infeasible);
    assert!(union.accepts(&subject.word(infeasible)), "its own path");
    for (arms, is_accepted) in others {
        let word = subject.word(arms);
        assert_eq!(union.accepts(&word), *is_accepted, "{arms:?}");
        let feasible = is_feasible(subject.task(), &word, &mut *solver(), BUDGET);
        assert_eq!(feasible, Some(!is_accepted), "{arms:?}");
    }
}

#[test]
fn a_pointer_that_is_set_elsewhere_ends_a_chain() {
    let source = "int f(int *p, int *q, int c) {
        if (*p > 5) { if (c) p = q; if (*p < 3) return 1; }
        return 0;
    }";
    check(source, &[0, 1, 0], &[(&[0, 0, 0], false), (&[1], false)]);
}

#[test]
fn a_write_through_a_pointer_ends_a_chain() {
    let source = "int f(int *p, int *q, int c) {
        if (*p > 5) { if (c) *q = 0; if (*p < 3) return 1; }
        return 0;
    }";
    check(source, &[0, 1, 0], &[(&[0, 0, 0], false)]);
}

#[test]
fn a_write_by_a_function_that_is_called_ends_a_chain() {
    let source = "int g, other;
    void set(void) { g = 1; }
    void look(void) { other = g; }
    int f(int c) {
        if (g > 5) { if (c > 7) set(); if (c < 2) look(); if (g < 3) return 1; }
        return 0;
    }";
    let others: [(&[u32], bool); 2] = [(&[0, 1, 0, 0], true), (&[0, 0, 1, 0], false)];
    check(source, &[0, 1, 1, 0], &others);
}

#[test]
fn a_chain_in_a_function_holds_wherever_it_is_called() {
    let source = "int h(int x) { if (x > 5) { if (x < 3) return 1; } return 0; }
    int f(int a, int b) { return h(a) + h(b); }";
    let others: [(&[u32], bool); 3] =
        [(&[1, 0, 0], true), (&[0, 1, 0, 0], true), (&[0, 1, 0, 1], false)];
    check(source, &[0, 0], &others);
}

#[test]
fn another_call_of_the_function_has_other_variables() {
    // x > 5 in the first call says nothing of x in the second.
    let source = "int h(int x, int y) { if (x > 5 && y) return 1; if (x < 3) return 2; return 0; }
    int f(int a, int b) { h(a, 0); return h(b, 0); }";
    check(source, &[0, 1, 0], &[(&[0, 1, 1, 1, 0], false), (&[0, 1, 1, 0, 1, 0], true)]);
}

#[test]
fn results_and_parameters_are_followed() {
    let source = "int twice(int x) { return x * 2; }
    int f(int a) {
        if (a > 10 && a < 100) { int t = twice(a); if (t < 5) return 1; }
        return 0;
    }";
    check(source, &[0, 0, 0], &[(&[0, 1], false)]);
}

#[test]
fn facts_about_inputs_are_at_a_virtual_entry() {
    let source = "int f(int *p, int c) {
        int d = 1;
        while (c > 0) c--;
        if (c < -5) p = &d;
        if (p == &d) return d;
        return 0;
    }";
    let program = load(source);
    let subject = Subject::new(&program, "f");
    assert_eq!(subject.chain(&[1, 1, 0]).anchor, Anchor::Entry, "no argument points to d");
    check(source, &[1, 1, 0], &[(&[0, 1, 1, 0], true), (&[1, 0, 0], false)]);
}

#[test]
fn what_is_not_infeasible_has_no_chain() {
    // Aliases and lengths of inputs are bounded in a search; paths that only this refutes have none.
    let source = "int f(int *p, int *q, unsigned n) {
        *p = 1; *q = 2;
        if (*p == 2) return 1;
        if (n > 1000000) return 2;
        return 0;
    }";
    let program = load(source);
    let subject = Subject::new(&program, "f");
    let satisfiable = Err(Ungeneralised::Explanation(NoExplanation::Satisfiable));
    assert_eq!(subject.generalise(&subject.word(&[0])), satisfiable);
    assert_eq!(subject.generalise(&subject.word(&[1, 0])), satisfiable);
}

#[test]
fn functions_that_call_themselves_have_no_chain() {
    let source = "int f(int n) {
        if (n > 5) { if (n < 3) return 1; return f(n - 1); }
        return 0;
    }";
    let program = load(source);
    let subject = Subject::new(&program, "f");
    let found = subject.generalise(&subject.word(&[0, 1, 0, 0]));
    assert_eq!(found, Err(Ungeneralised::Chain(NoChain::Recursion)));
}

#[test]
fn a_statement_of_the_chain_may_write_what_the_chain_needs() {
    // Both cells are in the array: whether the second write spares the first is for the solver to say
    // on each path.
    let source = "int f(int *a, int i, int j) {
        a[i] = 7;
        a[j] = 8;
        if (i != j) { if (a[i] + a[j] != 15) return 1; }
        return 0;
    }";
    let program = load(source);
    let subject = Subject::new(&program, "f");
    let word = subject.word(&[0, 0]);
    assert_eq!(is_feasible(subject.task(), &word, &mut *solver(), BUDGET), Some(false));
    if let Ok(found) = subject.generalise(&word) {
        assert!(!found.chain.elements.is_empty());
    }
}

#[test]
fn a_value_is_kept_only_until_it_is_asked_for_first() {
    // That `v[k]` is in the array says that k is not below zero, each time it is read; the first time is
    // enough, so that k may change behind it.
    let source = "int v[4]; int f(int i, int x) {
        int k = i;
        if (v[k] == x) k = 1;
        if (v[k] != x) k = 2;
        if (i < 0) return 1;
        return k;
    }";
    // The way where k is read twice stands for the one where it is set in between.
    check(source, &[1, 0, 0], &[(&[0, 1, 0], true), (&[0, 0, 0], true), (&[1, 0, 1], false)]);
}

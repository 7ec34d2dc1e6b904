//! Inputs and input objects are the same ones on every path: what is asked of them at a place is the same
//! term, whatever was called or made before.

use crate::common::words::machine;
use clew_logic::{Model, TermId};
use clew_symbolic::{Entry, Fresh};
use rustc_hash::FxHashMap;

/// On some paths only, a function without a body is called and an object made before others are.
const SOURCE: &str = "
int ask(int what);
static int again(void) { return ask(3); }
struct node { int value; struct node *next; };
int f(int n, struct node *first, struct node *second, int *count) {
    int sum = 0;
    if (n > 5) sum = ask(1) + (first ? first->value : 0);
    if (n & 1) sum += again();
    if (second && second->next && second->next->value > 7) sum++;
    if (count && *count == 4) sum++;
    if (ask(2) > 3) sum++;
    if (again() < 0) sum++;
    return sum;
}
";

#[test]
fn what_is_asked_at_a_place_is_the_same_on_every_path() {
    let program = crate::common::load(SOURCE);
    let entry = Entry::Unit(program.function("f").expect("a function f"));
    let mut machine = machine(&program, entry);
    let mut asked: FxHashMap<_, TermId> = FxHashMap::default();
    let mut orders = std::collections::BTreeSet::new();
    for seed in 1..200 {
        machine.set_fresh(Fresh::Random(seed));
        let trace = machine.run(&Model::new(), 0);
        orders.insert(trace.forks.len());
        for fork in &trace.forks {
            let (site, constraint) = ((fork.site, fork.arm), fork.constraint);
            let first = *asked.entry(site).or_insert(constraint);
            assert_eq!(first, constraint, "{site:?}");
        }
    }
    assert!(orders.len() > 2, "there should be paths of several lengths: {orders:?}");
}

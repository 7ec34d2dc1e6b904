//! What is covered, and how it is counted.

use clew_criteria::{
    Counts, Coverage, Criterion, Objective, Objectives, Observation, Status, Unit,
};

#[test]
fn a_run_covers_what_its_probes_meet_once() {
    let program = crate::common::load("int f(int x) { if (x) return 1; return 2; }\n");
    let f = program.function("f").expect("f");
    let criteria = [Criterion::Branch, Criterion::Function];
    let objectives = Objectives::new(&program, &Unit::function(f), &criteria);
    let [yes, no, called] = [0, 1, 2].map(|at| objectives.iter().nth(at).expect("three"));
    let mut coverage = Coverage::new(&objectives);
    let observe = |coverage: &mut Coverage, hits: &[&Objective]| {
        let hits: Vec<_> = hits.iter().map(|objective| objective.goal.probe()).collect();
        coverage.observe(&Observation { hits: &hits, sequence: &[] })
    };
    let all = crate::common::list(&objectives);
    assert_eq!(coverage.open().collect::<Vec<_>>(), [yes.id, no.id, called.id], "{all}");

    let new = observe(&mut coverage, &[called, yes, called]);
    assert_eq!(new, [called.id, yes.id]);
    assert_eq!(observe(&mut coverage, &[yes, called]), []);
    assert!(coverage.is_covered(yes.id) && !coverage.is_covered(no.id));
    assert_eq!(
        coverage.counts(Criterion::Branch),
        Counts { total: 2, covered: 1, infeasible: 0, open: 1 }
    );
    assert!(!coverage.all_decided());

    coverage.mark_infeasible(no.id);
    coverage.mark_infeasible(yes.id);
    assert_eq!(coverage.status(yes.id), Status::Covered);
    assert_eq!(coverage.status(no.id), Status::Infeasible);
    assert!(coverage.all_decided());
    assert_eq!(coverage.open().count(), 0);

    // A run is the better witness.
    assert_eq!(observe(&mut coverage, &[no]), [no.id]);
    assert_eq!(
        coverage.counts(Criterion::Branch),
        Counts { total: 2, covered: 2, infeasible: 0, open: 0 }
    );
    assert!(coverage.all_decided());
}

//! The ledger of verdicts: who may say what, and for how long.

use clew_c::{Frontend, Options};
use clew_campaign::verdicts::Assumption;
use clew_campaign::{Argument, Evidence, Verdicts};
use clew_criteria::{Criterion, ObjectiveId, Objectives, Observation, Status, Unit};
use clew_symbolic::Origin;
use std::collections::BTreeSet;

const SOURCE: &str = "int f(int n) { if (n > 3) return 1; return 0; }\n";

fn objectives() -> Objectives {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f.c");
    std::fs::write(&path, SOURCE).expect("a file");
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[path]).expect("C that compiles");
    let program = frontend.finish().expect("a program that links");
    let f = program.function("f").expect("a function f");
    Objectives::new(&program, &Unit::function(f), &[Criterion::Branch])
}

fn first(objectives: &Objectives) -> ObjectiveId {
    objectives.iter().next().expect("an objective").id
}

fn evidence(assumes: &[Origin]) -> Evidence {
    Evidence {
        argument: Argument::Exhaustion,
        assumes: assumes.iter().map(|it| Assumption::OfSearch(*it)).collect(),
        targets: vec!["(edge 0 0 0)".to_owned()],
        certificates: vec!["(certificate)".into()],
        invariants: BTreeSet::new(),
    }
}

#[test]
fn what_rests_on_an_assumption_is_open_again_without_it() {
    let objectives = objectives();
    let id = first(&objectives);
    let mut verdicts = Verdicts::new(&objectives);
    verdicts.refute(id, evidence(&[Origin::NonAliasing]));
    let probe = objectives.get(id).goal.probes()[0];
    assert_eq!(verdicts.coverage().status(id), Status::Infeasible);
    assert!(verdicts.coverage().is_settled(probe));
    assert!(!verdicts.expire(|origin| origin == Origin::Bound));
    assert_eq!(verdicts.coverage().status(id), Status::Infeasible);
    assert!(verdicts.expire(|origin| origin == Origin::NonAliasing));
    assert_eq!(verdicts.coverage().status(id), Status::Open);
    assert_eq!(verdicts.evidence(id), None);
    assert!(!verdicts.coverage().is_settled(probe));
    assert!(!verdicts.coverage().all_decided());
    assert!(verdicts.contradictions().is_empty());
}

#[test]
fn covered_after_infeasible_is_told() {
    let objectives = objectives();
    let id = first(&objectives);
    let mut verdicts = Verdicts::new(&objectives);
    verdicts.refute(id, evidence(&[]));
    let hits = [objectives.get(id).goal.probes()[0]];
    assert_eq!(verdicts.observe(&Observation { hits: &hits, sequence: &[] }), 1);
    assert_eq!(verdicts.coverage().status(id), Status::Covered);
    assert_eq!(verdicts.contradictions().len(), 1);
    assert_eq!(verdicts.contradictions()[0].objective, id);
    assert_eq!(verdicts.contradictions()[0].evidence, evidence(&[]));
}

#[test]
fn what_is_covered_is_not_refuted() {
    let objectives = objectives();
    let id = first(&objectives);
    let mut verdicts = Verdicts::new(&objectives);
    let hits = [objectives.get(id).goal.probes()[0]];
    verdicts.observe(&Observation { hits: &hits, sequence: &[] });
    verdicts.refute(id, evidence(&[]));
    assert_eq!(verdicts.coverage().status(id), Status::Covered);
    assert_eq!(verdicts.evidence(id), None);
}

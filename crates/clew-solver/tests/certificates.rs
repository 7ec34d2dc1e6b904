//! Scripts of cores are accepted by checkers that share no code with the solver, z3 and cvc5, and by
//! the solver itself when it reads them again.

use std::process::Command;

use clew_logic::smtlib::print_script;
use clew_logic::{Sort, TermId, TermPool};
use clew_solver::{Budget, Query, Scripts, Solver, Verdict};

/// Two factors of a product that has none in this range, and an unrelated constraint.
fn constraints(pool: &mut TermPool) -> Vec<TermId> {
    let (a, b) = (pool.input("a", Sort::BitVec(16)), pool.input("b[0]", Sort::BitVec(16)));
    let (one, limit, prime) = (pool.bv(16, 1), pool.bv(16, 200), pool.bv(16, 32749));
    let product = pool.mul(a, b);
    vec![
        pool.ugt(a, one),
        pool.ugt(b, one),
        pool.ult(a, limit),
        pool.ult(b, limit),
        pool.eq(product, prime),
    ]
}

#[test]
fn other_solvers_accept_the_script() {
    let mut pool = TermPool::new();
    let constraints = constraints(&mut pool);
    let mut solver = Solver::default();
    let Verdict::Unsat(core) = solver.check(&mut pool, &Query::new(&constraints)) else {
        panic!("a prime has no factors");
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("certificate.smt2");
    let script = print_script(&pool, &core.constraints);
    assert!(Scripts::new(Budget::default()).is_refuted(&script));
    std::fs::write(&file, script).expect("writable");
    for program in ["z3", "cvc5"] {
        let Ok(output) = Command::new(program).arg(&file).output() else { continue };
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "unsat", "{program}");
    }
}

#[test]
fn what_is_satisfiable_or_unreadable_is_not_refuted() {
    let mut pool = TermPool::new();
    let all = constraints(&mut pool);
    assert!(!Scripts::new(Budget::default()).is_refuted(&print_script(&pool, &all[..4])));
    assert!(!Scripts::new(Budget::default()).is_refuted("(assert"));
    assert!(!Scripts::new(Budget::default()).is_refuted(""));
}

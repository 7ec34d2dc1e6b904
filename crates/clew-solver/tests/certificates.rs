//! Certificates are accepted by checkers that share no code with the solver: z3 and cvc5 for
//! SMT-LIB, a small LRAT checker for clausal proofs.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use clew_logic::{Sort, TermId, TermPool};
use clew_solver::{
    CertificateError, ProofFormat, Query, Solver, Verdict, smtlib_certificate, write_proof,
};

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
    std::fs::write(&file, smtlib_certificate(&pool, &core.constraints)).expect("writable");
    for program in ["z3", "cvc5"] {
        let Ok(output) = Command::new(program).arg(&file).output() else { continue };
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "unsat", "{program}");
    }
}

fn numbers(line: &str) -> Vec<i64> {
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// Checks an LRAT proof by unit propagation along the hints; whether it ends in contradiction.
fn check_lrat(cnf: &Path, proof: &Path) -> bool {
    let text = std::fs::read_to_string(cnf).expect("the clauses");
    let mut clauses: HashMap<i64, Vec<i64>> = HashMap::new();
    let lines = text.lines().filter(|line| !line.starts_with('p') && !line.starts_with('c'));
    for (place, line) in lines.enumerate() {
        let mut literals = numbers(line);
        assert_eq!(literals.pop(), Some(0));
        clauses.insert(place as i64 + 1, literals);
    }
    for line in std::fs::read_to_string(proof).expect("the proof").lines() {
        if line.split_whitespace().nth(1) == Some("d") {
            for id in numbers(line).into_iter().skip(1) {
                clauses.remove(&id);
            }
            continue;
        }
        let all = numbers(line);
        let (id, rest) = (all[0], &all[1..]);
        let end = rest.iter().position(|&n| n == 0).expect("the end of the clause");
        let (clause, hints) = (&rest[..end], &rest[end + 1..rest.len() - 1]);
        let mut falsified: Vec<i64> = clause.to_vec();
        let mut refuted = false;
        for &hint in hints {
            assert!(hint > 0, "resolution on a literal is not expected here");
            let open: Vec<i64> = clauses[&hint]
                .iter()
                .copied()
                .filter(|literal| !falsified.contains(literal))
                .collect();
            match open.as_slice() {
                [] => {
                    refuted = true;
                    break;
                }
                [unit] => falsified.push(-unit),
                _ => panic!("hint {hint} of clause {id} is not a unit"),
            }
        }
        assert!(refuted, "clause {id} does not follow");
        if clause.is_empty() {
            return true;
        }
        clauses.insert(id, clause.to_vec());
    }
    false
}

#[test]
fn the_clausal_proof_checks() {
    let mut pool = TermPool::new();
    let (a, b) = (pool.input("a", Sort::BitVec(8)), pool.input("b", Sort::BitVec(8)));
    let (left, right) = (pool.mul(a, b), pool.mul(b, a));
    let sum = pool.add(a, b);
    let square = pool.mul(sum, sum);
    let (aa, bb) = (pool.mul(a, a), pool.mul(b, b));
    let parts = pool.add(aa, bb);
    let parts = pool.add(parts, left);
    let parts = pool.add(parts, right);
    let five = pool.bv(8, 32);
    let constraints = [pool.ne(square, parts), pool.ult(a, five), pool.ult(b, five)];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = write_proof(&pool, &constraints, folder.path(), "square", ProofFormat::Lrat)
        .expect("the binomial formula holds");
    assert!(check_lrat(&files.cnf, &files.proof));
    let drat = write_proof(&pool, &constraints, folder.path(), "square", ProofFormat::Drat)
        .expect("the binomial formula holds");
    assert!(std::fs::metadata(drat.proof).expect("the proof").len() > 0);
}

#[test]
fn a_satisfiable_set_has_no_proof() {
    let mut pool = TermPool::new();
    let a = pool.input("a", Sort::BitVec(8));
    let zero = pool.bv(8, 0);
    let constraint = pool.ne(a, zero);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let result = write_proof(&pool, &[constraint], folder.path(), "none", ProofFormat::Drat);
    assert!(matches!(result, Err(CertificateError::NotRefuted)));
}

//! Explanations are unsatisfiable, and minimal ones cannot lose a constraint.

use clew_logic::testing::{Random, TermSampler, scale};
use clew_logic::{Sort, TermId, TermPool};
use clew_solver::{
    Budget, ExternalCommand, Method, NoExplanation, Query, Solver, StackConfig, Verdict, explain,
};

fn is_unsat(solver: &mut Solver, pool: &mut TermPool, constraints: &[TermId]) -> bool {
    match solver.check(pool, &Query::new(constraints)) {
        Verdict::Unsat(_) => true,
        Verdict::Sat(_) => false,
        Verdict::Unknown(reason) => panic!("unknown: {reason}"),
    }
}

/// Random constraints, most of them easy to satisfy alone.
fn sample(pool: &mut TermPool, seed: u64) -> Vec<TermId> {
    let mut rng = Random::new(seed);
    let inputs: Vec<TermId> =
        (0..6).map(|n| pool.input(&format!("x{n}"), Sort::BitVec(8))).collect();
    let mut sampler = TermSampler {
        rng: Random::new(seed ^ 77),
        inputs: inputs.clone(),
        widths: vec![8],
        arrays: false,
    };
    (0..8 + rng.below(24))
        .map(|_| match rng.below(3) {
            0 => sampler.boolean(pool, 2),
            1 => {
                let (a, b) = (rng.pick(&inputs), rng.pick(&inputs));
                pool.ult(a, b)
            }
            _ => {
                let (a, c) = (rng.pick(&inputs), rng.value(8));
                let c = pool.bv(8, c);
                if rng.one_in(2) { pool.ule(a, c) } else { pool.slt(c, a) }
            }
        })
        .collect()
}

#[test]
fn minimal_explanations_are_minimal() {
    let (mut found, mut seed) = (0, 0);
    while found < 50 * scale() {
        seed += 1;
        let mut pool = TermPool::new();
        let constraints = sample(&mut pool, seed);
        let mut solver = Solver::default();
        let mut checker = Solver::new(StackConfig::sat_only());
        let explained =
            explain(&mut solver, &mut pool, &constraints, Method::Minimal, Budget::UNLIMITED);
        let explanation = match explained {
            Ok(explanation) => explanation,
            Err(NoExplanation::Satisfiable) => {
                assert!(!is_unsat(&mut checker, &mut pool, &constraints), "seed {seed}");
                continue;
            }
            Err(NoExplanation::Unknown(reason)) => panic!("unknown: {reason}"),
        };
        found += 1;
        assert!(explanation.minimal);
        let core = explanation.core.constraints;
        assert!(core.iter().all(|term| constraints.contains(term)));
        assert!(is_unsat(&mut checker, &mut pool, &core), "seed {seed}");
        for dropped in 0..core.len() {
            let mut rest = core.clone();
            rest.remove(dropped);
            assert!(!is_unsat(&mut checker, &mut pool, &rest), "seed {seed} keeps {dropped}");
        }
        let fast =
            explain(&mut solver, &mut pool, &constraints, Method::Assumptions, Budget::UNLIMITED)
                .expect("it was unsatisfiable before");
        assert!(is_unsat(&mut checker, &mut pool, &fast.core.constraints));
    }
}

#[test]
fn the_chain_to_the_last_constraint_is_found() {
    let mut pool = TermPool::new();
    let names = ["i", "size", "n", "k", "z"];
    let [i, size, n, k, z] = names.map(|name| pool.input(name, Sort::BitVec(32)));
    let ten = pool.bv(32, 10);
    let constraints = [
        pool.slt(z, ten),
        pool.slt(size, n),
        pool.sle(k, ten),
        pool.slt(n, i),
        pool.slt(k, z),
        pool.slt(i, size),
    ];
    let mut solver = Solver::default();
    let explanation =
        explain(&mut solver, &mut pool, &constraints, Method::Minimal, Budget::UNLIMITED)
            .expect("size < n < i < size");
    let core = explanation.core.constraints;
    assert_eq!(core, vec![constraints[1], constraints[3], constraints[5]]);
}

#[test]
fn any_backend_can_explain() {
    let command = ExternalCommand::z3();
    if std::process::Command::new(&command.program).arg("--version").output().is_err() {
        return;
    }
    let mut pool = TermPool::new();
    let x = pool.input("x", Sort::BitVec(16));
    let y = pool.input("y", Sort::BitVec(16));
    let five = pool.bv(16, 5);
    let sum = pool.add(x, y);
    let constraints = [
        pool.ult(x, five),
        pool.ult(y, five),
        pool.ult(x, y),
        pool.ult(five, x),
        pool.eq(sum, five),
    ];
    let mut solver = Solver::new(StackConfig::external_only(command));
    let explanation =
        explain(&mut solver, &mut pool, &constraints, Method::Minimal, Budget::UNLIMITED)
            .expect("x is below and above five");
    assert_eq!(explanation.core.constraints, vec![constraints[0], constraints[3]]);
}

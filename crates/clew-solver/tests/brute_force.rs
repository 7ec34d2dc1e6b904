//! Random queries over few bits of input, against trying all inputs.

use clew_logic::testing::{Random, TermSampler, scale};
use clew_logic::{InputId, Model, Sort, Tape, TermId, TermPool, Translator};
use clew_solver::{Query, Solver, StackConfig, Verdict};

/// Whether some input satisfies all of the constraints.
fn satisfiable(pool: &TermPool, constraints: &[TermId]) -> bool {
    let inputs: Vec<InputId> = pool.inputs().map(|(input, _)| input).collect();
    let widths: Vec<u32> = pool.inputs().map(|(_, decl)| decl.sort.width().max(1)).collect();
    let mut tape = Tape::compile(pool, &inputs, constraints).expect("there are no arrays");
    let count = 1u64 << widths.iter().sum::<u32>();
    (0..count).step_by(Tape::LANES).any(|first| {
        for lane in 0..Tape::LANES {
            // Beyond the last one they begin again.
            let mut number = (first + lane as u64) % count;
            for (place, width) in widths.iter().enumerate() {
                tape.set(place, lane, u128::from(number & ((1 << width) - 1)));
                number >>= width;
            }
        }
        tape.run();
        (0..constraints.len()).fold(u64::MAX, |all, root| all & tape.holds(root)) != 0
    })
}

fn stacks() -> Vec<(&'static str, StackConfig)> {
    let without_small = StackConfig { small_domains: false, ..StackConfig::default() };
    vec![
        ("default", StackConfig::default()),
        ("sat only", StackConfig::sat_only()),
        ("without small domains", without_small.clone()),
        ("without caches", StackConfig { small_domains: false, ..StackConfig::without_caches() }),
        (
            "without nudge",
            StackConfig { nudge: false, bounds: false, intervals: false, ..without_small.clone() },
        ),
        ("without bytes", StackConfig { bytes: false, ..without_small }),
    ]
}

#[test]
fn random_queries() {
    let mut rng = Random::new(3);
    let stacks = stacks();
    for round in 0..2_000 * scale() {
        let mut raw = TermPool::without_rewrites();
        let width = 1 + rng.below(8) as u32;
        let second = 1 + rng.below(u64::from(9 - width).min(2)) as u32;
        let inputs = vec![
            raw.input("a", Sort::BitVec(width)),
            raw.input("b", Sort::BitVec(second)),
            raw.input("p", Sort::Bool),
        ];
        let mut sampler = TermSampler {
            rng: Random::new(round as u64),
            inputs,
            widths: vec![width, second, 1 + rng.below(8) as u32],
            arrays: false,
        };
        let count = 1 + rng.below(4);
        let depth = 1 + rng.below(8) as u32;
        let original: Vec<TermId> =
            (0..count).map(|_| sampler.boolean(&mut raw, depth.min(9 - count as u32))).collect();
        let expected = satisfiable(&raw, &original);
        let mut pool = TermPool::new();
        let mut translator = Translator::new();
        let constraints: Vec<TermId> =
            original.iter().map(|&term| translator.copy(&raw, &mut pool, term)).collect();
        let (name, config) = &stacks[round % stacks.len()];
        let mut solver = Solver::new(config.clone());
        match solver.check(&mut pool, &Query::new(&constraints)) {
            Verdict::Sat(model) => {
                assert!(expected, "{name}: wrong sat in round {round}");
                let mut translated = Model::new();
                for (input, decl) in raw.inputs() {
                    if let Some(other) = pool.find_input(&decl.name) {
                        translated.set_bits(input, model.bits(other));
                    }
                }
                for &term in &original {
                    assert_eq!(raw.eval(&translated, term), 1, "{name}: round {round}");
                }
            }
            Verdict::Unsat(core) => {
                assert!(!expected, "{name}: wrong unsat in round {round}");
                let core: Vec<TermId> = original
                    .iter()
                    .zip(&constraints)
                    .filter(|(_, constraint)| core.constraints.contains(constraint))
                    .map(|(&term, _)| term)
                    .collect();
                assert!(!satisfiable(&raw, &core), "{name}: wrong core in round {round}");
            }
            Verdict::Unknown(reason) => panic!("{name}: unknown in round {round}: {reason}"),
        }
    }
}

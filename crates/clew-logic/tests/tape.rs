//! Tapes give the same values as the evaluator.

use clew_logic::testing::{Random, TermSampler, scale};
use clew_logic::{Evaluator, InputId, Model, Sort, Tape, TermId, TermPool};

fn ids(pool: &TermPool) -> Vec<InputId> {
    pool.inputs().map(|(input, _)| input).collect()
}

/// Compares all roots under [`Tape::LANES`] random models.
fn compare(pool: &TermPool, rng: &mut Random, roots: &[TermId], round: usize) {
    let inputs = ids(pool);
    let mut tape = Tape::compile(pool, &inputs, roots).expect("there are no arrays");
    let mut models = vec![Model::new(); Tape::LANES];
    for (lane, model) in models.iter_mut().enumerate() {
        for (place, &input) in inputs.iter().enumerate() {
            let value = rng.value(pool.bit_count(pool.input_decl(input).term));
            model.set_bits(input, value);
            tape.set(place, lane, value);
        }
    }
    if rng.one_in(2) {
        tape.run();
    } else {
        (0..roots.len()).for_each(|root| tape.run_root(root));
    }
    let mut evaluator = Evaluator::new();
    for (lane, model) in models.iter().enumerate() {
        evaluator.forget();
        for (place, &root) in roots.iter().enumerate() {
            let expected = evaluator.eval(pool, model, root);
            assert_eq!(tape.value(place, lane), expected, "round {round}, root {place}");
            if pool.sort(root) == Sort::Bool {
                assert_eq!(u128::from(tape.holds(place) >> lane & 1), expected, "round {round}");
            }
        }
    }
}

#[test]
fn tapes_agree_with_the_evaluator() {
    let mut rng = Random::new(11);
    for round in 0..1_000 * scale() {
        let mut pool = match rng.one_in(2) {
            true => TermPool::new(),
            false => TermPool::without_rewrites(),
        };
        let widths: Vec<u32> =
            (0..3).map(|_| rng.pick(&[1, 7, 8, 31, 32, 33, 63, 64, 65, 100, 127, 128])).collect();
        let mut inputs = vec![pool.input("p", Sort::Bool)];
        for (place, &width) in widths.iter().enumerate() {
            inputs.push(pool.input(&format!("x{place}"), Sort::BitVec(width)));
        }
        let sorts: Vec<Sort> = inputs.iter().map(|&input| pool.sort(input)).collect();
        let mut sampler =
            TermSampler { rng: Random::new(round as u64), inputs, widths, arrays: false };
        let roots: Vec<TermId> =
            sorts.iter().map(|&sort| sampler.term(&mut pool, sort, 4)).collect();
        compare(&pool, &mut rng, &roots, round);
    }
}

#[test]
fn a_tape_runs_again_with_other_values() {
    let mut pool = TermPool::new();
    let x = pool.input("x", Sort::BitVec(32));
    let one = pool.bv(32, 1);
    let next = pool.add(x, one);
    let mut tape = Tape::compile(&pool, &ids(&pool), &[next, one, x]).expect("no arrays");
    assert_eq!(tape.len(), 1);
    for value in [5, 0xffff_ffff] {
        tape.set(0, 3, value);
        tape.run();
        assert_eq!(tape.value(0, 3), (value + 1) & 0xffff_ffff);
        assert_eq!(tape.value(1, 3), 1);
        assert_eq!(tape.value(2, 3), value);
        assert_eq!(tape.value(0, 4), 1);
    }
}

#[test]
fn arrays_and_unknown_inputs_have_no_tape() {
    let mut pool = TermPool::new();
    let x = pool.input("x", Sort::BitVec(64));
    let memory = pool.input("m", Sort::BYTES);
    let byte = pool.select(memory, x);
    let (x_id, m_id) = (pool.find_input("x").expect("known"), pool.find_input("m").expect("known"));
    assert!(Tape::compile(&pool, &[x_id, m_id], &[byte]).is_none());
    assert!(Tape::compile(&pool, &[x_id], &[byte]).is_none());
    assert!(Tape::compile(&pool, &[], &[x]).is_none());
    assert!(Tape::compile(&pool, &[x_id], &[x]).is_some_and(|tape| tape.is_empty()));
}

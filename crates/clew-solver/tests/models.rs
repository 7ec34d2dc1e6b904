//! Models that people like.

use clew_logic::{InputId, Model, Sort, TermId, TermPool};
use clew_solver::{Query, Solver, StackConfig, Verdict};

fn bytes(pool: &mut TermPool, count: usize) -> (Vec<TermId>, Vec<InputId>) {
    let terms: Vec<TermId> =
        (0..count).map(|n| pool.input(&format!("s[{n}]"), Sort::BitVec(8))).collect();
    let ids = terms.iter().map(|&term| pool.input_of(term).expect("input")).collect();
    (terms, ids)
}

fn solve(pool: &mut TermPool, config: StackConfig, query: &Query<'_>) -> Model {
    match Solver::new(config).check(pool, query) {
        Verdict::Sat(model) => model,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_need_not_change_stays() {
    let mut pool = TermPool::new();
    let (terms, ids) = bytes(&mut pool, 4);
    let mut previous = Model::new();
    for (&id, byte) in ids.iter().zip(b"name") {
        previous.set_bits(id, (*byte).into());
    }
    let x = pool.bv(8, b'x'.into());
    let constraints = [pool.ne(terms[0], terms[1]), pool.eq(terms[2], x)];
    for config in [StackConfig::default(), StackConfig { nudge: false, ..StackConfig::default() }] {
        let model = solve(&mut pool, config, &Query::new(&constraints).with_previous(&previous));
        let text: Vec<u8> = ids.iter().map(|&id| model.bits(id) as u8).collect();
        assert_eq!(text, b"naxe");
    }
}

#[test]
fn new_values_are_small_or_printable() {
    let mut pool = TermPool::new();
    let (terms, ids) = bytes(&mut pool, 1);
    let n = pool.input("n", Sort::BitVec(32));
    let n_id = pool.input_of(n).expect("input");
    let (fifty, minus_four) = (pool.bv(8, 50), pool.bv_signed(32, -4));
    let product = pool.mul(n, n);
    let constraints = [pool.ugt(terms[0], fifty), pool.sgt(product, minus_four)];
    let config = StackConfig { nudge: false, ..StackConfig::default() };
    let model = solve(&mut pool, config, &Query::new(&constraints));
    let byte = model.bits(ids[0]);
    assert!((0x20..0x7f).contains(&byte), "{byte}");
    let n = model.bits(n_id) as i32;
    assert!((-16..=16).contains(&n), "{n}");
    assert!(pool.eval(&model, constraints[0]) == 1 && pool.eval(&model, constraints[1]) == 1);
}

#[test]
fn a_slice_that_holds_keeps_its_previous_values() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.input("x", Sort::BitVec(32)), pool.input("y", Sort::BitVec(32)));
    let (x_id, y_id) = (pool.input_of(x).expect("input"), pool.input_of(y).expect("input"));
    let mut previous = Model::new();
    previous.set_bits(x_id, 12345);
    previous.set_bits(y_id, 7);
    let (seven, zero) = (pool.bv(32, 7), pool.bv(32, 0));
    let constraints = [pool.sgt(x, zero), pool.ne(y, seven)];
    let query = Query::new(&constraints).with_previous(&previous);
    let model = solve(&mut pool, StackConfig::default(), &query);
    assert_eq!(model.bits(x_id), 12345);
    assert_ne!(model.bits(y_id), 7);
}

//! Writing and reading SMT-LIB, and writing C.

use clew_logic::smtlib::{Command, ReadError, Reader, print_script, print_term};
use clew_logic::testing::{Random, TermSampler};
use clew_logic::{Sort, TermId, TermPool, print_c};
use expect_test::{Expect, expect};

fn pool_with_inputs() -> (TermPool, TermId, TermId) {
    let mut pool = TermPool::new();
    let x = pool.input("x", Sort::BitVec(32));
    let y = pool.input("p->len", Sort::BitVec(32));
    (pool, x, y)
}

fn check_c(build: impl FnOnce(&mut TermPool, TermId, TermId) -> TermId, expected: Expect) {
    let (mut pool, x, y) = pool_with_inputs();
    let term = build(&mut pool, x, y);
    expected.assert_eq(&print_c(&pool, term));
}

#[test]
fn terms_read_as_c() {
    check_c(|pool, x, y| pool.slt(x, y), expect!["x < p->len"]);
    check_c(|pool, x, y| pool.sge(x, y), expect!["p->len <= x"]);
    check_c(|pool, x, y| pool.ult(x, y), expect!["(uint32_t)x < (uint32_t)p->len"]);
    check_c(
        |pool, x, y| {
            let minus_three = pool.bv_signed(32, -3);
            let sum = pool.add(x, minus_three);
            let product = pool.mul(sum, y);
            pool.ne(product, x)
        },
        expect!["x != p->len * (x - 3)"],
    );
    check_c(
        |pool, x, y| {
            let low = pool.extract(7, 0, x);
            let wide = pool.sign_extend(low, 32);
            let less = pool.slt(wide, y);
            let zero = pool.is_zero(y);
            pool.or(less, zero)
        },
        expect!["(int8_t)x < p->len || p->len == 0"],
    );
    check_c(
        |pool, x, y| {
            let array = pool.input("buf", Sort::BYTES);
            let index = pool.zero_extend(x, 64);
            let byte = pool.select(array, index);
            let letter = pool.bv(8, b'a'.into());
            let same = pool.eq(byte, letter);
            let one = pool.bv(32, 1);
            let term = pool.ite(same, y, one);
            pool.eq(term, x)
        },
        expect!["x == (buf[(uint32_t)x] == 97 ? p->len : 1)"],
    );
}

#[test]
fn scripts_share_what_is_shared() {
    let (mut pool, x, y) = pool_with_inputs();
    let sum = pool.add(x, y);
    let product = pool.mul(sum, sum);
    let limit = pool.bv(32, 1000);
    let constraints = [pool.slt(product, limit), pool.ne(sum, x)];
    expect![[r#"
        (set-logic QF_BV)
        (declare-const x (_ BitVec 32))
        (declare-const p->len (_ BitVec 32))
        (define-fun ?t4 () (_ BitVec 32) (bvadd x p->len))
        (assert (bvslt (bvmul ?t4 ?t4) #x000003e8))
        (assert (not (= p->len #x00000000)))
        (check-sat)
    "#]]
    .assert_eq(&print_script(&pool, &constraints));
}

#[test]
fn what_is_written_is_read_back() {
    for seed in 0..300 {
        let mut raw = TermPool::without_rewrites();
        let inputs = vec![
            raw.input("a b", Sort::BitVec(13)),
            raw.input("let", Sort::BitVec(8)),
            raw.input("p", Sort::Bool),
            raw.input("m", Sort::Array { index: 8, element: 8 }),
        ];
        let rng = Random::new(seed);
        let mut sampler = TermSampler { rng, inputs, widths: vec![8, 13, 3], arrays: true };
        let term = sampler.boolean(&mut raw, 5);
        let script = print_script(&raw, &[term]);
        // Into the same pool, without rewrites, equality of terms is equality of ids.
        let read = Reader::new().read(&mut raw, &script).expect("our own text");
        assert_eq!(read.commands.first(), Some(&Command::Assert(term)), "{script}");
        let mut reader = Reader::new();
        reader
            .read(&mut raw, "(declare-const |a b| (_ BitVec 13)) (declare-const |let| (_ BitVec 8)) (declare-const p Bool) (declare-const m (Array (_ BitVec 8) (_ BitVec 8)))")
            .expect("declarations");
        let text = print_term(&raw, term);
        assert_eq!(reader.read_term(&mut raw, &text).expect("our own text"), term, "{text}");
    }
}

#[test]
fn deep_terms_are_written_and_read() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.input("x", Sort::BitVec(32)), pool.input("y", Sort::BitVec(32)));
    let mut term = x;
    for _ in 0..100_000 {
        let product = pool.mul(term, y);
        term = pool.xor(product, x);
    }
    let constraint = pool.ult(term, y);
    let script = print_script(&pool, &[constraint]);
    let read = Reader::new().read(&mut pool, &script).expect("our own text");
    assert_eq!(read.commands.first(), Some(&Command::Assert(constraint)));
}

#[test]
fn scripts_of_others() {
    let text = r#"
        ; a comment
        (set-info :source |quoted (text)|)
        (set-option :produce-models true)
        (set-logic QF_ABV)
        (define-sort Byte () (_ BitVec 8))
        (declare-fun x () Byte)
        (declare-fun y () (_ BitVec 8))
        (define-fun twice ((a Byte)) Byte (bvadd a a))
        (push 1)
        (assert (! (let ((z (twice x)) (x y)) (bvult z x (_ bv200 8))) :named first))
        (assert (distinct x y ((_ rotate_left 3) x)))
        (set-info :status sat)
        (check-sat)
        (get-value (x (bvcomp x y)))
        (pop 1)
        (assert (=> (bvsge x y) (bvsle y x) (= ((_ repeat 2) x) (concat y y))))
        (check-sat)
        (exit)
    "#;
    let mut pool = TermPool::new();
    let script = Reader::new().read(&mut pool, text).expect("valid");
    let mut seen = Vec::new();
    script.for_each_query(|query, status| seen.push((query.len(), status.map(str::to_owned))));
    assert_eq!(seen, vec![(2, Some("sat".to_owned())), (1, None)]);
}

#[test]
fn errors_name_what_is_wrong() {
    let cases = [
        ("(assert (= x #x00))", "unknown symbol `x`"),
        ("(declare-fun f ((_ BitVec 8)) Bool)", "unsupported: function `f` with parameters"),
        ("(declare-const r Real)", "unsupported: sort Real "),
        ("(declare-const w (_ BitVec 400))", "unsupported: sort (_ BitVec 400 )"),
        (
            "(assert (bvult #x00 #x0000))",
            "operands of the wrong sort or number in (bvult #x00 #x0000 )",
        ),
        ("(assert (fp.add #x00 #x00))", "unsupported: (fp.add #x00 #x00 )"),
        ("(assert (and true)", "unexpected end of text"),
        ("(check-sat))", "line 1: unexpected `)`"),
        ("(assert #x00)", "operands of the wrong sort or number in (assert #x00 )"),
    ];
    for (text, expected) in cases {
        let error: ReadError =
            Reader::new().read(&mut TermPool::new(), text).expect_err("not a valid script");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn inputs_of_one_name_and_different_sorts_are_different() {
    let mut pool = TermPool::new();
    let (byte, word) = (pool.input("x", Sort::BitVec(8)), pool.input("x", Sort::BitVec(32)));
    assert_ne!(byte, word);
    assert_eq!((pool.input("x", Sort::BitVec(8)), pool.input("x", Sort::BitVec(32))), (byte, word));
    let wide = pool.resize(byte, 32, false);
    let differ = pool.eq(wide, word);
    let script = print_script(&pool, &[differ]);
    let mut other = TermPool::new();
    let read = Reader::new().read(&mut other, &script).expect("our own text");
    assert!(
        matches!(read.commands[0], Command::Assert(term) if other.free_inputs(term).len() == 2)
    );
}

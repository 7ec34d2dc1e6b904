//! Floats in SMT-LIB, read as circuits: on constants they must give what the processor gives.

use clew_logic::smtlib::Reader;
use clew_logic::{TermPool, testing::Random};

/// Whether a closed term is true.
fn holds(text: &str) -> bool {
    let mut pool = TermPool::new();
    let term = Reader::new().read_term(&mut pool, text).unwrap_or_else(|it| panic!("{text}: {it}"));
    assert!(term == TermPool::TRUE || term == TermPool::FALSE, "{text} is not constant");
    term == TermPool::TRUE
}

fn single(x: f32) -> String {
    format!("((_ to_fp 8 24) #x{:08x})", x.to_bits())
}

fn double(x: f64) -> String {
    format!("((_ to_fp 11 53) #x{:016x})", x.to_bits())
}

fn some_single(random: &mut Random) -> f32 {
    let special = [0.0, -0.0, 1.0, -1.0, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY, f32::NAN];
    match random.one_in(3) {
        true => random.pick(&special),
        false => f32::from_bits(random.next_u64() as u32),
    }
}

#[test]
fn arithmetic_is_that_of_the_processor() {
    let mut random = Random::new(11);
    for _ in 0..200 {
        let (a, b, c) =
            (some_single(&mut random), some_single(&mut random), some_single(&mut random));
        let (x, y) = (single(a), single(b));
        let is = |result: f32, text: String| {
            assert!(holds(&format!("(= {} {text})", single(result))), "{text}")
        };
        is(a + b, format!("(fp.add RNE {x} {y})"));
        is(a - b, format!("(fp.sub RNE {x} {y})"));
        is(a * b, format!("(fp.mul RNE {x} {y})"));
        is(a / b, format!("(fp.div RNE {x} {y})"));
        is(a.sqrt(), format!("(fp.sqrt RNE {x})"));
        is(a.mul_add(b, c), format!("(fp.fma RNE {x} {y} {})", single(c)));
        is(a.trunc(), format!("(fp.roundToIntegral RTZ {x})"));
        is(-a, format!("(fp.neg {x})"));
        assert_eq!(holds(&format!("(fp.lt {x} {y})")), a < b);
        assert_eq!(holds(&format!("(fp.leq {x} {y})")), a <= b);
        assert_eq!(holds(&format!("(fp.eq {x} {y})")), a == b);
        assert_eq!(holds(&format!("(fp.isNaN {x})")), a.is_nan());
        assert_eq!(holds(&format!("(fp.isInfinite {x})")), a.is_infinite());
        assert_eq!(holds(&format!("(fp.isNormal {x})")), a.is_normal());
        let wide = format!("((_ to_fp 11 53) RNE {x})");
        assert!(holds(&format!("(= {} {wide})", double(f64::from(a)))));
        assert!(holds(&format!("(= {x} ((_ to_fp 8 24) RNE {wide}))")));
    }
}

#[test]
fn conversions_are_those_of_the_processor() {
    let mut random = Random::new(12);
    for _ in 0..200 {
        let bits = random.next_u64();
        let signed = format!("((_ to_fp 8 24) RNE #x{bits:016x})");
        let unsigned = format!("((_ to_fp_unsigned 8 24) RNE #x{bits:016x})");
        assert!(holds(&format!("(= {} {signed})", single(bits as i64 as f32))), "{signed}");
        assert!(holds(&format!("(= {} {unsigned})", single(bits as f32))), "{unsigned}");
        let inside = f64::from(bits as i32) / 7.0;
        let cut = format!("((_ fp.to_sbv 32) RTZ {})", double(inside));
        assert!(holds(&format!("(= #x{:08x} {cut})", inside as i32)), "{inside}");
    }
}

#[test]
fn values_not_bits_are_equal() {
    let negative_nan = "((_ to_fp 8 24) #xffc00001)";
    assert!(holds(&format!("(= {negative_nan} {})", single(f32::NAN))));
    assert!(!holds(&format!("(fp.eq {negative_nan} {negative_nan})")));
    assert!(!holds(&format!("(= {} {})", single(0.0), single(-0.0))));
    assert!(holds(&format!("(fp.eq {} (_ -zero 8 24))", single(0.0))));
}

/// The theory says nothing of integers that floats do not fit: neither may a reader.
#[test]
fn what_does_not_fit_an_integer_may_be_anything() {
    let mut pool = TermPool::new();
    for float in [double(f64::NAN), double(1e20)] {
        let text = format!("(= #x00000000 ((_ fp.to_sbv 32) RTZ {float}))");
        let term = Reader::new().read_term(&mut pool, &text).expect("a term");
        assert!(term != TermPool::TRUE && term != TermPool::FALSE, "{text}");
    }
}

#[test]
fn floats_are_no_terms() {
    let mut pool = TermPool::new();
    let mut reader = Reader::new();
    for text in [
        single(1.0).as_str(),
        "(fp.add RNE #x3f800000 #x3f800000)",
        "(bvadd ((_ to_fp 8 24) #x3f800000) #x3f800000)",
        "(fp.lt ((_ to_fp 8 24) #x3f800000) ((_ to_fp 11 53) #x3ff0000000000000))",
        "((_ to_fp 8 24) #x3f80)",
        "((_ to_fp 80 24) #x3f800000)",
        "((_ fp.to_sbv 500) RTZ ((_ to_fp 8 24) #x3f800000))",
        "RNE",
    ] {
        assert!(reader.read_term(&mut pool, text).is_err(), "{text}");
    }
}

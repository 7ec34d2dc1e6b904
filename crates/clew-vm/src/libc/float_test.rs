//! Parsed numbers and `long double` functions against the host's library.

use super::native;
use super::test_guest::TestGuest;
use crate::native::NativeFunction;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::X87DoubleExtended;
use std::fmt::Write;
use std::process::{Command, Stdio};

/// A small generator of pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// The answers of the host's library to the lines of `input`.
fn oracle(name: &str, input: &str) -> Vec<String> {
    let directory = std::env::temp_dir().join(format!("clew-{name}-test-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory should be writable");
    let program = directory.join("oracle");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/libc/test/float_oracle.c");
    let status = Command::new("gcc")
        .args(["-w", "-O0", "-fno-builtin", "-o"])
        .arg(&program)
        .args([source, "-lm"])
        .status();
    assert!(status.expect("gcc should run").success(), "the oracle should compile");
    let input_path = directory.join("input");
    std::fs::write(&input_path, input).expect("the input should be writable");
    let output = Command::new(&program)
        .env("LC_ALL", "C")
        .stdin(Stdio::from(std::fs::File::open(&input_path).expect("the input should be there")))
        .output()
        .expect("the oracle should run");
    assert!(output.status.success(), "the oracle should understand its input");
    std::fs::remove_dir_all(&directory).expect("the temporary directory should be removable");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}

/// Fails with some of the differences, if there are any.
fn check_none(differences: &[String]) {
    assert!(
        differences.is_empty(),
        "{} differences, for example\n{}",
        differences.len(),
        differences[..differences.len().min(20)].join("\n")
    );
}

fn number_text(random: &mut Random) -> String {
    let mut text = String::new();
    if random.below(4) == 0 {
        text.push('-');
    }
    match random.below(10) {
        0 => text
            .push_str(["inf", "nan", "nan(7)", "infinity", "0", "0x0p5"][random.below(6) as usize]),
        1 | 2 => {
            let digits = random.next() >> random.below(64);
            let exponent = random.below(2400) as i64 - 1200;
            let _ = write!(text, "0x{digits:x}.{:x}p{exponent}", random.below(1 << 20));
        }
        3 => {
            // Half-way cases of double.
            let bits = random.next() & ((1 << 53) - 1) | 1 << 52;
            let _ = write!(text, "{}", u128::from(bits) * 2 + 1);
        }
        4 => {
            let _ = write!(text, "{}e{}", random.below(100), random.below(11000) as i64 - 5500);
        }
        5 => {
            let _ = write!(text, "{:e}", f64::from_bits(random.next() >> 1 & !(1 << 62)));
        }
        _ => {
            let (whole, fraction) = (random.next() >> random.below(64), random.next());
            let exponent = random.below(80) as i64 - 40;
            let _ = write!(text, "{whole}.{fraction:020}e{exponent}");
        }
    }
    text
}

/// Calls a native function.
fn call(function: NativeFunction, guest: &mut TestGuest, arguments: &[u128]) -> u128 {
    function(guest, arguments).unwrap_or_else(|stop| panic!("{stop:?}"))
}

#[test]
fn numbers_in_text_agree_with_glibc() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let texts: Vec<String> = (0..20_000).map(|_| number_text(&mut random)).collect();
    let input: String = texts.iter().map(|text| format!("p {text}\n")).collect();
    let parse = native("__clew_parse_float").expect("it should exist");
    let mut differences = Vec::new();
    for (text, expected) in texts.iter().zip(oracle("parse", &input)) {
        let mut ours = String::new();
        for (kind, bytes) in [(0, 4), (1, 8), (2, 10)] {
            let mut guest = TestGuest::new();
            let to = guest.place(&[0; 16]);
            let source = guest.place(text.as_bytes());
            let arguments = [u128::from(source), text.len() as u128, kind, u128::from(to)];
            let is_out = call(parse, &mut guest, &arguments);
            let mut bits = [0; 16];
            bits[..bytes].copy_from_slice(&guest.memory[..bytes]);
            let _ = write!(ours, "{:x} {is_out} ", u128::from_le_bytes(bits));
        }
        // The oracle writes the long double in two parts: compare them as numbers.
        let expected_parts: Vec<u128> = expected
            .split_whitespace()
            .map(|part| u128::from_str_radix(part, 16).expect("hexadecimal"))
            .collect();
        let our_parts: Vec<u128> = ours
            .split_whitespace()
            .map(|part| u128::from_str_radix(part, 16).expect("hexadecimal"))
            .collect();
        if our_parts != expected_parts {
            differences.push(format!("{text}: ours {ours}, glibc's {expected}"));
        }
    }
    check_none(&differences);
}

fn long_double(random: &mut Random) -> u128 {
    let sign = u128::from(random.below(2)) << 79;
    let mantissa = u128::from(1 << 63 | random.next() << random.below(64));
    match random.below(16) {
        0 => sign,
        1 => sign | 0x7fff << 64 | 1 << 63,
        2 => sign | u128::from(random.next() >> 1),
        3 => sign | u128::from(random.below(0x7ffe) + 1) << 64 | mantissa,
        4 => sign | (16383 - 1) << 64 | 1 << 63,
        5 => sign | 16384 << 64 | 5 << 61,
        _ => sign | u128::from(16383 - 10 + random.below(75)) << 64 | mantissa,
    }
}

#[test]
fn long_double_functions_agree_with_glibc() {
    const NAMES: [&str; 28] = [
        "fabsl",
        "floorl",
        "ceill",
        "truncl",
        "roundl",
        "rintl",
        "sqrtl",
        "copysignl",
        "fmaxl",
        "fminl",
        "fmodl",
        "remainderl",
        "fdiml",
        "ldexpl",
        "lrintl",
        "lroundl",
        "frexpl",
        "modfl",
        "fmal",
        "sinl",
        "expl",
        "logl",
        "cbrtl",
        "tgammal",
        "powl",
        "atan2l",
        "hypotl",
        "nextafterl",
    ];
    let mut random = Random(0x1234_5678_9abc_def1);
    let cases: Vec<(&str, u128, u128, i32)> = (0..20_000)
        .map(|_| {
            let name = NAMES[random.below(NAMES.len() as u64) as usize];
            let scale = random.below(400) as i32 - 200;
            (name, long_double(&mut random), long_double(&mut random), scale)
        })
        .collect();
    let parts = |bits: u128| format!("{:x} {:x}", (bits >> 64) as u64, bits as u64);
    let input: String = cases
        .iter()
        .map(|(name, x, y, n)| format!("{name} {} {} {n}\n", parts(*x), parts(*y)))
        .collect();
    let mut differences = Vec::new();
    for ((name, x, y, n), expected) in cases.iter().zip(oracle("long-double", &input)) {
        let function = native(name).unwrap_or_else(|| panic!("{name} should exist"));
        let mut guest = TestGuest::new();
        let to = u128::from(guest.place(&[0; 16]));
        let arguments = match *name {
            "ldexpl" => vec![*x, u128::from(*n as u32)],
            "frexpl" | "modfl" => vec![*x, to],
            "fmal" => vec![*x, *y, *x],
            _ => vec![*x, *y],
        };
        let mut ours = call(function, &mut guest, &arguments);
        let is_finite = |bits: u128| bits >> 64 & 0x7fff != 0x7fff;
        if name.starts_with("lr") {
            let value = i128::from(ours as u64 as i64);
            ours = X87DoubleExtended::from_i128(value).value.to_bits();
        } else if *name == "frexpl" && is_finite(*x) {
            let exponent = i32::from_le_bytes([
                guest.memory[0],
                guest.memory[1],
                guest.memory[2],
                guest.memory[3],
            ]);
            let fourfold = X87DoubleExtended::from_i128(i128::from(4 * exponent)).value;
            ours = (X87DoubleExtended::from_bits(ours) + fourfold).value.to_bits();
        }
        let expected = u128::from_str_radix(&expected, 16).expect("hexadecimal");
        let is_nan = |bits: u128| !is_finite(bits) && bits as u64 != 1 << 63;
        if ours != expected && !(is_nan(ours) && is_nan(expected)) {
            differences
                .push(format!("{name} {x:x} {y:x} {n}: ours {ours:x}, glibc's {expected:x}"));
        }
    }
    check_none(&differences);
}

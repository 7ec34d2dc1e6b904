//! The engine against the host's printf, on many random formats and values.

use super::super::test_guest::TestGuest;
use super::{Failure, format};
use std::io::Write;
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

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }
}

/// One call.
struct Case {
    kind: char,
    format: String,
    stars: Vec<i32>,
    value: u128,
}

const TEXTS: [&str; 4] = ["", "a", "hello, world", "0123456789012345678901234567890123456789"];

/// What the oracle calls the null pointer among the texts.
const NULL_TEXT: u128 = 9;

fn integer(random: &mut Random) -> u64 {
    match random.below(6) {
        0 => random.below(3),
        1 => random.below(1000),
        2 => random.next() >> random.below(64),
        3 => (random.below(1000) as i64 - 500) as u64,
        4 => {
            random.pick(&[0, u64::MAX, i64::MAX as u64, i64::MIN as u64, 0x8000_0000, 0x7fff_ffff])
        }
        _ => random.next(),
    }
}

fn double(random: &mut Random) -> f64 {
    match random.below(8) {
        0 => random.pick(&[
            0.0,
            -0.0,
            1.0,
            0.5,
            1.5,
            2.5,
            0.1,
            9.5,
            99.95,
            999999.5,
            0.00001,
            123456789.0,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            -f64::NAN,
            1e15,
            1e16,
            1e17,
            1e22,
            1e23,
        ]),
        1 => random.below(100_000) as f64 / 100.0,
        2 => random.below(1 << 20) as f64 / 1024.0,
        3 => (random.below(2000) as f64 - 1000.0) * 10f64.powi(random.below(40) as i32 - 20),
        4 => f64::from_bits(random.next() >> 12),
        _ => f64::from_bits(random.next()),
    }
}

fn long_double(random: &mut Random) -> u128 {
    let sign = u128::from(random.below(2)) << 79;
    let mantissa = match random.below(3) {
        0 => 1 << 63 | random.below(1 << 20) << 43,
        1 => 1 << 63 | random.next() >> random.below(64),
        _ => 1 << 63 | random.next(),
    };
    let exponent = match random.below(8) {
        0 => random.pick(&[1, 2, 0x7ffe, 0x7ffd]),
        1 => random.below(0x7fff).max(1),
        _ => 16383 - 70 + random.below(140),
    };
    match random.below(20) {
        0 => sign,
        1 => sign | 0x7fff << 64 | 1 << 63,
        2 => sign | 0x7fff << 64 | 3 << 62,
        3 => sign | u128::from(random.next() >> 1 >> random.below(63)),
        _ => sign | u128::from(exponent) << 64 | u128::from(mantissa),
    }
}

fn case(random: &mut Random) -> Case {
    let mut format = String::from("<%");
    for flag in ['-', '0', '+', ' ', '#', '\''] {
        if random.below(5) == 0 {
            format.push(flag);
        }
    }
    let mut stars = Vec::new();
    match random.below(4) {
        0 => format.push_str(&random.below(45).to_string()),
        1 => {
            format.push('*');
            stars.push(random.below(60) as i32 - 30);
        }
        _ => {}
    }
    match random.below(5) {
        0 => format.push_str(&format!(".{}", random.below(25))),
        1 => {
            format.push_str(".*");
            stars.push(random.below(50) as i32 - 10);
        }
        2 => format.push_str(random.pick(&[".", ".0", ".1", ".2", ".3", ".17", ".40"])),
        _ => {}
    }
    // A lone zero width is a flag; a star of zero stays one.
    let (kind, conversion, value) = match random.below(11) {
        0 => {
            ('i', random.pick(&["d", "i", "u", "x", "X", "o"]), u128::from(integer(random) as u32))
        }
        1 => (
            'l',
            random.pick(&["ld", "lu", "lx", "lX", "lo", "lld", "jd", "zu", "td", "llx", "qd"]),
            u128::from(integer(random)),
        ),
        2 => (
            'i',
            random.pick(&["hd", "hhd", "hu", "hhu", "hx", "hhx", "ho", "hho"]),
            u128::from(integer(random) as u32),
        ),
        3 => ('p', "p", u128::from(integer(random))),
        4 => ('s', "s", random.pick(&[0, 1, 2, 3, NULL_TEXT])),
        5 => ('w', random.pick(&["ls", "S"]), random.pick(&[0, 1, 2, 3, NULL_TEXT])),
        6 => ('i', "c", u128::from(random.below(95) + 32)),
        7 | 8 => (
            'd',
            random.pick(&["f", "e", "g", "F", "E", "G", "a", "A", "lf"]),
            u128::from(double(random).to_bits()),
        ),
        _ => (
            'L',
            random.pick(&["Lf", "Le", "Lg", "LF", "LE", "LG", "La", "LA"]),
            long_double(random),
        ),
    };
    format.push_str(conversion);
    format.push('>');
    Case { kind, format, stars, value }
}

/// What the engine makes of a case.
fn ours(case: &Case) -> Vec<u8> {
    let mut guest = TestGuest::new();
    for star in &case.stars {
        guest.arguments.push_back(u128::from(*star as u32));
    }
    let value = match case.kind {
        's' | 'w' if case.value == NULL_TEXT => 0,
        's' => u128::from(guest.place(&[TEXTS[case.value as usize].as_bytes(), &[0]].concat())),
        'w' => {
            let text = TEXTS[case.value as usize];
            let wide = text.bytes().chain([0]).flat_map(|byte| u32::from(byte).to_le_bytes());
            u128::from(guest.place(&wide.collect::<Vec<u8>>()))
        }
        _ => case.value,
    };
    guest.arguments.push_back(value);
    match format(&mut guest, case.format.as_bytes(), 0) {
        Ok(text) => [format!("{}:", text.len()).into_bytes(), text].concat(),
        Err(Failure::Errno(_)) => b"-1:".to_vec(),
        Err(Failure::Stop(stop)) => panic!("{}: {stop:?}", case.format),
    }
}

/// The answers of the host's printf, one line each.
fn oracle(cases: &[Case]) -> Vec<Vec<u8>> {
    let directory = std::env::temp_dir().join(format!("clew-printf-test-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory should be writable");
    let program = directory.join("oracle");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/libc/test/printf_oracle.c");
    let status = Command::new("gcc").args(["-w", "-O0", "-o"]).arg(&program).arg(source).status();
    assert!(status.expect("gcc should run").success(), "the oracle should compile");
    let mut input = Vec::new();
    for case in cases {
        let star = |index: usize| case.stars.get(index).copied().unwrap_or(0) as u32;
        let (high, low) = ((case.value >> 64) as u64, case.value as u64);
        writeln!(
            input,
            "{} {} {:x} {:x} {high:x} {low:x} {}",
            case.kind,
            case.stars.len(),
            star(0),
            star(1),
            case.format
        )
        .expect("writing to memory should work");
    }
    let input_path = directory.join("input");
    std::fs::write(&input_path, input).expect("the input should be writable");
    let output = Command::new(&program)
        .env("LC_ALL", "C")
        .stdin(Stdio::from(std::fs::File::open(&input_path).expect("the input should be there")))
        .output()
        .expect("the oracle should run");
    assert!(output.status.success(), "the oracle should understand its input");
    std::fs::remove_dir_all(&directory).expect("the temporary directory should be removable");
    output.stdout.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

#[test]
fn random_formats_agree_with_glibc() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let cases: Vec<Case> = (0..20_000).map(|_| case(&mut random)).collect();
    let expected = oracle(&cases);
    let mut differences = Vec::new();
    for (case, expected) in cases.iter().zip(&expected) {
        let ours = ours(case);
        if ours != *expected {
            differences.push(format!(
                "{} {:?} {:x}: ours {}, glibc's {}",
                case.format,
                case.stars,
                case.value,
                String::from_utf8_lossy(&ours),
                String::from_utf8_lossy(expected)
            ));
        }
    }
    assert!(
        differences.is_empty(),
        "{} differences, for example\n{}",
        differences.len(),
        differences[..differences.len().min(20)].join("\n")
    );
}

/// The text of a format and its arguments.
fn text_of(template: &str, arguments: &[u128]) -> String {
    let mut guest = TestGuest::new();
    guest.arguments.extend(arguments);
    match format(&mut guest, template.as_bytes(), 0) {
        Ok(text) => String::from_utf8(text).expect("ASCII"),
        Err(_) => "failed".to_string(),
    }
}

#[test]
fn positions_choose_arguments() {
    assert_eq!(text_of("%2$d %1$d", &[1, 2]), "2 1");
    assert_eq!(text_of("%1$d %1$x", &[255]), "255 ff");
    assert_eq!(text_of("%3$*1$.*2$d|", &[6, 3, 42]), "   042|");
}

#[test]
fn odd_formats_are_text() {
    assert_eq!(text_of("100%", &[]), "100%");
    assert_eq!(text_of("%y %d", &[7]), "%y 7");
    assert_eq!(text_of("%%", &[]), "%");
    assert_eq!(text_of("%m", &[]), "Success");
    assert_eq!(text_of("%2147483648d", &[1]), "failed");
}

#[test]
fn the_length_so_far_is_stored() {
    let mut guest = TestGuest::new();
    let address = guest.place(&[0xff; 8]);
    guest.arguments.extend([5, u128::from(address)]);
    let text = format(&mut guest, b"ab%3d%hnx", 0);
    assert!(matches!(text, Ok(text) if text == b"ab  5x"));
    assert_eq!(guest.memory, [5, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
}

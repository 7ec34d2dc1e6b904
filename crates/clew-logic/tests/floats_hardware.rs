//! Float circuits against the machine, through a C program compiled on the spot.
//!
//! By default 4,000 operand tuples for each operation and format, over all modes it has;
//! `CLEW_TEST_SCALE` multiplies (1,250 gives five million).

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use clew_logic::float::{self, Format, OutOfRange, Rounding};
use clew_logic::testing::{Random, scale};
use clew_logic::{Sort, Tape, TermId, TermPool};

/// How many records the C program takes at once.
const BATCH: usize = 4096;

/// How many operands each operation gets, over all modes.
fn operands_each() -> usize {
    4_000 * scale()
}

/// The modes the machine has, in the order of the C program.
const MODES: [Rounding; 4] = [Rounding::NearestEven, Rounding::Up, Rounding::Down, Rounding::Zero];

struct Oracle {
    child: Child,
}

impl Oracle {
    fn start(folder: &Path, argument: &str) -> Option<Oracle> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hardware/oracle.c");
        let program = folder.join("oracle");
        if !program.exists() {
            let status = Command::new("gcc")
                .args(["-O1", "-frounding-math", "-ffp-contract=off", "-o"])
                .arg(&program)
                .arg(source)
                .arg("-lm")
                .status()
                .ok()?;
            assert!(status.success(), "the C program should compile");
        }
        let child = Command::new(program)
            .arg(argument)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the C program should start");
        Some(Oracle { child })
    }

    /// The results for up to [`BATCH`] operand triples.
    fn ask(&mut self, op: u64, mode: u64, operands: &[[u64; 3]]) -> Vec<u64> {
        let input: Vec<u8> = operands
            .iter()
            .flat_map(|&[a, b, c]| [op, mode, a, b, c].map(u64::to_le_bytes).concat())
            .collect();
        let stdin = self.child.stdin.as_mut().expect("piped");
        // Fill up to the program's block so that it answers at once.
        let mut block = input;
        block.resize(BATCH * 40, 0);
        let stdout = self.child.stdout.as_mut().expect("piped");
        let mut output = vec![0; BATCH * 8];
        std::thread::scope(|scope| {
            scope.spawn(|| stdin.write_all(&block).expect("the C program should read"));
            stdout.read_exact(&mut output).expect("the C program should answer");
        });
        output
            .chunks(8)
            .take(operands.len())
            .map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
            .collect()
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a circuit computes, to be compared.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A float of the format: any NaN equals any other.
    Float(Format),
    /// Exact bits.
    Bits,
    /// An integer that is compared where the second term says it is in range.
    InRange(TermId),
}

/// Builds operation `op` of the C program.
fn build(
    pool: &mut TermPool,
    format: Format,
    op: u64,
    mode: Rounding,
    [a, b, c]: [TermId; 3],
) -> (TermId, Kind) {
    let own = Kind::Float(format);
    let other = if format == Format::F32 { Format::F64 } else { Format::F32 };
    let to_int = |pool: &mut TermPool, mode, width, signed| {
        let (value, fits) =
            float::to_int(pool, format, mode, a, (width, signed), OutOfRange::Indefinite);
        (pool.resize(value, 64, signed), Kind::InRange(fits))
    };
    let whole = pool.input("a64", Sort::BitVec(64));
    let from_int = |pool: &mut TermPool, width: u32, signed| {
        let cut = pool.extract(width - 1, 0, whole);
        (float::from_int(pool, format, mode, cut, signed), own)
    };
    match op {
        0 => (float::add(pool, format, mode, a, b), own),
        1 => (float::sub(pool, format, mode, a, b), own),
        2 => (float::mul(pool, format, mode, a, b), own),
        3 => (float::div(pool, format, mode, a, b), own),
        4 => (float::sqrt(pool, format, mode, a), own),
        5 => (float::fma(pool, format, mode, a, b, c), own),
        6 => (float::fmod(pool, format, a, b), own),
        7 => (float::remainder(pool, format, a, b), own),
        8 => (float::round_to_integral(pool, format, mode, a), own),
        9 => (float::eq(pool, format, a, b), Kind::Bits),
        10 => (float::lt(pool, format, a, b), Kind::Bits),
        11 => (float::le(pool, format, a, b), Kind::Bits),
        12 => (float::to_format(pool, format, other, mode, a), Kind::Float(other)),
        13 => to_int(pool, Rounding::Zero, 64, true),
        14 => to_int(pool, Rounding::Zero, 64, false),
        15 => to_int(pool, Rounding::Zero, 32, true),
        16 => to_int(pool, Rounding::Zero, 32, false),
        17 => to_int(pool, Rounding::Zero, 16, true),
        18 => to_int(pool, Rounding::Zero, 8, false),
        19 => to_int(pool, mode, 64, true),
        20 => from_int(pool, 64, true),
        21 => from_int(pool, 64, false),
        22 => from_int(pool, 32, true),
        23 => from_int(pool, 32, false),
        24 => from_int(pool, 8, true),
        25 => (float::round_to_integral(pool, format, Rounding::NearestAway, a), own),
        26 => {
            let facts = [
                float::is_negative(pool, format, a),
                float::is_zero(pool, format, a),
                float::is_normal(pool, format, a),
                float::is_subnormal(pool, format, a),
                float::is_infinite(pool, format, a),
                float::is_nan(pool, format, a),
            ];
            let bits = facts.map(|fact| pool.bool_to_bv(fact, 1));
            let all = bits.into_iter().reduce(|all, bit| pool.concat(all, bit));
            (all.expect("six facts"), Kind::Bits)
        }
        _ => unreachable!("the C program has 27 operations"),
    }
}

/// An operand with many special values, and exponents near each other or near integers.
fn operand(rng: &mut Random, format: Format, base: u64) -> u64 {
    let fraction_bits = format.fraction();
    let mask = (1u64 << fraction_bits) - 1;
    let sign = rng.below(2) << (format.width() - 1);
    let top = (1u64 << format.exponent) - 1;
    let fraction = match rng.below(6) {
        0 => 0,
        1 => mask,
        2 => 1 << rng.below(fraction_bits.into()),
        3 => rng.next_u64() & mask & !((1 << rng.below(fraction_bits.into())) - 1),
        _ => rng.next_u64() & mask,
    };
    let exponent = match rng.below(10) {
        0 => 0,
        1 => top,
        2 => rng.below(4),
        3 => top - 1 - rng.below(3),
        4 | 5 => (base + rng.below(2 * u64::from(format.significand) + 6))
            .saturating_sub(u64::from(format.significand) + 3)
            .min(top),
        6 | 7 => (format.bias() as u64 + rng.below(70)).saturating_sub(5).min(top),
        _ => rng.below(top + 1),
    };
    sign | exponent << fraction_bits | fraction
}

fn is_nan(format: Format, bits: u64) -> bool {
    let top = (1u64 << format.exponent) - 1;
    bits >> format.fraction() & top == top && bits & ((1 << format.fraction()) - 1) != 0
}

fn uses_mode(op: u64) -> bool {
    matches!(op, 0..=5 | 8 | 12 | 19..=24)
}

/// Tells how far a long run has come in the file that `CLEW_TEST_REPORT` names.
fn report(name: &str, op: u64) {
    if let Ok(path) = std::env::var("CLEW_TEST_REPORT") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let mut file = file.expect("the report should be writable");
        let count = operands_each();
        let _ = writeln!(file, "{name}: operations below {op} agree on {count} operands each");
    }
}

/// The operands of one record.
fn operands(rng: &mut Random, format: Format, op: u64) -> [u64; 3] {
    let exponent = |bits: u64| bits >> format.fraction() & ((1 << format.exponent) - 1);
    let is_integer = matches!(op, 20..=24);
    let a = if is_integer { rng.value(64) as u64 } else { operand(rng, format, 0) };
    let b = operand(rng, format, exponent(a));
    let product = (exponent(a) + exponent(b)).saturating_sub(format.bias() as u64);
    [a, b, operand(rng, format, product)]
}

/// A circuit made ready to be compared.
struct Circuit {
    format: Format,
    kind: Kind,
    /// The result, then whether it is in range.
    tape: Tape,
}

impl Circuit {
    fn new(format: Format, op: u64, mode: Rounding) -> Self {
        let mut pool = TermPool::new();
        let sort = Sort::BitVec(format.width());
        let inputs = ["a", "b", "c"].map(|name| pool.input(name, sort));
        let (term, kind) = build(&mut pool, format, op, mode, inputs);
        let ids = ["a", "b", "c", "a64"].map(|name| pool.find_input(name).expect("declared"));
        let fits = if let Kind::InRange(fits) = kind { fits } else { TermPool::TRUE };
        let tape = Tape::compile(&pool, &ids, &[term, fits]).expect("circuits have no arrays");
        Circuit { format, kind, tape }
    }

    /// The operands for which the circuit differs from what is expected, with its result.
    fn difference(
        &mut self,
        operands: &[[u64; 3]],
        expected: &[u64],
    ) -> Option<([u64; 3], u64, u64)> {
        let ones = u64::MAX >> (64 - self.format.width());
        let rows = operands.chunks(Tape::LANES).zip(expected.chunks(Tape::LANES));
        for (operands, expected) in rows {
            for (lane, &[a, b, c]) in operands.iter().enumerate() {
                for (input, value) in [a & ones, b & ones, c & ones, a].into_iter().enumerate() {
                    self.tape.set(input, lane, value.into());
                }
            }
            self.tape.run();
            for (lane, (&operands, &expected)) in operands.iter().zip(expected).enumerate() {
                let result = self.tape.value(0, lane) as u64;
                let is_same = match self.kind {
                    Kind::Bits => result == expected,
                    Kind::Float(format) => {
                        result == expected || is_nan(format, result) && is_nan(format, expected)
                    }
                    Kind::InRange(_) => self.tape.value(1, lane) == 0 || result == expected,
                };
                if !is_same {
                    return Some((operands, result, expected));
                }
            }
        }
        None
    }
}

fn run(format: Format, name: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(mut oracle) = Oracle::start(folder.path(), name) else { return };
    let mut rng = Random::new(format.width().into());
    for op in 0..27 {
        report(name, op);
        let modes = if uses_mode(op) { &MODES[..] } else { &MODES[..1] };
        for (mode_number, &mode) in modes.iter().enumerate() {
            let mut circuit = Circuit::new(format, op, mode);
            let mut left = operands_each().div_ceil(modes.len());
            while left > 0 {
                let count = left.min(BATCH);
                left -= count;
                let operands: Vec<[u64; 3]> =
                    (0..count).map(|_| operands(&mut rng, format, op)).collect();
                let expected = oracle.ask(op, mode_number as u64, &operands);
                if let Some(([a, b, c], result, expected)) =
                    circuit.difference(&operands, &expected)
                {
                    panic!(
                        "{name} operation {op} mode {mode:?} on {a:#x} {b:#x} {c:#x}: \
                         {result:#x}, the machine says {expected:#x}"
                    );
                }
            }
        }
    }
    report(name, 27);
}

#[test]
fn single_precision() {
    run(Format::F32, "float");
}

#[test]
fn double_precision() {
    run(Format::F64, "double");
}

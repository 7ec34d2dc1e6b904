//! The semantics against gcc: random functions run natively, and the formulas of the checker with
//! the same inputs admit exactly what they computed.

use clew_check::{Model, Verdict};
use clew_ir::Id as _;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How many functions each test makes.
const FUNCTIONS: usize = 16;

/// A small generator of numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// Bits with many at the edges.
    fn bits(&mut self) -> u64 {
        match self.below(4) {
            0 => self.next() % 20,
            1 => (self.next() % 20).wrapping_neg(),
            2 => (1u64 << self.below(64)).wrapping_sub(self.next() % 3),
            _ => self.next() << 11 ^ self.next(),
        }
    }
}

const INTEGERS: [&str; 9] = [
    "char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "_Bool",
];
const FLOATS: [&str; 2] = ["float", "double"];
const FLOAT_BITS: [u64; 14] = [
    0,
    0x8000_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0x7ff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    1,
    0x000f_ffff_ffff_ffff,
    0x7fef_ffff_ffff_ffff,
    0xbfe0_0000_0000_0000,
    0x3f80_0000,
    0xff80_0000,
    0x7fc0_0001,
    0x4049_0fdb,
    0x4009_21fb_5444_2d18,
];

/// Random expressions over the inputs `i0` to `i7` and `f0` to `f3`.
struct Writer {
    random: Random,
}

impl Writer {
    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(5) {
                0 => format!("({})", self.random.below(300)),
                _ => format!("i{}.v", self.random.below(8)),
            };
        }
        let a = self.integer(depth - 1);
        match self.random.below(16) {
            0..=4 => {
                let op = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("({a} {op} {})", self.integer(depth - 1))
            }
            5 => {
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({a} {op} {})", self.integer(depth - 1))
            }
            6 => format!(
                "({a} {} (({}) & 31))",
                self.random.pick(&["<<", ">>"]),
                self.integer(depth - 1)
            ),
            7 => {
                let op = self.random.pick(&["/", "%"]);
                format!("({a} {op} ((({}) & 15) + 1))", self.integer(depth - 1))
            }
            8 => format!("({}{a})", self.random.pick(&["-", "~", "!"])),
            9 | 10 => format!("(({}){a})", self.random.pick(&INTEGERS)),
            11 => {
                let call = self.random.pick(&[
                    "__builtin_popcount",
                    "__builtin_parityl",
                    "__builtin_ffs",
                    "__builtin_clrsb",
                    "__builtin_bswap32",
                    "__builtin_bswap64",
                    "__builtin_popcountl",
                ]);
                format!("{call}({a})")
            }
            12 => format!("{}({a} | 1)", self.random.pick(&["__builtin_clz", "__builtin_ctzl"])),
            13 => {
                let op = self.random.pick(&["<", "<=", ">", "==", "!="]);
                format!("({} {op} {})", self.float(depth - 1), self.float(depth - 1))
            }
            14 => format!("((long)(double)(int)({a}))"),
            _ => format!("((unsigned __int128){a} * (__int128){} >> 3)", self.integer(depth - 1)),
        }
    }

    fn float(&mut self, depth: usize) -> String {
        if depth == 0 {
            return format!("f{}.v", self.random.below(4));
        }
        let a = self.float(depth - 1);
        match self.random.below(7) {
            0..=2 => {
                let op = self.random.pick(&["+", "-", "*"]);
                format!("({a} {op} {})", self.float(depth - 1))
            }
            3 => format!("(-{a})"),
            4 => format!("(({}){a})", self.random.pick(&FLOATS)),
            5 => {
                let integer = self.integer(depth - 1);
                let narrow = self.random.pick(&["int", "unsigned", "long", "unsigned long"]);
                format!("((double)({narrow}){integer})")
            }
            _ => format!("__builtin_fabs({a})"),
        }
    }

    /// A function that stores what it computes, and whether that is a float.
    fn function(&mut self, number: usize) -> (String, Result) {
        let depth = 1 + self.random.below(3);
        match self.random.below(5) {
            0 => {
                let value = self.float(depth.min(2));
                let ty = self.random.pick(&FLOATS);
                let result = if ty == "float" { Result::Float } else { Result::Double };
                let declared = format!("union {{ unsigned long u; {ty} v; }} r{number};\n");
                (format!("{declared}void t{number}(void) {{ r{number}.v = {value}; }}\n"), result)
            }
            1 => {
                let (a, b, c) = (self.integer(1), self.integer(2), self.integer(1));
                let body = format!(
                    "struct b x = {{1, 2, 3, 4}}; x.a = {a}; x.b = {b}; x.c = {c}; struct b y = x; \
                     y.d = x.b; r{number}.v = y.a * 31L + y.b * 7 + y.c + y.d;"
                );
                let declared = format!("union {{ unsigned long u; long v; }} r{number};\n");
                (format!("{declared}void t{number}(void) {{ {body} }}\n"), Result::Integer)
            }
            2 => {
                let (a, b) = (self.integer(1), self.integer(2));
                let body = format!(
                    "struct m x; x.c[0] = {a}; x.c[1] = 3; x.s = {b}; struct m y[2]; \
                     y[(({a}) & 1)] = x; y[!(({a}) & 1)].s = 5; union p z; z.l = y[0].s + y[1].c[1] * 0; \
                     z.b[3] = {a}; r{number}.v = z.l;"
                )
                .replace("y[1].c[1] * 0", "y[({A}) & 1].c[1]")
                .replace("{A}", &a);
                let declared = format!("union {{ unsigned long u; long v; }} r{number};\n");
                (format!("{declared}void t{number}(void) {{ {body} }}\n"), Result::Integer)
            }
            _ => {
                let value = self.integer(depth);
                let ty = self.random.pick(&INTEGERS);
                let declared = format!("union {{ unsigned long u; {ty} v; }} r{number};\n");
                (
                    format!("{declared}void t{number}(void) {{ r{number}.v = {value}; }}\n"),
                    Result::Integer,
                )
            }
        }
    }

    fn inputs(&mut self) -> String {
        let mut text = String::new();
        for at in 0..8 {
            let (ty, bits) = (self.random.pick(&INTEGERS), self.random.bits());
            let bits = if ty == "_Bool" { bits & 1 } else { bits };
            writeln!(text, "union {{ unsigned long u; {ty} v; }} i{at} = {{ {bits}ul }};")
                .expect("a string");
        }
        for at in 0..4 {
            let ty = FLOATS[at % 2];
            let bits = match self.random.below(3) {
                0 => self.random.bits(),
                1 => (f64::from(self.random.next() as i16) / 8.0).to_bits(),
                _ => FLOAT_BITS[self.random.below(FLOAT_BITS.len())],
            };
            writeln!(text, "union {{ unsigned long u; {ty} v; }} f{at} = {{ {bits}ul }};")
                .expect("a string");
        }
        text
    }
}

/// What a function computes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Result {
    Integer,
    Float,
    Double,
}

impl Result {
    fn is_nan(self, bits: u64) -> bool {
        match self {
            Result::Integer => false,
            Result::Float => f32::from_bits(bits as u32).is_nan(),
            Result::Double => f64::from_bits(bits).is_nan(),
        }
    }
}

const TYPES: &str = "struct b { int a : 5; unsigned b : 11; long c : 40; unsigned char d : 3; };
struct m { char c[2]; short s; };
union p { long l; signed char b[8]; };
";

/// Compiles with gcc and runs; the results.
fn observed(folder: &Path, source: &str) -> Vec<u64> {
    let mut text = format!("{source}#include <stdio.h>\nint main(void) {{\n");
    for at in 0..FUNCTIONS {
        writeln!(text, "t{at}(); printf(\"%lu\\n\", r{at}.u);").expect("a string");
    }
    let (file, program) = (folder.join("native.c"), folder.join("native"));
    std::fs::write(&file, text + "}\n").expect("a file");
    let status = Command::new("gcc")
        .args(["-w", "-O0", "-fwrapv", "-o"])
        .args([&program, &file])
        .status()
        .expect("gcc");
    assert!(status.success());
    let output = Command::new(&program).output().expect("a run");
    let text = String::from_utf8(output.stdout).expect("numbers");
    text.lines().map(|line| line.parse().expect("a number")).collect()
}

fn check_seed(seed: u64) {
    let mut writer = Writer { random: Random(seed) };
    let mut source = TYPES.to_owned() + &writer.inputs();
    let mut results = Vec::new();
    for at in 0..FUNCTIONS {
        let (text, result) = writer.function(at);
        source.push_str(&text);
        results.push((text, result));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let observed = observed(folder.path(), &source);
    let file = folder.path().join("test.c");
    std::fs::write(&file, &source).expect("a file");
    let mut frontend = clew_c::Frontend::new(&clew_c::Options::default()).expect("a front end");
    frontend.add_files(&[file]).expect("C that compiles");
    let program = frontend.finish().expect("a program");
    // What depends on the compiler is proved of nothing; here it is known which one it was.
    let text =
        clew_ir::model_text::model_text(&program).replace(" unprovable", "").replace(" opaque", "");
    let model = Model::read(&text).expect("a program");
    for (at, ((text, result), bits)) in results.into_iter().zip(observed).enumerate() {
        let function = program.function(&format!("t{at}")).expect("a function");
        let body = program.functions[function].body.as_ref().expect("a body");
        assert_eq!(body.blocks.len(), 1, "{text}");
        let end = body.blocks.as_slice()[0].statements.len();
        let name = format!("r{at}");
        let global = program.globals.iter_enumerated().find(|(_, it)| it.name == name);
        let global = global.expect("a global").0.index();
        let observed = if result.is_nan(bits) {
            format!("(isnan s32 (load (part (global {global}) (field 1))))")
        } else {
            format!("(eq (load (part (global {global}) (field 0))) (const u64 {bits}))")
        };
        let number = function.index();
        let certificate = |label: &str| {
            format!(
                "(certificate 1 (entry {number} program) (objective (label {number} 0 {end} {label}))
                   (node 0 (at {number} 0 0)))"
            )
        };
        let limit = Duration::from_secs(60);
        let other = certificate(&format!("(not (holds {observed}))"));
        let report = model.check(&other, limit).expect("an argument");
        assert!(report.holds(), "{source}\n{text}\nanother result than {bits}: {report}");
        let same = certificate(&format!("(holds {observed})"));
        let report = model.check(&same, limit).expect("an argument");
        assert_eq!(report.count(Verdict::Refuted), 1, "{source}\n{text}\nnot {bits}: {report}");
    }
}

macro_rules! seeds {
    ($($name:ident = $seed:literal;)*) => {$(
        #[test]
        fn $name() {
            check_seed($seed);
        }
    )*};
}

seeds! {
    gcc_agrees_1 = 0x1234_5678_9abc_def1;
    gcc_agrees_2 = 0x0f1e_2d3c_4b5a_6978;
    gcc_agrees_3 = 0xdead_beef_cafe_f00d;
    gcc_agrees_4 = 0x0bad_5eed_1357_9bdf;
}

//! Random C functions: scalars of all kinds, pointers, structs, unions, bit-fields, floats, loops,
//! switches and calls. They may overflow and shift too far, as the machine and the meaning agree
//! on what that gives, but they divide by nothing that is zero and stay inside their objects.

use std::fmt::Write as _;

/// A source of numbers that is the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 11) % limit
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len() as u64) as usize]
    }
}

/// The types and globals of every file.
const PRELUDE: &str = "
struct inner { short s; unsigned char c; int i; };
struct rec {
    int a; unsigned b : 5; int c : 11; _Bool d : 1; unsigned long long e : 37; double f;
    struct inner in; signed char g[5]; long h; float k;
};
struct __attribute__((packed)) tight { char c; int a : 13; long long b : 43; short s; double d; };
union uni {
    int i; unsigned u; float f; unsigned char c[8]; double d; unsigned long l;
    struct { unsigned lo : 13; int mid : 10; unsigned hi : 9; } bits;
};
enum color { RED, GREEN = 7, BLUE = -3 };
static int ga[8];
static struct rec gr;
static union uni gu;
static struct tight gt;
static unsigned short gs;
static double gd = 0.5;
static enum color ge = GREEN;
static const int table[8] = {3, -1, 4, 1, -5, 9, 2, 6};
";

const PARAMETERS: &str = "int a, unsigned b, long c, double d, struct rec *p, int *q";
const RESULTS: [&str; 8] =
    ["int", "unsigned char", "long", "double", "struct rec", "float", "_Bool", "unsigned"];
/// One function in so many calls no other.
const LEAVES: usize = 3;

/// Places of integer type.
const INTEGERS: [&str; 30] = [
    "a",
    "b",
    "c",
    "x",
    "s",
    "u",
    "l",
    "w",
    "t",
    "y",
    "*py",
    "r.a",
    "r.b",
    "r.c",
    "r.d",
    "r.e",
    "r.in.i",
    "r.in.s",
    "p->a",
    "p->c",
    "p->in.c",
    "v.i",
    "v.bits.mid",
    "v.bits.lo",
    "gs",
    "ge",
    "gt.a",
    "gt.b",
    "gu.u",
    "gr.h",
];
/// Places of floating type.
const FLOATS: [&str; 9] = ["d", "f", "g", "r.f", "p->f", "r.k", "gd", "gt.d", "m"];
const CASTS: [&str; 10] = [
    "char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "__int128",
    "_Bool",
];

/// A file of functions `f0`, `f1`, ….
pub(crate) fn file(seed: u64, functions: usize) -> String {
    let mut writer = Writer { dice: Dice::new(seed), text: PRELUDE.to_owned(), at: 0, loops: 0 };
    for at in 0..functions {
        writer.at = at;
        writer.function();
    }
    writer.text
}

struct Writer {
    dice: Dice,
    text: String,
    /// The number of the function.
    at: usize,
    /// The loops around.
    loops: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "    {line}");
    }

    fn result(at: usize) -> &'static str {
        RESULTS[(at * 5 + at / 7) % RESULTS.len()]
    }

    fn function(&mut self) {
        let (at, result) = (self.at, Self::result(self.at));
        let _ = writeln!(self.text, "{result} f{at}({PARAMETERS}) {{");
        for line in [
            "int x = a, y = 3, arr[6] = {1, 2}, *py = &y, *ip = &arr[2];",
            "short s = (short)b; unsigned char u = (unsigned char)a; long long l = c;",
            "__int128 w = (__int128)c * a; _Bool t = b & 1; float f = (float)d; double g = d;",
            "long double m = d; struct rec r = *p; union uni v = {a};",
        ] {
            self.line(line);
        }
        for _ in 0..6 + self.dice.below(6) {
            self.statement(2);
        }
        let value = match result {
            "struct rec" => self.dice.pick(&["r", "*p", "gr"]).to_owned(),
            "double" | "float" => self.float(2),
            _ => self.integer(2),
        };
        self.line(&format!("return {value};"));
        self.text.push_str("}\n");
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..1 + self.dice.below(2) {
            self.statement(depth - 1);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.dice.below(if depth == 0 { 8 } else { 13 }) {
            0 | 1 => self.assign_integer(),
            2 => self.assign_float(),
            3 => self.assign_element(),
            4 => self.assign_record(),
            5 => self.assign_byte(),
            6 => self.move_pointer(),
            7 => self.call(),
            8 | 9 => self.choose(depth),
            10 => self.switch(depth),
            11 => self.count(depth),
            _ => self.repeat(depth),
        }
    }

    fn assign_integer(&mut self) {
        let (place, value) = (self.dice.pick(&INTEGERS), self.integer(3));
        let operator = self.dice.pick(&["=", "=", "=", "+=", "-=", "^=", "*=", "|=", "<<="]);
        // What enumerations and truth values hold stays what they can hold.
        if matches!(place, "t" | "r.d" | "ge") {
            return self.line(&format!("{place} = {value};"));
        }
        self.line(&format!("{place} {operator} {value};"));
    }

    fn assign_float(&mut self) {
        let (place, value) = (self.dice.pick(&FLOATS), self.float(3));
        let operator = self.dice.pick(&["=", "=", "+=", "*=", "-="]);
        self.line(&format!("{place} {operator} {value};"));
    }

    fn assign_element(&mut self) {
        let (index, value) = (self.integer(1), self.integer(2));
        let element = match self.dice.below(6) {
            0 => format!("arr[(unsigned)({index}) % 6]"),
            1 => format!("ga[({index}) & 7]"),
            2 => format!("r.g[(unsigned)({index}) % 5]"),
            3 => format!("v.c[({index}) & 7]"),
            4 => format!("p->g[(unsigned)({index}) % 5]"),
            _ => format!("q[({index}) & 3]"),
        };
        self.line(&format!("{element} = {value};"));
    }

    fn assign_record(&mut self) {
        let line = self.dice.pick(&[
            "r = *p;",
            "*p = r;",
            "gr = r;",
            "r = gr;",
            "v = gu;",
            "gu = v;",
            "r.in = p->in;",
            "p->in = gr.in;",
            "r = (struct rec){.a = 2, .c = -3, .f = 1.5};",
        ]);
        self.line(line);
    }

    fn assign_byte(&mut self) {
        let (index, value) = (self.integer(1), self.integer(1));
        let object = self.dice.pick(&["r", "v", "gt", "arr"]);
        // A `_Bool` among the bytes keeps to 0 and 1.
        let limit = if object == "r" { "4".to_owned() } else { format!("sizeof {object}") };
        self.line(&format!(
            "((unsigned char *)&{object})[(unsigned)({index}) % {limit}] = {value};"
        ));
    }

    fn move_pointer(&mut self) {
        let index = self.integer(1);
        match self.dice.below(3) {
            0 => self.line(&format!("ip = arr + (unsigned)({index}) % 6;")),
            1 => self.line("py = q; *py += 1; py = &y;"),
            _ => self.line("*ip = (int)(ip - arr) + (ip > arr) + (ip == &arr[3]);"),
        }
    }

    fn call(&mut self) {
        if self.at.is_multiple_of(LEAVES) || self.at == 0 || self.loops > 0 {
            return self.assign_integer();
        }
        let callee = self.dice.below(self.at.div_ceil(LEAVES) as u64) as usize * LEAVES;
        let (first, second, float) = (self.integer(1), self.integer(1), self.float(1));
        let call = format!("f{callee}({first}, {second}, c, {float}, &r, arr)");
        match Self::result(callee) {
            "struct rec" => self.line(&format!("r = {call};")),
            _ => {
                let place = self.dice.pick(&["x", "l", "r.c", "arr[2]", "g", "p->a", "gr.h"]);
                self.line(&format!("{place} = {call};"));
            }
        }
    }

    fn choose(&mut self, depth: u32) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.block(depth);
        if self.dice.below(2) == 0 {
            self.line("} else {");
            self.block(depth);
        }
        self.line("}");
    }

    fn switch(&mut self, depth: u32) {
        let value = self.integer(2);
        self.line(&format!("switch (({value}) & 15) {{"));
        for case in ["case 0: case 3:", "case 4 ... 9:", "case 12:"] {
            self.line(case);
            self.block(depth);
            if self.dice.below(4) > 0 {
                self.line("break;");
            }
        }
        self.line("default:");
        self.block(depth);
        self.line("}");
    }

    fn count(&mut self, depth: u32) {
        let limit = 1 + self.dice.below(4);
        self.line(&format!("for (int i = 0; i < {limit}; i++) {{ int z = i * x; y += z;"));
        self.loops += 1;
        self.block(depth);
        self.loops -= 1;
        if self.dice.below(3) == 0 {
            let condition = self.condition();
            let leave = self.dice.pick(&["break", "continue"]);
            self.line(&format!("if ({condition}) {leave};"));
        }
        self.line("}");
    }

    fn repeat(&mut self, depth: u32) {
        self.line("{ int n = 3; do {");
        self.loops += 1;
        self.block(depth);
        self.loops -= 1;
        self.line("} while (--n > 0); }");
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.integer(2), self.integer(1));
        match self.dice.below(6) {
            0 => format!("({a}) && ({b})"),
            1 => format!("({a}) > ({b}) || !({b})"),
            2 => {
                let (a, b) = (self.float(2), self.float(1));
                format!("({a}) < ({b})")
            }
            3 => "ip != py".to_owned(),
            _ => format!("({a}) <= ({b})"),
        }
    }

    fn integer(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.small_integer();
        }
        let a = self.integer(depth - 1);
        match self.dice.below(15) {
            0..=4 => {
                let b = self.integer(depth - 1);
                let operator = self.dice.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("(({a}) {operator} ({b}))")
            }
            5 => {
                let b = self.integer(depth - 1);
                let operator = self.dice.pick(&["/", "%"]);
                format!("(({a}) {operator} ((({b}) & 63) + 1))")
            }
            6 => {
                let b = self.small_integer();
                let operator = self.dice.pick(&["<<", ">>"]);
                format!("(({a}) {operator} ({b}))")
            }
            7 => {
                let b = self.integer(depth - 1);
                let operator = self.dice.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("(({a}) {operator} ({b}))")
            }
            8 => {
                let operator = self.dice.pick(&["-", "~", "!"]);
                format!("({operator}({a}))")
            }
            9 | 10 => {
                let ty = self.dice.pick(&CASTS);
                format!("(({ty})({a}))")
            }
            11 => {
                let (b, c) = (self.condition_of(&a), self.small_integer());
                format!("({b} ? ({a}) : ({c}))")
            }
            12 => {
                let float = self.float(depth - 1);
                let ty = self.dice.pick(&["int", "unsigned", "long", "unsigned char", "short"]);
                format!("(({ty})({float}))")
            }
            13 => self.builtin(&a),
            _ => format!("table[({a}) & 7]"),
        }
    }

    fn condition_of(&mut self, a: &str) -> String {
        let b = self.small_integer();
        format!("(({a}) > ({b}))")
    }

    fn builtin(&mut self, a: &str) -> String {
        match self.dice.below(6) {
            0 => format!("__builtin_popcountl({a})"),
            1 => format!("__builtin_clz((unsigned)({a}) | 1)"),
            2 => format!("__builtin_bswap32({a})"),
            3 => format!("__builtin_parity({a})"),
            4 => format!("__builtin_ffs({a})"),
            _ => format!("(__builtin_mul_overflow(x, (int)({a}), &y) + y)"),
        }
    }

    fn small_integer(&mut self) -> String {
        match self.dice.below(4) {
            0 => self.dice.below(40).to_string(),
            1 => self
                .dice
                .pick(&["-1", "127u", "0x80000000u", "1000000007L", "RED", "BLUE", "'z'", "255"])
                .to_owned(),
            _ => self.dice.pick(&INTEGERS).to_owned(),
        }
    }

    fn float(&mut self, depth: u32) -> String {
        if depth == 0 || self.dice.below(4) == 0 {
            let constants = ["0.5", "-2.25f", "3e10", "1e-300", "7.0f", "-0.0"];
            return match self.dice.below(3) {
                0 => self.dice.pick(&constants).to_owned(),
                _ => self.dice.pick(&FLOATS).to_owned(),
            };
        }
        let a = self.float(depth - 1);
        match self.dice.below(7) {
            0..=3 => {
                let b = self.float(depth - 1);
                let operator = self.dice.pick(&["+", "-", "*", "/"]);
                format!("(({a}) {operator} ({b}))")
            }
            4 => {
                let integer = self.integer(depth - 1);
                let ty = self.dice.pick(&["float", "double", "long double"]);
                format!("(({ty})({integer}))")
            }
            5 => format!("((float)({a}))"),
            _ => format!("(-({a}))"),
        }
    }
}

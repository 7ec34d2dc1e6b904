//! Random C functions with loops, calls, pointers and globals.

use clew_random::Random;
use std::fmt::Write as _;

/// What every file of random functions begins with.
pub(crate) const PRELUDE: &str = "int g0, g1, g2; int arr[4]; struct pair { int x; int y; } pair;
static void bump(void) { g0 = g0 + 1; }
static void put(int *where, int what) { *where = what; }
static int clamp(int v) { if (v < 0) return 0; if (v > 9) return 9; return v; }
static int look(void) { return g1 + g2; }
static void swap(int *one, int *two) { int t = *one; *one = *two; *two = t; }
";

/// A random function of that name.
pub(crate) fn function(name: &str, random: &mut Random) -> String {
    let mut writer = Writer { random, text: String::new(), loops: 0 };
    let _ = writeln!(writer.text, "int {name}(int x, int y, int *p, int *q) {{");
    let _ = writeln!(writer.text, "int a = x, b = 3, c = 0, d = 1; int *r = &d;");
    for _ in 0..4 {
        writer.statement(2);
    }
    let _ = writeln!(writer.text, "return a + b + c + d + *r; }}");
    writer.text
}

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    loops: u32,
}

const PLACES: [&str; 12] =
    ["a", "b", "c", "d", "g0", "g1", "g2", "*p", "*q", "*r", "pair.x", "arr[1]"];
const POINTERS: [&str; 9] = ["&a", "&d", "&g1", "p", "q", "r", "&arr[2]", "&pair.y", "&b"];

impl Writer<'_> {
    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.random.index(all.len())]
    }

    fn value(&mut self) -> String {
        match self.random.index(6) {
            0 => self.random.index(12).to_string(),
            1 => "x".to_owned(),
            2 => "y".to_owned(),
            3 => format!("arr[{} & 3]", self.pick(&["a", "b", "x"])),
            _ => self.pick(&PLACES).to_owned(),
        }
    }

    fn expression(&mut self) -> String {
        let (one, other) = (self.value(), self.value());
        match self.random.index(6) {
            0 => format!("{one} + {other}"),
            1 => format!("{one} - {other}"),
            2 => format!("{one} & 15"),
            3 => format!("clamp({one})"),
            4 => "look()".to_owned(),
            _ => one,
        }
    }

    fn condition(&mut self) -> String {
        let (one, op) = (self.value(), self.pick(&["<", ">", "==", "!=", ">="]));
        format!("{one} {op} {}", self.value())
    }

    fn statement(&mut self, depth: u32) {
        let text = match self.random.index(if depth == 0 { 7 } else { 11 }) {
            0..=2 => format!("{} = {};", self.pick(&PLACES), self.expression()),
            3 => "bump();".to_owned(),
            4 => format!("put({}, {});", self.pick(&POINTERS), self.value()),
            5 => format!("r = {};", self.pick(&POINTERS)),
            6 => format!("swap({}, {});", self.pick(&POINTERS), self.pick(&POINTERS)),
            7..=9 => return self.branch(depth - 1),
            _ => return self.repeat(depth - 1),
        };
        self.text += &text;
        self.text.push('\n');
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.condition();
        let _ = writeln!(self.text, "if ({condition}) {{");
        self.statement(depth);
        self.text += "} else {\n";
        self.statement(depth);
        self.text += "}\n";
    }

    fn repeat(&mut self, depth: u32) {
        let (counter, bound) = (self.loops, self.value());
        self.loops += 1;
        let _ =
            writeln!(self.text, "for (int i{counter} = 0; i{counter} < {bound}; i{counter}++) {{");
        self.statement(depth);
        self.statement(depth);
        self.text += "if (c > 9) break; c++; }\n";
    }
}

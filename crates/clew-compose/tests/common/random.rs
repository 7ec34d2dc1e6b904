//! Random programs that are call graphs: scalars, arrays, globals, pointers to locals, early exits, faults.

use clew_random::Random;
use std::fmt::Write as _;

/// A program whose `main` asks for inputs and calls functions that call each other.
pub(crate) fn program(seed: u64) -> String {
    let mut writer = Writer { random: Random::new(seed), text: String::new(), count: 0 };
    writer.program();
    writer.text
}

struct Writer {
    random: Random,
    text: String,
    /// Functions written so far; each calls earlier ones only.
    count: usize,
}

/// What a function takes.
const PARAMETERS: [&str; 3] = ["int x, int y", "int x, int *p", "int x, const unsigned char *s"];

impl Writer {
    fn program(&mut self) {
        self.text.push_str(
            "int __VERIFIER_nondet_int(void);\nunsigned char __VERIFIER_nondet_uchar(void);\n\
             static int total;\nstatic int table[4];\n",
        );
        let count = 2 + self.random.index(3);
        for at in 0..count {
            self.function(at);
            self.count += 1;
        }
        self.main();
    }

    fn kind(at: usize) -> usize {
        at % PARAMETERS.len()
    }

    fn function(&mut self, at: usize) {
        let kind = Self::kind(at);
        let _ = writeln!(self.text, "static int f{at}({}) {{", PARAMETERS[kind]);
        self.text.push_str("    int v = x;\n");
        for _ in 0..1 + self.random.index(3) {
            self.statement(kind, 1);
        }
        let result = self.value(kind);
        let _ = writeln!(self.text, "    return {result};\n}}");
    }

    /// A value of a function whose parameters are of a kind.
    fn value(&mut self, kind: usize) -> String {
        let constant = self.random.below(7) as i64 - 3;
        match self.random.below(6) {
            0 => format!("{constant}"),
            1 => "v".to_owned(),
            2 => "total".to_owned(),
            3 => format!("(v ^ {})", constant + 4),
            4 => format!("(x & {})", 1 + self.random.below(7)),
            _ => match kind {
                0 => "y".to_owned(),
                1 => "*p".to_owned(),
                _ => format!("s[{}]", self.random.below(3)),
            },
        }
    }

    fn condition(&mut self, kind: usize) -> String {
        let (left, right) = (self.value(kind), self.random.below(6) as i64 - 1);
        let operator = self.random.pick(&["==", "!=", "<", ">"]);
        format!("{left} {operator} {right}")
    }

    fn statement(&mut self, kind: usize, depth: usize) {
        let indent = "    ".repeat(depth);
        match self.random.below(if depth > 2 { 5 } else { 9 }) {
            0 => {
                let value = self.value(kind);
                let _ = writeln!(self.text, "{indent}v = {value};");
            }
            1 => {
                let value = self.value(kind);
                let _ = writeln!(self.text, "{indent}total = {value};");
            }
            2 => {
                let (index, value) = (self.random.below(4), self.value(kind));
                let _ = writeln!(self.text, "{indent}table[{index}] = {value};");
            }
            3 if kind == 1 => {
                let value = self.value(kind);
                let _ = writeln!(self.text, "{indent}*p = {value};");
            }
            4 if self.count > 0 => self.call(kind, &indent),
            5 => {
                let condition = self.condition(kind);
                let value = self.value(kind);
                let _ = writeln!(self.text, "{indent}if ({condition}) return {value};");
            }
            6 if self.random.one_in(3) => {
                let condition = self.condition(kind);
                let _ = match self.random.below(3) {
                    0 => writeln!(self.text, "{indent}if ({condition}) __builtin_trap();"),
                    1 => writeln!(self.text, "{indent}v = 12 / ((v & 3) - 1);"),
                    _ => writeln!(self.text, "{indent}v = table[(x & 7)];"),
                };
            }
            _ => {
                let condition = self.condition(kind);
                let _ = writeln!(self.text, "{indent}if ({condition}) {{");
                self.statement(kind, depth + 1);
                let _ = writeln!(self.text, "{indent}}} else {{");
                self.statement(kind, depth + 1);
                let _ = writeln!(self.text, "{indent}}}");
            }
        }
    }

    fn call(&mut self, kind: usize, indent: &str) {
        let callee = self.random.index(self.count);
        let first = self.value(kind);
        let second = match Self::kind(callee) {
            0 => self.value(kind),
            1 if kind == 1 && self.random.one_in(2) => "p".to_owned(),
            1 => self.random.pick(&["&v", "&total", "&table[1]"]).to_owned(),
            _ if kind == 2 => "s".to_owned(),
            _ => "(const unsigned char *)table".to_owned(),
        };
        let _ = writeln!(self.text, "{indent}v = f{callee}({first}, {second});");
    }

    fn main(&mut self) {
        self.text.push_str(
            "int main(void) {\n    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n    \
             int a = __VERIFIER_nondet_int() & 7, *p = &a;\n    unsigned char s[3];\n    \
             for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_uchar();\n    int v = x;\n",
        );
        for _ in 0..2 + self.random.index(2) {
            let callee = self.random.index(self.count);
            let (first, second) = match Self::kind(callee) {
                0 => ("v", "y"),
                1 => ("y", "p"),
                _ => ("x", "s"),
            };
            let bound = self.random.below(4);
            let _ = writeln!(
                self.text,
                "    v = f{callee}({first}, {second});\n    if (v == {bound}) total++;"
            );
        }
        self.text.push_str("    if (total > a) return 1;\n    return v;\n}\n");
    }
}

/// A program whose functions work on records with pointers to numbers and to each other; the same function is called on
/// several of them, which may share what they point to.
pub(crate) fn program_on_records(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = String::from(
        "int __VERIFIER_nondet_int(void);\nstatic int total;\n\
         struct node { int a; int *p; struct node *next; };\n",
    );
    let count = 1 + random.index(3);
    for at in 0..count {
        let _ = writeln!(text, "static int g{at}(struct node *n, int x, int *q) {{");
        text.push_str("    int v = x;\n");
        for _ in 0..1 + random.index(3) {
            record_statement(&mut random, &mut text, at);
        }
        let result = record_value(&mut random);
        let _ = writeln!(text, "    return {result};\n}}");
    }
    text.push_str(
        "int main(void) {\n    int x = __VERIFIER_nondet_int() & 7, y = __VERIFIER_nondet_int() & 7;\n    \
         int a = __VERIFIER_nondet_int() & 3, b = 1, r = 0;\n",
    );
    for at in 0..3 {
        let value = random.pick(&["x", "y", "1", "a"]);
        let pointer = random.pick(&["&a", "&b", "&total", "&x"]);
        let next = if at > 0 && random.one_in(2) {
            format!("&n{}", random.index(at))
        } else {
            "0".to_owned()
        };
        let _ = writeln!(text, "    struct node n{at} = {{ {value}, {pointer}, {next} }};");
    }
    for _ in 0..2 + random.index(3) {
        let (callee, node) = (random.index(count), random.index(3));
        let (value, pointer) =
            (random.pick(&["x", "y", "a", "2"]), random.pick(&["&a", "&b", "&total", "&n0.a"]));
        let _ = writeln!(text, "    r = g{callee}(&n{node}, {value}, {pointer});");
        let _ = writeln!(text, "    if (r == {}) total++;", random.below(4));
    }
    text.push_str(
        "    if (total > 2) return 1;\n    if (n0.a == n1.a) return 2;\n    return b;\n}\n",
    );
    text
}

fn record_value(random: &mut Random) -> String {
    let constant = random.below(5) as i64 - 1;
    match random.below(7) {
        0 => format!("{constant}"),
        1 => "v".to_owned(),
        2 => "total".to_owned(),
        3 => "n->a".to_owned(),
        4 => "*n->p".to_owned(),
        5 => "*q".to_owned(),
        _ => "(n->next ? n->next->a : 4)".to_owned(),
    }
}

fn record_statement(random: &mut Random, text: &mut String, count: usize) {
    let (value, other) = (record_value(random), record_value(random));
    let target = random.pick(&["v", "total", "n->a", "*n->p", "*q", "v"]);
    let bound = random.below(5) as i64 - 1;
    let line = match random.below(6) {
        0 => format!("{target} = {value};"),
        1 => format!("if ({value} > {bound}) return {other};"),
        2 if count > 0 => {
            let node = random.pick(&["n", "n->next ? n->next : n"]);
            format!("v = g{}({node}, {value}, q);", random.index(count))
        }
        3 => format!("if ({value} == {bound} && n->next) n->next->a = {other};"),
        _ => format!("if ({value} == {bound}) {target} = {other}; else v = {value};"),
    };
    let _ = writeln!(text, "    {line}");
}

//! Random functions of two bytes, so small in their inputs that all of them can be run.
//!
//! They have everything that paths are made of: branches, loops with a bound, `switch`, calls,
//! arrays and pointers with an index from the inputs, bit-fields, unions and floats. Nothing in
//! them is undefined: arithmetic is done unsigned, shifts and indices are masked, divisors are odd.

use clew_random::Random;
use std::fmt::Write as _;

/// The text before every program.
const PRELUDE: &str = include_str!("prelude.c");

/// Types of variables.
const TYPES: [&str; 8] = [
    "unsigned char",
    "signed char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
];

/// Types of the two inputs, with their least value and the one behind their greatest.
const BYTES: [(&str, i32, i32); 3] =
    [("unsigned char", 0, 256), ("signed char", -128, 128), ("char", -128, 128)];

const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

/// Members of `struct rec` in the prelude.
const MEMBERS: [&str; 6] = ["p", "q", "u.w", "u.b[1]", "bits", "sign"];

/// A function `f` of two bytes `a` and `b`, with what it calls.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) text: String,
    /// The inputs' types, first and end.
    pub(super) inputs: [(&'static str, i32, i32); 2],
}

/// The program of a seed.
pub(super) fn program(seed: u64) -> Program {
    let mut writer = Writer::new(seed);
    for index in 0..writer.below(3) {
        let params = 1 + writer.below(2);
        let list: Vec<String> =
            (0..params).map(|param| format!("{} x{param}", writer.pick(&TYPES))).collect();
        let names = (0..params).map(|param| format!("x{param}")).collect();
        let name = format!("helper{index}");
        writer.function(&format!("static int {name}({})", list.join(", ")), names, 1);
        writer.helpers.push((name, params));
    }
    let inputs = [writer.pick(&BYTES), writer.pick(&BYTES)];
    let result = writer.pick(&TYPES);
    let head = format!("{result} f({} a, {} b)", inputs[0].0, inputs[1].0);
    writer.function(&head, vec!["a".to_owned(), "b".to_owned()], 3);
    Program { text: format!("{PRELUDE}\n{}", writer.text), inputs }
}

/// Writes functions; what is in scope changes with the statements.
struct Writer {
    random: Random,
    text: String,
    depth: usize,
    fresh: u32,
    helpers: Vec<(String, u64)>,
    /// Variables that may be read.
    variables: Vec<String>,
    /// Those that may be written.
    assignable: Vec<String>,
    /// Arrays that may be written, with a length that is a power of two.
    arrays: Vec<(&'static str, u32)>,
    has_record: bool,
    has_pointer: bool,
    has_float: bool,
}

impl Writer {
    fn new(seed: u64) -> Self {
        Writer {
            random: Random::new(seed),
            text: String::new(),
            depth: 0,
            fresh: 0,
            helpers: Vec::new(),
            variables: Vec::new(),
            assignable: Vec::new(),
            arrays: Vec::new(),
            has_record: false,
            has_pointer: false,
            has_float: false,
        }
    }

    fn below(&mut self, end: u64) -> u64 {
        self.random.below(end)
    }

    /// True in so many of a hundred cases.
    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        self.random.pick(items)
    }

    fn variable(&mut self) -> String {
        let index = self.random.index(self.variables.len());
        self.variables[index].clone()
    }

    fn target(&mut self) -> String {
        let index = self.random.index(self.assignable.len());
        self.assignable[index].clone()
    }

    fn name(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 4 * self.depth);
    }

    fn function(&mut self, head: &str, params: Vec<String>, depth: u32) {
        self.assignable = params;
        self.variables = self.assignable.clone();
        let globals = ["state".to_owned(), "level".to_owned()];
        self.variables.extend(globals.clone());
        // The order of a call and of reads beside it is unspecified: what is called writes no
        // globals.
        if !head.starts_with("static") {
            self.assignable.extend(globals);
        }
        self.line(&format!("{head} {{"));
        self.depth += 1;
        self.locals();
        for _ in 0..2 + self.below(4) {
            self.statement(depth);
        }
        let result = self.value(1);
        self.line(&format!("return {result};"));
        self.depth -= 1;
        self.line("}");
    }

    fn locals(&mut self) {
        self.arrays.clear();
        self.has_pointer = self.chance(60);
        if self.has_pointer {
            self.line("unsigned char bytes[8] = {1, 2, 3, 5, 8, 13, 21, 34};");
            self.line("unsigned char *pointer = bytes;");
            self.arrays.push(("bytes", 8));
        }
        if self.chance(40) {
            self.line("short grid[4] = {0};");
            self.arrays.push(("grid", 4));
        }
        self.has_record = self.chance(40);
        if self.has_record {
            self.line("struct rec record = {0};");
        }
        self.has_float = self.chance(30);
        if self.has_float {
            self.line("double real = 1.5;");
        }
        for _ in 0..1 + self.below(2) {
            self.declaration();
        }
    }

    fn declaration(&mut self) {
        let (name, ty, value) = (self.name("v"), self.pick(&TYPES), self.value(2));
        self.line(&format!("{ty} {name} = {value};"));
        self.variables.push(name.clone());
        self.assignable.push(name);
    }

    fn statement(&mut self, depth: u32) {
        match self.below(if depth == 0 { 40 } else { 100 }) {
            0..35 => self.assignment(),
            35..40 => {
                let (target, operator) = (self.target(), self.pick(&["^=", "|=", "&="]));
                let value = self.value(1);
                self.line(&format!("{target} {operator} {value};"));
            }
            40..65 => self.branch(depth),
            65..73 => self.counted_loop(depth),
            73..79 => self.conditional_loop(depth),
            79..88 => self.switch(depth),
            88..91 if self.has_pointer => {
                let index = self.value(1);
                self.line(&format!("pointer = &bytes[({index}) & 7];"));
            }
            91..94 if self.has_float => {
                let value = self.real(2);
                self.line(&format!("real = {value};"));
            }
            94..97 => {
                let (condition, value) = (self.condition(2), self.value(1));
                self.line(&format!("if ({condition})"));
                self.line(&format!("    return {value};"));
            }
            97 => {
                let (target, operator) = (self.target(), self.pick(&["++", "--"]));
                self.line(&format!("{target}{operator};"));
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let target = match self.below(10) {
            0 | 1 if !self.arrays.is_empty() => {
                let ((array, length), index) = (self.array(), self.value(1));
                format!("{array}[({index}) & {}]", length - 1)
            }
            2 if self.has_record => format!("record.{}", self.pick(&MEMBERS)),
            3 if self.has_pointer => "*pointer".to_owned(),
            _ => self.target(),
        };
        let value = self.value(3);
        self.line(&format!("{target} = {value};"));
    }

    fn array(&mut self) -> (&'static str, u32) {
        let arrays = std::mem::take(&mut self.arrays);
        let picked = self.pick(&arrays);
        self.arrays = arrays;
        picked
    }

    /// Statements in a scope of their own.
    fn block(&mut self, depth: u32) {
        let (variables, assignable) = (self.variables.len(), self.assignable.len());
        self.depth += 1;
        // A label takes no declaration.
        self.line("steps++;");
        for _ in 0..1 + self.below(3) {
            if self.chance(15) {
                self.declaration();
            } else {
                self.statement(depth);
            }
        }
        self.depth -= 1;
        self.variables.truncate(variables);
        self.assignable.truncate(assignable);
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.condition(2);
        self.line(&format!("if ({condition}) {{"));
        self.block(depth - 1);
        if self.chance(50) {
            self.line("} else {");
            self.block(depth - 1);
        }
        self.line("}");
    }

    fn counted_loop(&mut self, depth: u32) {
        let (name, count) = (self.name("i"), 2 + self.below(3));
        self.variables.push(name.clone());
        let more =
            if self.chance(40) { format!(" && {}", self.condition(1)) } else { String::new() };
        self.line(&format!("for (int {name} = 0; {name} < {count}{more}; {name}++) {{"));
        self.block(depth.saturating_sub(2));
        if self.chance(30) {
            let (condition, leave) = (self.condition(1), self.pick(&["break", "continue"]));
            self.line(&format!("    if ({condition})"));
            self.line(&format!("        {leave};"));
        }
        self.line("}");
        self.variables.pop();
    }

    fn conditional_loop(&mut self, depth: u32) {
        let (name, count, condition) = (self.name("w"), 2 + self.below(4), self.condition(1));
        self.line(&format!("int {name} = 0;"));
        self.line(&format!("while ({condition} && {name}++ < {count}) {{"));
        self.block(depth.saturating_sub(2));
        self.line("}");
    }

    fn switch(&mut self, depth: u32) {
        let value = self.value(2);
        self.line(&format!("switch (({value}) & 7) {{"));
        let first = self.below(4);
        for case in first..first + 2 + self.below(3) {
            self.line(&format!("case {case}: {{"));
            self.block(depth - 1);
            self.line("}");
            if self.chance(75) {
                self.line("    break;");
            }
        }
        if self.chance(60) {
            self.line("default: {");
            self.block(depth - 1);
            self.line("}");
        }
        self.line("}");
    }

    /// An expression of an integer type.
    fn value(&mut self, depth: u32) -> String {
        let constants = [
            "0",
            "1",
            "2",
            "3",
            "7",
            "10",
            "16",
            "31",
            "64",
            "100",
            "127",
            "128",
            "200",
            "255",
            "256",
            "-1",
            "-128",
            "1000",
            "65535",
            "0x7fffffff",
            "0x80000000u",
            "7ul",
        ];
        match self.below(if depth == 0 { 34 } else { 100 }) {
            0..22 => self.variable(),
            22..34 => self.pick(&constants).to_owned(),
            34..62 => {
                let operators =
                    ["ADD", "SUB", "MUL", "AND", "OR", "XOR", "SHL", "SHR", "DIV", "MOD", "ADD"];
                let (operator, left) = (self.pick(&operators), self.value(depth - 1));
                format!("{operator}({left}, {})", self.value(depth - 1))
            }
            62..70 => format!("({})({})", self.pick(&TYPES), self.value(depth - 1)),
            70..75 => format!("(~({}))", self.value(depth - 1)),
            75..80 => {
                let (condition, yes) = (self.condition(depth - 1), self.value(depth - 1));
                format!("({condition} ? {yes} : {})", self.value(depth - 1))
            }
            80..82 => format!("table[({}) & 7]", self.value(depth - 1)),
            82..85 if !self.arrays.is_empty() => {
                let ((array, length), index) = (self.array(), self.value(depth - 1));
                format!("{array}[({index}) & {}]", length - 1)
            }
            85..89 if !self.helpers.is_empty() => self.call(depth.saturating_sub(2)),
            89..92 => format!("({})", self.condition(depth - 1)),
            92..95 if self.has_record => format!("record.{}", self.pick(&MEMBERS)),
            95..97 if self.has_float => format!("to_int({})", self.real(depth - 1)),
            97..99 if self.has_pointer => "(*pointer)".to_owned(),
            _ => self.variable(),
        }
    }

    fn call(&mut self, depth: u32) -> String {
        let index = self.random.index(self.helpers.len());
        let (name, params) = self.helpers[index].clone();
        let args: Vec<String> = (0..params).map(|_| self.value(depth)).collect();
        format!("{name}({})", args.join(", "))
    }

    fn condition(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 50 } else { 100 }) {
            0..30 => {
                let (left, operator) = (self.value(depth), self.pick(&COMPARISONS));
                format!("{left} {operator} {}", self.value(depth.saturating_sub(1)))
            }
            30..50 => {
                let (left, operator) = (self.variable(), self.pick(&COMPARISONS));
                format!(
                    "{left} {operator} {}",
                    self.pick(&[0, 1, 3, 9, 27, 64, 100, 200, -5, -100])
                )
            }
            50..62 => {
                let left = self.condition(depth - 1);
                format!("({left} && {})", self.condition(depth - 1))
            }
            62..74 => {
                let left = self.condition(depth - 1);
                format!("({left} || {})", self.condition(depth - 1))
            }
            74..80 => format!("!({})", self.condition(depth - 1)),
            80..84 if self.has_float => {
                let (left, operator) = (self.real(depth), self.pick(&COMPARISONS));
                format!("{left} {operator} {}", self.real(depth - 1))
            }
            84..92 => format!("(({}) & {})", self.value(depth), 1 << self.below(7)),
            _ => format!("({})", self.value(depth)),
        }
    }

    /// An expression of type `double`.
    fn real(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 40 } else { 100 }) {
            0..25 => "real".to_owned(),
            25..40 => self.pick(&["0.5", "1.0", "-2.25", "100.0f", "3.0f"]).to_owned(),
            40..60 => format!("(double)({})", self.value(depth - 1)),
            _ => {
                let (left, operator) = (self.real(depth - 1), self.pick(&["+", "-", "*"]));
                format!("({left} {operator} {})", self.real(depth - 1))
            }
        }
    }
}

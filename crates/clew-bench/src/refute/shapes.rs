//! The parts of random functions: each asks something that looks impossible, for a reason that holds
//! or that is undone by what happens in between.

use super::writer::{Joint, Writer};

/// Two comparisons with `{}` as the place and `#` as a constant, which no value meets both.
const CONTRADICTIONS: [(&str, &str); 9] = [
    ("{} > #", "{} < #"),
    ("{} >= #", "{} < #"),
    ("{} == #", "{} != #"),
    ("{} == #", "{} == # + 1"),
    ("({} & 1) == 0", "{} == 2 * # + 1"),
    ("{} % 4 == 2", "{} % 2 != 0"),
    ("{} < #", "{} == #"),
    ("({} & 6) == 4", "({} & 2) != 0"),
    ("{} != #", "{} == #"),
];

/// Questions about any integer that nothing answers with yes, or that wrapping around does.
const ARITHMETIC: [&str; 14] = [
    "({} & 6) == 5",
    "{} % 3 == 3",
    "({} & 255) > 255",
    "(unsigned char){} > 255",
    "(signed char){} < -128",
    "{} + 1 < {}",
    "{} * {} % 4 == 2",
    "({} | 1) == 0",
    "({} ^ {}) != 0",
    "(short){} == 32768",
    "((unsigned){} >> 28) > 15",
    "-{} == {} && {} != 0",
    "({} & 3) + ({} & 4) == 8",
    "table[{} & 7] % 2 == 0",
];

const SMALL: [u64; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 100, 255];

fn fill(template: &str, place: &str, constant: u64) -> String {
    template.replace("{}", place).replace('#', &constant.to_string())
}

impl Writer {
    /// One part, which may contain others down to a depth.
    pub(super) fn shape(&mut self, depth: u32) {
        match self.random.below(21) {
            0..=3 => self.contradict(depth),
            4..=5 => self.assign(),
            6 => self.copy(),
            7..=8 => self.keep_within(),
            9..=10 => self.arithmetic(),
            11..=13 if self.loops < 2 && depth > 0 => self.count(depth),
            11..=13 => self.relate(),
            14 => self.machine(),
            15 => self.pointers(),
            16 => self.library(),
            17 => self.pun(),
            18 => self.flag(depth),
            19 => self.again(),
            _ => self.cases(),
        }
    }

    /// What was seen of a place is asked again, the other way round.
    fn contradict(&mut self, depth: u32) {
        let (place, constant) = (self.place(), self.pick(&SMALL));
        let (first, second) = self.pick(&CONTRADICTIONS);
        self.open("if", &[fill(first, place, constant)], Joint::And);
        self.interfere();
        if depth > 0 && self.chance(25) {
            self.shape(depth - 1);
        }
        self.probe(&fill(second, place, constant));
        self.close();
    }

    /// A place is set and then looked at.
    fn assign(&mut self) {
        let (place, constant) = (self.target(), self.random.below(4));
        self.plain(&format!("{place} = {constant};"));
        self.interfere();
        let question = self.pick(&["{} != #", "{} == # + 1", "{} > #", "{} < #"]);
        self.probe(&fill(question, place, constant));
    }

    /// A place is remembered and then compared.
    fn copy(&mut self) {
        let (place, copy) = (self.place(), self.name("copy"));
        self.plain(&format!("long {copy} = {place};"));
        self.interfere();
        let question = self.pick(&["!=", "<", ">"]);
        self.probe(&format!("{place} {question} {copy}"));
        self.probe(&format!("{copy} == {place} + 1"));
    }

    /// The function is left when a place is outside of bounds.
    fn keep_within(&mut self) {
        let place = self.place();
        let most = 200 + self.random.below(20);
        self.leave_if(&[format!("{place} < -90"), format!("{place} > {most}")], Joint::Or);
        self.interfere();
        self.probe(&format!("{place} == {}", most + 1));
        if self.chance(50) {
            let least = 90 + self.random.below(3);
            self.probe(&format!("{place} < -{least}"));
        }
    }

    fn arithmetic(&mut self) {
        let place = self.place();
        let question = self.pick(&ARITHMETIC);
        let conditions: Vec<String> =
            fill(question, place, 0).split(" && ").map(str::to_owned).collect();
        self.open("if", &conditions, Joint::And);
        self.plain("acc += 2;");
        self.close();
    }

    /// Two places in an order that has no end.
    fn relate(&mut self) {
        let (first, second) = (self.place(), self.place());
        self.open("if", &[format!("{first} < {second}")], Joint::And);
        self.interfere();
        let question = self.pick(&["==", ">"]);
        self.probe(&format!("{first} {question} {second}"));
        self.close();
    }

    /// A loop with a bound, something that goes along with its counter, and what that comes to.
    fn count(&mut self, depth: u32) {
        let counter = format!("i{}", self.loops);
        let bound = 3 + self.random.below(10);
        let step = 1 + self.random.below(3);
        let along = self.name("along");
        let width = self.pick(&["int", "unsigned", "unsigned char", "long"]);
        self.plain(&format!("{width} {along} = 0;"));
        self.plain(&format!("for ({counter} = 0;"));
        let mut conditions = vec![format!("{counter} < {bound}")];
        if self.chance(50) {
            let other = self.place();
            conditions.push(format!("{counter} < {other}"));
        }
        self.conditions(&conditions, Joint::And);
        self.plain(&format!("; {counter}++) {{"));
        self.enter();
        self.loops += 1;
        self.plain(&format!("{along} += {step};"));
        self.inside(&counter, bound, depth);
        self.loops -= 1;
        self.close();
        self.after(&counter, &along, bound, step);
    }

    fn inside(&mut self, counter: &str, bound: u64, depth: u32) {
        if self.chance(50) {
            let question = self.pick(&[">", "==", ">="]);
            self.probe(&format!("{counter} {question} {bound}"));
        }
        if self.chance(60) {
            self.shape(depth - 1);
        }
        if self.chance(40) {
            let place = self.place();
            self.open("if", &[format!("{place} == 3")], Joint::And);
            self.plain("break;");
            self.close();
        }
        self.interfere();
    }

    fn after(&mut self, counter: &str, along: &str, bound: u64, step: u64) {
        self.probe(&format!("{counter} > {bound}"));
        match self.random.below(4) {
            0 => self.probe(&format!("{along} > {}", bound * step)),
            1 => self.probe(&format!("{along} % {step} != 0")),
            2 => self.probe(&format!("{along} < {counter}")),
            _ => self.probe(&format!("{along} == {}", bound * step + 1)),
        }
    }

    /// A state that goes round, in a place that others can change or not.
    fn machine(&mut self) {
        let state =
            self.pick(&["t0", "t1", "small", "hidden", "mode", "known", "ga", "shared", "gs"]);
        let input = self.place();
        let counter = self.name("step");
        let start = self.random.below(3);
        if self.chance(70) {
            self.plain(&format!("{state} = {start};"));
        }
        self.plain(&format!("for (int {counter} = 0;"));
        self.conditions(&[format!("{counter} < 6")], Joint::And);
        self.plain(&format!("; {counter}++) {{"));
        self.enter();
        self.open_plain(&format!("switch ({state})"));
        for (label, next) in [("case 0:", 1), ("case 1:", 2), ("case 2:", 0), ("case 5:", 3)] {
            self.case(label);
            self.plain(&format!("{state} ="));
            self.conditions(&[format!("{input} > {next}")], Joint::And);
            self.plain(&format!("? {next} : {start};"));
            self.end_case();
        }
        self.case("default:");
        self.plain("acc += 5;");
        self.end_case();
        self.close();
        if self.chance(40) {
            self.interfere();
        }
        self.close();
        self.probe(&format!("{state} > 2"));
    }

    /// Pointers that are equal or not, and what is behind them.
    fn pointers(&mut self) {
        let target = self.pick(&["ga", "gb", "known", "shared", "grec.a", "garray[1]"]);
        match self.random.below(5) {
            0 => {
                self.plain(&format!("gp = &{target};"));
                self.interfere();
                self.probe(&format!("gp != &{target}"));
            }
            1 => {
                let own = self.name("own");
                self.plain(&format!("int *{own} = &{target};"));
                self.plain(&format!("*{own} = 7;"));
                self.interfere();
                self.probe(&format!("{target} != 7"));
                self.probe(&format!("*{own} != {target}"));
            }
            2 => {
                let found = self.name("found");
                self.plain(&format!("int *{found} = find();"));
                self.open("if", &[format!("{found} != 0")], Joint::And);
                self.plain(&format!("{target} = 4;"));
                self.plain(&format!("*{found} = 9;"));
                self.probe(&format!("{target} == 9"));
                self.probe(&format!("*{found} != 9"));
                self.probe(&format!("{found} == &t0"));
                self.close();
            }
            3 => {
                self.open("if", &["gp != 0"], Joint::And);
                self.plain(&format!("{target} = 4;"));
                self.plain("*gp = 9;");
                self.probe(&format!("{target} == 9"));
                self.probe("*gp != 9");
                self.close();
            }
            _ => self.same_or_not(target),
        }
    }

    fn same_or_not(&mut self, target: &str) {
        let names: Vec<&str> =
            ["ip", "iq", "array"].into_iter().filter(|it| self.has(it)).collect();
        let pointer = if names.is_empty() { "tell()" } else { self.pick(&names) };
        self.open("if", &[format!("{pointer} == &{target}")], Joint::And);
        self.plain(&format!("{target} = 2;"));
        self.probe(&format!("*{pointer} != 2"));
        self.close();
        self.open("if", &[format!("{pointer} != &{target}")], Joint::And);
        self.plain(&format!("{target} = 2;"));
        self.plain(&format!("*{pointer} = 1;"));
        self.probe(&format!("{target} == 1"));
        self.close();
    }

    /// The same bytes as something else.
    fn pun(&mut self) {
        let pun = if self.has("up") { self.pick(&["(*up)", "gpun"]) } else { "gpun" };
        let place = self.place();
        self.plain(&format!("{pun}.w = (unsigned){place};"));
        if self.chance(40) {
            self.interfere();
        }
        self.probe(&format!("{pun}.b[0] != ({pun}.w & 255)"));
        self.open("if", &[format!("{pun}.h[0] == 1")], Joint::And);
        self.plain(&format!("{pun}.b[3] = 2;"));
        self.probe(&format!("{pun}.b[1] != 0"));
        self.probe(&format!("{pun}.w < 0x2000000"));
        self.close();
    }

    /// A flag that is set on one way only.
    fn flag(&mut self, depth: u32) {
        let (flag, place) = (self.name("flag"), self.place());
        let limit = self.pick(&SMALL);
        self.plain(&format!("int {flag} = 0;"));
        self.open("if", &[format!("{place} > {limit}")], Joint::And);
        self.plain(&format!("{flag} = 1;"));
        self.close();
        if depth > 0 && self.chance(40) {
            self.shape(depth - 1);
        }
        self.interfere();
        self.open("if", &[format!("{flag} == 1")], Joint::And);
        self.probe(&format!("{place} <= {limit}"));
        self.close();
        self.probe(&format!("{flag} > 1"));
    }

    /// The function calls itself: only what calls have of their own stays.
    fn again(&mut self) {
        let place = self.target();
        // In loops the calls would multiply without end.
        self.open("if", &["(n0 & 7) == 5", "nested < 2"], Joint::And);
        self.plain(&format!("{place} = 2;"));
        let call = self.call_of_itself();
        self.plain("nested++;");
        self.plain(&format!("acc += AGAIN({call});"));
        self.plain("nested--;");
        // Locals of that call are gone.
        self.plain("gp = &ga, gq = &gb;");
        if self.has("pp") {
            self.plain("*pp = &ga;");
        }
        self.probe(&format!("{place} != 2"));
        self.probe("(n0 & 1) == 0");
        self.probe("calls == 0");
        self.close();
    }

    /// Cases of what has few values, or looks as if it had.
    fn cases(&mut self) {
        let place = self.place();
        let subject = fill(
            self.pick(&["{} & 3", "clamp((int){})", "{} % 3", "(unsigned){} % 3", "{} & 5"]),
            place,
            0,
        );
        self.open_plain(&format!("switch ({subject})"));
        for label in ["case 0:", "case 2:", "case 3:", "case 7:", "case 8:", "case -1:"] {
            self.case(label);
            self.plain("acc += 3;");
            self.end_case();
        }
        self.case("default:");
        self.plain("acc--;");
        self.end_case();
        self.close();
    }
}

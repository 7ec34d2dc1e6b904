//! Writes a function of a seed: what it begins with, and how its parts are put together.

use super::function::{Function, Role};
use super::vocabulary::{ACTIONS, Kind, PARAMETERS, PLACES, Parameter};
use clew_random::Random;

/// The locals of each function, behind its parameters. `n0` is an index that nobody else knows.
const LOCALS: [&str; 9] = [
    "static int calls;",
    "int t0 = 0, t1 = 1, n0 = (int)ask(0), acc = 0;",
    "int i0, i1;",
    "unsigned char small = 0;",
    "int shared = 3;",
    "int raw;",
    "struct rec lr = {0};",
    "(void)&raw;",
    "calls++;",
];

/// How places begin that are behind pointers to constants.
const CONSTANT: [&str; 3] = ["text", "*ci", "cs->"];

/// The function of a seed.
pub(super) fn function(seed: u64) -> Function {
    let mut writer = Writer::new(seed);
    writer.begin();
    for _ in 0..5 + writer.random.below(4) {
        writer.shape(2);
    }
    writer.plain("return acc + t0 + t1 + i0 + i1 + small;");
    writer.depth -= 1;
    writer.plain("}");
    writer.function
}

/// How conditions of one decision are joined.
#[derive(Clone, Copy, Debug)]
pub(super) enum Joint {
    And,
    Or,
}

/// Writes one function; what it can use does not change once it has begun.
pub(super) struct Writer {
    pub(super) random: Random,
    function: Function,
    depth: usize,
    parameters: Vec<Parameter>,
    /// How many loops are under way: each has a counter of its own.
    pub(super) loops: usize,
    fresh: usize,
}

impl Writer {
    fn new(seed: u64) -> Self {
        Writer {
            random: Random::new(seed),
            function: Function::default(),
            depth: 0,
            parameters: Vec::new(),
            loops: 0,
            fresh: 0,
        }
    }

    fn begin(&mut self) {
        let wanted = 3 + self.random.below(4);
        let mut rest = PARAMETERS.to_vec();
        for _ in 0..wanted {
            let chosen = rest.swap_remove(self.random.index(rest.len()));
            self.parameters.push(chosen);
        }
        let texts: Vec<&str> = self.parameters.iter().map(|it| it.text).collect();
        let arguments: Vec<&str> = self.parameters.iter().map(|it| it.argument).collect();
        self.function.set_call(format!("f({})", arguments.join(", ")));
        self.plain(&format!("int f({}) {{", texts.join(", ")));
        self.depth += 1;
        LOCALS.iter().for_each(|line| self.plain(line));
        self.plain("i0 = 0, i1 = 0;");
        let pointers = self.parameters.iter().filter(|it| it.kind == Kind::Pointer);
        let nulls: Vec<String> = pointers.map(|it| format!("{} == 0", it.name)).collect();
        if !nulls.is_empty() {
            self.leave_if(&nulls, Joint::Or);
        }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.parameters.iter().any(|it| it.name == name)
    }

    /// A call of the function itself with the parameters as they are.
    pub(super) fn call_of_itself(&self) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|it| it.name).collect();
        format!("f({})", names.join(", "))
    }

    /// True in so many of a hundred cases.
    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100) < percent
    }

    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        self.random.pick(items)
    }

    /// The name of a variable that is not there yet.
    pub(super) fn name(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    pub(super) fn plain(&mut self, text: &str) {
        self.function.push(" ".repeat(4 * self.depth), text, Role::Plain);
    }

    pub(super) fn case(&mut self, text: &str) {
        self.function.push(" ".repeat(4 * self.depth), text, Role::Case);
        self.depth += 1;
    }

    pub(super) fn end_case(&mut self) {
        self.plain("break;");
        self.depth -= 1;
    }

    /// Conditions of a decision, each on its line, one level in.
    pub(super) fn conditions<T: AsRef<str>>(&mut self, conditions: &[T], joint: Joint) {
        for (index, condition) in conditions.iter().enumerate() {
            let joint = match joint {
                _ if index == 0 => "",
                Joint::And => "&& ",
                Joint::Or => "|| ",
            };
            let lead = format!("{}{joint}", " ".repeat(4 * self.depth + 4));
            self.function.push(lead, condition.as_ref(), Role::Condition);
        }
    }

    /// `head` with a decision, up to the opening brace.
    pub(super) fn open<T: AsRef<str>>(&mut self, head: &str, conditions: &[T], joint: Joint) {
        self.plain(&format!("{head} ("));
        self.conditions(conditions, joint);
        self.plain(") {");
        self.depth += 1;
    }

    /// A block that has no head to be decided.
    pub(super) fn open_plain(&mut self, head: &str) {
        self.plain(&format!("{head} {{"));
        self.depth += 1;
    }

    pub(super) fn close(&mut self) {
        self.depth -= 1;
        self.plain("}");
    }

    /// Goes into the body of a loop whose head is written already.
    pub(super) fn enter(&mut self) {
        self.depth += 1;
    }

    /// A question whose answer changes nothing but a sum.
    pub(super) fn probe(&mut self, condition: &str) {
        self.open("if", &[condition], Joint::And);
        self.plain("acc++;");
        self.close();
    }

    pub(super) fn leave_if<T: AsRef<str>>(&mut self, conditions: &[T], joint: Joint) {
        self.open("if", conditions, joint);
        self.plain("return acc;");
        self.close();
    }

    /// An integer that can be read and written. Half of them are behind parameters, if there are any.
    pub(super) fn place(&mut self) -> &'static str {
        let own: Vec<&str> = self.parameters.iter().flat_map(|it| it.places).copied().collect();
        if own.is_empty() || self.chance(50) { self.pick(&PLACES) } else { self.pick(&own) }
    }

    /// A place that the function may write to.
    pub(super) fn target(&mut self) -> &'static str {
        loop {
            let place = self.place();
            if !CONSTANT.iter().any(|start| place.starts_with(start)) {
                return place;
            }
        }
    }

    /// Things happen that may change a place, or nothing does.
    pub(super) fn interfere(&mut self) {
        let own: Vec<&str> = self.parameters.iter().flat_map(|it| it.actions).copied().collect();
        for _ in 0..self.pick(&[0, 0, 1, 1, 2, 3]) {
            let action = if own.is_empty() || self.chance(40) {
                self.pick(&ACTIONS)
            } else {
                self.pick(&own)
            };
            self.plain(action);
        }
    }
}

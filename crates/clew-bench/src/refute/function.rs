//! A random C function, line by line, and the same function with its conditions counted.
//!
//! Every condition and every case has a line of its own, so that the line and what it comes to name
//! an objective in both texts.

use std::collections::BTreeMap;

/// What both texts have before the function.
const PRELUDE: &str = include_str!("prelude.c");
/// What the attack has before everything.
const BEFORE: &str = include_str!("before.c");
/// What the attack has behind everything.
const AFTER: &str = include_str!("after.c");

/// What a line is to coverage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Plain,
    /// A whole atomic condition, with `&&` or `||` before it or not.
    Condition,
    /// A label of a `switch`; what is above it does not fall through.
    Case,
}

/// A line of the function.
#[derive(Debug)]
struct Line {
    /// What stands before the text in both forms: spaces, and how a condition is joined to the one above.
    lead: String,
    text: String,
    role: Role,
}

/// A function `f` of a seed, and how it is called in an attack.
#[derive(Debug, Default)]
pub(super) struct Function {
    lines: Vec<Line>,
    /// A call of it with random arguments, in terms of the driver.
    call: String,
}

impl Function {
    pub(super) fn push(&mut self, lead: String, text: &str, role: Role) {
        self.lines.push(Line { lead, text: text.to_owned(), role });
    }

    pub(super) fn set_call(&mut self, call: String) {
        self.call = call;
    }

    /// What Clew gets.
    pub(super) fn subject(&self) -> String {
        let mut text = PRELUDE.to_owned();
        for line in &self.lines {
            text.extend([&line.lead, line.text.as_str(), "\n"]);
        }
        text
    }

    /// What is compiled and run: lines are numbered as in the subject.
    pub(super) fn attack(&self) -> String {
        let mut text =
            format!("{BEFORE}#define CALL {}\n#line 1 \"subject.c\"\n{PRELUDE}", self.call);
        for Line { lead, text: line, role } in &self.lines {
            text.push_str(lead);
            text.push_str(&match role {
                Role::Plain => line.clone(),
                Role::Condition => format!("B({line})"),
                Role::Case => format!("{line} C"),
            });
            text.push('\n');
        }
        text.push_str("#line 1 \"after.c\"\n");
        text.push_str(AFTER);
        text
    }

    /// The lines that are counted, as the subject numbers them.
    pub(super) fn counted(&self) -> BTreeMap<u64, Role> {
        let first = PRELUDE.lines().count() as u64 + 1;
        let numbered = (first..).zip(&self.lines);
        numbered.filter(|(_, it)| it.role != Role::Plain).map(|(at, it)| (at, it.role)).collect()
    }
}

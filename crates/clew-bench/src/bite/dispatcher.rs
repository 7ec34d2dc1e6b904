//! Programs like the paper's subjects: a loop that reads events, a dispatcher over a state variable,
//! handlers that check again what their callers have checked, and counters that only many events move.

use clew_random::Random;
use std::fmt::Write as _;

/// A kind of program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    seed: u64,
    /// States of the machine, and events that each knows.
    states: u64,
    events: u64,
    /// Helpers that all handlers may call.
    helpers: u64,
}

/// The programs of the experiment, from 500 to 2,500 lines.
pub(super) const KINDS: [Kind; 5] = [
    Kind { name: "dispatcher-1", seed: 11, states: 8, events: 4, helpers: 6 },
    Kind { name: "dispatcher-2", seed: 12, states: 12, events: 5, helpers: 8 },
    Kind { name: "dispatcher-3", seed: 13, states: 16, events: 6, helpers: 10 },
    Kind { name: "protocol-1", seed: 14, states: 17, events: 7, helpers: 12 },
    Kind { name: "protocol-2", seed: 15, states: 17, events: 8, helpers: 16 },
];

/// The text of a program.
pub(super) fn program(kind: Kind) -> String {
    let mut writer = Writer { random: Random::new(kind.seed), text: String::new(), kind };
    writer.globals();
    for helper in 0..kind.helpers {
        writer.helper(helper);
    }
    for state in 0..kind.states {
        writer.handler(state);
    }
    writer.dispatcher();
    writer.entry();
    writer.text
}

struct Writer {
    random: Random,
    text: String,
    kind: Kind,
}

impl Writer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{text}");
    }

    fn globals(&mut self) {
        self.line("extern int __VERIFIER_nondet_int(void);");
        self.line("static int state;");
        self.line("static int locked;");
        self.line("static int pending;");
        self.line("static int retries;");
        self.line("static int status;");
        self.line("");
    }

    /// A helper checks its argument again, and the lock.
    fn helper(&mut self, helper: u64) {
        let low = self.random.below(4);
        let high = low + 3 + self.random.below(8);
        self.line(&format!("static int helper_{helper}(int code, int flags)"));
        self.line("{");
        self.line(&format!("    if (code < {low})"));
        self.line("        return -1;");
        self.line(&format!("    if (code > {high})"));
        self.line("        return -2;");
        self.line("    if (locked != 0) {");
        self.line("        if (locked != 1)");
        self.line("            return -3;");
        self.line("        status = status | 1;");
        self.line("    }");
        self.line(&format!("    if (code < {low} || code > {high}) {{"));
        self.line("        status = -9;");
        self.line("        return -9;");
        self.line("    }");
        let flags = self.random.below(50);
        self.line(&format!("    if (flags == {flags})"));
        self.line("        retries = retries + 1;");
        self.line("    else if (flags < 0)");
        self.line("        retries = 0;");
        self.line("    return code;");
        self.line("}");
        self.line("");
    }

    /// A handler of a state: by events, with checks that the dispatcher has made.
    fn handler(&mut self, state: u64) {
        let Kind { states, events, helpers, .. } = self.kind;
        self.line(&format!("static int handle_{state}(int event, int data)"));
        self.line("{");
        self.line("    int result = 0;");
        self.line(&format!("    if (state != {state}) {{"));
        self.line("        status = -1;");
        self.line("        return -1;");
        self.line("    }");
        self.line("    switch (event) {");
        for event in 0..events {
            let helper = self.random.below(helpers);
            let next = match self.random.below(3) {
                0 => state,
                1 => (state + 1) % states,
                _ => self.random.below(states),
            };
            self.line(&format!("    case {event}:"));
            self.line(&format!("        result = helper_{helper}(data, event);"));
            self.line("        if (result < 0) {");
            self.line("            pending = 0;");
            self.line("            break;");
            self.line("        }");
            self.line("        locked = 1;");
            self.line("        pending = pending + 1;");
            let most = 1 + self.random.below(3);
            self.line(&format!("        if (pending > {most})"));
            self.line(&format!("            state = {next};"));
            self.line("        locked = 0;");
            self.line("        break;");
        }
        self.line("    default:");
        self.line(&format!("        if (event < {events})"));
        self.line("            if (event >= 0)");
        self.line("                status = -2;");
        self.line("        result = -4;");
        self.line("    }");
        self.line("    if (locked)");
        self.line("        status = -3;");
        self.line("    return result;");
        self.line("}");
        self.line("");
    }

    fn dispatcher(&mut self) {
        self.line("static int dispatch(int event, int data)");
        self.line("{");
        self.line("    switch (state) {");
        for state in 0..self.kind.states {
            self.line(&format!("    case {state}:"));
            self.line(&format!("        return handle_{state}(event, data);"));
        }
        self.line("    default:");
        self.line("        status = -8;");
        self.line("        return -8;");
        self.line("    }");
        self.line("}");
        self.line("");
    }

    fn entry(&mut self) {
        self.line("int main(void)");
        self.line("{");
        self.line("    int turns = 0;");
        self.line("    while (turns < 40) {");
        self.line("        int event = __VERIFIER_nondet_int();");
        self.line("        int data = __VERIFIER_nondet_int();");
        self.line("        if (event < 0)");
        self.line("            break;");
        self.line("        dispatch(event, data);");
        self.line("        if (status == -8)");
        self.line("            return 2;");
        self.line("        if (retries > 3)");
        self.line("            return 1;");
        self.line("        turns++;");
        self.line("    }");
        self.line("    if (turns < 0)");
        self.line("        return 3;");
        self.line("    return 0;");
        self.line("}");
    }
}

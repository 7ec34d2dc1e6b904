//! Programs like the simplified state machines of a secure shell's handshake: one function with an endless
//! loop, a long chain of conditions over a state variable, states that nothing ever sets, and a second
//! variable that says how far things have come.

use clew_random::Random;
use std::fmt::Write as _;

/// A handshake.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handshake {
    pub(super) name: &'static str,
    pub(super) seed: u64,
    /// States that follow each other.
    pub(super) states: u64,
    /// States that the chain knows and nothing sets.
    pub(super) unused: u64,
}

const BEGINNING: &str = "\
extern int __VERIFIER_nondet_int(void);

int shake(int initial_state)
{
  int s__info = __VERIFIER_nondet_int();
  int s__ctx__info = __VERIFIER_nondet_int();
  int s__busy = __VERIFIER_nondet_int();
  int s__version = __VERIFIER_nondet_int();
  int s__hit = __VERIFIER_nondet_int();
  int s__debug = __VERIFIER_nondet_int();
  int s__cipher = __VERIFIER_nondet_int();
  int s__options = __VERIFIER_nondet_int();
  int s__bbio = __VERIFIER_nondet_int();
  int s__wbio = __VERIFIER_nondet_int();
  int s__reuse = __VERIFIER_nondet_int();
  int s__state;
  int s__next;
  int buffer;
  int callback;
  int result;
  int skip;
  int old;
  int progress;
  int new_state;
  {
  s__state = initial_state;
  s__next = 0;
  progress = 0;
  callback = 0;
  result = -1;
  skip = 0;
  old = 0;
  if (s__info != 0) {
    callback = s__info;
  } else {
    if (s__ctx__info != 0) {
      callback = s__ctx__info;
    }
  }
  s__busy = s__busy + 1;
  while (1) {
    again: ;
    old = s__state;
";

const ENDING: &str = "\
    if (! s__reuse) {
      if (s__debug) {
        result = __VERIFIER_nondet_int();
        if (result <= 0) {
          goto end;
        }
      }
      if (callback != 0) {
        if (s__state != old) {
          if (! skip) {
            new_state = s__state;
            s__state = old;
            s__state = new_state;
          }
        }
      }
    }
    skip = 0;
  }
  end:
  s__busy = s__busy - 1;
  if (callback != 0) {
  }
  return (result);
  ERROR: ;
  goto ERROR;
  }
}

int main(void)
{
  int result;
  {
";

/// The text of a handshake.
pub(super) fn handshake(kind: Handshake) -> String {
    let mut random = Random::new(kind.seed);
    let mut text = BEGINNING.to_owned();
    let number = |state: u64| 4096 + 16 * state;
    let unused: Vec<u64> = (0..kind.unused).map(|it| 12288 + 7 * it).collect();
    let mut chain: Vec<u64> =
        (0..kind.states).flat_map(|it| [number(it), number(it) + 1]).collect();
    for (at, value) in unused.iter().enumerate() {
        chain.insert((at * 5) % chain.len(), *value);
    }
    for (depth, value) in chain.iter().enumerate() {
        let space = " ".repeat(depth + 4);
        let _ = writeln!(text, "{space}if (s__state == {value}) {{\n{space} goto state_{value};");
        let _ = writeln!(text, "{space}}} else {{");
    }
    text.push_str("    goto state_default;\n    if (0) {\n");
    for value in &unused {
        let _ = write!(
            text,
            "      state_{value}:\n      s__options = {value};\n      if (s__cipher == 0) {{\n        \
             goto end;\n      }}\n      s__state = {};\n      goto state_break;\n",
            number(0)
        );
    }
    for state in 0..kind.states {
        let _ = writeln!(
            text,
            "      state_{}: ;\n      state_{}: ;",
            number(state),
            number(state) + 1
        );
        write_state(&mut text, &mut random, kind, state);
        text.push_str("      goto state_break;\n");
    }
    text.push_str("      state_default:\n      result = -1;\n      goto end;\n    } else {\n      state_break: ;\n    }\n");
    for depth in (0..chain.len()).rev() {
        let _ = writeln!(text, "{}}}", " ".repeat(depth + 4));
    }
    text.push_str(ENDING);
    let _ = write!(text, "  result = shake({});\n  return (result);\n  }}\n}}\n", number(0));
    text
}

/// One state: a message goes out or comes in, and the next follows.
fn write_state(text: &mut String, random: &mut Random, kind: Handshake, state: u64) {
    let number = |state: u64| 4096 + 16 * (state % kind.states);
    let (next, far) = (number(state + 1), number(state + 2));
    let is_last = state + 1 == kind.states;
    let _ = write!(
        text,
        "      result = __VERIFIER_nondet_int();\n      if (progress == {state}) {{\n        \
         progress = {};\n      }}",
        state + 1
    );
    if random.below(3) == 0 {
        let _ = write!(
            text,
            " else {{\n        if (progress == {}) {{\n          progress = {};\n        }}\n      }}",
            state + kind.states,
            state + 1
        );
    }
    text.push_str("\n      if (result <= 0) {\n        goto end;\n      }\n");
    if is_last {
        let _ = write!(
            text,
            "      if (progress == {}) {{\n        goto ERROR;\n      }}\n      result = 1;\n      goto end;\n",
            2 * kind.states + 5
        );
        return;
    }
    match random.below(5) {
        0 => {
            let _ = write!(
                text,
                "      if (s__hit) {{\n        s__state = {far};\n      }} else {{\n        s__state = {next};\n      }}\n"
            );
        }
        1 => {
            let _ = write!(
                text,
                "      buffer = s__cipher & {};\n      if (buffer) {{\n        skip = 1;\n        s__state = {next};\n      \
                 }} else {{\n        s__state = {next};\n      }}\n",
                1 << random.below(8)
            );
        }
        2 => {
            let _ = write!(
                text,
                "      if (s__bbio != s__wbio) {{\n      }}\n      s__next = {next};\n      s__state = s__next;\n"
            );
        }
        3 => {
            let _ = write!(
                text,
                "      if ((s__version & 65280) != 768) {{\n        result = -1;\n        goto end;\n      }}\n      \
                 s__state = {next};\n      if ((s__version & 65280) != 768) {{\n        s__state = {};\n      }}\n",
                number(state + 3) + 1
            );
        }
        _ => {
            let _ = write!(
                text,
                "      s__state = {next};\n      if (s__next == {}) {{\n        s__state = s__next;\n      }}\n",
                12288 + 7
            );
        }
    }
}

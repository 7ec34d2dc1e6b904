//! Programs like the simplified state machines of a secure shell's handshake, as a translator to simple C
//! leaves them: one function with an endless loop, a long chain of conditions over a state variable, states that
//! nothing ever sets, a second variable that says how far things have come, a state that only leads on to the
//! next, and (at the client) locals that nobody sets before they are read.

use clew_random::Random;
use std::fmt::Write as _;

/// A handshake.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handshake {
    pub(super) name: &'static str,
    pub(super) seed: u64,
    pub(super) side: Side,
    /// States that follow each other.
    pub(super) states: u64,
    /// States that the chain knows and nothing sets.
    pub(super) unused: u64,
}

/// Who shakes hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// It begins anew, and reads what was never set.
    Client,
    /// It is called in the midst of things: what comes before is never done.
    Server,
}

const BEGINNING: &str = "\
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail(\"0\", \"handshake.c\", 3, \"reach_error\"); }
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);

int shake(int initial_state)
{
  int s__info = __VERIFIER_nondet_int();
  int s__ctx__info = __VERIFIER_nondet_int();
  int s__busy = __VERIFIER_nondet_int();
  int s__version = __VERIFIER_nondet_int();
  int s__hit = __VERIFIER_nondet_int();
  int s__debug = __VERIFIER_nondet_int();
  int s__cipher = __VERIFIER_nondet_int();
  int s__strength = __VERIFIER_nondet_int();
  int s__options = __VERIFIER_nondet_int();
  int s__verify = __VERIFIER_nondet_int();
  int s__peer = __VERIFIER_nondet_int();
  int s__bbio = __VERIFIER_nondet_int();
  int s__wbio = __VERIFIER_nondet_int();
  int s__reuse = __VERIFIER_nondet_int();
  int s__buffer = 1;
  int s__state;
  int s__next;
  int s__mode;
  int s__asked;
  int s__flags;
  int s__number;
  unsigned long l;
  long number;
  int buffer;
  int callback;
  int result;
  int skip;
  int old;
  int progress;
  int new_state;
  int first = __VERIFIER_nondet_int();
  int second = __VERIFIER_nondet_int();
  int third = __VERIFIER_nondet_int();
  long more = __VERIFIER_nondet_long();
  int __tmp_1;
  unsigned long __tmp_2;
  long __tmp_3;
  long __tmp_4;
  {
  s__state = initial_state;
  progress = 0;
  callback = 0;
  result = -1;
  skip = 0;
  if (s__info != 0) {
    callback = s__info;
  } else {
    if (s__ctx__info != 0) {
      callback = s__ctx__info;
    }
  }
  s__busy ++;
  if (first - 12288) {
    if (second - 16384) {

    }
  }
  while (1) {
    again: ;
    old = s__state;
";

const ENDING: &str = "\
    if (! s__reuse) {
      if (! skip) {
        if (s__debug) {
          result = __VERIFIER_nondet_int();
          if (result <= 0) {
            goto end;
          }
        }
        if (callback != 0) {
          if (s__state != old) {
            new_state = s__state;
            s__state = old;
            s__state = new_state;
          }
        }
      }
    }
    skip = 0;
  }
  over: ;
  end:
  s__busy --;
  if (callback != 0) {

  }
  return (result);
  ERROR: {reach_error(); abort();}
  return (-1);
  }
}

int main(void)
{
  int s;
  int result;
  {
  {
";

/// What is done before the first message.
const BEFORE: &str = "\
      s__mode = 1;
      if (callback != 0) {

      }
      {
      __tmp_1 = s__version - 65280;
      if (__tmp_1 != 768) {
        result = -1;
        goto end;
      }
      }
      if (s__buffer == 0) {
        buffer = __VERIFIER_nondet_int();
        if (buffer == 0) {
          result = -1;
          goto end;
        }
        if (! third) {
          result = -1;
          goto end;
        }
        s__buffer = buffer;
      }
      __tmp_1 = __VERIFIER_nondet_int();
      if (! __tmp_1) {
        result = -1;
        goto end;
      }
";

/// The state that waits until everything is written, and goes on to the next.
const FLUSH: &str = "\
      state_4352:
      number = __VERIFIER_nondet_int();
      if (number > 0L) {
        s__mode = 2;
        number = more;
        if (number <= 0L) {
          result = -1;
          goto end;
        }
        s__mode = 1;
      }
      s__state = s__next;
      goto state_break;
";

/// The same where nobody has said how much there is to write.
const UNSET_FLUSH: &str = "\
      state_4352:
      {
      __tmp_3 = (long )s__number;
      if (__tmp_3 > 0L) {
        s__mode = 2;
        s__number = third;
        {
        __tmp_4 = (long )s__number;
        if (__tmp_4 <= 0L) {
          result = -1;
          goto end;
        }
        }
        s__mode = 1;
      }
      }
      s__state = s__next;
      goto state_break;
";

/// The last state.
const LAST: &str = "\
      state_3:
      if (s__buffer != 0) {
        s__buffer = 0;
      }
      if (s__hit) {
        s__busy ++;
      }
      result = 1;
      if (callback != 0) {

      }
      goto end;
      state_default:
      result = -1;
      goto end;
    } else {
      state_break: ;
    }
";

fn number(state: u64) -> u64 {
    4368 + 16 * state
}

/// The text of a handshake.
pub(super) fn handshake(kind: Handshake) -> String {
    let mut random = Random::new(kind.seed);
    let mut text = BEGINNING.to_owned();
    let unused: Vec<u64> = (0..kind.unused).map(|it| 16384 + 4096 * it).collect();
    let mut chain = vec![12292];
    chain.extend(&unused);
    chain.extend((0..kind.states).flat_map(|it| [number(it), number(it) + 1]));
    chain.extend([4352, 3]);
    for (depth, value) in chain.iter().enumerate() {
        let space = " ".repeat(depth + 4);
        let _ = writeln!(text, "{space}if (s__state == {value}) {{\n{space} goto state_{value};");
        let _ = writeln!(text, "{space}}} else {{");
    }
    text.push_str(
        "    goto state_default;\n    if (0) {\n      state_12292:\n      s__mode = 0;\n",
    );
    for value in &unused {
        let _ = writeln!(text, "      state_{value}: ;");
    }
    text.push_str(BEFORE);
    let _ = write!(text, "      s__state = {};\n      goto state_break;\n", number(0));
    for state in 0..kind.states {
        let (even, odd) = (number(state), number(state) + 1);
        let _ = writeln!(text, "      state_{even}: ;\n      state_{odd}: ;");
        write_state(&mut text, &mut random, kind, state);
        text.push_str("      goto state_break;\n");
    }
    text.push_str(match kind.side {
        Side::Client => UNSET_FLUSH,
        Side::Server => FLUSH,
    });
    text.push_str(LAST);
    for depth in (0..chain.len()).rev() {
        let _ = writeln!(text, "{}}}", " ".repeat(depth + 4));
    }
    text.push_str(ENDING);
    let begins = match kind.side {
        Side::Client => 12292,
        Side::Server => number(1),
    };
    let _ =
        write!(text, "  s = {begins};\n  result = shake(s);\n  }}\n  return (result);\n  }}\n}}\n");
    text
}

/// One state: a message goes out or comes in, and the next follows.
fn write_state(text: &mut String, random: &mut Random, kind: Handshake, state: u64) {
    let later = |by: u64| match state + by {
        next if next < kind.states => number(next),
        _ => 3,
    };
    let (next, far) = (later(1), later(2));
    let is_last = state + 1 == kind.states;
    text.push_str("      result = __VERIFIER_nondet_int();\n");
    write_progress(text, random, kind, state);
    text.push_str("      if (result <= 0) {\n        goto end;\n      }\n");
    if is_last {
        write_last(text, kind);
        return;
    }
    let constant = 1 << random.below(9);
    match random.below(8) {
        0 => {
            let _ = write!(
                text,
                "      if (s__hit) {{\n        s__state = {far};\n      }} else {{\n        s__state = {next};\n      }}\n"
            );
        }
        1 => {
            let _ = write!(
                text,
                "      {{\n      __tmp_2 = (unsigned long )s__cipher;\n      if (__tmp_2 + {constant}UL) {{\n        skip = 1;\n      \
                 }} else {{\n        result = __VERIFIER_nondet_int();\n        if (result <= 0) {{\n          goto end;\n        \
                 }}\n      }}\n      }}\n      s__state = {next};\n"
            );
        }
        2 => {
            let _ = write!(
                text,
                "      if (s__bbio != s__wbio) {{\n\n      }}\n      s__next = {next};\n      s__state = 4352;\n"
            );
        }
        3 => {
            let _ = write!(
                text,
                "      if (result == 2) {{\n        s__state = {};\n      }} else {{\n        s__state = {next};\n      }}\n",
                number(state)
            );
        }
        4 => write_checks(text, state, constant, next),
        5 => {
            let _ = write!(
                text,
                "      if (s__verify + 1) {{\n        if (s__peer != 0) {{\n          if (s__verify + 4) {{\n            \
                 skip = 1;\n            s__asked = 0;\n            s__state = {next};\n          }} else {{\n            \
                 goto ask_{state};\n          }}\n        }} else {{\n          ask_{state}:\n          s__asked = 1;\n          \
                 result = __VERIFIER_nondet_int();\n          if (result <= 0) {{\n            goto end;\n          }}\n          \
                 s__state = 4352;\n          s__next = {next};\n        }}\n      }} else {{\n        skip = 1;\n        \
                 s__asked = 0;\n        s__state = {next};\n      }}\n"
            );
        }
        6 => {
            let _ = write!(
                text,
                "      third = __VERIFIER_nondet_int();\n      if (! third) {{\n        result = -1;\n        goto end;\n      \
                 }}\n      s__state = {next};\n"
            );
        }
        _ => {
            let _ = write!(
                text,
                "      s__state = {next};\n      if (s__options == 0) {{\n        s__mode = 0;\n      }} else {{\n        \
                 s__mode = s__options;\n      }}\n"
            );
        }
    }
}

/// How far things have come: in order, or never.
fn write_progress(text: &mut String, random: &mut Random, kind: Handshake, state: u64) {
    let steps = state / 2;
    if state.is_multiple_of(2) {
        let _ = write!(
            text,
            "      if (progress == {steps}) {{\n        progress = {};\n      }}\n",
            steps + 1
        );
    } else if random.below(3) == 0 {
        let never = kind.states / 2 + 2 + random.below(3);
        let _ = write!(text, "      if (progress == {never}) {{\n        goto ERROR;\n      }}\n");
    }
}

/// A chain of checks that jumps into the midst of another.
fn write_checks(text: &mut String, state: u64, constant: u64, next: u64) {
    let _ = write!(
        text,
        "      l = (unsigned long )s__cipher;\n      if (s__options + 2097152) {{\n        goto send_{state};\n      }} else {{\n        \
         if (l + {constant}UL) {{\n          goto send_{state};\n        }} else {{\n          if (l + 1UL) {{\n            \
         {{\n            __tmp_2 = (unsigned long )s__strength;\n            if (__tmp_2 + 2UL) {{\n              \
         __tmp_1 = __VERIFIER_nondet_int();\n              if (__tmp_1 * 8 > 512) {{\n                send_{state}:\n                \
         result = __VERIFIER_nondet_int();\n                if (result <= 0) {{\n                  goto end;\n                \
         }}\n              }} else {{\n                skip = 1;\n              }}\n            }} else {{\n              skip = 1;\n            \
         }}\n            }}\n          }} else {{\n            skip = 1;\n          }}\n        }}\n      }}\n      s__state = {next};\n"
    );
}

/// The last message: the client counts flags that nobody has set.
fn write_last(text: &mut String, kind: Handshake) {
    if kind.side == Side::Client {
        text.push_str(
            "      s__state = 4352;\n      __tmp_3 = (long )s__flags;\n      __tmp_4 = __tmp_3 + 5;\n      \
             s__flags = (int )__tmp_4;\n      if (s__hit) {\n        s__next = 3;\n        {\n        \
             __tmp_3 = (long )s__flags;\n        if (__tmp_3 - 2L) {\n          s__state = 3;\n        }\n        }\n      \
             } else {\n        s__next = 3;\n      }\n",
        );
    } else {
        text.push_str(
            "      s__state = 4352;\n      if (s__hit) {\n        s__next = 4384;\n      } else {\n        s__next = 3;\n      }\n",
        );
    }
}

//! Programs like simplified device drivers, as a translator to simple C leaves them: every function begins
//! with inputs that nobody knows, switches are chains of conditions with `goto`, constants are variables that
//! a first function sets, and a protocol between the driver and the one below it is checked again and again.

use clew_random::Random;
use std::fmt::Write as _;

/// A driver.
#[derive(Clone, Copy, Debug)]
pub(super) struct Driver {
    pub(super) name: &'static str,
    pub(super) seed: u64,
    /// Routines that the entry dispatches to, and requests that each knows.
    pub(super) routines: u64,
    pub(super) requests: u64,
}

/// What comes before the routines: the protocol, and the driver below.
const PROTOCOL: &str = "\
extern int __VERIFIER_nondet_int(void);
int UNLOADED;
int FRESH;
int FINISHED;
int PASSED_1;
int PASSED_2;
int HELD_1;
int HELD_3;
int SENT;
int phase;
int pended;
int hook;
int hooked;
int below;
int event_set;
int own_request;
int answer;

void fail(void)
{
  {
  ERROR: ;
  goto ERROR;
  }
}

void first(void)
{
  {
  UNLOADED = 0;
  FRESH = 1;
  FINISHED = 2;
  PASSED_1 = 3;
  PASSED_2 = 4;
  HELD_1 = 5;
  HELD_3 = 6;
  SENT = 7;
  phase = UNLOADED;
  pended = 0;
  hook = 0;
  hooked = 0;
  below = 0;
  event_set = 0;
  own_request = 0;
  return;
  }
}

void renew(void)
{
  {
  phase = FRESH;
  own_request = 0;
  event_set = own_request;
  below = event_set;
  hooked = below;
  hook = hooked;
  pended = hook;
  return;
  }
}

void hold(void)
{
  {
  if (phase == FRESH) {
    phase = HELD_1;
  } else {
    {
    fail();
    }
  }
  return;
  }
}

int hooked_routine(int device, int request)
{
  int event = __VERIFIER_nondet_int();
  {
  if (event == 0) {
    {
    event_set = 1;
    }
  } else {
    {
    event_set = 1;
    }
  }
  return (-1073741802);
  }
}

void finish(int request, int boost)
{
  {
  if (phase == FRESH) {
    phase = FINISHED;
  } else {
    {
    fail();
    }
  }
  return;
  }
}

int call_below(int device, int request)
{
  int choice = __VERIFIER_nondet_int();
  int result;
  int status;
  {
  if (hooked) {
    {
    status = hooked_routine(device, request);
    }
    if (status == -1073741802) {
      {
      hold();
      }
    }
  }
  if (choice == 0) {
    goto pick_0;
  } else {
    if (choice == 1) {
      goto pick_1;
    } else {
      {
      goto pick_default;
      if (0) {
        pick_0:
        result = 0;
        goto pick_break;
        pick_1:
        result = -1073741823;
        goto pick_break;
        pick_default:
        result = 259;
        goto pick_break;
      } else {
        pick_break: ;
      }
      }
    }
  }
  if (phase == FRESH) {
    phase = SENT;
    below = result;
  } else {
    if (phase == HELD_1) {
      if (result == 259) {
        phase = HELD_3;
        below = result;
      } else {
        phase = FRESH;
        below = result;
      }
    } else {
      if (phase == PASSED_1) {
        phase = PASSED_2;
        below = result;
      } else {
        {
        fail();
        }
      }
    }
  }
  return (result);
  }
}

int wait_for(int object, int reason)
{
  int status = __VERIFIER_nondet_int();
  {
  if (phase == HELD_3) {
    if (event_set == 1) {
      phase = FRESH;
      event_set = 0;
    } else {
      goto other;
    }
  } else {
    other:
    if (own_request == 1) {
      phase = FRESH;
      own_request = 0;
    } else {
      if (phase == HELD_3) {
        {
        fail();
        }
      }
    }
  }
  if (status == 0) {
    return (0);
  } else {
    return (-1073741823);
  }
  }
}

int send_held(int device, int request)
{
  int status;
  {
  hook = 1;
  hooked = 1;
  {
  status = call_below(device, request);
  }
  if (status == 259) {
    {
    wait_for(0, 5);
    }
    status = below;
  }
  if (hooked == 0) {
    {
    fail();
    }
  }
  return (status);
  }
}
";

/// What the entry does behind the routines: was the protocol kept?
const EPILOGUE: &str = "  if (pended == 1) {
    if (phase == FRESH) {
      phase = FRESH;
    } else {
      goto check;
    }
  } else {
    check:
    if (pended == 1) {
      if (phase == HELD_3) {
        phase = HELD_3;
      } else {
        goto check_more;
      }
    } else {
      check_more:
      if (phase != UNLOADED) {
        if (status != -1) {
          if (phase != PASSED_2) {
            if (phase != SENT) {
              if (phase != FINISHED) {
                {
                fail();
                }
              } else {
                goto last;
              }
            } else {
              goto last;
            }
          } else {
            last:
            if (pended == 1) {
              if (status != 259) {
                {
                fail();
                }
              }
            } else {
              if (phase == FINISHED) {
                if (status == 259) {
                  {
                  fail();
                  }
                }
              } else {
                if (status != below) {
                  {
                  fail();
                  }
                }
              }
            }
          }
        }
      }
    }
  }
  status = 0;
  return (status);
  }
}
";

/// The text of a driver.
pub(super) fn driver(kind: Driver) -> String {
    let mut random = Random::new(kind.seed);
    let mut text = PROTOCOL.to_owned();
    for routine in 0..kind.routines {
        write_routine(&mut text, &mut random, kind, routine);
    }
    write_entry(&mut text, kind);
    text
}

/// Numbers of requests, as chains of conditions have them.
fn write_chain(text: &mut String, value: &str, label: &str, numbers: &[u64]) {
    for (depth, number) in numbers.iter().enumerate() {
        let space = "  ".repeat(depth + 1);
        let _ = writeln!(text, "{space}if ({value} == {number}) {{");
        let _ = writeln!(text, "{space}  goto {label}_{number};");
        let _ = writeln!(text, "{space}}} else {{");
    }
    let space = "  ".repeat(numbers.len() + 1);
    let _ = writeln!(text, "{space}goto {label}_default;\n{space}if (0) {{");
}

fn close_chain(text: &mut String, label: &str, numbers: &[u64]) {
    let space = "  ".repeat(numbers.len() + 1);
    let _ = writeln!(text, "{space}}} else {{\n{space}  {label}_break: ;\n{space}}}");
    for depth in (0..numbers.len()).rev() {
        let _ = writeln!(text, "{}}}", "  ".repeat(depth + 1));
    }
}

fn write_routine(text: &mut String, random: &mut Random, kind: Driver, routine: u64) {
    let _ = write!(
        text,
        "\nint routine_{routine}(int device, int request)\n{{\n  int minor = __VERIFIER_nondet_int();\n  \
         int started = __VERIFIER_nondet_int();\n  int length = __VERIFIER_nondet_int();\n  \
         int status;\n  int held;\n  {{\n  status = 0;\n  held = 0;\n"
    );
    if random.below(2) == 0 {
        text.push_str("  if (device == 0) {\n    {\n    fail();\n    }\n  }\n");
    }
    let numbers: Vec<u64> = (0..kind.requests).map(|it| it * 3 + random.below(3)).collect();
    let label = format!("case_{routine}");
    write_chain(text, "minor", &label, &numbers);
    for number in &numbers {
        let _ = writeln!(text, "  {label}_{number}: ;");
        write_request(text, random, &label, *number);
        let _ = writeln!(text, "  goto {label}_break;");
    }
    let _ = writeln!(text, "  {label}_default: ;");
    write_pass(text);
    let _ = writeln!(text, "  goto {label}_break;");
    close_chain(text, &label, &numbers);
    text.push_str(
        "  if (held) {\n    if (status < 0) {\n      return (status);\n    }\n    if (phase != FRESH) {\n      \
         if (phase != FINISHED) {\n        if (phase == UNLOADED) {\n          {\n          fail();\n          \
         }\n        }\n      }\n    }\n  }\n  return (status);\n  }\n}\n",
    );
}

/// The request is passed on as it is.
fn write_pass(text: &mut String) {
    text.push_str(
        "  if (phase == FRESH) {\n    phase = PASSED_1;\n  } else {\n    {\n    fail();\n    }\n  }\n  \
         {\n  status = call_below(device, request);\n  }\n",
    );
}

fn write_request(text: &mut String, random: &mut Random, label: &str, number: u64) {
    match random.below(5) {
        0 => write_pass(text),
        1 => {
            text.push_str(
                "  {\n  status = send_held(device, request);\n  }\n  held = 1;\n  if (status >= 0) {\n    \
                 if (status == 0) {\n      started = 1;\n    }\n    {\n    finish(request, 0);\n    }\n  } else {\n    \
                 {\n    finish(request, 0);\n    }\n  }\n",
            );
        }
        2 => {
            let least = 4 + random.below(40);
            let _ = write!(
                text,
                "  if (length < {least}) {{\n    status = -1073741789;\n  }} else {{\n    if (started == 0) {{\n      \
                 status = -1073741436;\n    }} else {{\n      if (length < {least}) {{\n        {{\n        fail();\n        \
                 }}\n      }}\n      status = 0;\n    }}\n  }}\n  {{\n  finish(request, 0);\n  }}\n"
            );
        }
        3 => {
            let _ = write!(
                text,
                "  if (started != 0) {{\n    goto {label}_{number}_go;\n  }} else {{\n    status = -1;\n    \
                 {{\n    finish(request, 0);\n    }}\n    return (-1073741738);\n    {label}_{number}_go: ;\n  }}\n  \
                 while (1) {{\n    if (length > 7) {{\n      length = 7;\n    }} else {{\n      goto {label}_{number}_end;\n    \
                 }}\n    if (length > 7) {{\n      {{\n      fail();\n      }}\n    }}\n    goto {label}_{number}_end;\n  }}\n  \
                 {label}_{number}_end: ;\n"
            );
            write_pass(text);
        }
        _ => {
            text.push_str(
                "  {\n  status = send_held(device, request);\n  }\n  if (hooked == 1) {\n    if (status < 0) {\n      \
                 held = 0;\n    } else {\n      held = 1;\n    }\n  } else {\n    held = -1;\n  }\n  if (held < 0) {\n    \
                 {\n    fail();\n    }\n  }\n  {\n  finish(request, 0);\n  }\n",
            );
        }
    }
}

fn write_entry(text: &mut String, kind: Driver) {
    text.push_str(
        "\nint main(void)\n{\n  int device = __VERIFIER_nondet_int();\n  int request = __VERIFIER_nondet_int();\n  \
         int major = __VERIFIER_nondet_int();\n  int status;\n  {\n  status = 0;\n  {\n  first();\n  }\n  \
         if (status >= 0) {\n    {\n    renew();\n    }\n  }\n  if (status < 0) {\n    return (-1);\n  }\n  \
         if (device == 0) {\n    return (-1);\n  }\n",
    );
    let numbers: Vec<u64> = (0..kind.routines).collect();
    write_chain(text, "major", "call", &numbers);
    for number in &numbers {
        let _ = write!(
            text,
            "  call_{number}:\n  {{\n  status = routine_{number}(device, request);\n  }}\n  goto call_break;\n"
        );
    }
    text.push_str("  call_default: ;\n  return (-1);\n");
    close_chain(text, "call", &numbers);
    text.push_str(EPILOGUE);
}

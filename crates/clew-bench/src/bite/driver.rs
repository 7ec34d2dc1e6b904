//! Programs like simplified device drivers, as a translator to simple C leaves them: every function begins
//! with inputs that nobody knows, switches are chains of conditions with `goto`, constants are variables that
//! a first function sets, codes are computed into temporaries, and a protocol between the driver and the one
//! below it is checked again and again.

use super::protocol::{EPILOGUE, PROTOCOL};
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

/// The text of a driver.
pub(super) fn driver(kind: Driver) -> String {
    let mut text = PROTOCOL.to_owned();
    let mut writer = Writer { random: Random::new(kind.seed), text: &mut text };
    for routine in 0..kind.routines {
        match routine % 3 {
            0 => writer.requests(kind, routine),
            1 => writer.controls(kind, routine),
            _ => writer.registers(routine),
        }
    }
    writer.entry(kind);
    text
}

struct Writer<'t> {
    random: Random,
    text: &'t mut String,
}

impl Writer<'_> {
    fn add(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// A chain of conditions over a value; what belongs to each follows behind it.
    fn chain(&mut self, label: &str, conditions: &[(String, String)]) {
        for (depth, (before, condition)) in conditions.iter().enumerate() {
            let space = "  ".repeat(depth + 1);
            if !before.is_empty() {
                let _ = writeln!(self.text, "{space}{before}");
            }
            let _ =
                writeln!(self.text, "{space}if ({condition}) {{\n{space}  goto {label}_{depth};");
            let _ = writeln!(self.text, "{space}}} else {{");
        }
        let space = "  ".repeat(conditions.len() + 1);
        let _ = writeln!(self.text, "{space}goto {label}_default;\n{space}if (0) {{");
    }

    fn close_chain(&mut self, label: &str, conditions: usize) {
        let space = "  ".repeat(conditions + 1);
        let _ = writeln!(self.text, "{space}}} else {{\n{space}  {label}_break: ;\n{space}}}");
        for depth in (0..conditions).rev() {
            let _ = writeln!(self.text, "{}}}", "  ".repeat(depth + 1));
        }
    }

    /// A routine that knows requests by their number.
    fn requests(&mut self, kind: Driver, routine: u64) {
        let _ = write!(
            self.text,
            "\nint routine_{routine}(int device, int request)\n{{ int minor = __VERIFIER_nondet_int() ;\n  \
             int extension__removed = __VERIFIER_nondet_int() ;\n  int extension__started = __VERIFIER_nondet_int() ;\n  \
             int extension__thread = __VERIFIER_nondet_int() ;\n  int extension__hold ;\n  int event = __VERIFIER_nondet_int() ;\n  \
             int status ;\n  int stack ;\n  int stack__control ;\n  long __tmp_1 ;\n  long __tmp_2 ;\n\n  {{\n  status = 0;\n  \
             users ++;\n  if (users == 1) {{\n\n  }}\n  if (extension__removed) {{\n    {{\n    my_status = -1073741738;\n    \
             finish(request, 0);\n    }}\n    return (-1073741738);\n  }}\n"
        );
        let label = format!("case_{routine}");
        let mut conditions: Vec<(String, String)> = Vec::new();
        for request in 0..kind.requests {
            let number = request * 3 + self.random.below(3);
            conditions.push((String::new(), format!("minor == {number}")));
        }
        self.chain(&label, &conditions);
        for request in 0..kind.requests {
            let _ = writeln!(self.text, "  {label}_{request}: ;");
            self.request(&conditions[request as usize].1);
            let _ = writeln!(self.text, "  goto {label}_break;");
        }
        let _ = writeln!(self.text, "  {label}_default: ;");
        self.pass();
        self.close_chain(&label, conditions.len());
        self.add("  users --;\n  if (users == 0) {\n\n  }\n  return (status);\n}\n}\n");
    }

    /// The request is passed on as it is.
    fn pass(&mut self) {
        self.add(
            "  if (s == NP) {\n    s = SKIP1;\n  } else {\n    {\n    fail();\n    }\n  }\n  \
             {\n  request ++;\n  status = call_below(device, request);\n  }\n",
        );
    }

    /// The completion is asked for, and waited for.
    fn forward(&mut self) {
        self.add(
            "  stack = request - 1;\n  if (s != NP) {\n    {\n    fail();\n    }\n  } else {\n    \
             if (registered != 0) {\n      {\n      fail();\n      }\n    } else {\n      registered = 1;\n      \
             routine = 0;\n    }\n  }\n  {\n  stack__control = 224;\n  status = call_below(device, request);\n  }\n  \
             {\n  __tmp_1 = (long )status;\n  if (__tmp_1 == 259L) {\n    {\n    wait_for(event, Executive);\n    \
             status = my_status;\n    }\n  }\n  }\n",
        );
    }

    fn request(&mut self, condition: &str) {
        match self.random.below(5) {
            0 => {
                let _ = writeln!(self.text, "  if ({condition}) {{\n\n  }}");
                self.pass();
            }
            1 => {
                self.forward();
                self.add(
                    "  if (status >= 0) {\n    if (my_status >= 0) {\n      extension__started = 1;\n    }\n  }\n  \
                     {\n  my_status = status;\n  finish(request, 0);\n  }\n",
                );
            }
            2 => {
                self.add(
                    "  if (! extension__started) {\n    if (s == NP) {\n      s = SKIP1;\n    } else {\n      {\n      fail();\n      \
                     }\n    }\n    {\n    status = call_below(device, request);\n    }\n    return (status);\n  }\n  {\n  \
                     extension__hold = 1;\n  status = queue(request);\n  }\n  {\n  __tmp_2 = (long )status;\n  \
                     if (__tmp_2 == 259L) {\n    {\n    wait_for(extension__thread, Executive);\n    }\n    \
                     if (extension__thread != 0) {\n\n    }\n    my_status = 0;\n    if (s == NP) {\n      s = SKIP1;\n    \
                     } else {\n      {\n      fail();\n      }\n    }\n    {\n    status = call_below(device, request);\n    \
                     }\n  } else {\n    {\n    status = -1073741823;\n    my_status = status;\n    finish(request, 0);\n    \
                     }\n  }\n  }\n",
                );
            }
            3 => {
                self.forward();
                self.add(
                    "  {\n  extension__hold = 0;\n  my_status = status;\n  finish(request, 0);\n  }\n  \
                     if (status < 0) {\n    if (my_status >= 0) {\n      {\n      fail();\n      }\n    }\n  }\n",
                );
            }
            _ => {
                self.add("  extension__removed = 1;\n");
                self.pass();
                self.add(
                    "  if (extension__thread != 0) {\n    {\n    set_event(event);\n    }\n  }\n",
                );
            }
        }
    }

    /// A routine that knows controls by codes, which are computed, with lengths and loops.
    fn controls(&mut self, kind: Driver, routine: u64) {
        let _ = write!(
            self.text,
            "\nint routine_{routine}(int device, int request)\n{{ int code = __VERIFIER_nondet_int() ;\n  \
             int length = __VERIFIER_nondet_int() ;\n  int sizeof__data = __VERIFIER_nondet_int() ;\n  \
             int buffer = __VERIFIER_nondet_int() ;\n  int processors = __VERIFIER_nondet_int() ;\n  \
             int format = __VERIFIER_nondet_int() ;\n  int first = __VERIFIER_nondet_int() ;\n  int last = __VERIFIER_nondet_int() ;\n  \
             int transferred ;\n  int information ;\n  int status ;\n  int tracks ;\n  int i ;\n  int tmp ;\n  int __tmp_1 ;\n  \
             int __tmp_2 ;\n  int __tmp_3 ;\n  unsigned long __tmp_4 ;\n\n  {{\n"
        );
        let label = format!("code_{routine}");
        let conditions: Vec<(String, String)> = (0..kind.requests)
            .map(|request| {
                let (low, high) = (8 * request + 4, 16384 * (1 + routine));
                let before =
                    format!("__tmp_1 = {low}; __tmp_2 = {high}; __tmp_3 = {};", low + high);
                (before, "code == __tmp_3".to_owned())
            })
            .collect();
        self.chain(&label, &conditions);
        for request in 0..kind.requests {
            let _ = writeln!(self.text, "  {label}_{request}: ;");
            self.control(&label, request);
            let _ = writeln!(self.text, "  goto {label}_break;");
        }
        let _ = writeln!(
            self.text,
            "  {label}_default: ;\n  {{\n  tmp = send_on(device, request);\n  }}\n  return (tmp);"
        );
        self.close_chain(&label, conditions.len());
        self.add("  {\n  tmp = set_and_return(status, request);\n  }\n  return (tmp);\n}\n}\n");
    }

    fn control(&mut self, label: &str, number: u64) {
        match self.random.below(5) {
            0 => {
                let _ = write!(
                    self.text,
                    "  if (length < sizeof__data) {{\n    status = -1073741789;\n    information = 0;\n    goto {label}_break;\n  }}\n  \
                     if (buffer == 0) {{\n    {{\n    status = -1073741670;\n    tmp = set_and_return(status, request);\n    }}\n    \
                     return (tmp);\n  }}\n  i = 0;\n  while (1) {{\n    if (i >= processors) {{\n      goto {label}_{number}_end;\n    \
                     }}\n    i ++;\n  }}\n  {label}_{number}_end: ;\n  status = 0;\n  information = sizeof__data;\n"
                );
            }
            1 => {
                let _ = write!(
                    self.text,
                    "  if (format != 1) {{\n    {{\n    status = -1073741823;\n    tmp = set_and_return(status, request);\n    }}\n    \
                     return (tmp);\n  }}\n  {{\n  status = send_own(device, buffer);\n  }}\n  if (status >= 0) {{\n    {{\n    \
                     __tmp_4 = (unsigned long )status;\n    if (__tmp_4 != -1073741764) {{\n      status = 0;\n    }} else {{\n      \
                     goto {label}_{number}_bad;\n    }}\n    }}\n  }} else {{\n    {label}_{number}_bad:\n    {{\n    \
                     __tmp_4 = (unsigned long )status;\n    if (__tmp_4 != -1073741764) {{\n      {{\n      \
                     tmp = set_and_return(status, request);\n      }}\n      return (tmp);\n    }}\n    }}\n  }}\n  \
                     tracks = last - first;\n  if (length < tracks) {{\n    tracks = length;\n  }}\n"
                );
            }
            2 => {
                let _ = write!(
                    self.text,
                    "  {{\n  status = send_own(device, 0);\n  }}\n  {{\n  if (status < 0) {{\n    {{\n    information = 0;\n    \
                     tmp = set_and_return(status, request);\n    }}\n    return (tmp);\n  }} else {{\n    status = 0;\n  }}\n  }}\n  \
                     information = transferred;\n  if (first == 0) {{\n    goto {label}_break;\n  }}\n  last = 2;\n"
                );
            }
            3 => self.add(
                "  if (first == last) {\n    if (format == length) {\n      if (buffer == 0) {\n\n      }\n    }\n  }\n  \
                 information = 0;\n  status = -1073741808;\n",
            ),
            _ => self.add(
                "  {\n  tmp = is_active(device);\n  }\n  if (tmp == 1) {\n    status = 0;\n    information = 0;\n    {\n    \
                 __tmp_4 = (unsigned long )status;\n    if (__tmp_4 == -2147483626) {\n      information = 0;\n    }\n    }\n    \
                 {\n    my_status = status;\n    finish(request, 0);\n    }\n    return (status);\n  } else {\n    {\n    \
                 tmp = send_on(device, request);\n    }\n    return (tmp);\n  }\n",
            ),
        }
    }

    /// A routine that starts the device: a request that is forwarded, then some of its own.
    fn registers(&mut self, routine: u64) {
        let _ = write!(
            self.text,
            "\nint routine_{routine}(int device, int request)\n{{ int event = __VERIFIER_nondet_int() ;\n  \
             int output = __VERIFIER_nondet_int() ;\n  int name = __VERIFIER_nondet_int() ;\n  int status ;\n  int stack ;\n  \
             int stack__control ;\n  int own ;\n  long __tmp_1 ;\n  unsigned long __tmp_2 ;\n\n  {{\n"
        );
        self.forward();
        for part in 0..2 + self.random.below(2) {
            let _ = write!(
                self.text,
                "  {{\n  own = build_request(device);\n  }}\n  if (! own) {{\n    goto done_{routine};\n  }}\n  {{\n  \
                 status = call_below(device, own);\n  }}\n  {{\n  __tmp_1 = (long )status;\n  if (__tmp_1 == 259L) {{\n    {{\n    \
                 wait_for(event, Executive);\n    status = name;\n    }}\n  }}\n  }}\n  if (status < 0) {{\n    {{\n    \
                 __tmp_2 = (unsigned long )status;\n    if (__tmp_2 == -214748364{part}) {{\n      if (! output) {{\n        \
                 goto done_{routine};\n      }}\n    }}\n    }}\n    goto done_{routine};\n  }} else {{\n    if (name == 0) {{\n      \
                 if (status >= 0) {{\n\n      }}\n    }}\n  }}\n"
            );
        }
        let _ = write!(
            self.text,
            "  done_{routine}: ;\n  if (s == NP) {{\n    {{\n    status = my_status;\n    finish(request, 0);\n    }}\n  }} else {{\n    \
             s = IPC;\n    status = lower;\n  }}\n  return (status);\n}}\n}}\n"
        );
    }

    fn entry(&mut self, kind: Driver) {
        self.add(
            "\nint main(void)\n{ int device = __VERIFIER_nondet_int() ;\n  int request = __VERIFIER_nondet_int() ;\n  \
             int status = __VERIFIER_nondet_int() ;\n  int unloads = __VERIFIER_nondet_int() ;\n  \
             int choice = __VERIFIER_nondet_int() ;\n\n  {\n  {\n  first();\n  }\n  if (status >= 0) {\n    s = NP;\n    \
             my_status = 0;\n    if (choice == 0) {\n      my_status = -1073741637;\n    }\n    {\n    renew();\n    }\n    {\n    \
             if (status < 0) {\n      return (-1);\n    }\n    }\n",
        );
        let conditions: Vec<(String, String)> = (0..kind.routines)
            .map(|routine| {
                let name = format!("major_{routine}");
                let before = format!("int {name};\n  {name} = __VERIFIER_nondet_int();");
                (before, format!("{name} == {}", routine + 2))
            })
            .collect();
        self.chain("call", &conditions);
        for routine in 0..kind.routines {
            let _ = write!(
                self.text,
                "  call_{routine}:\n  {{\n  status = routine_{routine}(device, request);\n  }}\n  goto call_break;\n"
            );
        }
        self.add("  call_default: ;\n  return (-1);\n");
        self.close_chain("call", conditions.len());
        self.add("    if (unloads) {\n\n    }\n  }\n");
        self.add(EPILOGUE);
    }
}

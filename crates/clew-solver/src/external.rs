//! External solvers through SMT-LIB pipes: z3, cvc5, bitwuzla or any command that reads SMT-LIB 2
//! on its input and answers on its output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use clew_logic::smtlib::{self, Printer, Sexp, SexpArena, parse_sexps, quote_symbol};
use clew_logic::{ArrayValue, InputId, Model, Sort, TermId, TermPool};

use crate::budget::Clock;
use crate::verdict::{Core, Reason, Verdict};

/// How to start an external solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalCommand {
    /// The program.
    pub program: String,
    /// Its arguments, such that it reads a script from its input, incrementally.
    pub arguments: Vec<String>,
}

impl ExternalCommand {
    /// Any command.
    pub fn new(program: &str, arguments: &[&str]) -> Self {
        ExternalCommand {
            program: program.to_owned(),
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        }
    }

    /// z3.
    pub fn z3() -> Self {
        Self::new("z3", &["-in"])
    }

    /// cvc5.
    pub fn cvc5() -> Self {
        Self::new("cvc5", &["--lang=smt2", "--incremental", "--produce-models"])
    }

    /// bitwuzla.
    pub fn bitwuzla() -> Self {
        Self::new("bitwuzla", &["--lang=smt2"])
    }

    /// Whether the program can be started.
    pub fn is_installed(&self) -> bool {
        Command::new(&self.program)
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok()
    }

    /// The first of z3, cvc5 and bitwuzla that can be started.
    pub fn find() -> Option<Self> {
        [Self::z3(), Self::cvc5(), Self::bitwuzla()].into_iter().find(Self::is_installed)
    }
}

/// A running solver. A thread of ours passes its answers on line by line.
struct Process {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    /// The logic it was started with.
    logic: &'static str,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The layer.
pub(crate) struct External {
    command: ExternalCommand,
    clock: Clock,
    process: Option<Process>,
}

/// How long to wait before looking at the clock again.
const PATIENCE: Duration = Duration::from_millis(20);

impl External {
    pub(crate) fn new(command: ExternalCommand, clock: Clock) -> Self {
        External { command, clock, process: None }
    }

    /// Decides the conjunction.
    pub(crate) fn check(&mut self, pool: &TermPool, constraints: &[TermId]) -> Verdict {
        match self.ask(pool, constraints) {
            Ok(verdict) => verdict,
            Err(reason) => {
                // Whatever state it is in, it is not one to go on with.
                self.process = None;
                Verdict::Unknown(reason)
            }
        }
    }

    fn ask(&mut self, pool: &TermPool, constraints: &[TermId]) -> Result<Verdict, Reason> {
        let logic = smtlib::logic(pool, constraints);
        if self.process.as_ref().is_some_and(|process| process.logic != logic) {
            self.process = None;
        }
        if self.process.is_none() {
            let started = start(&self.command, logic);
            self.process = Some(started.map_err(|error| Reason::External(error.to_string()))?);
        }
        let mut text = String::from("(push 1)\n");
        let mut printer = Printer::new(pool);
        printer.write_definitions(pool, constraints, &mut text);
        for (place, &constraint) in constraints.iter().enumerate() {
            text.push_str("(assert (! ");
            printer.write_expression(pool, constraint, &mut text);
            text.push_str(&format!(" :named ?c{place}))\n"));
        }
        text.push_str("(check-sat)\n");
        self.send(&text)?;
        let answer = self.receive()?;
        let verdict = match answer.trim() {
            "sat" => Verdict::Sat(self.read_model(pool, constraints)?),
            "unsat" => Verdict::Unsat(self.read_core(constraints)?),
            "unknown" => Verdict::Unknown(Reason::External("it answered unknown".to_owned())),
            other => return Err(Reason::External(other.to_owned())),
        };
        self.send("(pop 1)\n")?;
        Ok(verdict)
    }

    fn send(&mut self, text: &str) -> Result<(), Reason> {
        let failed = |error: std::io::Error| Reason::External(error.to_string());
        if let Some(process) = &mut self.process {
            process.input.write_all(text.as_bytes()).map_err(failed)?;
            process.input.flush().map_err(failed)?;
        }
        Ok(())
    }

    /// One answer: a word, or a list however many lines it takes.
    fn receive(&mut self) -> Result<String, Reason> {
        let Some(process) = &mut self.process else { return Err(Reason::NoBackend) };
        let mut answer = String::new();
        loop {
            if let Some(reason) = self.clock.out_of_time() {
                return Err(reason);
            }
            let wait = self.clock.remaining().map_or(PATIENCE, |left| left.min(PATIENCE));
            match process.answers.recv_timeout(wait) {
                Ok(line) => {
                    answer.push_str(&line);
                    if !answer.trim().is_empty() && is_complete(&answer) {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Reason::External(format!("{} ended", self.command.program)));
                }
            }
        }
    }

    fn read_core(&mut self, constraints: &[TermId]) -> Result<Core, Reason> {
        self.send("(get-unsat-core)\n")?;
        let answer = self.receive()?;
        let (arena, top) = parse_sexps(&answer).map_err(|e| Reason::External(e.to_string()))?;
        let mut places: Vec<usize> = top
            .iter()
            .flat_map(|&list| arena.items(list))
            .filter_map(|&name| arena.atom(name)?.strip_prefix("?c")?.parse().ok())
            .collect();
        places.sort_unstable();
        let constraints = match places.as_slice() {
            // A solver without cores still answers unsat for the whole.
            [] => constraints.to_vec(),
            _ => places.into_iter().filter_map(|place| constraints.get(place).copied()).collect(),
        };
        Ok(Core { constraints })
    }

    fn read_model(&mut self, pool: &TermPool, constraints: &[TermId]) -> Result<Model, Reason> {
        let mut inputs: Vec<InputId> =
            constraints.iter().flat_map(|&constraint| pool.free_inputs(constraint)).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let mut model = Model::new();
        if inputs.is_empty() {
            return Ok(model);
        }
        let mut text = String::from("(get-value (");
        for &input in &inputs {
            text.push_str(&quote_symbol(&pool.symbol(input)));
            text.push(' ');
        }
        text.push_str("))\n");
        self.send(&text)?;
        let answer = self.receive()?;
        let (arena, top) = parse_sexps(&answer).map_err(|e| Reason::External(e.to_string()))?;
        let pairs = top.first().map(|&list| arena.items(list)).unwrap_or_default();
        if pairs.len() != inputs.len() {
            return Err(Reason::External(answer));
        }
        for (&input, &pair) in inputs.iter().zip(pairs) {
            let value = arena.items(pair).get(1).copied();
            let value = value.ok_or_else(|| Reason::External(answer.clone()))?;
            let understood = match pool.input_decl(input).sort {
                Sort::Array { .. } => {
                    read_array(&arena, value).map(|array| model.set_array(input, array))
                }
                Sort::Bool | Sort::BitVec(_) => {
                    read_bits(&arena, value).map(|bits| model.set_bits(input, bits))
                }
            };
            if understood.is_none() {
                return Err(Reason::External(format!(
                    "value not understood: {}",
                    arena.show(value)
                )));
            }
        }
        Ok(model)
    }
}

fn start(command: &ExternalCommand, logic: &'static str) -> std::io::Result<Process> {
    let mut child = Command::new(&command.program)
        .args(&command.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let piped = || std::io::Error::other("no pipe to the external solver");
    let mut input = child.stdin.take().ok_or_else(piped)?;
    let output = child.stdout.take().ok_or_else(piped)?;
    let (sender, answers) = channel();
    std::thread::spawn(move || {
        let mut reader = BufReader::new(output);
        let mut line = String::new();
        while matches!(reader.read_line(&mut line), Ok(read) if read > 0) {
            if sender.send(std::mem::take(&mut line)).is_err() {
                break;
            }
        }
    });
    let options = "(set-option :print-success false)\n(set-option :produce-models true)\n\
                   (set-option :produce-unsat-cores true)\n";
    writeln!(input, "{options}(set-logic {logic})")?;
    Ok(Process { child, input, answers, logic })
}

/// Whether every parenthesis outside quotes is closed.
fn is_complete(answer: &str) -> bool {
    let mut depth = 0i64;
    let mut quote = None;
    for byte in answer.bytes() {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'|') => quote = Some(byte),
            (None, b'(') => depth += 1,
            (None, b')') => depth -= 1,
            (None, _) => {}
        }
    }
    depth <= 0 && quote.is_none()
}

fn read_bits(arena: &SexpArena, value: Sexp) -> Option<u128> {
    match arena.atom(value) {
        Some("true") => Some(1),
        Some("false") => Some(0),
        Some(text) => {
            let (digits, radix) = match text.strip_prefix("#x") {
                Some(digits) => (digits, 16),
                None => (text.strip_prefix("#b")?, 2),
            };
            u128::from_str_radix(digits, radix).ok()
        }
        None => {
            let items = arena.items(value);
            let digits = arena.atom(*items.get(1)?)?.strip_prefix("bv")?;
            digits.parse().ok()
        }
    }
}

/// `(store … i v)` over `((as const …) v)`, possibly with `let`s, which z3 does not write here.
fn read_array(arena: &SexpArena, value: Sexp) -> Option<ArrayValue> {
    let mut array = ArrayValue::default();
    let mut rest = value;
    loop {
        let items = arena.items(rest);
        match items {
            [store, below, index, element] if arena.atom(*store) == Some("store") => {
                let index = read_bits(arena, *index)?;
                let element = read_bits(arena, *element)?;
                array.elements.entry(index).or_insert(element);
                rest = *below;
            }
            [head, default] if arena.atom(*head).is_none() => {
                array.default = read_bits(arena, *default)?;
                return Some(array);
            }
            _ => return None,
        }
    }
}

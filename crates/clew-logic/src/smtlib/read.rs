//! Reading SMT-LIB 2.

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::floats::{self, Value};
use super::script::{Command, Script};
use super::sexp::{Sexp, SexpArena, SexpError, parse_sexps};
use crate::pool::{TermId, TermPool};
use crate::sort::Sort;

/// Why a text is not a script that can be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReadError {
    /// Not S-expressions.
    #[error(transparent)]
    Sexp(#[from] SexpError),
    /// Outside the supported part of SMT-LIB.
    #[error("unsupported: {0}")]
    Unsupported(String),
    /// Operands that do not fit.
    #[error("operands of the wrong sort or number in {0}")]
    IllSorted(String),
    /// A symbol that was not declared.
    #[error("unknown symbol `{0}`")]
    UnknownSymbol(String),
}

/// A function definition: parameters and body, read again at each use.
#[derive(Clone, Debug)]
struct Definition {
    parameters: Vec<(String, Sort)>,
    body: Sexp,
}

/// Reads scripts into a pool.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    /// Inputs, defined constants and bindings in force, innermost last.
    symbols: FxHashMap<String, Vec<TermId>>,
    definitions: FxHashMap<String, Definition>,
    sorts: FxHashMap<String, Sort>,
    status: Option<String>,
}

/// A step of reading a term.
enum Step {
    Read(Sexp),
    /// Applies the head of the list to the last values.
    Apply(Sexp),
    /// Binds the last values, reads the body, then unbinds.
    Bind {
        names: Vec<String>,
        body: Sexp,
    },
    Unbind(Vec<String>),
}

impl Reader {
    /// A reader that knows no symbols.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a whole script.
    ///
    /// # Errors
    /// When the text is malformed or outside the supported part; nothing is guessed.
    pub fn read(&mut self, pool: &mut TermPool, text: &str) -> Result<Script, ReadError> {
        let (arena, top) = parse_sexps(text)?;
        let mut script = Script::default();
        for command in top {
            if let Some(command) = self.command(pool, &arena, command)? {
                script.commands.push(command);
            }
        }
        Ok(script)
    }

    /// Reads one term over the symbols known so far.
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub fn read_term(&mut self, pool: &mut TermPool, text: &str) -> Result<TermId, ReadError> {
        let (arena, top) = parse_sexps(text)?;
        match top.as_slice() {
            [term] => self.term(pool, &arena, *term),
            _ => Err(ReadError::Unsupported("not exactly one term".to_owned())),
        }
    }

    fn command(
        &mut self,
        pool: &mut TermPool,
        arena: &SexpArena,
        sexp: Sexp,
    ) -> Result<Option<Command>, ReadError> {
        let items = arena.items(sexp);
        let text = |place: usize| items.get(place).and_then(|&item| arena.atom(item));
        let malformed = || ReadError::IllSorted(arena.show(sexp));
        let level = || text(1).map_or(Ok(1), |n| n.parse().map_err(|_| malformed()));
        let command = match text(0).ok_or_else(malformed)? {
            "set-logic" | "set-option" | "get-info" | "get-option" | "echo" | "get-assertions" => {
                return Ok(None);
            }
            "set-info" => {
                if text(1) == Some(":status") {
                    self.status = text(2).map(str::to_owned);
                }
                return Ok(None);
            }
            "declare-const" | "declare-fun" => {
                let name = text(1).ok_or_else(malformed)?.to_owned();
                if items.len() == 4 && !arena.items(items[2]).is_empty() {
                    return Err(ReadError::Unsupported(format!(
                        "function `{name}` with parameters"
                    )));
                }
                let sort = self.sort(arena, *items.last().ok_or_else(malformed)?)?;
                let term = pool.input(&name, sort);
                let earlier = self.symbols.insert(name, vec![term]);
                let is_other =
                    |earlier: &TermId| *earlier != term && pool.input_of(*earlier).is_some();
                if earlier.iter().flatten().any(is_other) {
                    return Err(malformed());
                }
                return Ok(None);
            }
            "define-sort" if items.len() == 4 => {
                let sort = self.sort(arena, items[3])?;
                self.sorts.insert(text(1).ok_or_else(malformed)?.to_owned(), sort);
                return Ok(None);
            }
            "define-const" if items.len() == 4 => {
                let term = self.term(pool, arena, items[3])?;
                self.symbols.insert(text(1).ok_or_else(malformed)?.to_owned(), vec![term]);
                return Ok(None);
            }
            "define-fun" if items.len() == 5 => {
                self.define(pool, arena, items)?;
                return Ok(None);
            }
            "assert" if items.len() == 2 => {
                let term = self.term(pool, arena, items[1])?;
                if pool.sort(term) != Sort::Bool {
                    return Err(malformed());
                }
                Command::Assert(term)
            }
            "check-sat" => Command::CheckSat { expected: self.status.take() },
            "push" => Command::Push(level()?),
            "pop" => Command::Pop(level()?),
            "reset-assertions" => Command::ResetAssertions,
            "get-model" => Command::GetModel,
            "get-unsat-core" => Command::GetUnsatCore,
            "get-value" if items.len() == 2 => {
                let terms = arena.items(items[1]).iter();
                let terms: Result<_, _> = terms.map(|&item| self.term(pool, arena, item)).collect();
                Command::GetValue(terms?)
            }
            "exit" => Command::Exit,
            _ => return Err(ReadError::Unsupported(arena.show(sexp))),
        };
        Ok(Some(command))
    }

    fn define(
        &mut self,
        pool: &mut TermPool,
        arena: &SexpArena,
        items: &[Sexp],
    ) -> Result<(), ReadError> {
        let name = arena.atom(items[1]).unwrap_or_default().to_owned();
        if arena.items(items[2]).is_empty() {
            let term = self.term(pool, arena, items[4])?;
            self.symbols.insert(name, vec![term]);
            return Ok(());
        }
        let mut parameters = Vec::new();
        for &parameter in arena.items(items[2]) {
            let [symbol, sort] = arena.items(parameter) else {
                return Err(ReadError::IllSorted(arena.show(parameter)));
            };
            let symbol = arena.atom(*symbol).unwrap_or_default().to_owned();
            parameters.push((symbol, self.sort(arena, *sort)?));
        }
        self.definitions.insert(name, Definition { parameters, body: items[4] });
        Ok(())
    }

    fn sort(&self, arena: &SexpArena, sexp: Sexp) -> Result<Sort, ReadError> {
        let unsupported = || ReadError::Unsupported(format!("sort {}", arena.show(sexp)));
        if let Some(name) = arena.atom(sexp) {
            return match name {
                "Bool" => Ok(Sort::Bool),
                _ => self.sorts.get(name).copied().ok_or_else(unsupported),
            };
        }
        let items = arena.items(sexp);
        let sort = match (items.first().and_then(|&item| arena.atom(item)), items) {
            (Some("_"), [_, _, width]) if arena.atom(items[1]) == Some("BitVec") => {
                Sort::BitVec(number(arena, *width).ok_or_else(unsupported)?)
            }
            (Some("Array"), [_, index, element]) => {
                match (self.sort(arena, *index)?, self.sort(arena, *element)?) {
                    (Sort::BitVec(index), Sort::BitVec(element)) => Sort::Array { index, element },
                    _ => return Err(unsupported()),
                }
            }
            _ => return Err(unsupported()),
        };
        if sort.is_valid() { Ok(sort) } else { Err(unsupported()) }
    }

    fn term(
        &mut self,
        pool: &mut TermPool,
        arena: &SexpArena,
        sexp: Sexp,
    ) -> Result<TermId, ReadError> {
        let mut steps = vec![Step::Read(sexp)];
        let mut values: Vec<Value> = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Read(sexp) => self.enter(pool, arena, sexp, &mut steps, &mut values)?,
                Step::Apply(sexp) => {
                    let items = arena.items(sexp);
                    let args = values.split_off(values.len() - (items.len() - 1));
                    self.apply(pool, arena, sexp, &args, &mut steps, &mut values)?;
                }
                Step::Bind { names, body } => {
                    let bound = values.split_off(values.len() - names.len());
                    for (name, value) in names.iter().zip(bound) {
                        let value = value.term().ok_or_else(|| named_float(name))?;
                        self.symbols.entry(name.clone()).or_default().push(value);
                    }
                    steps.push(Step::Unbind(names));
                    steps.push(Step::Read(body));
                }
                Step::Unbind(names) => {
                    for name in names {
                        if let Some(stack) = self.symbols.get_mut(&name) {
                            stack.pop();
                        }
                    }
                }
            }
        }
        let term = values.pop().and_then(Value::term);
        term.ok_or_else(|| ReadError::IllSorted(arena.show(sexp)))
    }

    fn enter(
        &self,
        pool: &mut TermPool,
        arena: &SexpArena,
        sexp: Sexp,
        steps: &mut Vec<Step>,
        values: &mut Vec<Value>,
    ) -> Result<(), ReadError> {
        if let Some(text) = arena.atom(sexp) {
            values.push(self.leaf(pool, text)?);
            return Ok(());
        }
        let items = arena.items(sexp);
        let malformed = || ReadError::IllSorted(arena.show(sexp));
        match items.first().and_then(|&head| arena.atom(head)) {
            Some("let") if items.len() == 3 => {
                let mut names = Vec::new();
                let mut bound = Vec::new();
                for &binding in arena.items(items[1]) {
                    let [name, value] = arena.items(binding) else { return Err(malformed()) };
                    names.push(arena.atom(*name).ok_or_else(malformed)?.to_owned());
                    bound.push(Step::Read(*value));
                }
                steps.push(Step::Bind { names, body: items[2] });
                steps.extend(bound.into_iter().rev());
            }
            Some("!") if items.len() >= 2 => steps.push(Step::Read(items[1])),
            Some("_") if items.len() == 4 => {
                let numbers: Vec<u32> =
                    items[2..].iter().filter_map(|&item| number(arena, item)).collect();
                let name = arena.atom(items[1]).unwrap_or_default();
                let constant = floats::constant(pool, name, &numbers);
                values.push(constant.ok_or_else(|| ReadError::Unsupported(arena.show(sexp)))?);
            }
            Some("_") if items.len() == 3 => {
                let value = arena
                    .atom(items[1])
                    .and_then(|text| text.strip_prefix("bv"))
                    .and_then(|digits| digits.parse::<u128>().ok());
                let width = number(arena, items[2]);
                match (value, width) {
                    (Some(value), Some(width)) if Sort::BitVec(width).is_valid() => {
                        values.push(Value::Term(pool.bv(width, value)));
                    }
                    _ => return Err(ReadError::Unsupported(arena.show(sexp))),
                }
            }
            _ if items.len() >= 2 => {
                steps.push(Step::Apply(sexp));
                steps.extend(items[1..].iter().rev().map(|&item| Step::Read(item)));
            }
            _ => return Err(malformed()),
        }
        Ok(())
    }

    fn leaf(&self, pool: &mut TermPool, text: &str) -> Result<Value, ReadError> {
        if let Some(&term) = self.symbols.get(text).and_then(|stack| stack.last()) {
            return Ok(Value::Term(term));
        }
        if let Some(mode) = floats::mode(text) {
            return Ok(Value::Mode(mode));
        }
        let constant = |digits: &str, radix, bits_each| {
            let width = digits.len() as u32 * bits_each;
            let value = u128::from_str_radix(digits, radix).ok()?;
            Sort::BitVec(width).is_valid().then_some((width, value))
        };
        let read = if let Some(digits) = text.strip_prefix("#x") {
            constant(digits, 16, 4)
        } else if let Some(digits) = text.strip_prefix("#b") {
            constant(digits, 2, 1)
        } else {
            None
        };
        match (text, read) {
            ("true", _) => Ok(Value::Term(TermPool::TRUE)),
            ("false", _) => Ok(Value::Term(TermPool::FALSE)),
            (_, Some((width, value))) => Ok(Value::Term(pool.bv(width, value))),
            (_, None) => Err(ReadError::UnknownSymbol(text.to_owned())),
        }
    }

    fn apply(
        &self,
        pool: &mut TermPool,
        arena: &SexpArena,
        sexp: Sexp,
        given: &[Value],
        steps: &mut Vec<Step>,
        values: &mut Vec<Value>,
    ) -> Result<(), ReadError> {
        let head = arena.items(sexp)[0];
        let malformed = || ReadError::IllSorted(arena.show(sexp));
        if let Some(value) = self.apply_floats(pool, arena, head, given) {
            values.push(value.ok_or_else(|| ReadError::Unsupported(arena.show(sexp)))?);
            return Ok(());
        }
        let args: Option<Vec<TermId>> = given.iter().map(|value| value.term()).collect();
        let args = &*args.ok_or_else(malformed)?;
        if let Some(name) = arena.atom(head) {
            if let Some(definition) = self.definitions.get(name) {
                let sorts = definition.parameters.iter().map(|(_, sort)| *sort);
                if !sorts.eq(args.iter().map(|&arg| pool.sort(arg))) {
                    return Err(malformed());
                }
                let names = definition.parameters.iter().map(|(name, _)| name.clone()).collect();
                values.extend(given);
                steps.push(Step::Bind { names, body: definition.body });
                return Ok(());
            }
            let term = super::operators::apply(pool, name, args)
                .ok_or_else(|| known_or_unsupported(name, arena.show(sexp)))?;
            values.push(Value::Term(term));
            return Ok(());
        }
        let parts = arena.items(head);
        let words: Vec<&str> = parts.iter().map(|&part| arena.atom(part).unwrap_or("")).collect();
        let numbers: Vec<u32> = words.iter().skip(2).filter_map(|word| word.parse().ok()).collect();
        let sorts_fit = |width: u32| (1..=crate::MAX_WIDTH).contains(&width);
        let term = match (words.as_slice(), numbers.as_slice(), args) {
            (["as", "const", ..], _, &[element]) => match self.sort(arena, parts[2])? {
                Sort::Array { index, element: width }
                    if pool.sort(element) == Sort::BitVec(width) =>
                {
                    pool.const_array(index, element)
                }
                _ => return Err(malformed()),
            },
            (["_", "extract", ..], &[high, low], &[a]) => {
                if low > high || high >= pool.sort(a).width() {
                    return Err(malformed());
                }
                pool.extract(high, low, a)
            }
            (["_", name, ..], &[n], &[a]) if pool.sort(a).width() > 0 => {
                let width = pool.width(a);
                match *name {
                    "zero_extend" if sorts_fit(width + n) => pool.zero_extend(a, width + n),
                    "sign_extend" if sorts_fit(width + n) => pool.sign_extend(a, width + n),
                    "rotate_left" => super::operators::rotate(pool, a, n % width),
                    "rotate_right" => {
                        super::operators::rotate(pool, a, (width - n % width) % width)
                    }
                    "repeat" if n > 0 && sorts_fit(width * n) => {
                        (1..n).fold(a, |all, _| pool.concat(a, all))
                    }
                    _ => return Err(ReadError::Unsupported(arena.show(sexp))),
                }
            }
            _ => return Err(ReadError::Unsupported(arena.show(sexp))),
        };
        values.push(Value::Term(term));
        Ok(())
    }

    /// Applies what floats come from or go to; none where it is about none, and none inside where it
    /// is not known.
    fn apply_floats(
        &self,
        pool: &mut TermPool,
        arena: &SexpArena,
        head: Sexp,
        args: &[Value],
    ) -> Option<Option<Value>> {
        let is_about_floats = args.iter().any(|value| value.term().is_none());
        if let Some(name) = arena.atom(head) {
            return is_about_floats.then(|| floats::apply(pool, name, args));
        }
        let words: Vec<&str> =
            arena.items(head).iter().map(|&part| arena.atom(part).unwrap_or("")).collect();
        let &["_", name, ref numbers @ ..] = words.as_slice() else { return None };
        let numbers: Option<Vec<u32>> = numbers.iter().map(|word| word.parse().ok()).collect();
        (is_about_floats || name == "to_fp")
            .then(|| floats::apply_indexed(pool, name, &numbers?, args))
    }
}

fn number(arena: &SexpArena, sexp: Sexp) -> Option<u32> {
    arena.atom(sexp)?.parse().ok()
}

fn named_float(name: &str) -> ReadError {
    ReadError::Unsupported(format!("`{name}` is a name of a float or a rounding mode"))
}

fn known_or_unsupported(name: &str, shown: String) -> ReadError {
    if super::operators::is_operator(name) {
        ReadError::IllSorted(shown)
    } else {
        ReadError::Unsupported(shown)
    }
}

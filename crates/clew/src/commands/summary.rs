//! `clew summary`: what a function does, and when, as readable C.

mod elements;
mod families;
mod pattern;

use self::elements::Change;
use self::families::{Way, families};
use super::print;
use crate::args::{ReportFormat, SummaryArguments};
use crate::diagnostic::UserError;
use crate::generate::config::Config as UserConfig;
use crate::generate::entries::defined;
use crate::generate::{headers, promises, settings};
use crate::load::{ForTests, expect_meaning, load_for_tests, select_functions};
use clew_compose::{Case, Composed, Limits, NamedCall, cases, summarise};
use clew_ir::c_text::{expr_text, source_or};
use clew_ir::{Expr, FunctionId, LocalId, Program, Scalar, StatementKind};
use clew_logic::{InputId, InputType, Sort, TermId, TermPool, print_typed_c};
use clew_symbolic::{Bounds, CallNames, Cause, Ending, Entry, Failures, LabelMode, Setup};
use clew_vm::Config;
use clew_vm::stop::Stop;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

/// Strings and arrays have so many elements, unless the user says otherwise.
const ELEMENTS: u64 = 8;

/// So many conjunctions of a case are written, and so many characters of a term: nobody reads more. JSON has
/// all of them.
const MOST_LINES: usize = 6;
const LONGEST: usize = 320;

/// So many inputs are named that such a term depends on.
const MOST_NAMES: usize = 6;

/// The input that says which object a pointer leads to begins so.
const TARGET: &str = "target of ";

/// A summary, to be written.
struct Summary<'p> {
    program: &'p Program,
    function: FunctionId,
    composed: Composed,
    cases: Vec<Case>,
    pool: TermPool,
    bounds: Bounds,
    calls: CallNames,
}

/// Writes the summary of a function.
pub(crate) fn summary(arguments: &SummaryArguments) -> Result<ExitCode, UserError> {
    let failed = |error| UserError::Other(format!("cannot write temporary files: {error}"));
    let temporary = tempfile::tempdir().map_err(failed)?;
    headers::write(temporary.path()).map_err(failed)?;
    let how = ForTests { headers: temporary.path(), decides_world: true };
    let mut program = load_for_tests(&arguments.sources, how)?;
    expect_meaning(&program)?;
    let names = std::slice::from_ref(&arguments.function);
    let found = select_functions(&program, &arguments.sources.files, names)?;
    let function = defined(&program, found[0])?;
    let config = UserConfig::find(arguments.config.as_deref(), &arguments.sources.files)?;
    promises::add_all(&mut program, &[function], &config, &arguments.bounds)?;
    let (bounds, is_own) = settings::bounds_of(&arguments.bounds, &config, Failures::Never)?;
    let bounds = match is_own {
        true => bounds,
        false => Bounds { string: ELEMENTS, elements: ELEMENTS, ..bounds },
    };
    let setup = Setup {
        entry: Entry::Unit(function),
        config: Config { probes: Some(Arc::default()), ..Config::under_test() },
        labels: LabelMode::Observe,
        bounds: Bounds { merges: false, ..bounds },
    };
    let limits = Limits { runs: arguments.max_runs, time: arguments.budget };
    let (composed, mut pool) = summarise(&program, setup, limits);
    let cases = cases(&mut pool, &composed.paths);
    let calls = CallNames::of(pool.inputs().map(|(_, input)| input.name.as_str()));
    let mut summary = Summary { program: &program, function, composed, cases, pool, bounds, calls };
    print(&match arguments.format {
        ReportFormat::Text => summary.text(),
        ReportFormat::Json => format!("{:#}\n", summary.json()),
    });
    Ok(ExitCode::SUCCESS)
}

impl Summary<'_> {
    fn text(&mut self) -> String {
        let function = &self.program.functions[self.function];
        let parameters: Vec<&str> =
            function.params.iter().map(|local| function.locals[*local].name.as_str()).collect();
        let mut text = format!("{}({})\n", function.name, parameters.join(", "));
        text.push_str(&self.ways());
        let (paths, callees) = (self.composed.paths.len(), self.callees());
        let _ = writeln!(text, "{paths} {}{callees}", if paths == 1 { "path" } else { "paths" });
        text.push_str(&self.completeness());
        text
    }

    /// Each case on a line, or several: ways that differ in an index alone are one, where the first of them is.
    fn ways(&mut self) -> String {
        let cases = self.cases.clone();
        let mut ways = Vec::new();
        let mut case_of = Vec::new();
        for (at, case) in cases.iter().enumerate() {
            let mut outcome = self.outcome(case);
            for change in elements::told(&self.pool, &case.changes) {
                let _ = write!(outcome, ", {}", self.assignment(&change));
            }
            for conditions in &case.when {
                ways.push(Way {
                    outcome: outcome.clone(),
                    conditions: self.conditions(conditions),
                });
                case_of.push(at);
            }
        }
        let families = families(&ways);
        let mut text = String::new();
        for at in 0..cases.len() {
            let is_of_case = |way: &usize| case_of[*way] == at;
            for family in &families {
                if family.members.iter().min().is_some_and(is_of_case) {
                    let _ = writeln!(text, "  {}", family.line());
                }
            }
            let is_told = |way: &usize| families.iter().any(|it| it.members.contains(way));
            let left: Vec<&Way> = (0..ways.len())
                .filter(is_of_case)
                .filter(|it| !is_told(it))
                .map(|it| &ways[it])
                .collect();
            if let Some(way) = left.first() {
                let _ = write!(text, "  {}{}", way.outcome, when(&left));
            }
        }
        text
    }

    /// What a case changes, as an assignment.
    fn assignment(&self, change: &Change<'_>) -> String {
        match *change {
            Change::Place(name, value) => format!("{name} = {}", self.short(value, "a value of")),
            Change::Element { array, index, value } => {
                let index = self.short(index, "an index of");
                format!("{array}[{index}] = {}", self.short(value, "a value of"))
            }
        }
    }

    /// A call as the user wrote it.
    fn call_text(&self, call: &NamedCall) -> String {
        let name = &self.program.functions[call.function].name;
        let caller = &self.program.functions[call.site.function];
        let statement = caller.body.as_ref().ok().and_then(|body| call.site.statement_in(body));
        let Some(StatementKind::Call { args, .. }) = statement else { return format!("{name}()") };
        let text =
            |arg: &Expr| source_or(self.program, arg.span, || expr_text(self.program, caller, arg));
        let arguments: Vec<String> = args.iter().map(text).collect();
        format!("{name}({})", arguments.join(", "))
    }

    /// What tells a call from others that are written in the same way.
    fn call_name(&self, at: usize) -> String {
        let calls = &self.composed.calls;
        let text = self.call_text(&calls[at]);
        let before = calls[..at].iter().filter(|it| self.call_text(it) == text).count();
        match before {
            0 => text,
            _ => format!("{text} (call {})", before + 1),
        }
    }

    /// A term as C; where that is too long to be read, what it depends on.
    fn short(&self, term: TermId, what: &str) -> String {
        let text = self.c(term);
        let inputs = self.pool.free_inputs(term);
        // What is computed with floats are circuits here, which nobody reads.
        let is_float = |input: &InputId| {
            let name = &self.pool.input_decl(*input).name;
            matches!(self.composed.types.get(name), Some(Scalar::Float(_)))
        };
        let is_circuit = self.pool.input_of(term).is_none() && inputs.iter().any(is_float);
        if text.len() <= LONGEST && !is_circuit {
            return text;
        }
        let inputs = inputs.into_iter();
        let names: Vec<String> = inputs
            .map(|input| self.with_names(self.pool.input_decl(input).name.clone()))
            .filter(|name| !name.starts_with(TARGET))
            .collect();
        match names.len() {
            0..=MOST_NAMES => format!("{what} {}", names.join(", ")),
            more => {
                let shown = names[..MOST_NAMES].join(", ");
                format!("{what} {shown} and {} more", more - MOST_NAMES)
            }
        }
    }

    /// A term as C.
    fn c(&self, term: TermId) -> String {
        let type_of = |name: &str| match self.composed.types.get(name) {
            Some(Scalar::Int { bits, signed }) => {
                Some(InputType { bits: *bits, is_signed: *signed })
            }
            Some(_) => None,
            // The characters of strings.
            None => {
                let input = self.pool.find_input(name)?;
                let is_byte = self.pool.input_decl(input).sort == Sort::BitVec(8);
                is_byte.then_some(InputType { bits: 8, is_signed: true })
            }
        };
        self.with_names(print_typed_c(&self.pool, term, &type_of))
    }

    /// The same with calls as they are written, and pointers that are null. Which object one leads to is an input
    /// of its own: the second choice is null.
    fn with_names(&self, mut text: String) -> String {
        let function = &self.program.functions[self.function];
        let types = &self.program.types;
        // The last first: a name may begin another.
        for at in (0..self.composed.calls.len()).rev() {
            let symbol = format!("call#{at}");
            if text.contains(&symbol) {
                text = text.replace(&symbol, &self.call_name(at));
            }
        }
        // Of functions and streams there are more to choose from.
        let is_choice = |local: &&LocalId| {
            let pointee = types.pointee(function.locals[**local].ty);
            let is_stream = |it| types.record(it).is_some_and(|(_, it)| it.name == "_IO_FILE");
            pointee.is_some_and(|it| {
                types.scalar(it).is_none() && types.record(it).is_none() || is_stream(it)
            })
        };
        let others = function.params.iter().filter(is_choice);
        let others: Vec<&str> = others.map(|it| function.locals[*it].name.as_str()).collect();
        self.calls.told(&nulls(&text, &others)).into_owned()
    }

    /// The conditions of a way, each once.
    fn conditions(&self, conditions: &BTreeSet<TermId>) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for condition in conditions {
            let text = self.short(*condition, "a condition on");
            // A choice binds less than the conjunction around it.
            let text = match conditions.len() > 1 && text.contains(" || ") {
                true => format!("({text})"),
                false => text,
            };
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }

    fn outcome(&mut self, case: &Case) -> String {
        match &case.end {
            Ending::Stop(Stop::Return(None)) => "returns".to_owned(),
            Ending::Stop(Stop::Return(Some(bits))) => {
                format!("returns {}", self.returned(case.returned, *bits))
            }
            Ending::Stop(Stop::Exit(status)) => format!("exits with {status}"),
            Ending::Stop(Stop::Fault(fault)) => {
                let place = self.program.sources.describe(fault.span);
                format!("stops with {} at {place}", fault.kind)
            }
            Ending::Stop(Stop::Unsupported(_) | Stop::Interrupted) => "is not followed".to_owned(),
            Ending::Assumption => "is not called".to_owned(),
            Ending::Bound => "goes on beyond the bounds".to_owned(),
        }
    }

    /// The value that is returned, as the function's type has it.
    fn returned(&mut self, term: Option<TermId>, bits: u128) -> String {
        let ty = self.program.function_type(self.function).result;
        let Some(scalar) = self.program.types.scalar(ty) else { return "a record".to_owned() };
        let width = 8 * scalar.size() as u32;
        let signed = matches!(scalar, Scalar::Int { signed: true, .. });
        let term = match term {
            Some(term) if width <= 64 => self.pool.resize(term, width, signed),
            Some(term) => term,
            None => self.pool.bv(width.min(128), clew_ir::ops::truncate(bits, width)),
        };
        match self.pool.value(term) {
            Some(value) if signed => clew_ir::ops::sign_extend(value, width).to_string(),
            Some(value) => value.to_string(),
            None => self.short(term, "a value of"),
        }
    }

    fn callees(&self) -> String {
        let name = |function: &FunctionId| self.program.functions[*function].name.clone();
        let told: Vec<String> = self
            .composed
            .summarised
            .iter()
            .map(|(function, paths)| format!("{} with {paths}", name(function)))
            .collect();
        if told.is_empty() {
            return String::new();
        }
        format!(", with those of the functions it calls composed: {}", told.join(", "))
    }

    /// Whether these are all paths there are, and if not, what they rest on.
    fn completeness(&self) -> String {
        let Bounds { string, elements, .. } = self.bounds;
        let scope = format!("for strings of {string} and arrays of {elements} elements at most");
        let given_up = self.given_up();
        if self.composed.is_exhausted && given_up.is_empty() {
            return format!("these are all there are, {scope}\n");
        }
        let mut text = format!("there may be more, {scope}\n");
        for cause in given_up {
            let _ = writeln!(text, "  - {cause}");
        }
        text
    }

    /// What there may be other paths without, but for the sizes that are told.
    fn given_up(&self) -> Vec<String> {
        let is_size = |cause: &&Cause| {
            matches!(cause, Cause::Elements { .. } | Cause::Records { .. } | Cause::Strings(_))
        };
        let causes = self.composed.given_up.iter().filter(|cause| !is_size(cause));
        causes.map(Cause::to_string).collect::<BTreeSet<String>>().into_iter().collect()
    }

    fn json(&mut self) -> Json {
        let cases = self.cases.clone();
        let cases: Vec<Json> = cases.iter().map(|case| self.case_json(case)).collect();
        let name = |function: &FunctionId| self.program.functions[*function].name.clone();
        let given_up = self.given_up();
        let summarised: serde_json::Map<String, Json> =
            self.composed.summarised.iter().map(|(it, paths)| (name(it), json!(paths))).collect();
        json!({
            "function": name(&self.function),
            "paths": self.composed.paths.len(),
            "complete": self.composed.is_exhausted && given_up.is_empty(),
            "given_up": given_up,
            "max_string": self.bounds.string,
            "max_elements": self.bounds.elements,
            "summarised": summarised,
            "cases": cases,
        })
    }

    fn case_json(&mut self, case: &Case) -> Json {
        let outcome = self.outcome(case);
        let texts = |it: &BTreeSet<TermId>| -> Vec<String> {
            it.iter().map(|condition| self.c(*condition)).collect()
        };
        let when: Vec<Vec<String>> = case.when.iter().map(texts).collect();
        let changes: serde_json::Map<String, Json> = case
            .changes
            .iter()
            .map(|(name, value)| (name.clone(), json!(self.c(*value))))
            .collect();
        json!({ "outcome": outcome, "changes": changes, "when": when })
    }
}

/// When a case is taken: on its line where that is one conjunction, else a line for each.
fn when(ways: &[&Way]) -> String {
    match ways {
        [one] if one.conditions.is_empty() => "\n".to_owned(),
        [one] => format!(" when {}\n", families::conjunction(&one.conditions)),
        several => {
            let shown = several.iter().take(MOST_LINES);
            let mut lines: Vec<String> = shown
                .map(|it| format!("      {}", families::conjunction(&it.conditions)))
                .collect();
            let left = several.len().saturating_sub(MOST_LINES);
            lines.extend((left > 0).then(|| format!("      in {left} more cases like these")));
            format!(" when\n{}\n", lines.join(", or\n"))
        }
    }
}

/// Writes which object a pointer leads to as whether it is null, but for these pointers.
fn nulls(text: &str, others: &[&str]) -> String {
    let mut parts = text.split(TARGET);
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let comparison = ["==", "!="].iter().find_map(|operator| {
            let (name, rest) = part.split_once(&format!(" {operator} 1"))?;
            let is_name = !name.contains(' ') && !rest.starts_with(|it: char| it.is_ascii_digit());
            is_name.then_some((name, *operator, rest))
        });
        match comparison {
            Some((name, operator, rest)) if !others.contains(&name) => {
                let _ = write!(all, "{name} {operator} NULL{rest}");
            }
            _ => {
                all.push_str(TARGET);
                all.push_str(part);
            }
        }
    }
    all
}

//! The exam of `tests/prove`: conditions that are never true behind unboundedly many paths, and
//! look-alikes that are.

use clew_c::{Frontend, Options};
use clew_check::{Answer, Judge, Model};
use clew_ir::call_graph::CallGraph;
use clew_ir::{
    Body, Expr, ExprKind, FunctionId, Program, Span, TerminatorKind, UnaryOp, model_text,
};
use clew_prove::{Limits, Proven, Start, Target, Task, prove, prove_by_traces};
use clew_solver::{Budget, Scripts};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a condition's mark says of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    Never,
    Trap,
}

/// A marked condition: its line, its mark, and what it is to be true.
pub(crate) struct Marked {
    pub(crate) line: u32,
    pub(crate) mark: Mark,
    pub(crate) target: Target,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/prove").join(name)
}

pub(crate) fn load(path: &Path) -> Program {
    let mut frontend = Frontend::new(&Options::default()).expect("clang");
    frontend.add_files(&[path.to_owned()]).expect("C that compiles");
    frontend.finish().expect("a program that links")
}

/// The mark of a line, and which of its conditions it is about.
fn mark(text: &str) -> Option<(Mark, usize)> {
    let comment = text.split("/* ").nth(1)?.trim_end().trim_end_matches("*/").trim();
    let (word, which) = comment.split_once(": ").unwrap_or((comment, "1"));
    let mark = match word {
        "never" => Mark::Never,
        "trap" => Mark::Trap,
        _ => return None,
    };
    Some((mark, which.parse().ok()?))
}

/// The marked conditions of a function.
pub(crate) fn marked(program: &Program, function: FunctionId) -> Vec<Marked> {
    let Ok(body) = &program.functions[function].body else { return Vec::new() };
    let file = program.sources.position(program.functions[function].span).map(|(file, _)| file);
    let line_of = |span: Span| {
        let at = program
            .sources
            .position(span)
            .filter(|(other, _)| file.is_some_and(|file| std::ptr::eq(*other, file)));
        at.map_or((0, 0), |(_, at)| (at.line, at.column))
    };
    let is_negated = |condition: &Expr| {
        let text = file.map_or("", |file| file.text());
        let at = condition.span.start as usize;
        let is_written =
            text[at..].starts_with('!') || text[..at].trim_end_matches('(').ends_with('!');
        is_written && !matches!(condition.kind, ExprKind::Unary(UnaryOp::LogicalNot, _))
    };
    let mut found = Vec::new();
    let lines = file.map_or("", |file| file.text()).lines();
    for (number, text) in lines.enumerate() {
        let line = number as u32 + 1;
        let Some((mark, which)) = mark(text) else { continue };
        let target = match text.trim().starts_with("default:") {
            true => default_arm(body, function, &line_of, line + 1),
            false => condition(body, function, &line_of, line, which, &is_negated),
        };
        found.extend(target.map(|target| Marked { line, mark, target }));
    }
    found
}

fn default_arm(
    body: &Body,
    function: FunctionId,
    line_of: &dyn Fn(Span) -> (u32, u32),
    line: u32,
) -> Option<Target> {
    body.blocks.iter_enumerated().find_map(|(block, contents)| {
        let TerminatorKind::Switch { arms, default, .. } = &contents.terminator.kind else {
            return None;
        };
        let target = &body.blocks[*default];
        let first = target.statements.first().map_or(target.terminator.span, |it| it.span);
        let arm = arms.len() as u32;
        (line_of(first).0 == line).then_some(Target::Edge { function, block, arm })
    })
}

fn condition(
    body: &Body,
    function: FunctionId,
    line_of: &dyn Fn(Span) -> (u32, u32),
    line: u32,
    which: usize,
    is_negated: &dyn Fn(&Expr) -> bool,
) -> Option<Target> {
    let mut here: Vec<(u32, Target)> = Vec::new();
    for (block, contents) in body.blocks.iter_enumerated() {
        if let TerminatorKind::Branch { condition, .. } = &contents.terminator.kind {
            let at = line_of(condition.span);
            if at.0 == line {
                // `!x` and `!(x)` are branches on `x` the other way round.
                let arm = u32::from(is_negated(condition));
                here.push((at.1, Target::Edge { function, block, arm }));
            }
        }
    }
    here.sort_by_key(|(column, _)| *column);
    here.into_iter().nth(which - 1).map(|(_, target)| target)
}

pub(crate) fn judge() -> Judge {
    let budget = Budget { time: Some(Duration::from_secs(5)), conflicts: Some(100_000) };
    let mut scripts = Scripts::new(budget);
    Box::new(move |script| match scripts.is_refuted(script) {
        true => Answer::Unsat,
        false => Answer::Unknown,
    })
}

/// One way to prove.
pub(crate) type Prove = fn(Task<'_>, &[Target], Limits) -> Proven;

/// The marked conditions of a function that are proved never to be true, as the checker accepts it.
fn proved(
    program: &Program,
    function: FunctionId,
    marked: &[Marked],
    limits: Limits,
    prove: Prove,
) -> Vec<u32> {
    let calls = CallGraph::new(program);
    let start = Start::Unit(function);
    let task = Task { program, calls: &calls, start, assumes: &[] };
    let targets: Vec<Target> = marked.iter().map(|it| it.target.clone()).collect();
    let proven = prove(task, &targets, limits);
    let text = model_text::model_text_from(program, function);
    let model = Model::read(&text).expect("a program");
    let is_accepted = |at: &usize| {
        let report = model.check_by(&proven.certificates[*at].text(program), &judge);
        report.is_ok_and(|report| report.doubtful().is_some_and(|it| it.is_empty()))
    };
    let outcomes = marked.iter().zip(&proven.outcomes);
    let held = outcomes.filter(|(_, outcome)| outcome.as_ref().is_ok_and(is_accepted));
    held.map(|(it, _)| it.line).collect()
}

/// How many conditions of a file have a mark, and the functions and lines of those that are proved.
fn examine(file: &str, mark: Mark, limits: Limits, prove: Prove) -> (usize, Vec<String>) {
    let program = load(&folder("visible").join(file));
    let (mut count, mut found) = (0, Vec::new());
    for (function, declared) in program.functions.iter_enumerated() {
        let mut marked = marked(&program, function);
        marked.retain(|it| it.mark == mark);
        if declared.is_system || marked.is_empty() {
            continue;
        }
        count += marked.len();
        let lines = proved(&program, function, &marked, limits, prove);
        found.extend(lines.iter().map(|line| format!("{}:{line}", declared.name)));
    }
    (count, found)
}

/// Of what is never true, all that the prover is known to prove; `isdigit` has no body here.
#[test]
fn what_is_never_true_is_proved() {
    let limits = Limits { time: Duration::from_secs(60), ..Limits::default() };
    for (file, least) in [("loops.c", 30), ("machines.c", 16)] {
        let (count, found) = examine(file, Mark::Never, limits, prove);
        assert!(found.len() >= least, "{file}: {} of {count}: {found:?}", found.len());
    }
}

#[test]
fn look_alikes_are_not_proved() {
    let time = Duration::from_millis(700);
    for file in ["buffers.c", "helpers.c", "loops.c", "machines.c", "walks.c"] {
        let (count, found) =
            examine(file, Mark::Trap, Limits { time, questions: 500, ..Limits::default() }, prove);
        assert!(count > 4 && found.is_empty(), "{file}: {found:?}");
    }
}

/// Trace refinement alone, with no guess at any invariant.
#[test]
fn trace_refinement_alone_proves_most_loops() {
    let limits = Limits { time: Duration::from_secs(60), ..Limits::default() };
    let (count, found) = examine("loops.c", Mark::Never, limits, prove_by_traces);
    assert!(found.len() >= 20, "{} of {count}: {found:?}", found.len());
    let time = Duration::from_millis(700);
    let few = Limits { time, questions: 500, ..Limits::default() };
    let (_, traps) = examine("loops.c", Mark::Trap, few, prove_by_traces);
    assert!(traps.is_empty(), "{traps:?}");
}

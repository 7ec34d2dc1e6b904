//! What certificates say of loops, as C: the invariants of correctness witnesses.
//!
//! A node with a predicate at the head of a loop says what holds whenever the loop's condition is about
//! to be evaluated. Where that can be written over the variables in scope there, it is a
//! `loop_invariant` of the witness format 2.0 of the software-verification competition. Clauses that
//! cannot be written are left out: what is left is weaker, and still an invariant.

use super::expression::Scope;
use clew_c::tokens::Tokens;
use clew_ir::cfg::Cfg;
use clew_ir::dominators::Dominators;
use clew_ir::loops::Loops;
use clew_ir::{BlockId, Function, Program, Span};
use clew_prove::{Certificate, Clause, Node};
use std::path::PathBuf;

/// What holds whenever the condition of a loop is about to be evaluated.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Invariant {
    /// The file, as the compiler names it.
    pub file: PathBuf,
    /// The line of the loop's keyword, from 1.
    pub line: u32,
    /// Its column in bytes, from 1.
    pub column: u32,
    /// The function.
    pub function: String,
    /// What holds, as a C expression.
    pub value: String,
}

/// The invariants of loops that a certificate gives for every execution: none where it rests on
/// assumptions, since witnesses have no place for them.
pub(in crate::proofs) fn invariants(
    program: &Program,
    certificate: &Certificate,
) -> Vec<Invariant> {
    let function = &program.functions[certificate.start.function()];
    let Ok(body) = &function.body else { return Vec::new() };
    if !certificate.assumes.is_empty() {
        return Vec::new();
    }
    let cfg = Cfg::new(body);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let headers = loops.loops.iter().map(|each| each.header);
    headers.filter_map(|header| invariant(program, function, certificate, header)).collect()
}

fn invariant(
    program: &Program,
    function: &Function,
    certificate: &Certificate,
    header: BlockId,
) -> Option<Invariant> {
    let entry = certificate.start.function();
    let is_here =
        |node: &&Node| (node.at.function, node.at.block, node.at.statement) == (entry, header, 0);
    let nodes: Vec<&Node> = certificate.nodes.iter().filter(is_here).collect();
    if nodes.is_empty() {
        return None;
    }
    let span = head_span(function, header)?;
    let file = &program.sources.files[span.file?];
    let tokens = Tokens::new(file.text());
    let keyword = tokens.loop_keyword(span.start as usize)?;
    let scope = Scope { program, function, tokens: &tokens, span };
    // Each visit of the head is one of these nodes.
    let known = nodes.iter().map(|node| {
        let clauses = node.predicate.as_ref().filter(|_| node.calls.is_empty())?;
        let written: Vec<String> =
            clauses.iter().filter_map(Clause::own).filter_map(|it| scope.text(it)).collect();
        (!written.is_empty()).then(|| written.join(" && "))
    });
    let ways: Vec<String> = known.collect::<Option<_>>()?;
    let value = match ways.as_slice() {
        [only] => only.clone(),
        several => several.iter().map(|it| format!("({it})")).collect::<Vec<_>>().join(" || "),
    };
    let at = file.line_column(u32::try_from(keyword).ok()?);
    let (file, function) = (file.path.clone(), function.name.clone());
    Some(Invariant { file, line: at.line, column: at.column, function, value })
}

/// Where the code of a loop's head begins in the source; none where a macro wrote some of it.
fn head_span(function: &Function, header: BlockId) -> Option<Span> {
    let block = &function.body.as_ref().ok()?.blocks[header];
    let spans = block.statements.iter().map(|statement| statement.span);
    let mut spans: Vec<Span> = spans.chain([block.terminator.span]).collect();
    spans.retain(|span| span.file.is_some());
    let is_written = |span: &Span| span.expansion.is_none() && span.file == spans[0].file;
    let first = spans.iter().copied().min_by_key(|span| span.start)?;
    spans.iter().all(is_written).then_some(first)
}

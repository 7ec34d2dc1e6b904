//! The program model as text that is complete and can be read back: what a checker needs that
//! shares no code with this crate.
//!
//! The text is one s-expression, documented in `docs/certificates.md`. Layouts are explicit (sizes,
//! offsets, positions of bit-fields), names are only for people, and everything is referred to by
//! its number. The same program always prints the same.

mod code;
mod part;
mod types;

pub use part::model_text_of;

use crate::body::Callee;
use crate::expr::{Expr, ExprKind, PlaceBase};
use crate::ids::{BlockId, FunctionId, GlobalId, Id as _, RecordId};
use crate::program::{
    Function, Global, GlobalKind, Image, Linkage, LocalKind, Program, Relocation, RelocationTarget,
};
use crate::tables::unchanged_tables;
use crate::{Body, Place, Span, StatementKind, TerminatorKind};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The whole program.
pub fn model_text(program: &Program) -> String {
    let functions = program.functions.ids().collect();
    let globals = program.globals.ids().collect();
    text_of(program, &Parts { functions, globals })
}

/// What of a program matters to executions that start at `entry`: the functions that it may
/// reach, those that code outside may call back (their addresses are taken somewhere), and the
/// objects they name.
pub fn model_text_from(program: &Program, entry: FunctionId) -> String {
    let mut roots = address_taken(program);
    roots.insert(entry);
    text_of(program, &reachable(program, roots))
}

/// The functions and globals to print.
#[derive(Default)]
struct Parts {
    functions: BTreeSet<FunctionId>,
    globals: BTreeSet<GlobalId>,
}

fn text_of(program: &Program, parts: &Parts) -> String {
    let mut text = String::from("(model 1\n");
    for (id, record) in program.types.records.iter_enumerated() {
        text.push_str(&types::record_text(program, id, record));
    }
    let unchanged = unchanged_tables(program);
    for &id in &parts.globals {
        text.push_str(&global_text(program, id, unchanged[id]));
    }
    let taken = address_taken(program);
    for &id in &parts.functions {
        text.push_str(&function_text(program, id, taken.contains(&id)));
    }
    let is_started = !program.constructors.is_empty() || !program.destructors.is_empty();
    if is_started || program.has_hidden_code {
        text.push_str("(constructors)\n");
    }
    text.push_str(")\n");
    text
}

/// A string between quotes; what is no plain ASCII stands as two hexadecimal digits.
fn quoted(name: &str) -> String {
    let mut text = String::from("\"");
    for byte in name.bytes() {
        match byte {
            b'"' | b'\\' | 0..=0x1f | 0x7f.. => {
                write!(text, "\\{byte:02x}").expect("writing to a string");
            }
            _ => text.push(char::from(byte)),
        }
    }
    text + "\""
}

const fn linkage_text(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "external",
        Linkage::Weak => "weak",
        Linkage::Internal => "internal",
        Linkage::None => "none",
    }
}

fn global_text(program: &Program, id: GlobalId, is_unchanged: bool) -> String {
    let global: &Global = &program.globals[id];
    let kind = match global.kind {
        GlobalKind::Variable => "variable",
        GlobalKind::StringLiteral => "string",
        GlobalKind::CompoundLiteral => "compound",
    };
    let access = match (global.is_const, is_unchanged) {
        (true, _) => "const",
        (false, true) => "unchanged",
        (false, false) => "mutable",
    };
    let mut text = format!(
        "(global {} {} {} {} {kind} {access} {}",
        id.index(),
        quoted(&global.name),
        types::type_text(program, global.ty),
        linkage_text(global.linkage),
        global.align.max(1),
    );
    match (&global.init, global.address) {
        (Some(image), _) if !is_of_library(global) && !program.doubtful.contains(&id) => {
            text.push_str(&image_text(image));
        }
        (None, Some(address)) => {
            write!(text, " (fixed {address})").expect("writing to a string");
        }
        (Some(_) | None, _) => text.push_str(" undefined"),
    }
    text + ")\n"
}

/// Whether the C library has an object: what it holds at first, and whether it has another name
/// (`environ` and `__environ`), is not what Clew's models say.
fn is_of_library(global: &Global) -> bool {
    global.is_system && matches!(global.linkage, Linkage::External | Linkage::Weak)
}

fn image_text(image: &Image) -> String {
    let is_zero = image.bytes.iter().all(|byte| *byte == 0);
    let mut text = if is_zero {
        format!(" (zero {})", image.bytes.len())
    } else {
        let hex: String = image.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!(" (bytes \"{hex}\")")
    };
    for Relocation { offset, target, addend } in &image.relocations {
        let target = match target {
            RelocationTarget::Global(global) => format!("(global {})", global.index()),
            RelocationTarget::Function(function) => format!("(function {})", function.index()),
            RelocationTarget::Label(function, block) => {
                format!("(label {} {})", function.index(), block.index())
            }
        };
        write!(text, " (address {offset} {target} {addend})").expect("writing to a string");
    }
    text
}

/// Whether a function stands in one of Clew's models of the C library: code that is not the
/// program's own, and that the program is not linked with.
fn is_model(program: &Program, function: &Function) -> bool {
    let file = function.span.file.map(|file| &program.sources.files[file]);
    function.is_system && file.is_none_or(|file| file.path.is_relative())
}

fn function_text(program: &Program, id: FunctionId, is_taken: bool) -> String {
    let function = &program.functions[id];
    let ty = program.types.function(function.ty);
    let result = ty.map_or("void".to_owned(), |ty| types::type_text(program, ty.result));
    let mut text = format!(
        "(function {} {} {result} {}",
        id.index(),
        quoted(&function.name),
        linkage_text(function.linkage)
    );
    let flags = [
        (ty.is_some_and(|ty| ty.is_variadic), " variadic"),
        (function.is_noreturn, " noreturn"),
        (is_model(program, function), " model"),
        (is_taken, " address-taken"),
        (function.facts.returns_twice, " returns-twice"),
        (function.facts.has_alias, " alias"),
        (function.facts.why_unprovable().is_some(), " unprovable"),
        (function.facts.is_opaque(), " opaque"),
        (function.body.is_err(), " undefined"),
        (function.body.is_err() && function.is_system, " system"),
    ];
    for (_, flag) in flags.iter().filter(|(holds, _)| *holds) {
        text.push_str(flag);
    }
    if let Ok(body) = &function.body {
        text.push('\n');
        text.push_str(&locals_text(program, function));
        text.push_str(&body_text(program, body));
    }
    text + ")\n"
}

fn locals_text(program: &Program, function: &Function) -> String {
    let mut text = String::new();
    for (id, local) in function.locals.iter_enumerated() {
        let kind = match local.kind {
            LocalKind::Parameter => "parameter",
            LocalKind::Variable => "variable",
            LocalKind::Temporary => "temporary",
        };
        let storage = if local.is_address_taken { "memory" } else { "register" };
        let align = local.alignment(&program.types);
        let (index, name) = (id.index(), quoted(&local.name));
        let ty = types::type_text(program, local.ty);
        writeln!(text, " (local {index} {name} {ty} {kind} {storage} {align})")
            .expect("writing to a string");
    }
    text
}

fn body_text(program: &Program, body: &Body) -> String {
    let mut text = String::new();
    for (id, block) in body.blocks.iter_enumerated() {
        let place = condition_place(program, body, id);
        writeln!(text, " (block {}{place}", id.index()).expect("writing to a string");
        let places = [arm_places(program, body, id), statement_places(program, body, id)];
        for line in places.iter().filter(|it| !it.is_empty()) {
            writeln!(text, "  {line}").expect("writing to a string");
        }
        for statement in &block.statements {
            let statement = code::statement_text(program, &statement.kind);
            writeln!(text, "  {statement}").expect("writing to a string");
        }
        let terminator = code::terminator_text(program, &block.terminator.kind);
        writeln!(text, "  {terminator})").expect("writing to a string");
    }
    text
}

/// Where the user wrote the condition that a block ends with.
fn condition_place(program: &Program, body: &Body, block: BlockId) -> String {
    let TerminatorKind::Branch { id: Some(id), .. } = &body.blocks[block].terminator.kind else {
        return String::new();
    };
    let place = place_text(program, body.decisions.conditions[*id].span);
    place.map_or_else(String::new, |place| format!(" {place}"))
}

/// `(at LINE COLUMN "FILE")`: where a span starts.
fn place_text(program: &Program, span: Span) -> Option<String> {
    let (file, at) = program.sources.position(span)?;
    let path = quoted(&file.path.display().to_string());
    Some(format!("(at {} {} {path})", at.line, at.column))
}

/// `(arms PLACE...)`: where the user wrote the arms of the `switch` that a block ends with, the default
/// last.
fn arm_places(program: &Program, body: &Body, block: BlockId) -> String {
    let terminator = &body.blocks[block].terminator;
    let TerminatorKind::Switch { arms, default_span, .. } = &terminator.kind else {
        return String::new();
    };
    let spans = arms.iter().map(|arm| arm.span).chain([default_span.unwrap_or(Span::NONE)]);
    // What the user did not write is where the `switch` is.
    let written = spans.map(|span| if span.file.is_some() { span } else { terminator.span });
    let places: Option<Vec<String>> = written.map(|span| place_text(program, span)).collect();
    places.map_or_else(String::new, |places| format!("(arms {})", places.join(" ")))
}

/// `(parts (part STATEMENT LINE COLUMN LINE COLUMN "FILE")...)`: where the statements of a block are
/// written, from where to where; behind the last, what the block ends with.
fn statement_places(program: &Program, body: &Body, block: BlockId) -> String {
    let contents = &body.blocks[block];
    let decisions = &body.decisions;
    let end = match &contents.terminator.kind {
        TerminatorKind::Branch { id: Some(id), .. } => {
            decisions.decisions[decisions.conditions[*id].decision].span
        }
        TerminatorKind::Switch { id, .. } => decisions.decisions[*id].span,
        TerminatorKind::Return(_) => contents.terminator.span,
        TerminatorKind::Branch { id: None, .. }
        | TerminatorKind::Goto(_)
        | TerminatorKind::IndirectGoto { .. }
        | TerminatorKind::Unreachable => Span::NONE,
    };
    let spans = contents.statements.iter().map(|it| it.span).chain([end]);
    let part = |(number, span): (usize, Span)| {
        let (file, from) = program.sources.position(span)?;
        let (_, to) = program.sources.position(Span { start: span.end, ..span })?;
        let path = quoted(&file.path.display().to_string());
        let (line, column) = (from.line, from.column);
        Some(format!("(part {number} {line} {column} {} {} {path})", to.line, to.column))
    };
    let parts: Vec<String> = spans.enumerate().filter_map(part).collect();
    if parts.is_empty() {
        return String::new();
    }
    format!("(parts {})", parts.join(" "))
}

/// An expression of a function, as it stands in certificates.
pub fn expr_text(program: &Program, expr: &Expr) -> String {
    code::expr_text(program, expr)
}

/// The functions whose addresses the program takes, in code or in initial values.
fn address_taken(program: &Program) -> BTreeSet<FunctionId> {
    let mut taken = BTreeSet::new();
    for function in &program.functions {
        let Ok(body) = &function.body else { continue };
        body.for_each_expr(&mut |expr| {
            if let ExprKind::FunctionAddress(id) = expr.kind {
                taken.insert(id);
            }
        });
    }
    for global in &program.globals {
        for relocation in global.init.iter().flat_map(|image| &image.relocations) {
            if let RelocationTarget::Function(id) = relocation.target {
                taken.insert(id);
            }
        }
    }
    taken
}

/// What can be named by executions that start in one of the roots.
fn reachable(program: &Program, roots: BTreeSet<FunctionId>) -> Parts {
    let mut parts = Parts::default();
    let mut work: Vec<Named> = roots.into_iter().map(Named::Function).collect();
    while let Some(named) = work.pop() {
        match named {
            Named::Function(id) if parts.functions.insert(id) => {
                if let Ok(body) = &program.functions[id].body {
                    named_in_body(body, &mut work);
                }
            }
            Named::Global(id) if parts.globals.insert(id) => {
                let image = program.globals[id].init.iter();
                work.extend(image.flat_map(|image| &image.relocations).map(named_by));
            }
            Named::Function(_) | Named::Global(_) => {}
        }
    }
    parts
}

enum Named {
    Function(FunctionId),
    Global(GlobalId),
}

fn named_by(relocation: &Relocation) -> Named {
    match relocation.target {
        RelocationTarget::Global(global) => Named::Global(global),
        RelocationTarget::Function(function) | RelocationTarget::Label(function, _) => {
            Named::Function(function)
        }
    }
}

fn named_in_body(body: &Body, named: &mut Vec<Named>) {
    fn base(place: &Place, named: &mut Vec<Named>) {
        if let PlaceBase::Global(global) = place.base {
            named.push(Named::Global(global));
        }
    }
    for block in &body.blocks {
        for statement in &block.statements {
            if let Some(place) = statement.kind.written_place() {
                base(place, named);
            }
            if let StatementKind::Call { callee: Callee::Direct(function), .. } = statement.kind {
                named.push(Named::Function(function));
            }
        }
    }
    body.for_each_expr(&mut |expr| match &expr.kind {
        ExprKind::Load(place) | ExprKind::AddressOf(place) => base(place, named),
        ExprKind::FunctionAddress(function) => named.push(Named::Function(*function)),
        ExprKind::Const(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast { .. }
        | ExprKind::Intrinsic(..) => {}
    });
}

/// The number of a record in the text.
fn record_number(id: RecordId) -> usize {
    id.index()
}

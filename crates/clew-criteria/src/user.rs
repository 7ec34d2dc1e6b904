//! The criterion `labels`: what the user asks for by `clew_label(condition)`, or
//! `clew_label(condition, "name")`.

use crate::objective::{Aim, Found, Subject};
use crate::predicate::Builder;
use clew_ir::{
    Callee, Expr, ExprKind, PlaceBase, ProbePoint, Program, StatementKind, c_text, is_label_marker,
};

pub(crate) fn find(subject: &Subject<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    for block in subject.body.blocks.ids().filter(|&block| subject.cfg.is_reachable(block)) {
        for (at, statement) in subject.body.blocks[block].statements.iter().enumerate() {
            let StatementKind::Call { callee: Callee::Direct(callee), args, .. } = &statement.kind
            else {
                continue;
            };
            let Some(condition) =
                args.first().filter(|_| is_label_marker(&subject.program.functions[*callee]))
            else {
                continue;
            };
            let condition = without_conversion(condition);
            let build = Builder { types: &subject.program.types, span: statement.span };
            let point = ProbePoint::Statement(subject.id, block, at as u32);
            let text = args.get(1).and_then(|name| string(subject.program, name));
            let text = text.unwrap_or_else(|| text_of(subject, condition));
            let aim = Aim::Label(point, build.truth(condition));
            found.push(Found { span: statement.span, text, aim, change: None });
        }
    }
    found
}

/// The condition before it was made an `int`: only whether it is zero counts.
fn without_conversion(condition: &Expr) -> &Expr {
    match &condition.kind {
        ExprKind::Cast { operand, implicit: true } => operand,
        _ => condition,
    }
}

fn text_of(subject: &Subject<'_>, condition: &Expr) -> String {
    c_text::source_or(subject.program, condition.span, || {
        c_text::expr_text(subject.program, subject.function, condition)
    })
}

/// The characters of a string literal.
fn string(program: &Program, expr: &Expr) -> Option<String> {
    let place = match &expr.kind {
        ExprKind::Cast { operand, .. } => return string(program, operand),
        ExprKind::AddressOf(place) => place,
        _ => return None,
    };
    let PlaceBase::Global(global) = place.base else { return None };
    let bytes = &program.globals[global].init.as_ref()?.bytes;
    let text = bytes.split(|&byte| byte == 0).next()?;
    Some(String::from_utf8_lossy(text).into_owned())
}

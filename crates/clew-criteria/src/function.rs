//! The criterion `function`: every function is called.

use crate::objective::{Aim, Found, Subject};
use clew_ir::ProbePoint;

pub(crate) fn find(subject: &Subject<'_>) -> Vec<Found> {
    vec![Found {
        span: subject.function.span,
        text: format!("{} is called", subject.function.name),
        aim: Aim::Point(ProbePoint::Entry(subject.id)),
        change: None,
    }]
}

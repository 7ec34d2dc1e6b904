//! The criterion `dcc`: decisions and their conditions, each true once and false once.

use crate::objective::{Found, Subject};
use crate::{condition, decision};

pub(crate) fn find(subject: &Subject<'_>) -> Vec<Found> {
    let mut found = decision::find(subject);
    found.extend(condition::find(subject));
    found
}

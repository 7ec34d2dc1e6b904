//! One write to an element of an array, where an input says to which: told as the assignment it was.

use clew_logic::{Op, TermId, TermPool};

/// What a path changes.
pub(super) enum Change<'c> {
    /// A place by its name, and its value.
    Place(&'c str, TermId),
    /// The element of an array at an index, and its value.
    Element { array: &'c str, index: TermId, value: TermId },
}

/// The changes of a path. `a[0] = i == 0 ? v : a[0]`, and so on for all others, is `a[i] = v`: elements are
/// chosen among like this by a write alone, and a write is to one of them.
pub(super) fn told<'c>(pool: &TermPool, changes: &'c [(String, TermId)]) -> Vec<Change<'c>> {
    let mut told: Vec<Change<'c>> = Vec::new();
    let writes: Vec<Option<Write<'c>>> =
        changes.iter().map(|(name, value)| write(pool, name, *value)).collect();
    for (at, (name, value)) in changes.iter().enumerate() {
        let is_same = |other: &&Option<Write<'c>>| writes[at].is_some() && **other == writes[at];
        let Some(write) = &writes[at] else {
            told.push(Change::Place(name, *value));
            continue;
        };
        match writes.iter().filter(is_same).count() {
            1 => told.push(Change::Place(name, *value)),
            _ if writes[..at].iter().any(|it| is_same(&it)) => {}
            _ => {
                let Write { array, index, value } = *write;
                told.push(Change::Element { array, index, value });
            }
        }
    }
    told
}

/// A write to some element of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Write<'c> {
    array: &'c str,
    index: TermId,
    value: TermId,
}

/// The write that an element's new value tells of: `i == 3 ? v : a[3]` for `a[3]`.
fn write<'c>(pool: &TermPool, name: &'c str, value: TermId) -> Option<Write<'c>> {
    let (array, element) = name.strip_suffix(']')?.rsplit_once('[')?;
    let element: u128 = element.parse().ok()?;
    if pool.op(value) != Op::Ite {
        return None;
    }
    let &[condition, value, before] = pool.args(value) else { return None };
    if pool.op(condition) != Op::Eq || pool.input_decl(pool.input_of(before)?).name != name {
        return None;
    }
    let &[one, other] = pool.args(condition) else { return None };
    let (index, number) = match (pool.value(one), pool.value(other)) {
        (None, Some(number)) => (one, number),
        (Some(number), None) => (other, number),
        _ => return None,
    };
    (number == element).then_some(Write { array, index, value })
}

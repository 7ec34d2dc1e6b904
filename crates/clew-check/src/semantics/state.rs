//! What is known at a point of a path.

use super::unset::Spans;
use crate::term::Term;

/// A point in the order in which things come to be on a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Moment(pub(crate) u64);

/// Where a local's value is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slot {
    Register(Register),
    /// An array of bytes of its own.
    Private(Term),
    /// The object, by its position in [`State::objects`].
    Object(usize),
}

/// What a register holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Register {
    /// Nothing yet.
    Unset,
    Value(Term),
    /// The value, if the condition holds; otherwise nothing yet.
    Perhaps(Term, Term),
}

/// A function under way.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) function: usize,
    pub(crate) slots: Vec<Slot>,
    /// The bytes that have a value of each local that is an array of its own.
    pub(crate) set: Vec<Spans>,
    /// Objects that `alloca` has made.
    pub(crate) allocated: Vec<usize>,
}

/// A local or allocated object and its life.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object {
    pub(crate) base: Term,
    /// The size, where it is a constant.
    pub(crate) size: Option<u64>,
    pub(crate) born: Moment,
    /// Since when its address may be anywhere.
    pub(crate) escaped: Option<Moment>,
    pub(crate) died: Option<Moment>,
}

/// An object that came to life without values, and that code unknown has not come to know.
#[derive(Clone, Debug)]
pub(crate) struct Unset {
    pub(crate) base: Term,
    /// The size, where it is a constant.
    pub(crate) size: Option<u64>,
    /// Of locals: the position in [`State::objects`].
    pub(crate) object: Option<usize>,
    pub(crate) born: Moment,
    /// The memory when it came to life: what was stored before, where something else was, is no value of its.
    pub(crate) memory: Term,
    /// The bytes that have got a value.
    pub(crate) set: Spans,
}

/// An access through a pointer that existed at a moment: it is to nothing that came later, nor to
/// what nobody else could know then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) address: Term,
    /// How many bytes are accessed there.
    pub(crate) size: u64,
    pub(crate) moment: Moment,
}

/// A point of a path.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The functions under way, the outermost first.
    pub(crate) frames: Vec<Frame>,
    pub(crate) memory: Term,
    /// What holds.
    pub(crate) conditions: Vec<Term>,
    pub(crate) objects: Vec<Object>,
    /// What may be read before it has a value.
    pub(crate) unset: Vec<Unset>,
    pub(crate) known: Vec<Known>,
    /// What was written through pointers: addresses and sizes. Not to constant objects.
    pub(crate) written: Vec<(Term, u64)>,
    /// Whether memory may have been freed that was written since nothing was known of it.
    pub(crate) has_freed: bool,
    /// Whether expressions of a certificate are evaluated, not of the program: nothing is learnt
    /// from those.
    pub(crate) is_aside: bool,
    /// Whether the path has ended.
    pub(crate) has_ended: bool,
}

impl State {
    /// Adds a condition.
    pub(crate) fn assume(&mut self, condition: Term) {
        self.conditions.push(condition);
    }

    /// The functions under way, innermost.
    pub(crate) fn top(&self) -> usize {
        self.frames.len() - 1
    }

    /// Whether a pointer that existed at a moment can point into an object.
    pub(crate) fn may_point(&self, moment: Moment, object: &Object) -> bool {
        let is_unknown = object.born > moment || object.escaped.is_none_or(|at| at > moment);
        if !is_unknown {
            return true;
        }
        // The address of something known that is gone may be used again.
        self.objects.iter().any(|gone| {
            gone.escaped.is_some_and(|at| at <= moment)
                && gone.died.is_some_and(|at| at <= object.born)
        })
    }
}

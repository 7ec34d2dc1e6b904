//! What two runs on the same inputs have in common.
//!
//! The same inputs in other surroundings ([`crate::Surroundings`]) tell what of a run a compiled
//! program can be expected to repeat.

use super::case::{GlobalState, InputObject, MadeObject, StubCall, TestCase, Value};
use super::run::Ending;
use clew_vm::stop::Stop;

impl TestCase {
    /// Keeps of the outcome what another run on the same inputs shows too; the rest is unknown
    /// from now on. `false` when not even the inputs or the way it ended are the same.
    pub fn keep_common(&mut self, other: &TestCase) -> bool {
        let is_same_run = self.function == other.function
            && self.arguments == other.arguments
            && self.keep_common_calls(&other.stubs)
            && self.external == other.external
            && self.program_arguments == other.program_arguments
            && self.error_number == other.error_number
            && self.stack_word == other.stack_word
            && is_same_ending(&self.ending, &other.ending)
            && self.keep_common_objects(&other.objects)
            && self.keep_common_globals(&other.globals);
        if let (Some(mine), Some(theirs)) = (&mut self.returned, &other.returned) {
            keep_common(mine, theirs);
        }
        self.keep_common_made(&other.made);
        if self.printed != other.printed {
            self.printed = None;
        }
        is_same_run
    }

    /// What functions without a body were passed may differ; what they gave may not.
    fn keep_common_calls(&mut self, others: &[StubCall]) -> bool {
        if self.stubs.len() != others.len() {
            return false;
        }
        self.stubs.iter_mut().zip(others).all(|(mine, theirs)| {
            for (mine, theirs) in mine.arguments.iter_mut().zip(&theirs.arguments) {
                keep_common(&mut mine.value, &theirs.value);
                match (&mut mine.pointee, &theirs.pointee) {
                    (Some(mine), Some(theirs)) => keep_common(mine, theirs),
                    _ => mine.pointee = None,
                }
            }
            mine.function == theirs.function
                && mine.result == theirs.result
                && mine.written == theirs.written
                && mine.changes == theirs.changes
        })
    }

    /// An object that only one of the runs made, or in another form, holds nothing that is known.
    fn keep_common_made(&mut self, others: &[MadeObject]) {
        for (at, mine) in self.made.iter_mut().enumerate() {
            match others.get(at) {
                Some(theirs)
                    if mine.element == theirs.element && mine.after.len() == theirs.after.len() =>
                {
                    keep_common_elements(&mut mine.after, &theirs.after);
                    match mine.header.len() == theirs.header.len() {
                        true => keep_common_elements(&mut mine.header, &theirs.header),
                        false => mine.header.clear(),
                    }
                }
                _ => {
                    mine.after.fill(Value::Unknown);
                    mine.header.clear();
                }
            }
        }
    }

    fn keep_common_objects(&mut self, others: &[InputObject]) -> bool {
        if self.objects.len() != others.len() {
            return false;
        }
        self.objects.iter_mut().zip(others).all(|(mine, theirs)| {
            keep_common_elements(&mut mine.after, &theirs.after);
            mine.before == theirs.before && mine.after.len() == theirs.after.len()
        })
    }

    /// A global that only one of the runs changed has an unknown value.
    fn keep_common_globals(&mut self, others: &[GlobalState]) -> bool {
        let find = |states: &[GlobalState], wanted: &GlobalState| {
            states.iter().position(|state| state.global == wanted.global)
        };
        let mut is_same = true;
        for mine in &mut self.globals {
            match find(others, mine) {
                Some(at) => {
                    is_same &= mine.before == others[at].before;
                    keep_common(&mut mine.after, &others[at].after);
                }
                None => mine.after = Value::Unknown,
            }
        }
        for theirs in others {
            if find(&self.globals, theirs).is_none() {
                is_same &= theirs.before.is_none();
            }
        }
        is_same
    }
}

/// Whether two runs ended in the same way: what they returned is compared as a value.
fn is_same_ending(mine: &Ending, theirs: &Ending) -> bool {
    match (mine, theirs) {
        (Ending::Stop(Stop::Return(_)), Ending::Stop(Stop::Return(_))) => true,
        (Ending::Stop(Stop::Fault(mine)), Ending::Stop(Stop::Fault(theirs))) => {
            mine.kind == theirs.kind && mine.span == theirs.span
        }
        _ => mine == theirs,
    }
}

fn keep_common(mine: &mut Value, theirs: &Value) {
    match (&mut *mine, theirs) {
        (Value::Array(mine), Value::Array(theirs)) if mine.len() == theirs.len() => {
            keep_common_elements(mine, theirs);
        }
        (Value::Record(mine), Value::Record(theirs)) if mine.len() == theirs.len() => {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| keep_common(mine, theirs));
        }
        (same, theirs) if same == theirs => {}
        _ => *mine = Value::Unknown,
    }
}

fn keep_common_elements(mine: &mut [Value], theirs: &[Value]) {
    let is_byte = |value: &Value| matches!(value, Value::Scalar(..=0xff) | Value::Unknown);
    for (word, theirs) in mine.chunks_mut(8).zip(theirs.chunks(8)) {
        // Some bytes of an address may be the same by chance. What was never set is unknown in both, and
        // says nothing of its neighbours.
        let differs = word.iter().zip(theirs).any(|(mine, theirs)| mine != theirs);
        let is_of_bytes = word.iter().chain(theirs).all(is_byte);
        for (mine, theirs) in word.iter_mut().zip(theirs) {
            keep_common(mine, theirs);
        }
        if differs && is_of_bytes {
            word.fill(Value::Unknown);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_unknown_and_the_rest_stays() {
        let record = |x, y| Value::Record(vec![Value::Scalar(x), Value::Scalar(y)]);
        let mut value = Value::Array(vec![record(1, 2), record(0x300, 4)]);
        keep_common(&mut value, &Value::Array(vec![record(1, 2), record(0x300, 5)]));
        let blurred = Value::Record(vec![Value::Scalar(0x300), Value::Unknown]);
        assert_eq!(value, Value::Array(vec![record(1, 2), blurred]));
    }

    #[test]
    fn bytes_are_unknown_by_the_word() {
        let bytes = |bytes: [u8; 16]| {
            Value::Array(bytes.iter().map(|byte| Value::Scalar((*byte).into())).collect())
        };
        let mut value = bytes([7; 16]);
        let mut other = [7; 16];
        other[9] = 8;
        keep_common(&mut value, &bytes(other));
        let Value::Array(value) = value else { panic!("an array") };
        assert!(value[..8].iter().all(|value| *value == Value::Scalar(7)));
        assert!(value[8..].iter().all(|value| *value == Value::Unknown));
    }

    /// Neither bytes that were never set nor other members take what is known with them.
    #[test]
    fn what_is_known_stays_beside_what_is_not() {
        let text = || vec![Value::Scalar(47), Value::Scalar(0), Value::Unknown];
        let mut value = Value::Array(text());
        keep_common(&mut value, &Value::Array(text()));
        assert_eq!(value, Value::Array(text()));
        let record = |x| Value::Record(vec![Value::Scalar(4), Value::Unknown, Value::Scalar(x)]);
        let mut value = record(1);
        keep_common(&mut value, &record(2));
        let kept = vec![Value::Scalar(4), Value::Unknown, Value::Unknown];
        assert_eq!(value, Value::Record(kept));
    }

    #[test]
    fn a_return_is_one_whatever_the_value() {
        let returns = |bits| Ending::Stop(Stop::Return(Some(bits)));
        assert!(is_same_ending(&returns(1), &returns(2)));
        assert!(!is_same_ending(&returns(1), &Ending::Stop(Stop::Exit(1))));
    }
}

//! Inputs as a suite from elsewhere gives them: by name, or one after the other.
//!
//! A model says the value of each input the machine has. A suite that was not written by this
//! machine knows less: where a pointer leads but not by which choice, the next value but not the
//! name it is asked for under. [`GivenInputs`] says that much, and the machine works out the rest
//! while it runs.

use crate::environment::calls::CallNames;
use crate::environment::world::{
    ARGUMENT_COUNT, argument_name, character_value, standard_input_name,
};
use crate::trace::StreamKind;
use clew_ir::{FloatKind, Scalar, ops};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// A number whose type is known only when it is asked for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// An integer: its value, or for the upper half of 128 bits its bits.
    Int(i128),
    /// A floating value.
    Float(f64),
}

impl Number {
    /// The number that a text denotes: decimal, hexadecimal, octal or binary as in C, a character
    /// in quotes, a float. Suffixes of C literals are passed over.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(character) = text.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')) {
            let mut bytes = character.bytes();
            return bytes.next().filter(|_| bytes.next().is_none()).map(|b| Number::Int(b.into()));
        }
        if let Some(value) = parse_int(text) {
            return Some(Number::Int(value));
        }
        let digits = text.trim_end_matches(['f', 'F', 'l', 'L']);
        let float = if text.eq_ignore_ascii_case("inf") || text.eq_ignore_ascii_case("-inf") {
            text.parse()
        } else {
            digits.parse()
        };
        float.ok().map(Number::Float)
    }

    /// Its bits as a scalar, converted as C converts; integers wrap around.
    pub fn bits(self, scalar: Scalar) -> u128 {
        const WIDE: Scalar = Scalar::Int { bits: 128, signed: true };
        match (self, scalar) {
            (Number::Int(value), Scalar::Int { bits, .. }) => ops::truncate(value as u128, bits),
            (Number::Int(value), Scalar::Float(_)) => ops::cast(WIDE, scalar, value as u128),
            (Number::Float(value), _) => {
                ops::cast(Scalar::Float(FloatKind::F64), scalar, value.to_bits().into())
            }
        }
    }

    /// Its bytes as a block of so many, little endian.
    fn bytes(self, size: usize) -> Vec<u8> {
        let Number::Int(value) = self else { return vec![0; size] };
        let mut bytes = value.to_le_bytes().to_vec();
        bytes.resize(size, 0);
        bytes
    }
}

fn parse_int(text: &str) -> Option<i128> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let lower = digits.to_ascii_lowercase();
    let value = if let Some(digits) = lower.strip_prefix("0x") {
        u128::from_str_radix(digits, 16).ok()?
    } else if let Some(digits) = lower.strip_prefix("0b") {
        u128::from_str_radix(digits, 2).ok()?
    } else {
        lower.parse::<u128>().ok()?
    } as i128;
    Some(if is_negative { value.wrapping_neg() } else { value })
}

/// Where a pointer input leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GivenTarget {
    /// Nowhere.
    Null,
    /// To an object of its own with at least so many elements.
    Object(u64),
    /// To a stream of this kind.
    Stream(StreamKind),
    /// To a function, by its address in the machine.
    Function(clew_ir::FunctionId),
    /// To where the program's initialiser leads it; what has none is null.
    Initial,
}

/// The inputs of one test. What is not given is zero, for pointers null, or for globals their initial
/// value.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GivenInputs {
    /// Whether this is all there is; else a model says the rest.
    is_whole: bool,
    values: FxHashMap<String, u128>,
    targets: FxHashMap<String, GivenTarget>,
    numbers: FxHashMap<String, Number>,
    blocks: FxHashMap<String, Vec<u8>>,
    queue: Vec<Queued>,
    next: usize,
    /// What calls give has a name by the place of the call; suites name it by the order of the calls.
    calls: CallNames,
}

/// What a harness is given next, whatever it asks for.
#[derive(Clone, PartialEq, Debug)]
enum Queued {
    Number(Number),
    Block(Vec<u8>),
}

impl Queued {
    fn bits(&self, scalar: Scalar) -> u128 {
        match self {
            Queued::Number(number) => number.bits(scalar),
            Queued::Block(bytes) => {
                let lowest = bytes.iter().take(scalar.size() as usize).rev();
                let bits = lowest.fold(0, |bits, byte| bits << 8 | u128::from(*byte));
                match scalar {
                    Scalar::Int { bits: width, .. } => ops::truncate(bits, width),
                    Scalar::Float(_) => bits,
                }
            }
        }
    }

    fn bytes(&self, size: usize) -> Vec<u8> {
        match self {
            Queued::Number(number) => number.bytes(size),
            Queued::Block(bytes) => bytes.clone(),
        }
    }
}

impl GivenInputs {
    /// Inputs of which none is given yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same as all that a test gives.
    pub(crate) fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    /// What harness functions return, in the order in which they are called, whatever their names.
    pub fn in_order(numbers: Vec<Number>) -> Self {
        let queue = numbers.into_iter().map(Queued::Number).collect();
        Self { queue, ..Self::default() }
    }

    /// The same by their bytes: of numbers, little endian, and of blocks that are made symbolic.
    pub fn blocks_in_order(blocks: Vec<Vec<u8>>) -> Self {
        let queue = blocks.into_iter().map(Queued::Block).collect();
        Self { queue, ..Self::default() }
    }

    /// Gives an input its bits.
    pub fn set_value(&mut self, name: String, bits: u128) {
        self.values.insert(name, bits);
    }

    /// Says where a pointer leads.
    pub fn set_target(&mut self, name: String, target: GivenTarget) {
        self.targets.insert(name, target);
    }

    /// Gives what a harness asks for under a name its value.
    pub fn set_number(&mut self, name: String, number: Number) {
        self.numbers.insert(name, number);
    }

    /// Gives a block that a harness makes symbolic its bytes.
    pub fn set_block(&mut self, name: String, bytes: Vec<u8>) {
        self.blocks.insert(name, bytes);
    }

    /// Gives all characters of the standard input.
    pub fn set_standard_input(&mut self, text: &[u8]) {
        for (at, byte) in text.iter().enumerate() {
            self.set_value(standard_input_name(at as u64), character_value(*byte));
        }
    }

    /// Gives the arguments of a program, without its name.
    pub fn set_arguments(&mut self, arguments: &[Vec<u8>]) {
        self.set_value(ARGUMENT_COUNT.to_owned(), arguments.len() as u128);
        for (at, text) in arguments.iter().enumerate() {
            for (k, byte) in text.iter().enumerate() {
                self.set_value(argument_name(at + 1, k as u64), (*byte).into());
            }
        }
    }

    /// Whether inputs are given by name.
    pub(in crate::environment) fn has_names(&self) -> bool {
        !self.values.is_empty() || !self.targets.is_empty()
    }

    /// Notes what suites call what a call gives.
    pub(in crate::environment) fn note_call(&mut self, name: &str, by_order: String) {
        self.calls.insert(name, by_order);
    }

    /// The name that suites have for an input.
    fn by_order<'n>(&self, name: &'n str) -> Cow<'n, str> {
        if self.calls.is_empty() { Cow::Borrowed(name) } else { self.calls.told(name) }
    }

    pub(super) fn value(&self, name: &str) -> Option<u128> {
        if self.values.is_empty() {
            return None;
        }
        self.values.get(&*self.by_order(name)).copied()
    }

    pub(in crate::environment) fn target(&self, name: &str) -> Option<&GivenTarget> {
        let given = match self.targets.is_empty() {
            true => None,
            false => self.targets.get(&*self.by_order(name)),
        };
        given.or_else(|| self.is_whole.then_some(&GivenTarget::Initial))
    }

    /// The least number of elements behind a pointer.
    pub(in crate::environment) fn elements(&self, name: &str) -> u64 {
        match self.target(name) {
            Some(GivenTarget::Object(count)) => *count,
            _ => 0,
        }
    }

    /// An input that a harness asks for under this name gets its value: its own, or the next in
    /// order.
    pub(in crate::environment) fn take_value(&mut self, name: &str, scalar: Scalar) {
        if let Some(next) = self.take(name) {
            self.values.insert(name.to_owned(), next.bits(scalar));
        }
    }

    /// The bytes of a block with this name, found in the same way.
    pub(in crate::environment) fn take_block(
        &mut self,
        name: &str,
        size: usize,
    ) -> Option<Vec<u8>> {
        let mut bytes = match self.blocks.remove(name) {
            Some(bytes) => bytes,
            None => self.take(name)?.bytes(size),
        };
        bytes.resize(size, 0);
        Some(bytes)
    }

    fn take(&mut self, name: &str) -> Option<Queued> {
        if let Some(number) = self.numbers.get(name) {
            return Some(Queued::Number(*number));
        }
        let next = self.queue.get(self.next).cloned()?;
        self.next += 1;
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: Scalar = Scalar::Int { bits: 32, signed: true };

    #[test]
    fn numbers_are_read_as_c_and_other_tools_write_them() {
        let bits = |text| Number::parse(text).map(|number| number.bits(INT));
        assert_eq!(bits("42"), Some(42));
        assert_eq!(bits(" -1 "), Some(0xffff_ffff));
        assert_eq!(bits("0x10u"), Some(16));
        assert_eq!(bits("0b101"), Some(5));
        assert_eq!(bits("'a'"), Some(97));
        assert_eq!(bits("2.75"), Some(2));
        assert_eq!(bits("4294967295"), Some(0xffff_ffff));
        assert_eq!(bits("one"), None);
        assert_eq!(bits(""), None);
    }

    #[test]
    fn floats_keep_their_value() {
        let bits = |text, kind| Number::parse(text).map(|number| number.bits(Scalar::Float(kind)));
        assert_eq!(bits("0.1", FloatKind::F64), Some(0.1f64.to_bits().into()));
        assert_eq!(bits("0.1f", FloatKind::F32), Some(0.1f32.to_bits().into()));
        assert_eq!(bits("-inf", FloatKind::F64), Some(f64::NEG_INFINITY.to_bits().into()));
        assert_eq!(bits("3", FloatKind::F64), Some(3.0f64.to_bits().into()));
    }
}

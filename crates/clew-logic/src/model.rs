//! Values for inputs.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::pool::{InputId, TermPool};

/// The value of an array: a default and the elements that differ from it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArrayValue {
    /// The element where no other is given.
    pub default: u128,
    /// Elements by index.
    pub elements: BTreeMap<u128, u128>,
}

impl ArrayValue {
    /// The element at an index.
    pub fn get(&self, index: u128) -> u128 {
        self.elements.get(&index).copied().unwrap_or(self.default)
    }
}

/// The value of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of a Boolean (0 or 1) or a bit-vector.
    Bits(u128),
    /// Of an array.
    Array(ArrayValue),
}

/// An assignment to inputs; an input without a value is zero everywhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    bits: FxHashMap<InputId, u128>,
    arrays: FxHashMap<InputId, ArrayValue>,
}

impl Model {
    /// The model in which every input is zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many inputs have a value.
    pub fn len(&self) -> usize {
        self.bits.len() + self.arrays.len()
    }

    /// Whether no input has a value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a Boolean or bit-vector input.
    #[inline]
    pub fn bits(&self, input: InputId) -> u128 {
        self.bits.get(&input).copied().unwrap_or(0)
    }

    /// The value of a Boolean or bit-vector input, where one was set.
    pub fn get_bits(&self, input: InputId) -> Option<u128> {
        self.bits.get(&input).copied()
    }

    /// The value of an array input, where one was set.
    pub fn array(&self, input: InputId) -> Option<&ArrayValue> {
        self.arrays.get(&input)
    }

    /// The element of an array input at an index.
    pub fn element(&self, input: InputId, index: u128) -> u128 {
        self.arrays.get(&input).map_or(0, |array| array.get(index))
    }

    /// Sets a Boolean or bit-vector input.
    pub fn set_bits(&mut self, input: InputId, value: u128) {
        self.bits.insert(input, value);
    }

    /// Sets an array input.
    pub fn set_array(&mut self, input: InputId, value: ArrayValue) {
        self.arrays.insert(input, value);
    }

    /// Sets one element of an array input.
    pub fn set_element(&mut self, input: InputId, index: u128, value: u128) {
        self.arrays.entry(input).or_default().elements.insert(index, value);
    }

    /// Whether the input was given a value.
    pub fn contains(&self, input: InputId) -> bool {
        self.bits.contains_key(&input) || self.arrays.contains_key(&input)
    }

    /// Takes the value of an input from another model, if it has one.
    pub fn copy_from(&mut self, other: &Model, input: InputId) {
        if let Some(value) = other.get_bits(input) {
            self.set_bits(input, value);
        }
        if let Some(value) = other.array(input) {
            self.set_array(input, value.clone());
        }
    }

    /// Takes every value that another model has.
    pub fn extend_from(&mut self, other: &Model) {
        self.bits.extend(other.bits.iter().map(|(&input, &value)| (input, value)));
        for (&input, value) in &other.arrays {
            self.arrays.insert(input, value.clone());
        }
    }

    /// The values in the order of declaration.
    pub fn values(&self) -> Vec<(InputId, Value)> {
        let mut values: Vec<(InputId, Value)> = self
            .bits
            .iter()
            .map(|(&input, &value)| (input, Value::Bits(value)))
            .chain(self.arrays.iter().map(|(&input, array)| (input, Value::Array(array.clone()))))
            .collect();
        values.sort_by_key(|(input, _)| *input);
        values
    }

    /// The model as lines `name = value`.
    pub fn display(&self, pool: &TermPool) -> String {
        let mut text = String::new();
        for (input, value) in self.values() {
            let name = &pool.input_decl(input).name;
            match value {
                Value::Bits(value) => text.push_str(&format!("{name} = {value}\n")),
                Value::Array(array) => {
                    text.push_str(&format!(
                        "{name} = {:?} else {}\n",
                        array.elements, array.default
                    ));
                }
            }
        }
        text
    }
}

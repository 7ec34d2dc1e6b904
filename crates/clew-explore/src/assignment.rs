//! Values of inputs by name: what can leave a worker.

use clew_logic::{Model, Sort, TermPool, Value};
use serde::{Deserialize, Serialize};

/// The value of one input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputValue {
    /// The name in every pool.
    #[serde(rename = "n")]
    pub name: String,
    /// The width in bits; zero for a Boolean.
    #[serde(rename = "w")]
    pub width: u32,
    /// The bits.
    #[serde(rename = "v")]
    pub value: u128,
}

/// The values of the inputs of a run, in the order of their declaration.
///
/// The inputs of a program are scalars: array inputs exist in terms only and have no place here.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Assignment {
    /// The values.
    pub values: Vec<InputValue>,
}

impl Assignment {
    /// The values of a model of that pool.
    pub fn of(pool: &TermPool, model: &Model) -> Self {
        let scalars = model.values().into_iter().filter_map(|(input, value)| match value {
            Value::Bits(value) => {
                let decl = pool.input_decl(input);
                Some(InputValue { name: decl.name.clone(), width: decl.sort.width(), value })
            }
            Value::Array(_) => None,
        });
        Assignment { values: scalars.collect() }
    }

    /// The model of that pool with these values. A value of a width that no input has is left out.
    pub fn to_model(&self, pool: &mut TermPool) -> Model {
        let mut model = Model::new();
        for InputValue { name, width, value } in &self.values {
            let sort = match width {
                0 => Sort::Bool,
                &width => Sort::BitVec(width),
            };
            if sort.is_valid() {
                let term = pool.input(name, sort);
                pool.input_of(term).into_iter().for_each(|input| model.set_bits(input, *value));
            }
        }
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_text_and_another_pool() {
        let mut pool = TermPool::new();
        let mut model = Model::new();
        for (name, sort, value) in
            [("a", Sort::BitVec(128), u128::MAX), ("b", Sort::Bool, 1), ("c", Sort::BitVec(8), 0)]
        {
            let term = pool.input(name, sort);
            model.set_bits(pool.input_of(term).expect("an input"), value);
        }
        let assignment = Assignment::of(&pool, &model);
        let text = serde_json::to_string(&assignment).expect("text");
        let read: Assignment = serde_json::from_str(&text).expect("an assignment");
        let mut other = TermPool::new();
        other.input("c", Sort::BitVec(8));
        let model = read.to_model(&mut other);
        let mut again = Assignment::of(&other, &model);
        again.values.sort_by(|a, b| a.name.cmp(&b.name));
        assert_eq!(again, assignment);
    }

    #[test]
    fn a_value_belongs_to_the_input_of_its_width() {
        let mut pool = TermPool::new();
        let byte = pool.input("a", Sort::BitVec(8));
        let value = |name: &str, width| InputValue { name: name.to_owned(), width, value: 1 };
        let assignment = Assignment { values: vec![value("a", 16), value("b", 999)] };
        let model = assignment.to_model(&mut pool);
        assert_eq!(model.get_bits(pool.input_of(byte).expect("an input")), None);
        assert_eq!(Assignment::of(&pool, &model).values, [value("a", 16)]);
    }
}

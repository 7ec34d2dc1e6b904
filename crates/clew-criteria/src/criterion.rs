//! The criteria and their names.

use crate::mcdc::Variant;
use std::fmt;
use std::str::FromStr;

/// A coverage criterion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Criterion {
    /// Every statement is executed.
    Statement,
    /// Every atomic condition is true once and false once, and every arm of a switch is taken.
    Branch,
    /// Every function is called.
    Function,
    /// Every condition has an effect of its own on the outcome of its decision, by masking.
    Mcdc,
    /// The same by unique cause.
    McdcUnique,
    /// Every decision is true once and false once.
    Decision,
    /// Every atomic condition is true once and false once where its decision is reached.
    Condition,
    /// Both.
    DecisionCondition,
    /// Every combination of the values of a decision's conditions.
    MultipleCondition,
    /// Every mutant by these operators is told from the program right behind its change.
    WeakMutation(MutationOperators),
    /// Every run-time error.
    RuntimeError,
    /// The user's own labels.
    Labels,
    /// Every part of the input domain that the user names.
    Partition,
}

/// Why a text is no list of criteria.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CriterionError {
    /// No criterion has this name.
    #[error("unknown criterion `{name}`; the criteria are {}", Criterion::names())]
    Unknown {
        /// The name given.
        name: String,
    },
    /// No mutation operator has this name.
    #[error("unknown mutation operator `{name}`; the operators are {}", MutationOperator::names())]
    UnknownOperator {
        /// The name given.
        name: String,
    },
}

impl Criterion {
    /// All criteria.
    pub const ALL: [Criterion; 13] = [
        Criterion::Statement,
        Criterion::Branch,
        Criterion::Function,
        Criterion::Decision,
        Criterion::Condition,
        Criterion::DecisionCondition,
        Criterion::MultipleCondition,
        Criterion::Mcdc,
        Criterion::McdcUnique,
        Criterion::WeakMutation(MutationOperators::ALL),
        Criterion::RuntimeError,
        Criterion::Labels,
        Criterion::Partition,
    ];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Statement => "statement",
            Criterion::Branch => "branch",
            Criterion::Function => "function",
            Criterion::Mcdc => "mcdc",
            Criterion::McdcUnique => "mcdc:unique",
            Criterion::Decision => "decision",
            Criterion::Condition => "condition",
            Criterion::DecisionCondition => "dcc",
            Criterion::MultipleCondition => "mcc",
            Criterion::WeakMutation(_) => "wm",
            Criterion::RuntimeError => "rte",
            Criterion::Labels => "labels",
            Criterion::Partition => "partition",
        }
    }

    /// What it asks for, as the reference page says it.
    pub fn asks_for(self) -> &'static str {
        match self {
            Criterion::Statement => "every statement is executed",
            Criterion::Branch => {
                "every atomic condition is true once and false once where it is evaluated; every \
                 arm of a `switch`"
            }
            Criterion::Function => "every function is called",
            Criterion::Mcdc => "every condition affects its decision on its own, by masking",
            Criterion::McdcUnique => {
                "every condition affects its decision on its own, by unique cause"
            }
            Criterion::Decision => {
                "every decision is true once and false once; every arm of a `switch`"
            }
            Criterion::Condition => {
                "every atomic condition is true once and false once *where its decision begins*"
            }
            Criterion::DecisionCondition => "`decision` and `condition`",
            Criterion::MultipleCondition => {
                "every combination of the values of a decision's conditions, where the decision begins"
            }
            Criterion::WeakMutation(_) => {
                "every mutant differs from the program right after its change; `wm:aor+ror` selects \
                 operators"
            }
            Criterion::RuntimeError => "every run-time error",
            Criterion::Labels => {
                "your own `clew_label(condition)` and `clew_label(condition, \"name\")`"
            }
            Criterion::Partition => "every part of the input domain in `--partitions FILE`",
        }
    }

    /// The variant of MC/DC that it is.
    pub fn mcdc(self) -> Option<Variant> {
        match self {
            Criterion::Mcdc => Some(Variant::Masking),
            Criterion::McdcUnique => Some(Variant::UniqueCause),
            _ => None,
        }
    }

    /// The criteria of a list such as `branch,function`, each once, in the order given.
    pub fn parse_list(text: &str) -> Result<Vec<Criterion>, CriterionError> {
        let mut criteria = Vec::new();
        for name in text.split(',') {
            let criterion = name.trim().parse()?;
            if !criteria.contains(&criterion) {
                criteria.push(criterion);
            }
        }
        Ok(criteria)
    }

    fn names() -> String {
        Self::ALL.map(|criterion| format!("`{}`", criterion.name())).join(", ")
    }
}

impl FromStr for Criterion {
    type Err = CriterionError;

    fn from_str(name: &str) -> Result<Self, CriterionError> {
        if let Some(criterion) = Self::ALL.into_iter().find(|criterion| criterion.name() == name) {
            return Ok(criterion);
        }
        match name.strip_prefix("wm:") {
            Some(operators) => operators.parse().map(Criterion::WeakMutation),
            None => Err(CriterionError::Unknown { name: name.to_owned() }),
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A mutation operator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MutationOperator {
    /// A number becomes its absolute value, or the negative of that.
    Absolute,
    /// An arithmetic operator becomes another.
    Arithmetic,
    /// A comparison becomes another.
    Relation,
    /// `&&` and `||` become each other.
    Connective,
    /// `-` is put before a variable.
    Negation,
    /// `~` is put before a variable.
    Complement,
    /// Another variable is assigned.
    LeftSide,
}

impl MutationOperator {
    /// All operators.
    pub const ALL: [MutationOperator; 7] = [
        MutationOperator::Absolute,
        MutationOperator::Arithmetic,
        MutationOperator::Relation,
        MutationOperator::Connective,
        MutationOperator::Negation,
        MutationOperator::Complement,
        MutationOperator::LeftSide,
    ];

    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            MutationOperator::Absolute => "abs",
            MutationOperator::Arithmetic => "aor",
            MutationOperator::Relation => "ror",
            MutationOperator::Connective => "cor",
            MutationOperator::Negation | MutationOperator::Complement => "uoi",
            MutationOperator::LeftSide => "lvr",
        }
    }

    /// Whether a name on the command line chooses it: that in reports, or `aoiu` for what `uoi`
    /// does with arithmetic operators alone.
    fn is_called(self, name: &str) -> bool {
        self.name() == name || self == MutationOperator::Negation && name == "aoiu"
    }

    fn names() -> String {
        let mut names = Self::ALL.map(Self::name).to_vec();
        names.dedup();
        names.push("aoiu");
        names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    }
}

/// A set of mutation operators.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MutationOperators(u8);

impl MutationOperators {
    /// All of them.
    pub const ALL: MutationOperators = MutationOperators((1 << MutationOperator::ALL.len()) - 1);

    /// Whether an operator is among them.
    pub fn has(self, operator: MutationOperator) -> bool {
        self.0 & (1 << operator as u8) != 0
    }
}

impl FromStr for MutationOperators {
    type Err = CriterionError;

    /// The operators of a list such as `aor+ror`.
    fn from_str(text: &str) -> Result<Self, CriterionError> {
        let mut operators = 0;
        for name in text.split('+') {
            let called = MutationOperator::ALL.into_iter().filter(|it| it.is_called(name));
            match called.fold(0, |set, operator| set | 1 << operator as u8) {
                0 => return Err(CriterionError::UnknownOperator { name: name.to_owned() }),
                set => operators |= set,
            }
        }
        Ok(MutationOperators(operators))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_each_criterion_once() {
        assert_eq!(
            Criterion::parse_list("branch, function,branch"),
            Ok(vec![Criterion::Branch, Criterion::Function])
        );
    }

    #[test]
    fn errors_name_what_there_is() {
        let message = |text| Criterion::parse_list(text).map_err(|error| error.to_string());
        assert_eq!(
            message("branch,lines"),
            Err("unknown criterion `lines`; the criteria are `statement`, `branch`, `function`, \
                 `decision`, `condition`, `dcc`, `mcc`, `mcdc`, `mcdc:unique`, `wm`, `rte`, `labels`, \
                 `partition`"
                .to_owned())
        );
        assert_eq!(
            message("wm:aor+xyz"),
            Err("unknown mutation operator `xyz`; the operators are `abs`, `aor`, `ror`, `cor`, \
                 `uoi`, `lvr`, `aoiu`"
                .to_owned())
        );
        assert!(message("").is_err());
        assert!(message("branch,").is_err());
        assert!(message("wm:").is_err());
    }

    #[test]
    fn mutation_operators_are_chosen_by_name() {
        let chosen = |text: &str| {
            let Ok(Criterion::WeakMutation(operators)) = text.parse() else { panic!("{text}") };
            let chosen = MutationOperator::ALL.into_iter().filter(|it| operators.has(*it));
            chosen.collect::<Vec<_>>()
        };
        assert_eq!(chosen("wm:ror+aoiu"), [MutationOperator::Relation, MutationOperator::Negation]);
        assert_eq!(chosen("wm:uoi"), [MutationOperator::Negation, MutationOperator::Complement]);
        assert_eq!(chosen("wm"), MutationOperator::ALL);
        assert_eq!("wm".parse(), Ok(Criterion::WeakMutation(MutationOperators::ALL)));
    }
}

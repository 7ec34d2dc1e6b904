//! The criteria and their names.

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
}

/// The names of criteria that are planned.
const PLANNED: [&str; 8] = ["decision", "condition", "dcc", "mcc", "mcdc", "wm", "rte", "labels"];

/// Why a text is no list of criteria.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CriterionError {
    /// No criterion has this name.
    #[error("unknown criterion `{name}`; the criteria are {}", Criterion::names())]
    Unknown {
        /// The name given.
        name: String,
    },
    /// The criterion cannot be used yet.
    #[error("criterion `{name}` is not available yet; the criteria are {}", Criterion::names())]
    NotAvailable {
        /// The name given.
        name: String,
    },
}

impl Criterion {
    /// All criteria.
    pub const ALL: [Criterion; 3] = [Criterion::Statement, Criterion::Branch, Criterion::Function];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Statement => "statement",
            Criterion::Branch => "branch",
            Criterion::Function => "function",
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
        let family = name.split(':').next().unwrap_or(name);
        let name = name.to_owned();
        Err(if PLANNED.contains(&family) {
            CriterionError::NotAvailable { name }
        } else {
            CriterionError::Unknown { name }
        })
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
            Err("unknown criterion `lines`; the criteria are `statement`, `branch`, `function`"
                .to_owned())
        );
        assert_eq!(
            message("wm:aor+ror"),
            Err("criterion `wm:aor+ror` is not available yet; the criteria are `statement`, \
                 `branch`, `function`"
                .to_owned())
        );
        assert!(message("").is_err());
        assert!(message("branch,").is_err());
    }
}

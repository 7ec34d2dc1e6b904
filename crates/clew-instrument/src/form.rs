//! The forms of instrumented C: what stands at a label, and the header that gives it a meaning.

use crate::predicate::Style;

/// The name of the header.
pub(crate) const HEADER: &str = "clew_labels.h";

/// A form of instrumented C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `clew_label(…)` at each place, which only Clew evaluates.
    Annotate,
    /// Each label is a branch of the program.
    Direct,
    /// Each label is a choice: to aim at it and end there, or to go on.
    Tight,
    /// The same until the label is covered, which a file remembers.
    Idl,
}

impl Form {
    /// How predicates are written.
    pub(crate) fn style(self) -> Style {
        match self {
            Form::Annotate => Style::Plain,
            Form::Direct | Form::Tight | Form::Idl => Style::Total,
        }
    }

    /// A label as an expression without a value, to stand before a comma.
    pub(crate) fn expression(self, label: &LabelText<'_>) -> String {
        let LabelText { number, name, predicate } = label;
        match self {
            Form::Annotate => format!("clew_label({predicate}, \"{name}\")"),
            Form::Direct if *predicate == "1" => format!("clew_covered({number})"),
            Form::Direct => {
                format!("(void)(({predicate}) ? clew_covered({number}) : (void)0)")
            }
            Form::Tight => format!(
                "(void)(clew_choice() ? (clew_require({predicate}), clew_stop({number})) : (void)0)"
            ),
            Form::Idl => format!(
                "(void)(clew_choice() && !clew_is_covered({number}) ? (clew_require({predicate}), \
                 clew_set_covered({number}), clew_stop({number})) : (void)0)"
            ),
        }
    }

    /// A label as a statement.
    pub(crate) fn statement(self, label: &LabelText<'_>) -> String {
        let LabelText { number, predicate, .. } = label;
        match self {
            Form::Annotate => format!("{};", self.expression(label)),
            Form::Direct if *predicate == "1" => format!("clew_covered({number});"),
            Form::Direct => format!("if ({predicate}) {{ clew_covered({number}); }}"),
            Form::Tight => {
                format!("if (clew_choice()) {{ clew_require({predicate}); clew_stop({number}); }}")
            }
            Form::Idl => format!(
                "if (clew_choice() && !clew_is_covered({number})) {{ clew_require({predicate}); \
                 clew_set_covered({number}); clew_stop({number}); }}"
            ),
        }
    }

    /// The header, without the list of labels.
    pub(crate) fn header(self) -> String {
        let own = match self {
            Form::Annotate => "",
            Form::Direct => include_str!("headers/direct.h"),
            Form::Tight => include_str!("headers/tight.h"),
            Form::Idl => {
                concat!(include_str!("headers/tight.h"), include_str!("headers/idl.h"))
            }
        };
        format!("{}{own}", include_str!("headers/common.h"))
    }
}

/// What is written of a label.
pub(crate) struct LabelText<'a> {
    /// Its number in the list, from 1.
    pub(crate) number: usize,
    /// The name of its objective.
    pub(crate) name: &'a str,
    /// Its predicate as C.
    pub(crate) predicate: &'a str,
}

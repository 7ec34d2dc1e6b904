//! The forms of instrumented C: what stands at a label, and the header that gives it a meaning.

use super::predicate::Style;
use crate::args::InstrumentForm;

/// The name of the header.
pub(super) const HEADER: &str = "clew_labels.h";

impl InstrumentForm {
    /// How predicates are written.
    pub(super) fn style(self) -> Style {
        match self {
            InstrumentForm::Annotate => Style::Plain,
            InstrumentForm::Direct | InstrumentForm::Tight | InstrumentForm::Idl => Style::Total,
        }
    }

    /// A label as an expression without a value, to stand before a comma.
    pub(super) fn expression(self, label: &LabelText<'_>) -> String {
        let LabelText { number, name, predicate } = label;
        match self {
            InstrumentForm::Annotate => format!("clew_label({predicate}, \"{name}\")"),
            InstrumentForm::Direct if *predicate == "1" => format!("clew_covered({number})"),
            InstrumentForm::Direct => {
                format!("(void)(({predicate}) ? clew_covered({number}) : (void)0)")
            }
            InstrumentForm::Tight => format!(
                "(void)(clew_choice() ? (clew_require({predicate}), clew_stop({number})) : (void)0)"
            ),
            InstrumentForm::Idl => format!(
                "(void)(clew_choice() && !clew_is_covered({number}) ? (clew_require({predicate}), \
                 clew_set_covered({number}), clew_stop({number})) : (void)0)"
            ),
        }
    }

    /// A label as a statement.
    pub(super) fn statement(self, label: &LabelText<'_>) -> String {
        let LabelText { number, predicate, .. } = label;
        match self {
            InstrumentForm::Annotate => format!("{};", self.expression(label)),
            InstrumentForm::Direct if *predicate == "1" => format!("clew_covered({number});"),
            InstrumentForm::Direct => format!("if ({predicate}) {{ clew_covered({number}); }}"),
            InstrumentForm::Tight => {
                format!("if (clew_choice()) {{ clew_require({predicate}); clew_stop({number}); }}")
            }
            InstrumentForm::Idl => format!(
                "if (clew_choice() && !clew_is_covered({number})) {{ clew_require({predicate}); \
                 clew_set_covered({number}); clew_stop({number}); }}"
            ),
        }
    }

    /// The header, without the list of labels.
    pub(super) fn header(self) -> String {
        let own = match self {
            InstrumentForm::Annotate => "",
            InstrumentForm::Direct => include_str!("headers/direct.h"),
            InstrumentForm::Tight => include_str!("headers/tight.h"),
            InstrumentForm::Idl => {
                concat!(include_str!("headers/tight.h"), include_str!("headers/idl.h"))
            }
        };
        format!("{}{own}", include_str!("headers/common.h"))
    }
}

/// What is written of a label.
pub(super) struct LabelText<'a> {
    /// Its number in the list, from 1.
    pub(super) number: usize,
    /// The name of its objective.
    pub(super) name: &'a str,
    /// Its predicate as C.
    pub(super) predicate: &'a str,
}

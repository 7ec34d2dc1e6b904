//! What the function under test prints: kept while it runs, and checked.

use super::body::Body;
use super::literal;
use crate::suite::{Group, Suite, SuiteTest};
use clew_symbolic::Printed;

/// Whether the tests of a suite keep what is printed: some of them prints.
pub(crate) fn is_kept(suite: &Suite<'_>) -> bool {
    let prints = |test: &SuiteTest| {
        test.group == Group::Regular
            && test.returns()
            && test.case.printed.as_ref().is_some_and(|it| *it != Printed::default())
    };
    suite.tests.iter().any(prints)
}

/// What such tests need.
pub(super) const KEEPING: &str = include_str!("../../runtime/printed.c");

impl Body<'_> {
    /// From here on what is printed is kept.
    pub(super) fn keep_printed(&mut self) {
        if self.case.printed.is_some() {
            self.line("clew_keep_printed();".to_owned());
        }
    }

    /// Checks what was printed.
    pub(super) fn check_printed(&mut self) {
        let Some(printed) = &self.case.printed else { return };
        self.line("clew_read_printed();".to_owned());
        for (name, text) in
            [("clew_printed[0]", &printed.output), ("clew_printed[1]", &printed.errors)]
        {
            let (size, text) = (text.len() + 1, literal::string(text));
            self.write_check(name, format!("CHECK_BYTES({text}, {name}, {size});"));
        }
    }
}

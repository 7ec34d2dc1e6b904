//! What is shown while a campaign runs: one line, on a terminal only.

use clew_explore::Progress;
use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

/// The line of one campaign.
pub(crate) struct Line<'a> {
    pub(crate) function: &'a str,
    pub(crate) budget: Duration,
}

impl Line<'_> {
    /// Whether anybody sees it.
    pub(crate) fn is_shown() -> bool {
        std::io::stderr().is_terminal()
    }

    /// Shows how far the campaign is.
    pub(crate) fn show(&self, progress: &Progress) {
        let seconds = progress.elapsed.as_secs_f64().max(0.001);
        let left = self.budget.saturating_sub(progress.elapsed).as_secs();
        let text = format!(
            "\r\u{1b}[K{}: {} covered, {} runs ({:.0}/s), {} waiting, {} findings, {left} s left",
            self.function,
            progress.covered,
            progress.runs,
            progress.runs as f64 / seconds,
            progress.pending,
            progress.faults,
        );
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    /// Takes the line away.
    pub(crate) fn clear() {
        let _ = std::io::stderr().lock().write_all(b"\r\x1b[K");
    }
}

//! What makes a program or a certificate unusable, as opposed to refuted.

/// Bad input: the text cannot be read, or a certificate does not have the form of an argument.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckError {
    /// Something in a text that is not as it should be.
    #[error("line {line}: {message}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A certificate that is read and is no argument for its objective.
    #[error("{0}")]
    Argument(String),
    /// A solver that is not there or does not answer.
    #[error("{solver}: {reason}")]
    Solver {
        /// The program.
        solver: &'static str,
        /// What happened.
        reason: String,
    },
}

impl CheckError {
    /// An error at a line of a text.
    pub(crate) fn at(line: usize, message: impl Into<String>) -> Self {
        CheckError::Text { line, message: message.into() }
    }

    /// A certificate that does not have the form of an argument.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        CheckError::Argument(message.into())
    }
}

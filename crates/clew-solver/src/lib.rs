//! clew-solver

//! clew-c

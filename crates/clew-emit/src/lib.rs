//! What leaves Clew: test suites as C and as Test-Comp XML, and their verification.
//!
//! - [`suite`]: what a suite is; [`name_tests`] names its tests after what they cover.
//! - [`sources`]: the user's files, where they are or copied beside the tests; these build with `cc` alone.
//! - `c`: values, test bodies and stubs as C.
//! - `suites`: one file for each kind of suite: plain C, Unity, `CMocka`, Check, Test-Comp.
//! - [`emit`] writes all of it into a folder.
//! - [`verify`]: compiles the plain suite, runs it under gcov, and compares with what is claimed.
//!
//! **Architecture invariant:** nothing here runs the machine or a solver, and the same suite gives
//! the same bytes: times and paths come in as parameters.

mod c;
mod emit;
mod names;
mod slug;
pub mod sources;
pub mod suite;
mod suites;
pub mod verify;

pub use c::{can_be_named, declaration};
pub use emit::{EmitError, Emitted, Target, claims, emit};
pub use names::name_tests;
pub use sources::{
    Assembly, DRIVER, Driver, Isolation, Joining, Layout, Placing, SourceError, UserSources,
    is_same_file,
};
pub use suite::{Covered, Framework, Group, Suite, SuiteTest, TestComp};

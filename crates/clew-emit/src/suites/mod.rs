//! The kinds of suite, one file each.

mod build_files;
mod check;
mod cmocka;
mod model;
mod plain;
mod test_comp;
mod unity;

pub(crate) use build_files::{cmake_lists, cmake_rules, make_fragment, make_rules, makefile};
pub(crate) use model::{Model, header_name};
pub(crate) use plain::{TestLines, file as plain_file};
pub(crate) use test_comp::{metadata, test_case};

use crate::suite::Framework;

/// The C file of a suite.
pub(crate) fn c_file(model: &Model<'_>, framework: Framework) -> String {
    match framework {
        Framework::Plain => plain_file(model).0,
        Framework::Unity => unity::file(model),
        Framework::CMocka => cmocka::file(model),
        Framework::Check => check::file(model),
    }
}

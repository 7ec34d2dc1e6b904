//! zlib: a megabyte compressed and restored, at several levels.

use super::{Package, Program, c_files, own};
use crate::error::Error;
use crate::subject::Subject;
use std::path::Path;

pub(super) const PROGRAM: Program =
    Program { package: Package { name: "libz-sys", version: "1.1.31" }, subject };

fn subject(package: &Path) -> Result<Subject, Error> {
    let folder = package.join("src/zlib");
    let mut sources = vec![own("zlib_main.c")];
    sources.extend(c_files(&folder)?.into_iter().filter(|file| !is_file_layer(file)));
    Ok(Subject {
        name: "zlib".to_owned(),
        sources,
        cflags: vec!["-DSTDC".to_owned(), format!("-I{}", folder.display())],
        arguments: Vec::new(),
    })
}

/// Whether a source is of the `gz…` functions, which work on files and are not used here.
fn is_file_layer(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("gz"))
}

//! The Lua interpreter, on a script that goes through most of the language.

use super::{Package, Program, c_files, own};
use crate::error::Error;
use crate::subject::Subject;
use std::path::Path;

pub(super) const PROGRAM: Program =
    Program { package: Package { name: "lua-src", version: "551.1.0" }, subject };

fn subject(package: &Path) -> Result<Subject, Error> {
    let folder = package.join("lua-5.4.9");
    let mut sources = vec![own("lua_main.c")];
    sources.extend(c_files(&folder)?);
    Ok(Subject {
        name: "Lua 5.4.9".to_owned(),
        sources,
        cflags: vec![format!("-I{}", folder.display())],
        arguments: vec![own("script.lua").display().to_string()],
    })
}

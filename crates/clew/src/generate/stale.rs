//! What an earlier run wrote for functions that are gone.

use crate::diagnostic::{self, UserError};
use clew_emit::is_same_file;
use clew_files::OutputFolder;
use clew_ir::{Id as _, NoBody, Program};
use std::path::{Path, PathBuf};

/// Removes what an earlier run wrote for functions that these files do not define any more.
pub(crate) fn remove(
    program: &Program,
    files: &[PathBuf],
    out: &OutputFolder,
) -> Result<(), UserError> {
    let is_gone = |function: &str, file: &Path| {
        let file = out.root().join(file);
        let Some(unit) = files.iter().position(|given| is_same_file(given, &file)) else {
            return !file.exists();
        };
        let mut functions = program.functions.iter();
        !functions.any(|it| {
            let is_declared = matches!(it.body, Err(NoBody::Declared));
            it.name == function && it.unit.index() == unit && !is_declared
        })
    };
    let stale = out.remove_stale(is_gone)?;
    for name in &stale.kept {
        let path = out.root().join(name);
        let message =
            format!("{} tests a function that is gone; it was edited, and stays", path.display());
        diagnostic::note(&message);
    }
    if !stale.removed.is_empty() {
        let names: Vec<String> = stale.removed.iter().map(|it| it.display().to_string()).collect();
        diagnostic::note(&format!("removed, since the function is gone: {}", names.join(", ")));
    }
    Ok(())
}

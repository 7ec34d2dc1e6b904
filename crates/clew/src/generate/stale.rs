//! What an earlier run wrote for functions that are gone.

use crate::diagnostic::{self, UserError};
use clew_emit::is_same_file;
use clew_emit::manifest::Manifest;
use clew_ir::{Id as _, NoBody, Program};
use std::path::{Path, PathBuf};

/// Removes what an earlier run wrote into a folder for functions that these files do not define any more.
pub(crate) fn remove(program: &Program, files: &[PathBuf], folder: &Path) -> Result<(), UserError> {
    let is_gone = |function: &str, file: &Path| {
        let Some(unit) = files.iter().position(|given| is_same_file(given, file)) else {
            return !file.exists();
        };
        let mut functions = program.functions.iter();
        !functions.any(|it| {
            let is_declared = matches!(it.body, Err(NoBody::Declared));
            it.name == function && it.unit.index() == unit && !is_declared
        })
    };
    let failed =
        |error| UserError::Other(format!("cannot remove files in {}: {error}", folder.display()));
    let mut manifest = Manifest::read(folder);
    let stale = manifest.remove_stale(is_gone).map_err(failed)?;
    for name in &stale.kept {
        let path = folder.join(name);
        let message =
            format!("{} tests a function that is gone; it was edited, and stays", path.display());
        diagnostic::note(&message);
    }
    if !stale.removed.is_empty() {
        let names = stale.removed.join(", ");
        diagnostic::note(&format!("removed, since the function is gone: {names}"));
        manifest.save().map_err(failed)?;
    }
    Ok(())
}

//! Headers of test harnesses, so that programs written for other tools load unchanged.

use std::path::Path;

/// The headers: where they are found, and what they say.
const HEADERS: [(&str, &str); 3] = [
    ("klee/klee.h", include_str!("headers/klee.h")),
    ("crest.h", include_str!("headers/crest.h")),
    ("clew.h", include_str!("headers/clew.h")),
];

/// Writes the headers into a folder.
pub(crate) fn write(folder: &Path) -> std::io::Result<()> {
    for (name, text) in HEADERS {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(())
}

//! Sources of registry packages, fetched by Cargo and only read.

use crate::error::Error;
use crate::process;
use crate::tools::target;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// A package of the registry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Package {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
}

/// The packages, where Cargo unpacked them.
pub(crate) struct Packages {
    found: Vec<Unpacked>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Unpacked>,
}

#[derive(Deserialize)]
struct Unpacked {
    name: String,
    manifest_path: PathBuf,
}

impl Packages {
    /// Has Cargo fetch the packages as dependencies of an empty project.
    pub(crate) fn fetch(packages: impl Iterator<Item = Package>) -> Result<Self, Error> {
        let folder = target().join("bench/packages");
        write(&folder.join("src/lib.rs"), "")?;
        write(&folder.join("Cargo.toml"), &manifest(packages))?;
        let mut metadata = Command::new("cargo");
        metadata.args(["metadata", "--format-version=1", "--quiet"]).current_dir(&folder);
        let metadata: Metadata = serde_json::from_slice(&process::output_of(&metadata, LIMIT)?)?;
        Ok(Self { found: metadata.packages })
    }

    /// The folder of a package.
    pub(crate) fn folder(&self, name: &str) -> Result<PathBuf, Error> {
        let package = self.found.iter().find(|package| package.name == name);
        let folder = package.and_then(|package| package.manifest_path.parent());
        folder.map(Path::to_owned).ok_or_else(|| Error::NoPackage(name.to_owned()))
    }
}

fn manifest(packages: impl Iterator<Item = Package>) -> String {
    let mut text = "[package]\nname = \"packages\"\nedition = \"2024\"\n\n[workspace]\n\n\
                    [dependencies]\n"
        .to_owned();
    for Package { name, version } in packages {
        text.push_str(&format!("{name} = \"={version}\"\n"));
    }
    text
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
    }
    std::fs::write(path, text).map_err(Error::file(path))
}

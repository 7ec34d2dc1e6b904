//! Sources of Debian packages, fetched by apt and only read.

use crate::error::Error;
use crate::process;
use crate::tools::target;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// The folder with the sources of a package as their authors wrote them. What is not there yet is
/// fetched from where this computer has its packages from; `prepare` is called once for it.
pub(super) fn sources(
    package: &str,
    prepare: impl FnOnce(&Path) -> Result<(), Error>,
) -> Result<PathBuf, Error> {
    let folder = target().join("bench/debian");
    let unpacked = folder.join(package);
    let is_ready = folder.join(format!("{package}.ready"));
    if !is_ready.exists() {
        std::fs::create_dir_all(&unpacked).map_err(Error::file(&unpacked))?;
        eprintln!("fetching the sources of {package} …");
        unpack(&fetch(&folder, package)?, &unpacked)?;
        prepare(&unpacked)?;
        std::fs::write(&is_ready, "").map_err(Error::file(&is_ready))?;
    }
    Ok(unpacked)
}

/// Fetches the authors' archive of a package.
fn fetch(folder: &Path, package: &str) -> Result<PathBuf, Error> {
    let (list, lists) = (folder.join("sources.list"), folder.join("lists"));
    let partial = lists.join("partial");
    std::fs::create_dir_all(&partial).map_err(Error::file(&partial))?;
    std::fs::write(&list, deb_src()?).map_err(Error::file(&list))?;
    let apt = |arguments: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.arg(format!("-oDir::Etc::SourceList={}", list.display()));
        apt.arg(format!("-oDir::State::Lists={}", lists.display()));
        apt.args(["-oDir::Etc::SourceParts=-", "-qq"]).args(arguments).current_dir(folder);
        process::output_of(&apt, LIMIT)
    };
    apt(&["update"])?;
    apt(&["source", "--download-only", "--tar-only", package])?;
    let entries = std::fs::read_dir(folder).map_err(Error::file(folder))?;
    let is_archive = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with(&format!("{package}_")) && name.contains(".orig.tar.")
    };
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths.find(is_archive).ok_or_else(|| Error::NoPackage(package.to_owned()))
}

/// The sources that belong to the packages this computer can install.
fn deb_src() -> Result<String, Error> {
    let mut targets = Command::new("apt-get");
    targets.args(["indextargets", "--format", "$(SITE) $(RELEASE) $(COMPONENT)"]);
    targets.args(["Created-By: Packages", "Origin: Debian"]);
    let targets = process::output_of(&targets, LIMIT)?;
    let mut lines: Vec<String> =
        String::from_utf8_lossy(&targets).lines().map(|line| format!("deb-src {line}\n")).collect();
    lines.sort();
    lines.dedup();
    Ok(lines.concat())
}

fn unpack(archive: &Path, into: &Path) -> Result<(), Error> {
    let mut tar = Command::new("tar");
    tar.arg("-xf").arg(archive).arg("-C").arg(into).arg("--strip-components=1");
    process::output_of(&tar, LIMIT).map(drop)
}

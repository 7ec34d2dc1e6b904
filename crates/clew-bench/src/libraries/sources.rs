//! Where the sources of a library come from: a package of the registry, or the upstream archive of a Debian
//! source package. Both are fetched when they are needed, and only read.

use crate::error::Error;
use crate::process;
use crate::programs::Package;
use crate::tools::target;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// What has the sources.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// A package of the registry, which Cargo unpacks.
    Registry(Package),
    /// A source package of Debian's.
    Debian(&'static str),
}

impl Origin {
    /// What the table calls it.
    pub(super) fn name(self) -> String {
        match self {
            Origin::Registry(Package { name, version }) => format!("{name} {version}"),
            Origin::Debian(name) => format!("Debian's {name}"),
        }
    }
}

/// The folder of the archive of a Debian source package, unpacked.
pub(super) fn debian(package: &str) -> Result<PathBuf, Error> {
    let folder = target().join("bench/sources").join(package);
    if let Some(found) = only_folder(&folder) {
        return Ok(found);
    }
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    // The repositories that apt knows, for sources, in lists of our own: nothing of the system changes.
    let script = format!(
        "mkdir -p ../apt/lists/partial && \
         apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' \
             'Created-By: Packages' 'Origin: Debian' | sort -u > ../apt/sources.list && \
         apt='apt-get -q -o Dir::Etc::sourcelist='$PWD'/../apt/sources.list -o Dir::Etc::sourceparts=- \
              -o Dir::State::lists='$PWD'/../apt/lists -o APT::Sandbox::User=root' && \
         {{ [ -e ../apt/done ] || $apt update; }} && touch ../apt/done && \
         $apt source --download-only --tar-only {package} && tar xf {package}_*.orig.tar.* && rm {package}_*"
    );
    let mut shell = Command::new("sh");
    process::succeed(shell.args(["-c", &script]).current_dir(&folder), LIMIT)?;
    only_folder(&folder).ok_or_else(|| Error::NoPackage(package.to_owned()))
}

fn only_folder(folder: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    entries.flatten().map(|it| it.path()).find(|it| it.is_dir())
}

//! Bounds on inputs: flags first, then `clew.toml`, then the defaults.

use crate::args::{BoundArguments, FrameworkName, GenArguments};
use crate::diagnostic::UserError;
use clew_symbolic::{Aliasing, Bounds, Failures};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The file that is looked for beside the first source.
const FILE: &str = "clew.toml";

/// `clew.toml`.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
struct Config {
    #[serde(default)]
    inputs: Inputs,
}

/// The table `[inputs]`.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Inputs {
    max_elements: Option<u64>,
    max_string: Option<u64>,
    max_pointers: Option<u32>,
    null: Option<bool>,
    alias: Option<bool>,
}

/// The bounds that the user asks for, and whether they are the user's own.
pub(crate) fn bounds(arguments: &GenArguments) -> Result<(Bounds, bool), UserError> {
    let failures = match arguments.framework.contains(&FrameworkName::TestComp) {
        true => Failures::Never,
        false => Failures::Untried,
    };
    let files = &arguments.sources.files;
    bounds_of(&arguments.bounds, arguments.config.as_deref(), files, failures)
}

/// The bounds that flags and a file ask for, and whether they are the user's own.
pub(crate) fn bounds_of(
    flags: &BoundArguments,
    config: Option<&Path>,
    files: &[PathBuf],
    failures: Failures,
) -> Result<(Bounds, bool), UserError> {
    let inputs = match config_file(config, files) {
        Some(path) => read(&path)?.inputs,
        None => Inputs::default(),
    };
    let default = Bounds::default();
    let elements = flags.max_elements.or(inputs.max_elements);
    let string = flags.max_string.or(inputs.max_string);
    let depth = flags.max_pointers.or(inputs.max_pointers);
    let is_own = elements.is_some() || string.is_some() || depth.is_some();
    let bounds = Bounds {
        elements: elements.unwrap_or(default.elements),
        string: string.unwrap_or(default.string),
        depth: depth.unwrap_or(default.depth),
        null: !flags.no_null && inputs.null.unwrap_or(default.null),
        aliasing: aliasing(flags, inputs.alias),
        failures,
        ..default
    };
    Ok((bounds, is_own))
}

fn aliasing(flags: &BoundArguments, said: Option<bool>) -> Aliasing {
    match (flags.alias, flags.no_alias, said) {
        (true, ..) | (false, false, Some(true)) => Aliasing::Tried,
        (_, true, _) | (_, _, Some(false)) => Aliasing::Never,
        (_, _, None) => Aliasing::Untried,
    }
}

fn config_file(config: Option<&Path>, files: &[PathBuf]) -> Option<PathBuf> {
    if let Some(path) = config {
        return Some(path.to_owned());
    }
    let beside = files.first()?.with_file_name(FILE);
    beside.is_file().then_some(beside)
}

fn read(path: &Path) -> Result<Config, UserError> {
    let wrong = |reason: String| UserError::Other(format!("{}: {reason}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    toml::from_str(&text).map_err(|error| wrong(error.to_string()))
}

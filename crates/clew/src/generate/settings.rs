//! Bounds on inputs: flags first, then `clew.toml`, then the defaults.

use super::config::Config;
use crate::args::{BoundArguments, FrameworkName, GenArguments};
use clew_symbolic::{Aliasing, Bounds, Failures};

/// The bounds that the user asks for, and whether they are the user's own.
pub(crate) fn bounds(arguments: &GenArguments, config: &Config) -> (Bounds, bool) {
    let failures = match arguments.framework.contains(&FrameworkName::TestComp) {
        true => Failures::Never,
        false => Failures::Untried,
    };
    bounds_of(&arguments.bounds, config, failures)
}

/// The bounds that flags and a file ask for, and whether they are the user's own.
pub(crate) fn bounds_of(
    flags: &BoundArguments,
    config: &Config,
    failures: Failures,
) -> (Bounds, bool) {
    let inputs = &config.tables.inputs;
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
    (bounds, is_own)
}

fn aliasing(flags: &BoundArguments, said: Option<bool>) -> Aliasing {
    match (flags.alias, flags.no_alias, said) {
        (true, ..) | (false, false, Some(true)) => Aliasing::Tried,
        (_, true, _) | (_, _, Some(false)) => Aliasing::Never,
        (_, _, None) => Aliasing::Untried,
    }
}

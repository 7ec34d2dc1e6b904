//! Bounds on inputs: flags first, then `clew.toml`, then the defaults.

use super::config::Config;
use crate::args::{Assumed, BoundArguments, FrameworkName, GenArguments};
use crate::diagnostic::UserError;
use clew_symbolic::{Aliasing, Bounds, Failures};

/// The bounds that the user asks for, and whether they are the user's own.
pub(crate) fn bounds(
    arguments: &GenArguments,
    config: &Config,
) -> Result<(Bounds, bool), UserError> {
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
) -> Result<(Bounds, bool), UserError> {
    flags.check()?;
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
    Ok((bounds, is_own))
}

fn aliasing(flags: &BoundArguments, said: Option<bool>) -> Aliasing {
    let is_denied = flags.no_assume.contains(&Assumed::NoAlias);
    let said = if is_denied && said == Some(false) { None } else { said };
    let never = flags.no_alias || flags.assume.contains(&Assumed::NoAlias);
    match (flags.alias, never, said) {
        (true, ..) | (false, false, Some(true)) => Aliasing::Tried,
        (_, true, _) | (_, _, Some(false)) => Aliasing::Never,
        (_, _, None) => Aliasing::Untried,
    }
}

//! Which strategies and techniques take part in a search.

use crate::args::GenArguments;
use crate::diagnostic::UserError;
use clew_explore::strategy;
use clew_explore::technique::{self, Selection};

/// The strategy where every path is wanted.
const EXHAUSTIVE: &str = "dfs";

/// The strategy, or several with commas between them: those of `-s`, else those that `--techniques` names.
pub(crate) fn strategy(arguments: &GenArguments) -> Result<String, UserError> {
    let among_techniques: Vec<&str> = names(arguments).filter(|it| is_strategy(it)).collect();
    let name = match &arguments.strategy {
        Some(_) if !among_techniques.is_empty() => {
            let message = "strategies are named by -s or by --techniques, not by both";
            return Err(UserError::Other(message.to_owned()));
        }
        Some(name) => name.clone(),
        None if !among_techniques.is_empty() => among_techniques.join(","),
        None if arguments.exhaustive => EXHAUSTIVE.to_owned(),
        None => strategy::DEFAULT.to_owned(),
    };
    if strategy::by_name(&name, 0).is_none() {
        let known = strategy::NAMES.join(", ");
        return Err(UserError::Other(format!("unknown strategy `{name}`; there are {known}")));
    }
    Ok(name)
}

/// The techniques that take part.
pub(crate) fn techniques(arguments: &GenArguments) -> Result<Selection, UserError> {
    if arguments.techniques.is_some() {
        let techniques = names(arguments).filter(|it| !is_strategy(it));
        return Selection::of(techniques).map_err(|name| {
            let known = technique::NAMES.join(", ");
            let message = format!("there is no technique `{name}`: there are {known}");
            UserError::Other(format!("{message}; or a strategy: {}", strategy::NAMES.join(", ")))
        });
    }
    Ok(match arguments.strategy {
        None => Selection::all(),
        // A strategy that is asked for by name is on its own.
        Some(_) => Selection::all().without(technique::RANDOM_WALKS),
    })
}

/// What `--techniques` names.
fn names(arguments: &GenArguments) -> impl Iterator<Item = &str> {
    arguments.techniques.iter().flatten().map(String::as_str)
}

fn is_strategy(name: &str) -> bool {
    strategy::NAMES.contains(&name)
}

//! Tables for the pages in `docs/reference/`, each between two marks; a test compares the pages.

use super::{command, groups};
use clap::Arg;
use clew_criteria::Criterion;
use std::fmt::Write as _;

/// All tables: the flags of each command, and the criteria.
pub(crate) fn tables() -> String {
    let commands = command();
    let mut text = String::new();
    for group in groups::GROUPS {
        let of = group.command.unwrap_or("gen");
        let Some(command) = commands.find_subcommand(of) else { continue };
        let has = |it: &&Arg| it.get_help_heading() == Some(group.heading);
        table(&mut text, &format!("flags: {}", group.heading), command.get_arguments().filter(has));
    }
    for command in commands.get_subcommands().filter(|it| !it.is_hide_set()) {
        let own = |it: &&Arg| it.get_help_heading().is_none() && it.get_id() != "help";
        let arguments = command.get_arguments().filter(own);
        table(&mut text, &format!("flags: clew {}", command.get_name()), arguments);
    }
    criteria(&mut text);
    text
}

/// A row for each argument.
fn table<'a>(text: &mut String, name: &str, arguments: impl Iterator<Item = &'a Arg>) {
    let _ =
        writeln!(text, "<!-- made from the code: {name} -->\n\n| flag | meaning |\n| --- | --- |");
    for argument in arguments.filter(|it| !it.is_hide_set()) {
        let _ = writeln!(text, "| {} | {} |", flag(argument), meaning(argument));
    }
    text.push_str("\n<!-- end -->\n");
}

/// How an argument is written: `-o`, `--out DIR`.
fn flag(argument: &Arg) -> String {
    let values = argument.get_value_names().unwrap_or_default();
    let values: Vec<&str> = values.iter().map(clap::builder::Str::as_str).collect();
    let takes_values = argument.get_action().takes_values();
    let value = if takes_values { values.join(" ").replace('|', "\\|") } else { String::new() };
    let Some(long) = argument.get_long() else {
        let more =
            if argument.get_num_args().is_some_and(|it| it.max_values() > 1) { "..." } else { "" };
        return format!("`{value}{more}`");
    };
    let short = argument.get_short().map_or(String::new(), |it| format!("`-{it}`, "));
    let long = format!("--{long} {value}");
    format!("{short}`{}`", long.trim_end())
}

/// What an argument means, its values and its default.
fn meaning(argument: &Arg) -> String {
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let mut text = escaped(&help);
    let takes_values = argument.get_action().takes_values();
    let values: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|it| takes_values && !it.is_hide_set())
        .map(|it| match it.get_help() {
            Some(help) => format!("`{}`: {}", it.get_name(), escaped(&help.to_string())),
            None => format!("`{}`", it.get_name()),
        })
        .collect();
    let defaults = argument.get_default_values().iter().map(|it| it.to_string_lossy());
    let defaults: Vec<_> = defaults.filter(|it| takes_values && !it.is_empty()).collect();
    if !defaults.is_empty() {
        let _ = write!(text, " (default: `{}`)", defaults.join(","));
    }
    for value in values {
        let _ = write!(text, "<br>{value}");
    }
    text
}

/// A text in which Markdown sees no marks.
fn escaped(text: &str) -> String {
    text.replace('*', "\\*").replace('|', "\\|").replace('<', "&lt;")
}

/// What each criterion asks for.
fn criteria(text: &mut String) {
    text.push_str("<!-- made from the code: criteria -->\n\n| name | asks for |\n| --- | --- |\n");
    for criterion in Criterion::ALL {
        let _ = writeln!(text, "| `{}` | {} |", criterion.name(), criterion.asks_for());
    }
    text.push_str("\n<!-- end -->\n");
}

#[cfg(test)]
mod tests {
    use super::{flag, meaning};
    use clap::{Arg, ArgAction};

    #[test]
    fn an_argument_is_a_row() {
        let out = Arg::new("out").short('o').long("out").value_name("DIR|FILE").default_value("x");
        let out = out.help("Where klee_* goes").action(ArgAction::Set);
        assert_eq!(flag(&out), "`-o`, `--out DIR\\|FILE`");
        assert_eq!(meaning(&out), "Where klee_\\* goes (default: `x`)");
        let quiet = Arg::new("quiet").long("quiet").help("No output").action(ArgAction::SetTrue);
        assert_eq!((flag(&quiet), meaning(&quiet)), ("`--quiet`".into(), "No output".into()));
    }
}

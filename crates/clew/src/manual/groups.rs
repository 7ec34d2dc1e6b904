//! The flags of commands in groups, for `--help` and the reference page.

use clap::Command;

/// Flags that belong together.
pub(super) struct Group {
    pub(super) heading: &'static str,
    /// The one command whose flags these are; without it, all that have them.
    pub(super) command: Option<&'static str>,
    flags: &'static [&'static str],
}

/// Every flag of `clew gen` is in one of these.
pub(super) const GROUPS: &[Group] = &[
    Group {
        heading: "The program under test",
        command: None,
        flags: &["cflags", "compile-commands", "target"],
    },
    Group {
        heading: "Inputs and assumptions",
        command: None,
        flags: &[
            "max-elements",
            "max-string",
            "max-pointers",
            "no-null",
            "alias",
            "no-alias",
            "assume",
            "no-assume",
            "config",
        ],
    },
    Group {
        heading: "What to test",
        command: Some("gen"),
        flags: &["function", "entry", "only", "diff", "seeds", "criterion", "partitions", "check"],
    },
    Group {
        heading: "How long",
        command: Some("gen"),
        flags: &[
            "budget",
            "total",
            "max-runs",
            "max-depth",
            "max-steps",
            "exhaustive",
            "jobs",
            "seed",
            "resume",
        ],
    },
    Group {
        heading: "How to search",
        command: Some("gen"),
        flags: &[
            "strategy",
            "techniques",
            "compose",
            "summaries",
            "sequence",
            "labels",
            "no-filter",
        ],
    },
    Group {
        heading: "What to write",
        command: Some("gen"),
        flags: &[
            "out",
            "framework",
            "standalone",
            "no-fork",
            "no-verify",
            "format",
            "report",
            "findings",
            "fail-on",
            "fail-under",
            "dump-queries",
            "trace-frontier",
        ],
    },
];

/// The same commands, with a heading for each group of flags.
pub(super) fn grouped(commands: Command) -> Command {
    commands.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        command.mut_args(|argument| {
            let flag = argument.get_long().unwrap_or_default();
            let group = GROUPS.iter().find(|group| {
                group.command.is_none_or(|it| it == name) && group.flags.contains(&flag)
            });
            match group {
                Some(group) => argument.help_heading(group.heading),
                None => argument,
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, grouped};
    use crate::args::Arguments;
    use clap::CommandFactory as _;

    #[test]
    fn every_flag_of_gen_is_in_a_group() {
        let commands = grouped(Arguments::command());
        let generate = commands.find_subcommand("gen").expect("a command");
        let flags = || generate.get_arguments().filter_map(clap::Arg::get_long);
        let outside: Vec<&str> = generate
            .get_arguments()
            .filter(|it| it.get_help_heading().is_none())
            .filter_map(clap::Arg::get_long)
            .collect();
        assert!(outside.is_empty(), "name these in GROUPS: {outside:?}");
        let named = GROUPS.iter().flat_map(|group| group.flags);
        let unknown: Vec<_> = named.filter(|name| !flags().any(|flag| flag == **name)).collect();
        assert!(unknown.is_empty(), "`clew gen` has none of these: {unknown:?}");
    }
}

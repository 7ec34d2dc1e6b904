//! Tables that are made from the code: `clew manual --form tables` prints them.

use super::is_blessing;
use super::page::{Page, pages};
use crate::common::clew;
use std::collections::{BTreeMap, BTreeSet};

const BEGIN: &str = "<!-- made from the code: ";
const END: &str = "<!-- end -->";

/// The regions between marks: each name, and the lines between (their numbers).
fn regions(lines: &[String]) -> Vec<(String, std::ops::Range<usize>)> {
    let mut found = Vec::new();
    let mut open: Option<(String, usize)> = None;
    for (number, line) in lines.iter().enumerate() {
        if let Some(name) = line.strip_prefix(BEGIN).and_then(|it| it.strip_suffix(" -->")) {
            assert!(open.is_none(), "`{name}` begins inside another table");
            open = Some((name.to_owned(), number + 1));
        } else if line == END {
            let (name, start) = open.take().expect("an end should have a beginning");
            found.push((name, start..number));
        }
    }
    assert!(open.is_none(), "a table without an end");
    found
}

fn printed() -> BTreeMap<String, Vec<String>> {
    let output = clew().args(["manual", "--form", "tables"]).output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    regions(&lines).into_iter().map(|(name, at)| (name, lines[at].to_vec())).collect()
}

/// Puts the tables of the code into a page; whether that changes it.
fn update(page: &mut Page, tables: &BTreeMap<String, Vec<String>>) -> bool {
    let mut is_changed = false;
    // From the end, so that the numbers of lines before stay true.
    for (name, at) in regions(&page.lines).into_iter().rev() {
        let table = tables.get(&name);
        let table = table.unwrap_or_else(|| panic!("the code has no table `{name}`"));
        if page.lines[at.clone()] != table[..] {
            page.lines.splice(at, table.iter().cloned());
            is_changed = true;
        }
    }
    is_changed
}

#[test]
fn pages_have_the_tables_of_the_code() {
    let tables = printed();
    let mut stale = Vec::new();
    let mut shown = BTreeSet::new();
    for mut page in pages("docs") {
        shown.extend(regions(&page.lines).into_iter().map(|(name, _)| name));
        if update(&mut page, &tables) {
            if is_blessing() {
                page.write();
            } else {
                stale.push(page.path);
            }
        }
    }
    let wanted: BTreeSet<String> = tables.into_keys().collect();
    assert_eq!(shown, wanted, "each table has a place on one page");
    assert!(stale.is_empty(), "run this test with BLESS=1 to write the tables of {stale:?}");
}

/// The flags in a line such as `clew gen file.c --total 10m # ten minutes`, after the command's name.
fn flags_of(line: &str) -> Option<(String, Vec<String>)> {
    let mut words = line.trim_start_matches("$ ").strip_prefix("clew ")?.split_whitespace();
    let command = words.next()?.to_owned();
    let own = words.take_while(|word| !word.starts_with('#') && *word != "--" && *word != "|");
    let flags = own.filter(|word| word.starts_with("--"));
    let names = flags.map(|flag| flag.split('=').next().unwrap_or(flag).to_owned());
    Some((command, names.collect()))
}

#[test]
fn commands_have_the_flags_that_pages_use() {
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut unknown = Vec::new();
    for page in pages("docs").into_iter().chain(pages("README.md")) {
        let fences = page.fences();
        let shells = fences.iter().filter(|it| ["sh", "console"].contains(&it.language));
        for (line, text) in shells
            .flat_map(|it| it.content.iter().enumerate().map(|(at, text)| (it.line + at, text)))
        {
            let Some((command, flags)) = flags_of(text) else { continue };
            if command.starts_with('-') {
                continue;
            }
            let known = known.entry(command).or_insert_with_key(|command| {
                let output = clew().args([command, "--help"]).output().expect("a run");
                let help = String::from_utf8_lossy(&output.stdout).into_owned();
                help.split_whitespace().map(str::to_owned).collect()
            });
            let missing = flags.into_iter().filter(|flag| !known.contains(flag));
            unknown.extend(missing.map(|flag| format!("{}: {flag}", page.place(line + 1))));
        }
    }
    assert!(known.len() > 8, "{known:?}");
    assert!(unknown.is_empty(), "there are no such flags:\n{}", unknown.join("\n"));
}

#[test]
fn flags_are_those_before_a_comment_and_the_program_s_own() {
    let of = |line| flags_of(line).map(|(command, flags)| format!("{command} {}", flags.join(" ")));
    let found = of("$ clew run --check=x a.c -j 4 -- --own  # --not");
    assert_eq!(found.as_deref(), Some("run --check"));
    assert_eq!(of("make --silent"), None);
}

#[test]
fn a_table_that_differs_is_replaced() {
    let lines = ["a", "<!-- made from the code: x -->", "old", END, "b"];
    let lines = lines.map(str::to_owned).to_vec();
    let mut page = Page { path: "x.md".into(), lines };
    let tables = BTreeMap::from([("x".to_owned(), vec!["new".to_owned(), "2".to_owned()])]);
    assert!(update(&mut page, &tables));
    assert_eq!(page.lines[1..5], ["<!-- made from the code: x -->", "new", "2", END]);
    assert!(!update(&mut page, &tables));
}

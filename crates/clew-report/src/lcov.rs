//! An lcov tracefile, as `geninfo` of lcov 2.4 describes it: lines, functions, branches and MC/DC.
//! What is proved infeasible has the mark of unreachable branches, `U`, and is not counted.

use crate::files::{File, files};
use crate::model::{Objective, Report, Status, Unit};
use std::fmt::Write as _;

/// The tracefile of a result.
pub fn lcov(report: &Report) -> String {
    let mut text = String::new();
    for file in files(report) {
        let _ = writeln!(text, "TN:clew\nSF:{}", file.name);
        functions(&mut text, &file);
        branches(&mut text, &file);
        conditions(&mut text, &file);
        lines(&mut text, &file);
        text.push_str("end_of_record\n");
    }
    text
}

fn functions(text: &mut String, file: &File<'_>) {
    let mut hit = 0;
    for (index, unit) in file.units.iter().enumerate() {
        let calls = unit.tests.iter().filter(|test| !test.is_reproducer()).count();
        hit += usize::from(calls > 0);
        let end = unit.end_line.max(unit.line);
        let _ = writeln!(
            text,
            "FNL:{index},{},{end}\nFNA:{index},{calls},{}",
            unit.line, unit.function
        );
    }
    let _ = writeln!(text, "FNF:{}\nFNH:{hit}", file.units.len());
}

/// How often a branch was taken: `-` where nothing shows that its decision was evaluated.
fn taken(unit: &Unit, objective: &Objective, is_evaluated: bool) -> String {
    match is_evaluated {
        true => unit.times_covered(objective).to_string(),
        false => "-".to_owned(),
    }
}

fn branches(text: &mut String, file: &File<'_>) {
    let (mut found, mut hit) = (0, 0);
    let (mut line, mut block) = (0, 0);
    for decision in file.decisions("branch") {
        let is_evaluated = decision.iter().any(|(_, it)| it.status == Status::Covered);
        for (at, (unit, objective)) in decision.iter().enumerate() {
            // Blocks are numbered line by line, without gaps.
            if objective.line != line {
                (line, block) = (objective.line, 0);
            } else if at == 0 {
                block += 1;
            }
            let mark = mark(objective);
            let (count, name) = (taken(unit, objective, is_evaluated), one_line(&objective.text));
            let _ = writeln!(text, "BRDA:{line},{mark}{block},{name},{count}");
            found += usize::from(objective.status != Status::Infeasible);
            hit += usize::from(objective.status == Status::Covered);
        }
    }
    let _ = writeln!(text, "BRF:{found}\nBRH:{hit}");
}

/// What is said of a condition holds for both of its senses: each needs the other.
fn conditions(text: &mut String, file: &File<'_>) {
    let (mut found, mut hit) = (0, 0);
    for decision in file.decisions("mcdc") {
        let size = decision.len();
        for (index, (_, objective)) in decision.iter().enumerate() {
            let taken = u8::from(objective.status == Status::Covered);
            let (mark, line) = (mark(objective), decision[0].1.line);
            let words = one_line(&objective.text);
            let name = words.strip_suffix(" independently affects the outcome").unwrap_or(&words);
            for sense in ['t', 'f'] {
                let _ = writeln!(text, "MCDC:{line},{mark}{size},{sense},{taken},{index},{name}");
            }
            found += 2 * usize::from(objective.status != Status::Infeasible);
            hit += 2 * usize::from(taken);
        }
    }
    if found > 0 || hit > 0 {
        let _ = writeln!(text, "MCF:{found}\nMCH:{hit}");
    }
}

fn lines(text: &mut String, file: &File<'_>) {
    let lines = file.lines();
    for (line, count) in &lines {
        let _ = writeln!(text, "DA:{line},{count}");
    }
    let hit = lines.values().filter(|count| **count > 0).count();
    let _ = writeln!(text, "LH:{hit}\nLF:{}", lines.len());
}

fn mark(objective: &Objective) -> &'static str {
    if objective.status == Status::Infeasible { "U" } else { "" }
}

/// A record is one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

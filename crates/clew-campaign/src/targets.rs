//! What is to be tested, where that is less than everything: functions, lines, or what a change
//! touched. Everything else counts as covered.

use clew_criteria::{Objective, Objectives};
use clew_ir::{BlockId, FunctionId, ProbePoint, Program, Span, TerminatorKind};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why it cannot be said what is to be tested.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// What is named is neither a function nor lines.
    #[error("`{0}` names no lines: write FILE:LINE or FILE:FIRST-LAST, such as parser.c:10-20")]
    NoLines(String),
    /// The lines are of another file.
    #[error("`{item}`: `{file}` is none of the files given")]
    OtherFile {
        /// What is named.
        item: String,
        /// Its file.
        file: String,
    },
    /// A file cannot be compared with a revision.
    #[error("cannot compare {} with `{revision}`: {reason}", file.display())]
    Comparison {
        /// The file.
        file: PathBuf,
        /// The revision.
        revision: String,
        /// Why, in git's words.
        reason: String,
    },
}

/// What is to be tested.
#[derive(Debug, Default)]
pub struct Targets {
    functions: Vec<String>,
    lines: Vec<Lines>,
}

/// Lines of a file.
#[derive(Debug)]
struct Lines {
    file: PathBuf,
    range: RangeInclusive<u32>,
}

impl Targets {
    /// What `--only` and `--diff` say; `None` where neither is given.
    ///
    /// # Errors
    /// When an item names nothing, or git does not answer.
    pub fn new(
        only: &[String],
        diff: Option<&str>,
        files: &[PathBuf],
    ) -> Result<Option<Self>, TargetError> {
        if only.is_empty() && diff.is_none() {
            return Ok(None);
        }
        let mut targets = Targets::default();
        for item in only {
            targets.add(item, files)?;
        }
        if let Some(revision) = diff {
            for file in files {
                let changed = changed_lines(file, revision)?;
                let here = |range| Lines { file: file.clone(), range };
                targets.lines.extend(changed.into_iter().map(here));
            }
        }
        Ok(Some(targets))
    }

    /// Adds `FUNCTION`, `FILE:LINE` or `FILE:FIRST-LAST`.
    fn add(&mut self, item: &str, files: &[PathBuf]) -> Result<(), TargetError> {
        let Some((file, lines)) = item.rsplit_once(':') else {
            self.functions.push(item.to_owned());
            return Ok(());
        };
        let range = parse_lines(lines).ok_or_else(|| TargetError::NoLines(item.to_owned()))?;
        let known = files.iter().find(|known| known.ends_with(file) || is_same(known, file));
        let Some(known) = known else {
            let (item, file) = (item.to_owned(), file.to_owned());
            return Err(TargetError::OtherFile { item, file });
        };
        self.lines.push(Lines { file: known.clone(), range });
        Ok(())
    }

    /// A function that is meant and not there.
    pub fn missing_function(&self, program: &Program) -> Option<&str> {
        let mut names = self.functions.iter();
        names.find(|name| program.function(name).is_none()).map(String::as_str)
    }

    /// Leaves only the objectives that are to be met. Where lines of a function are meant that no
    /// objective is about, all of the function's are: each test of it may run those lines.
    pub fn restrict(&self, program: &Program, objectives: &mut Objectives) {
        let mut chosen: BTreeSet<_> = objectives
            .iter()
            .filter(|it| self.is_named(program, it) || self.is_touched(program, objectives, it))
            .map(|it| it.id)
            .collect();
        let met: BTreeSet<FunctionId> =
            chosen.iter().map(|id| objectives.get(*id).function).collect();
        for objective in objectives.iter() {
            let span = program.functions[objective.function].span;
            if !met.contains(&objective.function) && self.touches(program, span) {
                chosen.insert(objective.id);
            }
        }
        objectives.retain(|objective| chosen.contains(&objective.id));
    }

    fn is_named(&self, program: &Program, objective: &Objective) -> bool {
        self.functions.contains(&program.functions[objective.function].name)
    }

    /// Whether an objective is about the lines meant, or is the way to them: nothing branches in
    /// between.
    fn is_touched(
        &self,
        program: &Program,
        objectives: &Objectives,
        objective: &Objective,
    ) -> bool {
        self.touches(program, objective.span)
            || objective.goal.probes().iter().any(|probe| match objectives.plan().point(*probe) {
                ProbePoint::Edge(function, block, arm) => {
                    self.is_behind(program, function, block, arm)
                }
                ProbePoint::Entry(_) | ProbePoint::Statement(..) => false,
            })
    }

    fn is_behind(&self, program: &Program, function: FunctionId, block: BlockId, arm: u32) -> bool {
        let Ok(body) = &program.functions[function].body else { return false };
        let mut seen = BTreeSet::new();
        let mut next = body.blocks[block].terminator.kind.successors().get(arm as usize).copied();
        while let Some(block) = next.filter(|block| seen.insert(*block)) {
            let contents = &body.blocks[block];
            if contents.statements.iter().any(|it| self.touches(program, it.span)) {
                return true;
            }
            if matches!(contents.terminator.kind, TerminatorKind::Return(_)) {
                return self.touches(program, contents.terminator.span);
            }
            next = match contents.terminator.kind.successors()[..] {
                [only] => Some(only),
                _ => None,
            };
        }
        false
    }

    /// Whether a piece of the source has one of the lines meant.
    fn touches(&self, program: &Program, span: Span) -> bool {
        let Some((file, first)) = program.sources.position(span) else { return false };
        let last = file.line_column(span.end.max(span.start + 1) - 1).line;
        self.lines.iter().any(|lines| {
            *lines.range.start() <= last
                && first.line <= *lines.range.end()
                && (lines.file == file.path || is_same(&lines.file, &file.path))
        })
    }
}

/// Whether two paths lead to one file.
fn is_same(a: impl AsRef<Path>, b: impl AsRef<Path>) -> bool {
    matches!((std::fs::canonicalize(a), std::fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

/// `12` or `10-20`, from 1.
fn parse_lines(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (0 < first && first <= last).then_some(first..=last)
}

/// The lines of a file that differ from a revision; where lines were only removed, those around.
fn changed_lines(file: &Path, revision: &str) -> Result<Vec<RangeInclusive<u32>>, TargetError> {
    let failed = |reason: &str| TargetError::Comparison {
        file: file.to_owned(),
        revision: revision.to_owned(),
        reason: reason.to_owned(),
    };
    let whole = std::fs::canonicalize(file).map_err(|error| failed(&error.to_string()))?;
    let folder = whole.parent().unwrap_or(Path::new("."));
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(folder).args(arguments).arg(&whole).output();
        let output = output.map_err(|error| failed(&format!("git does not start: {error}")))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let message = String::from_utf8_lossy(&output.stderr);
        Err(failed(message.lines().next().unwrap_or("git fails").trim()))
    };
    // A file that git does not know is new, every line of it.
    if git(&["ls-files", "--"])?.is_empty() {
        return Ok(vec![1..=u32::MAX]);
    }
    let flags = ["diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames"];
    let diff = git(&[&flags[..], &["--end-of-options", revision, "--"]].concat())?;
    Ok(diff.lines().filter_map(hunk).collect())
}

/// The new lines of `@@ -1,2 +3,4 @@`.
fn hunk(line: &str) -> Option<RangeInclusive<u32>> {
    let (_, new) = line.strip_prefix("@@ ")?.split_once('+')?;
    let new = new.split(' ').next()?;
    let (first, count) = new.split_once(',').unwrap_or((new, "1"));
    let (first, count): (u32, u32) = (first.parse().ok()?, count.parse().ok()?);
    Some(match count {
        0 => first.max(1)..=first + 1,
        count => first..=first + count - 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbers_in_order() {
        assert_eq!(parse_lines("12"), Some(12..=12));
        assert_eq!(parse_lines("10-20"), Some(10..=20));
        assert_eq!(["", "0", "20-10", "a-b", "1-"].map(parse_lines), [const { None }; 5]);
    }

    #[test]
    fn hunks_tell_the_new_lines() {
        assert_eq!(hunk("@@ -1,2 +3,4 @@ int f(void)"), Some(3..=6));
        assert_eq!(hunk("@@ -7 +7 @@"), Some(7..=7));
        assert_eq!(hunk("@@ -5,3 +4,0 @@"), Some(4..=5));
        assert_eq!(hunk("+@@ no hunk"), None);
    }
}

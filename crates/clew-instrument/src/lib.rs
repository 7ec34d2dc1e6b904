//! Instrumented C: the user's files with the labels of criteria in them, for any tool.
//!
//! An objective that is a label becomes a [`sites::Site`]: a range of the source and a predicate
//! as C. `state` sees to it that the predicate means there what it means in the program model,
//! `predicate` writes it (of `piece`s), `form` says what stands at a label, `rewrite` puts it all into the text.
//! What cannot be placed is counted, with the reason ([`Unplaced`]). `mutants` writes mutants instead of
//! labels, all of a file into one.
//!
//! **Architecture invariant:** nothing here reads C. How something is written in the source, `clew-c`
//! knows; what it means, the program model.

mod form;
mod mutants;
mod piece;
mod predicate;
mod rewrite;
mod sites;
mod state;
mod unplaced;

pub use form::Form;
pub use mutants::{CHOICE, Mutated, mutated, without_assembly};
pub use unplaced::Unplaced;

use clew_criteria::{Objective, Objectives};
use clew_ir::{FileId, Program};
use form::{HEADER, LabelText};
use rewrite::{Frame, Label};
use sites::{Finder, Site};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Instrumented C as it is to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instrumented {
    /// The files by their names without a folder, the header among them.
    pub files: BTreeMap<String, String>,
    /// How many labels are written.
    pub placed: usize,
    /// How many are not, and why.
    pub unplaced: BTreeMap<Unplaced, usize>,
}

/// A label that is written.
struct Placed<'a> {
    number: usize,
    objective: &'a Objective,
    site: Site,
}

/// Writes the labels of units into the files they are in.
pub fn instrument(program: &Program, units: &[Objectives], form: Form) -> Instrumented {
    let mut placed: Vec<Placed<'_>> = Vec::new();
    let mut unplaced: BTreeMap<Unplaced, usize> = BTreeMap::new();
    for objectives in units {
        let mut finder = Finder::new(program, objectives, form.style());
        for objective in objectives.iter() {
            match finder.site(objective) {
                Ok(site) => placed.push(Placed { number: placed.len() + 1, objective, site }),
                Err(why) => *unplaced.entry(why).or_default() += 1,
            }
        }
    }
    let mut files = BTreeMap::new();
    let mut ids: Vec<FileId> = placed.iter().map(|it| it.site.file).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut left_out = 0;
    for id in ids {
        let file = &program.sources.files[id];
        let own = placed.iter().filter(|it| it.site.file == id);
        let frames: Vec<Frame> = own.map(|it| it.frame(form)).collect();
        let (text, crossing) = rewrite::rewrite(file.text(), &frames);
        left_out += crossing.len();
        let path = file.path.display().to_string().replace('\\', "/");
        let name = file.path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into());
        files.insert(name, format!("#include \"{HEADER}\"\n#line 1 \"{path}\"\n{text}"));
    }
    if left_out > 0 {
        *unplaced.entry(Unplaced::NoPlace).or_default() += left_out;
    }
    files.insert(HEADER.to_owned(), header(program, form, &placed));
    Instrumented { files, placed: placed.len() - left_out, unplaced }
}

impl Placed<'_> {
    fn frame(&self, form: Form) -> Frame {
        let label = LabelText {
            number: self.number,
            name: &self.objective.name,
            predicate: &self.site.predicate,
        };
        let label =
            Label { expression: form.expression(&label), statement: form.statement(&label) };
        let Site { start, end, spot, .. } = self.site;
        Frame { start, end, spot, label }
    }
}

/// The header: what labels mean, and which there are.
fn header(program: &Program, form: Form, placed: &[Placed<'_>]) -> String {
    let mut text = "#ifndef CLEW_LABELS_H\n#define CLEW_LABELS_H\n\n/* The labels:\n".to_owned();
    for Placed { number, objective, .. } in placed {
        let place = program.sources.describe(objective.span);
        let words = objective.text.replace("*/", "* /").replace("/*", "/ *");
        let _ = writeln!(text, "   {number} {} at {place}: {words}", objective.name);
    }
    text.push_str("*/\n\n");
    text.push_str(&form.header());
    text.push_str("\n#endif\n");
    text
}

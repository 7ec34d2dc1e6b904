//! The program under the names that the tests use.
//!
//! Where files are put together, some names are others than in the user's files. What is compiled
//! apart is seen through declarations of our own with the assembler's name, because the files under
//! test need not declare it; what is `static` there, or in a file that no test needs, is not seen at
//! all.

use super::{Layout, UserSources, absolute};
use clew_ir::{GlobalKind, Id, Linkage, Program};
use std::borrow::Cow;

/// A program whose names are those of the tests.
pub(crate) struct Visible<'p> {
    /// The program.
    pub(crate) program: Cow<'p, Program>,
    /// For each object that is compiled apart: its index, and the name in its own file.
    pub(crate) apart: Vec<(clew_ir::GlobalId, String)>,
}

impl<'p> Visible<'p> {
    /// The program as the tests of a layout see it.
    pub(crate) fn new(program: &'p Program, layout: &Layout, sources: &UserSources) -> Self {
        let mut visible = Self { program: Cow::Borrowed(program), apart: Vec::new() };
        let is_whole = layout.included_units.len() == sources.files.len();
        if is_whole && layout.renamed.iter().all(Vec::is_empty) {
            return visible;
        }
        let changed = visible.program.to_mut();
        for (unit, renamed) in layout.included_units.iter().zip(&layout.renamed) {
            for (name, other) in renamed {
                let functions = changed.functions.iter_mut();
                let functions = functions.filter(|it| it.unit == *unit).map(|it| &mut it.name);
                let globals = changed.globals.iter_mut();
                let globals = globals.filter(|it| it.unit == *unit).map(|it| &mut it.name);
                let own_file = sources.files.get(unit.index()).map(|file| absolute(file));
                let map = &changed.sources;
                let records = changed.types.records.iter_mut().filter(|record| {
                    let file = map.position(record.span).map(|(file, _)| absolute(&file.path));
                    file == own_file
                });
                let names = functions.chain(globals).chain(records.map(|it| &mut it.name));
                names.filter(|it| *it == name).for_each(|it| it.clone_from(other));
            }
        }
        for index in 0..changed.globals.len() {
            let id = clew_ir::GlobalId::from_index(index);
            let global = &mut changed.globals[id];
            let is_users = global.unit.index() < sources.files.len();
            let is_absent = !layout.included_units.contains(&global.unit)
                && !layout.separate_units.contains(&global.unit);
            if is_users && is_absent && global.init.is_some() {
                // A call by address might lead to its file, for all that the types tell.
                global.linkage = Linkage::None;
                continue;
            }
            if !layout.separate_units.contains(&global.unit)
                || global.kind != GlobalKind::Variable
                || global.init.is_none()
            {
                continue;
            }
            match global.linkage {
                Linkage::External | Linkage::Weak => {
                    let other = format!("clew_object_{}", global.name);
                    let name = std::mem::replace(&mut global.name, other);
                    visible.apart.push((id, name));
                }
                Linkage::Internal => global.linkage = Linkage::None,
                Linkage::None => {}
            }
        }
        visible
    }
}

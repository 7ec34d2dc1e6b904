//! Which of the user's C files a suite needs.

use super::{SourceError, absolute};
use crate::c::all_values;
use crate::suite::Suite;
use clew_ir::{
    Callee, Expr, ExprKind, FunctionId, GlobalId, Id, Linkage, Place, PlaceBase, Program,
    RelocationTarget, Span, StatementKind, UnitId,
};
use clew_symbolic::Target;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};

/// How the files that a suite needs are put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Joining {
    /// In one translation unit, so that the compiler needs no more than the suite's own file;
    /// names that clash are changed where that is possible.
    #[default]
    Files,
    /// Every file but that of the function under test is compiled on its own.
    Nothing,
}

/// The files needed.
pub(super) struct Needed {
    /// Those that can stand in one translation unit, that of the function under test last.
    pub(super) included: Vec<Part>,
    /// The others.
    pub(super) separate: Vec<Part>,
}

/// A file that is needed.
pub(super) struct Part {
    pub(super) unit: UnitId,
    pub(super) file: PathBuf,
    /// The names of its own that mean something else in another file, and what they are called
    /// instead.
    pub(super) renamed: Vec<(String, String)>,
}

/// The file of the function under test, and those that define what it uses.
pub(super) fn needed(
    suite: &Suite<'_>,
    files: &[PathBuf],
    joining: Joining,
) -> Result<Needed, SourceError> {
    let program = suite.program;
    let own = program.functions[suite.function].unit;
    if own.index() >= files.len() {
        return Err(SourceError::NoFile { function: suite.function_name().to_owned() });
    }
    let units = closure(program, own, &pointed_to(suite), files.len());
    let sharing = if units.len() == 1 { Sharing::Alone } else { Sharing::WithOthers };
    let mut names = UnitNames { program, taken: FxHashMap::default(), sharing };
    names.claim(own, &files[own.index()]);
    let (mut included, mut separate) = (Vec::new(), Vec::new());
    for unit in units.into_iter().filter(|unit| *unit != own) {
        let file = files[unit.index()].clone();
        let claimed = match joining {
            Joining::Files => names.claim(unit, &file),
            Joining::Nothing => None,
        };
        match claimed {
            Some(mut renamed) => {
                names.avoid_runtime(unit, suite.function_name(), &mut renamed);
                included.push(Part { unit, file, renamed });
            }
            None => separate.push(Part { unit, file, renamed: Vec::new() }),
        }
    }
    let mut renamed = Vec::new();
    names.avoid_runtime(own, suite.function_name(), &mut renamed);
    included.push(Part { unit: own, file: files[own.index()].clone(), renamed });
    Ok(Needed { included, separate })
}

/// The units of the functions and variables that the tests have pointers lead to, whether the function under
/// test knows of them or not.
fn pointed_to(suite: &Suite<'_>) -> Vec<UnitId> {
    let program = suite.program;
    let mut units = Vec::new();
    for value in suite.tests.iter().flat_map(|test| all_values(&test.case)) {
        value.for_each_target(&mut |target| match target {
            Target::Function(id) if program.functions[id].body.is_ok() => {
                units.push(program.functions[id].unit);
            }
            Target::Global(id, _) if program.globals[id].init.is_some() => {
                units.push(program.globals[id].unit);
            }
            _ => {}
        });
    }
    units
}

/// The units that define what a unit uses, what those use, and so on, in order; with some others.
fn closure(program: &Program, own: UnitId, others: &[UnitId], count: usize) -> Vec<UnitId> {
    let mut units = vec![own];
    for unit in others.iter().filter(|it| it.index() < count) {
        if !units.contains(unit) {
            units.push(*unit);
        }
    }
    let mut at = 0;
    while let Some(&unit) = units.get(at) {
        let used = references(program, &|candidate| candidate == unit);
        let functions = used.functions.iter().filter_map(|id| {
            let function = &program.functions[*id];
            function.body.is_ok().then_some(function.unit)
        });
        let globals = used.globals.iter().filter_map(|id| {
            let global = &program.globals[*id];
            global.init.is_some().then_some(global.unit)
        });
        let fresh: Vec<UnitId> = functions.chain(globals).collect();
        for unit in fresh {
            if unit.index() < count && !units.contains(&unit) {
                units.push(unit);
            }
        }
        at += 1;
    }
    units.sort();
    units
}

/// What code and data refer to.
#[derive(Default)]
pub(crate) struct References {
    /// Functions, in order.
    pub(crate) functions: Vec<FunctionId>,
    /// Objects, in order.
    pub(crate) globals: Vec<GlobalId>,
}

/// What the functions and objects of some units refer to.
pub(crate) fn references(program: &Program, in_units: &dyn Fn(UnitId) -> bool) -> References {
    let mut functions: FxHashSet<FunctionId> = FxHashSet::default();
    let mut globals: FxHashSet<GlobalId> = FxHashSet::default();
    for function in program.functions.iter().filter(|function| in_units(function.unit)) {
        let Ok(body) = &function.body else { continue };
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            if let StatementKind::Call { callee: Callee::Direct(callee), .. } = &statement.kind {
                functions.insert(*callee);
            }
            globals.extend(statement.kind.written_place().and_then(base_global));
        }
        body.for_each_expr(&mut |expr: &Expr| match &expr.kind {
            ExprKind::FunctionAddress(id) => {
                functions.insert(*id);
            }
            ExprKind::Load(place) | ExprKind::AddressOf(place) => {
                globals.extend(base_global(place));
            }
            _ => {}
        });
    }
    for global in program.globals.iter().filter(|global| in_units(global.unit)) {
        for relocation in global.init.iter().flat_map(|image| &image.relocations) {
            match relocation.target {
                RelocationTarget::Global(id) => {
                    globals.insert(id);
                }
                RelocationTarget::Function(id) => {
                    functions.insert(id);
                }
                RelocationTarget::Label(..) => {}
            }
        }
    }
    let mut found = References {
        functions: functions.into_iter().collect(),
        globals: globals.into_iter().collect(),
    };
    found.functions.sort();
    found.globals.sort();
    found
}

fn base_global(place: &Place) -> Option<GlobalId> {
    match place.base {
        PlaceBase::Global(id) => Some(id),
        PlaceBase::Local(_) | PlaceBase::Deref(_) => None,
    }
}

/// What the tests themselves call the library by, whatever the user's files declare.
const RUNTIME: [&str; 17] = [
    "abort", "alarm", "close", "dprintf", "dup2", "environ", "exit", "fdopen", "fork", "fwrite",
    "mmap", "open", "pipe", "rewind", "tmpfile", "waitpid", "write",
];

/// The names that units give to things, to find those that mean two things.
struct UnitNames<'a> {
    program: &'a Program,
    taken: FxHashMap<(&'static str, &'a str), Span>,
    sharing: Sharing,
}

/// Whether the file of the function under test shares its names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    /// No other file is needed.
    Alone,
    /// Other files are, and may mean the same by a name.
    WithOthers,
}

impl<'a> UnitNames<'a> {
    /// Takes a unit's names; those that already mean something else get another name. `None` when
    /// one of those cannot have one.
    fn claim(&mut self, unit: UnitId, file: &Path) -> Option<Vec<(String, String)>> {
        let program = self.program;
        let functions = program.functions.iter().filter(|function| {
            function.unit == unit && function.body.is_ok() && !function.is_system
        });
        let globals = program.globals.iter().filter(|global| {
            global.unit == unit && global.linkage != Linkage::None && global.init.is_some()
        });
        let own_file = |span: Span| {
            let position = program.sources.position(span);
            position.is_some_and(|(source, _)| absolute(&source.path) == absolute(file))
        };
        let tags = program.types.records.iter().filter(|record| {
            record.is_complete && !record.name.is_empty() && own_file(record.span)
        });
        let named: Vec<_> = functions
            .map(|function| (("name", function.name.as_str()), function.span))
            .chain(globals.map(|global| (("name", global.name.as_str()), global.span)))
            .chain(tags.map(|record| (("tag", record.name.as_str()), record.span)))
            .collect();
        let clashes = |(name, span): &(_, Span)| {
            self.taken
                .get(name)
                .is_some_and(|taken: &Span| (taken.file, taken.start) != (span.file, span.start))
        };
        let (clashing, fitting): (Vec<_>, Vec<_>) = named.into_iter().partition(clashes);
        let mut names: Vec<&str> = clashing.iter().map(|((_, name), _)| *name).collect();
        names.sort_unstable();
        names.dedup();
        if !names.iter().all(|name| self.can_be_renamed(name)) {
            return None;
        }
        self.taken.extend(fitting);
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let is_word = |c: char| c.is_ascii_alphanumeric();
        let stem: String = stem.chars().map(|c| if is_word(c) { c } else { '_' }).collect();
        let number = unit.index();
        let other = |name: &str| format!("{name}_of_{stem}_{number}");
        Some(names.into_iter().map(|name| (name.to_owned(), other(name))).collect())
    }

    /// Gives other names to what a unit has for itself under a name that the tests call the library
    /// by: in one translation unit the assembler would take the one for the other. The function
    /// under test keeps its name, which the tests' own names are made of, and so does what other files
    /// may call by it.
    fn avoid_runtime(&self, unit: UnitId, tested: &str, renamed: &mut Vec<(String, String)>) {
        let program = self.program;
        let functions = program.functions.iter().filter(|it| it.unit == unit && it.body.is_ok());
        let functions = functions.map(|it| (&it.name, it.linkage));
        let globals = program.globals.iter().filter(|it| it.unit == unit && it.init.is_some());
        let globals = globals.map(|it| (&it.name, it.linkage));
        for (name, linkage) in functions.chain(globals) {
            let is_own = match linkage {
                Linkage::Internal => true,
                Linkage::External | Linkage::Weak => self.sharing == Sharing::Alone,
                Linkage::None => false,
            };
            if is_own
                && RUNTIME.contains(&name.as_str())
                && name != tested
                && renamed.iter().all(|(other, _)| other != name)
                && !self.is_part_of_type(name)
            {
                renamed.push((name.clone(), format!("{name}_of_program")));
            }
        }
    }

    /// Whether a macro can give a name of a unit's own another spelling: nothing that other files
    /// or the library see has the name, nor a member, which could be one of a shared header.
    fn can_be_renamed(&self, name: &str) -> bool {
        let program = self.program;
        let is_own = |linkage| matches!(linkage, Linkage::Internal | Linkage::None);
        let mut functions = program.functions.iter().filter(|it| it.name == name);
        let mut globals = program.globals.iter().filter(|it| it.name == name);
        functions.all(|it| is_own(it.linkage) && !it.is_system)
            && globals.all(|it| is_own(it.linkage) && !it.is_system)
            && !self.is_part_of_type(name)
    }

    /// Whether a member or a constant of an enumeration has this name.
    fn is_part_of_type(&self, name: &str) -> bool {
        let types = &self.program.types;
        let mut fields = types.records.iter().flat_map(|record| &record.fields);
        let mut constants = types.enums.iter().flat_map(|it| &it.constants);
        fields.any(|field| field.name == name) || constants.any(|(constant, _)| constant == name)
    }
}

//! C source to program model: runs clang, reads its JSON AST, lowers it.
//!
//! clang parses, checks types and folds constants; [`Frontend`] turns what it prints into a
//! [`Program`]. A C feature that cannot be lowered makes one function *unsupported*, never the
//! whole file.
//!
//! What has to know how something is written, and not only what it means, asks [`tokens`].
//!
//! **Architecture invariant:** clang's tree ends here. Nothing in a [`Program`] refers to it.
//!
//! **Architecture invariant:** C is read here and nowhere else.

mod asm_text;
mod assembly;
mod ast;
mod clang;
mod compile_commands;
mod dialect;
mod error;
mod flags;
mod gcc_builtins;
mod hidden;
mod includes;
mod lengths;
mod literal;
mod lower;
mod pack;
mod preprocess;
mod size_text;
mod texts;
pub mod tokens;
mod type_text;
mod written;

pub use assembly::assembly;
pub use compile_commands::words;
pub use error::CError;
pub use includes::{Include, IncludeForm, defined_macros, includes};
pub use texts::{Difference, DifferenceKind};

use clang::{Clang, Invocation};
use clew_ir::{DataModel, Program};
use compile_commands::CompileCommands;
use dialect::Dialect;
use lengths::{Files, Lengths, MARK, declared_lengths};
use lower::{Facts, Linker, Unit, UnitFiles, is_system_path};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use texts::{Differences, Preprocessed};
use written::Written;

/// The flag that says that a file is compiled for [`DataModel::Ilp32`].
const NARROW: &str = "-m32";

/// The clang that reads sources: its version, and where it is.
///
/// # Errors
/// When there is none, or it is too old.
pub fn clang_in_use() -> Result<String, CError> {
    Clang::find()?.describe()
}

/// What proofs are attempted of, as a table in Markdown: what is allowed, and what is refused and why.
pub fn provable_rows() -> String {
    lower::provable_rows()
}

/// How sources are compiled.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Flags for clang, as one text with shell quoting.
    pub cflags: String,
    /// A compilation database, whose flags come before `cflags`.
    pub compile_commands: Option<PathBuf>,
}

impl Options {
    /// The flags that these files are compiled with, as words that mean the same in every folder
    /// (the paths in `cflags` are the user's own).
    pub fn flags_for(&self, files: &[PathBuf]) -> Result<Vec<String>, CError> {
        compile_commands::flags_for(self.compile_commands.as_deref(), &self.cflags, files)
    }

    /// The C files of the compilation database; none without one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn database_files(&self) -> Result<Vec<PathBuf>, CError> {
        let Some(path) = &self.compile_commands else { return Ok(Vec::new()) };
        Ok(CompileCommands::read(path)?.files())
    }
}

/// Adds sources to a program, one translation unit at a time.
pub struct Frontend {
    clang: Clang,
    flags: Vec<String>,
    /// What all of the user's flags say, also those that are not among `flags`.
    dialect: Dialect,
    commands: Option<CompileCommands>,
    /// What `flags` name lasts as long as this.
    _headers: Option<tempfile::TempDir>,
    appended: Vec<(PathBuf, String)>,
    linker: Linker,
    differences: BTreeSet<Difference>,
}

/// The one header of glibc's that only its 32-bit package has, for where that is not installed: it
/// says which functions do nothing.
fn narrow_headers() -> Result<tempfile::TempDir, CError> {
    let write = || {
        let folder = tempfile::tempdir()?;
        std::fs::create_dir(folder.path().join("gnu"))?;
        std::fs::write(folder.path().join("gnu/stubs-32.h"), "")?;
        Ok(folder)
    };
    write().map_err(|error: std::io::Error| CError::Unreadable {
        path: "gnu/stubs-32.h".into(),
        reason: error.to_string(),
    })
}

/// A unit's tree, as clang printed it.
struct Dump {
    json: Vec<u8>,
    /// How clang was called, to ask it more; `None` for a model, of which nothing more is asked.
    unit: Option<Invocation>,
    stdin: Option<(String, String)>,
    /// What preprocessors make of the unit, where they may make different things of it.
    texts: Option<Preprocessed>,
    /// What the flags of `unit` name lasts as long as this.
    _header: Option<tempfile::TempDir>,
    /// How the tree's names of files are read; `None` where it names only its own text.
    place: Option<Place>,
    is_system: bool,
}

/// From where clang saw a unit's files.
struct Place {
    /// The folder that clang ran in, where that is not the current one.
    directory: Option<PathBuf>,
    /// The unit's file as clang was told of it.
    told: PathBuf,
    /// The unit's file as the user names it.
    named: PathBuf,
}

impl Place {
    /// The path from the current folder of what clang names so.
    fn path_of(&self, name: &str) -> PathBuf {
        // What standard input includes is named by the folder clang runs in.
        let bare = name.strip_prefix("./").unwrap_or(name);
        if Path::new(name) == self.told || Path::new(bare) == self.told {
            return self.named.clone();
        }
        let path = match &self.directory {
            Some(directory) if !name.starts_with('<') => directory.join(name),
            _ => return name.into(),
        };
        let here = std::env::current_dir().ok();
        match here.and_then(|here| path.strip_prefix(here).map(Path::to_owned).ok()) {
            Some(short) => short,
            None => path,
        }
    }

    /// The path of what clang names so, if it is a file of the user's.
    fn own_file(&self, name: &str) -> Option<PathBuf> {
        Some(self.path_of(name)).filter(|path| !is_system_path(path))
    }
}

impl Frontend {
    /// A front end for an empty program.
    pub fn new(options: &Options) -> Result<Self, CError> {
        let commands = match &options.compile_commands {
            Some(path) => Some(CompileCommands::read(path)?),
            None => None,
        };
        let mut flags = compile_commands::user_flags(&options.cflags)?;
        let dialect = Dialect::of_flags(&compile_commands::all_user_flags(&options.cflags)?);
        let has_flag = |it: &CompileCommands| it.has_flag(NARROW);
        let is_narrow =
            flags.iter().any(|it| it == NARROW) || commands.as_ref().is_some_and(has_flag);
        let model = if is_narrow { DataModel::Ilp32 } else { DataModel::Lp64 };
        flags.extend(model.flags().iter().map(ToString::to_string));
        let headers = match model {
            DataModel::Lp64 => None,
            DataModel::Ilp32 => Some(narrow_headers()?),
        };
        if let Some(headers) = &headers {
            flags.push(format!("-idirafter{}", headers.path().display()));
        }
        Ok(Self {
            clang: Clang::find()?,
            flags,
            dialect,
            commands,
            _headers: headers,
            appended: Vec::new(),
            linker: Linker::new(model),
            differences: BTreeSet::new(),
        })
    }

    /// Says what is to be parsed behind a file, as part of its unit, when it is added.
    pub fn append(&mut self, file: &Path, text: String) {
        self.appended.push((file.to_owned(), text));
    }

    /// Adds files, one unit each. clang runs on several at once.
    pub fn add_files(&mut self, files: &[PathBuf]) -> Result<(), CError> {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        for batch in files.chunks(workers) {
            let dumps: Vec<_> = std::thread::scope(|scope| {
                let running: Vec<_> =
                    batch.iter().map(|file| scope.spawn(|| self.dump_file(file))).collect();
                running.into_iter().map(|worker| worker.join()).collect()
            });
            for dump in dumps {
                match dump {
                    Ok(dump) => self.add(dump?)?,
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        }
        Ok(())
    }

    fn dump_file(&self, file: &Path) -> Result<Dump, CError> {
        let command = match &self.commands {
            Some(commands) => commands.command_for(file)?,
            None => None,
        };
        let own = Dialect::of_flags(&self.flags).or(&self.dialect);
        let (flags, further, dialect, path, directory) = match command {
            Some(command) => {
                let flags: Vec<_> = command.flags.iter().chain(&self.flags).cloned().collect();
                let dialect = own.or(&command.dialect);
                (flags, command.further, dialect, command.file, Some(command.directory))
            }
            None => (self.flags.clone(), Vec::new(), own, file.to_owned(), None),
        };
        let more = self.appended.iter().find(|(appended, _)| appended == file);
        // The file keeps its name and its places: it is included by what stands before the rest.
        let instead = more.map(|(_, more)| format!("#include \"{}\"\n{more}", path.display()));
        let stdin = instead.clone().map(|source| ("<appended>".to_owned(), source));
        let place =
            Place { directory: directory.clone(), told: path.clone(), named: file.to_owned() };
        let is_own = |name: &str| place.own_file(name);
        let mut unit = Invocation { file: path, instead, flags, further, dialect, directory };
        let (json, texts) = std::thread::scope(|scope| {
            let texts = scope.spawn(|| preprocess::preprocess(&self.clang, &unit, &is_own));
            let json = self.clang.dump(&unit);
            (json, texts.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        let header = header_for_gcc(texts.as_ref())?;
        let json = match &header {
            None => json,
            Some(folder) => {
                let name = folder.path().join(GCC_HEADER).display().to_string();
                unit.flags.extend(["-include".to_owned(), name]);
                self.clang.dump(&unit)
            }
        }?;
        let place = Some(place);
        Ok(Dump { json, unit: Some(unit), stdin, texts, _header: header, place, is_system: false })
    }

    /// Adds a unit given as text: a libc model, whose functions count as the system's.
    pub fn add_model(&mut self, name: &str, source: &str, flags: &[String]) -> Result<(), CError> {
        let target = self.linker.program.types.data_model().flags().iter().map(ToString::to_string);
        let flags: Vec<String> = flags.iter().cloned().chain(target).collect();
        let json = self.clang.dump_ast_text(name, source, &flags, None)?;
        let stdin = Some((name.to_owned(), source.to_owned()));
        self.add(Dump {
            json,
            unit: None,
            stdin,
            texts: None,
            _header: None,
            place: None,
            is_system: true,
        })
    }

    /// Lowers a unit on a thread whose stack is deep enough for any expression.
    fn add(&mut self, dump: Dump) -> Result<(), CError> {
        const STACK: usize = 1 << 30;
        let (clang, linker) = (&self.clang, &mut self.linker);
        let found = std::thread::scope(|scope| {
            let worker = std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || lower_dump(clang, linker, dump));
            match worker.map(std::thread::ScopedJoinHandle::join) {
                Ok(Ok(lowered)) => lowered,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                Err(error) => Err(CError::BadAst { reason: error.to_string() }),
            }
        })?;
        self.differences.extend(found);
        Ok(())
    }

    /// What of the files added so far the user's compiler reads differently, in order.
    pub fn differences(&self) -> impl Iterator<Item = &Difference> {
        self.differences.iter()
    }

    /// The names of functions and objects that are used and that no unit defines.
    pub fn undefined_symbols(&self) -> Vec<String> {
        self.linker.undefined_symbols()
    }

    /// Whether some unit uses a name with external linkage.
    pub fn uses(&self, symbol: &str) -> bool {
        self.linker.symbol(symbol).is_some()
    }

    /// Ends linking.
    pub fn finish(self) -> Result<Program, CError> {
        self.linker.finish()
    }
}

/// The name of the header of [`gcc_builtins`] in its folder.
const GCC_HEADER: &str = "gcc_builtins.h";

/// The header that declares the builtins of gcc's that a unit names, in a folder of its own.
fn header_for_gcc(texts: Option<&Preprocessed>) -> Result<Option<tempfile::TempDir>, CError> {
    let Some(text) = texts.and_then(|it| it.ours.as_deref()) else { return Ok(None) };
    let names = gcc_builtins::named(text);
    if names.is_empty() {
        return Ok(None);
    }
    let write = || {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join(GCC_HEADER), gcc_builtins::header(&names))?;
        Ok(Some(folder))
    };
    write().map_err(|error: std::io::Error| CError::Unreadable {
        path: GCC_HEADER.into(),
        reason: error.to_string(),
    })
}

/// Lowers a unit. Returns what the user's compiler reads differently in it.
fn lower_dump(clang: &Clang, linker: &mut Linker, dump: Dump) -> Result<Vec<Difference>, CError> {
    let (mut root, mut names) =
        ast::parse(&dump.json).map_err(|error| CError::BadAst { reason: error.to_string() })?;
    drop(dump.json);
    let lengths = match (&dump.unit, &dump.place) {
        (Some(unit), Some(place)) => unit_lengths(clang, unit, place, &root, &names),
        _ => Lengths::default(),
    };
    let read = |name: &str| std::fs::read(dump.place.as_ref()?.path_of(name)).ok();
    let packs = pack::packs(&root, &names, read, || dump.texts.as_ref()?.ours.as_deref());
    let hidden = hidden::values(&root, &names, || {
        let flags = hidden::DEFINES.map(str::to_owned);
        ast::parse(&clang.dump_with(dump.unit.as_ref()?, &flags).ok()?).ok()
    });
    root.inner.retain(|node| !gcc_builtins::declares(node.name()));
    let (written, differences) = match &dump.place {
        Some(place) => unit_texts(place, &names, dump.texts.as_ref()),
        None => (Written::default(), Differences::default()),
    };
    let dialect = dump.unit.as_ref().map(|unit| unit.dialect.clone()).unwrap_or_default();
    let told = names.clone();
    if let Some(place) = &dump.place {
        for name in &mut names {
            *name = place.path_of(name).to_string_lossy().into();
        }
    }
    let files = UnitFiles::new(told, names, dump.stdin, dump.is_system);
    let found = differences.found.clone();
    let facts = Facts { lengths, packs, hidden, dialect, differences };
    Unit::new(linker, files, facts).lower(&root, &written);
    // The tree is deep; taking it apart costs more than the process's end.
    std::mem::forget(root);
    Ok(found)
}

/// What the preprocessed text of a unit says, and where the user's compiler reads another one. Where
/// nothing was preprocessed, the text has nothing to say.
fn unit_texts(
    place: &Place,
    names: &[Arc<str>],
    texts: Option<&Preprocessed>,
) -> (Written, Differences) {
    let Some(texts) = texts else {
        return (Written { is_complete: true, ..Written::default() }, Differences::default());
    };
    let own = |name: &str| place.own_file(name);
    let users = |name: &str| Some(own(name)?.to_string_lossy().into_owned());
    let written = texts.ours.as_deref().map(|text| Written::read(text, &users));
    let has_line_directives = names.iter().filter_map(|name| own(name)).any(|path| {
        let text = std::fs::read(&path).unwrap_or_default();
        texts::has_line_directives(&String::from_utf8_lossy(&text))
    });
    let differences = Differences::new(texts, &place.named, &own, has_line_directives);
    (written.unwrap_or_default(), differences)
}

/// The lengths that the user's array parameters are declared with.
fn unit_lengths(
    clang: &Clang,
    unit: &Invocation,
    place: &Place,
    root: &ast::Node,
    names: &[Arc<str>],
) -> Lengths {
    let read = |name: &str| {
        let path = place.path_of(name);
        if is_system_path(&path) { None } else { std::fs::read(path).ok() }
    };
    declared_lengths(root, Files::new(names, &read), |changed| {
        clang.dump_marked(unit, MARK, &changed)
    })
}

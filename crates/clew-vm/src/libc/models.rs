//! The C models: where they are, and which of them a program needs.

use super::model_table::MODELS;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// One C file of the library.
pub(super) struct Model {
    /// The file's name, as diagnostics show it.
    pub(super) name: &'static str,
    /// Its text.
    pub(super) text: &'static str,
    /// The symbols with external linkage it defines, separated by blanks.
    pub(super) defines: &'static str,
    /// The symbols it uses and does not define: of other models, or native functions.
    pub(super) needs: &'static str,
}

/// A C model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ModelId(usize);

/// The private headers, in the order of their dependencies.
const HEADERS: [(&str, &str); 4] = [
    ("clew_libc.h", include_str!("../../libc/clew_libc.h")),
    ("clew_stdio.h", include_str!("../../libc/clew_stdio.h")),
    ("clew_scanf.h", include_str!("../../libc/clew_scanf.h")),
    ("clew_time.h", include_str!("../../libc/clew_time.h")),
];

/// The compiler options the models are written for.
pub const MODEL_FLAGS: [&str; 5] =
    ["-nostdinc", "-std=gnu11", "-ffreestanding", "-fno-builtin", "-w"];

/// The model that defines a function or object.
pub fn model_for(symbol: &str) -> Option<ModelId> {
    static DEFINITIONS: OnceLock<FxHashMap<&'static str, ModelId>> = OnceLock::new();
    let definitions = DEFINITIONS.get_or_init(|| {
        let names = |model: &'static Model| model.defines.split_whitespace();
        let models = MODELS.iter().enumerate();
        models.flat_map(|(i, model)| names(model).map(move |name| (name, ModelId(i)))).collect()
    });
    definitions.get(symbol).copied()
}

/// A model's file name and its C source, complete: no `#include` is left in it.
pub fn model_source(id: ModelId) -> (&'static str, String) {
    (MODELS[id.0].name, joined_source(&[id]))
}

/// The symbols a model uses and does not define: of other models, or native functions.
pub fn model_needs(id: ModelId) -> impl Iterator<Item = &'static str> {
    MODELS[id.0].needs.split_whitespace()
}

/// The symbols with external linkage that a model defines.
pub fn model_defines(id: ModelId) -> impl Iterator<Item = &'static str> {
    MODELS[id.0].defines.split_whitespace()
}

/// The models that define the given symbols, and those that these need in turn, in a fixed
/// order. Symbols that no model defines are passed over.
pub fn needed_models<'a>(symbols: impl IntoIterator<Item = &'a str>) -> Vec<ModelId> {
    needed_models_where(symbols, |_| true)
}

/// The same, where models do without some symbols, too: natives take their place.
pub fn needed_models_where<'a>(
    symbols: impl IntoIterator<Item = &'a str>,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<ModelId> {
    let wanted = |name: &str| model_for(name).filter(|_| is_wanted(name));
    let mut open: Vec<ModelId> = symbols.into_iter().filter_map(wanted).collect();
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        if found.insert(id) {
            open.extend(model_needs(id).filter_map(wanted));
        }
    }
    found.into_iter().collect()
}

/// The source of several models as one translation unit: their names do not collide, and one
/// run of the compiler is cheaper than one for each.
pub fn joined_source(ids: &[ModelId]) -> String {
    let mut headers = BTreeSet::new();
    let mut bodies = String::new();
    for &ModelId(id) in ids {
        for line in MODELS[id].text.lines() {
            match header_position(line) {
                Some(position) => {
                    headers.insert(position);
                }
                None => {
                    bodies.push_str(line);
                    bodies.push('\n');
                }
            }
        }
    }
    // A header may need those before it.
    let last = headers.last().copied();
    let mut source = String::new();
    for (position, (_, text)) in HEADERS.iter().enumerate() {
        if Some(position) == last || headers.contains(&position) || is_needed(position, &headers) {
            for line in text.lines().filter(|line| header_position(line).is_none()) {
                source.push_str(line);
                source.push('\n');
            }
        }
    }
    source.push_str(&bodies);
    source
}

/// Which header a line includes.
fn header_position(line: &str) -> Option<usize> {
    let name = line.strip_prefix("#include \"")?.strip_suffix('"')?;
    HEADERS.iter().position(|(header, _)| *header == name)
}

/// Whether one of the `wanted` headers includes the one at `position`, or one that does.
fn is_needed(position: usize, wanted: &BTreeSet<usize>) -> bool {
    wanted.iter().any(|&user| {
        let included: BTreeSet<usize> =
            HEADERS[user].1.lines().filter_map(header_position).collect();
        included.contains(&position) || (!included.is_empty() && is_needed(position, &included))
    })
}

/// All models.
pub fn all_models() -> impl Iterator<Item = ModelId> {
    (0..MODELS.len()).map(ModelId)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_complete() {
        for id in all_models() {
            let (name, source) = model_source(id);
            assert!(!source.contains("#include"), "{name} should include no other file");
        }
    }

    #[test]
    fn every_symbol_is_defined_once() {
        for id in all_models() {
            for symbol in model_defines(id) {
                assert_eq!(model_for(symbol), Some(id), "{symbol} should be defined once");
            }
        }
    }

    #[test]
    fn every_need_is_met_by_a_model_or_a_native_function() {
        for id in all_models() {
            for symbol in model_needs(id) {
                let is_met = model_for(symbol).is_some()
                    || crate::libc::native(symbol).is_some()
                    || symbol == crate::native::DESTRUCTOR;
                assert!(is_met, "{symbol}, used in {}, should exist", model_source(id).0);
            }
        }
    }

    /// Names that a program may not use for its own functions, so that models can rely on them.
    const RELIED_ON: &str = "
        exit fgetc fprintf fputc iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower
        iswprint iswpunct iswspace iswupper iswxdigit localtime snprintf stderr stdin stdout strcat
        strcmp strcpy strerror strlen strncat strncpy strtod strtof strtol strtoll strtoul strtoull
        towlower towupper ungetc vfprintf";

    #[test]
    fn models_call_each_other_by_reserved_names() {
        for id in all_models() {
            for symbol in model_needs(id).filter(|symbol| model_for(symbol).is_some()) {
                let (name, _) = model_source(id);
                // Those are the program's own variants if it has them.
                let is_variant = name == "libc/string_checked.c";
                let is_reserved = symbol.starts_with("__")
                    || RELIED_ON.split_whitespace().any(|reserved| reserved == symbol);
                assert!(is_variant || is_reserved, "{symbol}, used in {name}, is not reserved");
            }
        }
    }

    #[test]
    fn a_program_that_prints_needs_no_scanner() {
        let names: Vec<_> = needed_models(["printf", "user_function"])
            .into_iter()
            .map(|id| model_source(id).0)
            .collect();
        assert!(names.contains(&"libc/printf.c") && names.contains(&"libc/exit.c"));
        assert!(!names.contains(&"libc/scanf.c"));
    }
}

//! Builtins of gcc's that clang does not know.
//!
//! clang takes a call of such a builtin for that of a function without a declaration. Where a unit names
//! one, it is parsed with a header before it that declares these functions. The header defines no macro: the
//! text of the unit stays what it was.

use std::collections::BTreeSet;
use std::fmt::Write;

/// What the names of builtins begin with.
pub(crate) const PREFIX: &str = "__builtin_";

/// gcc's `__builtin_shuffle`, of any vectors.
pub(crate) const SHUFFLE: &str = "__builtin_shuffle";

/// Mathematical builtins, each in its three types, and their parameters; `T` is the type.
const MATH: &[(&str, &str)] = &[
    ("drem", "T,T"),
    ("exp10", "T"),
    ("gamma", "T"),
    ("j0", "T"),
    ("j1", "T"),
    ("jn", "int,T"),
    ("pow10", "T"),
    ("roundeven", "T"),
    ("scalb", "T,T"),
    ("significand", "T"),
    ("y0", "T"),
    ("y1", "T"),
    ("yn", "int,T"),
];

/// What the names of their three forms end with, and their types.
const TYPES: [(&str, &str); 3] = [("", "double"), ("f", "float"), ("l", "long double")];

/// Other builtins: name, result, parameters.
const OTHERS: &[(&str, &str, &str)] = &[
    ("aligned_alloc", "void*", "__SIZE_TYPE__,__SIZE_TYPE__"),
    ("fwrite", "__SIZE_TYPE__", "const void*,__SIZE_TYPE__,__SIZE_TYPE__,void*"),
    ("imaxabs", "__INTMAX_TYPE__", "__INTMAX_TYPE__"),
];

/// The names in a text that this module has declarations for.
pub(crate) fn named(text: &str) -> BTreeSet<&str> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let words = text.match_indices(PREFIX).map(|(at, _)| {
        let rest = &text[at..];
        &rest[..rest.find(|it| !is_part(it)).unwrap_or(rest.len())]
    });
    words.filter(|name| declares(name)).collect()
}

/// Whether a builtin without its prefix stands for a library function of that name.
pub(crate) fn is_library(name: &str) -> bool {
    prototype(name).is_some()
}

/// Whether a declaration of this name is one of this module's.
pub(crate) fn declares(name: &str) -> bool {
    name == SHUFFLE || name.strip_prefix(PREFIX).is_some_and(is_library)
}

/// The result and the parameters of such a builtin.
fn prototype(name: &str) -> Option<(&'static str, String)> {
    if let Some((_, result, params)) = OTHERS.iter().find(|(other, ..)| *other == name) {
        return Some((result, (*params).to_owned()));
    }
    MATH.iter().find_map(|(base, params)| {
        let suffix = name.strip_prefix(base)?;
        let (_, ty) = TYPES.iter().find(|(known, _)| *known == suffix)?;
        Some((*ty, params.replace('T', ty)))
    })
}

/// A header that declares these builtins, as far as clang does not know them.
pub(crate) fn header(names: &BTreeSet<&str>) -> String {
    let mut header = String::new();
    for name in names {
        let _ = writeln!(header, "#if !__has_builtin({name})");
        match prototype(&name[PREFIX.len()..]) {
            Some((result, params)) => {
                let _ = writeln!(header, "{result} {name}({params});");
            }
            None => shuffles(&mut header),
        }
        header.push_str("#endif\n");
    }
    header
}

/// `__builtin_shuffle` of the vectors of 8 to 64 bytes, with one vector or two.
fn shuffles(header: &mut String) {
    const ELEMENTS: [&[&str]; 4] = [
        &["char", "signed char", "unsigned char"],
        &["short", "unsigned short"],
        &["int", "unsigned int", "float"],
        &["long", "unsigned long", "long long", "unsigned long long", "double"],
    ];
    for bytes in [8, 16, 32, 64] {
        let vector = |element: &str| format!("__attribute__((vector_size({bytes}))) {element}");
        for elements in ELEMENTS {
            let indices = elements.iter().filter(|it| !matches!(**it, "float" | "double"));
            for index in indices {
                for element in elements {
                    let (vector, index) = (vector(element), vector(index));
                    for params in [vector.clone(), format!("{vector}, {vector}")] {
                        let _ = writeln!(
                            header,
                            "__attribute__((overloadable)) {vector} {SHUFFLE}({params}, {index});"
                        );
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_clang_does_not_know_is_declared() {
        let text = "double a = __builtin_y0f(1) + __builtin_sqrt(2) + __builtin_y0fx(3), b = \
                    __builtin_imaxabs(4);";
        let names = named(text);
        assert_eq!(
            names.iter().copied().collect::<Vec<_>>(),
            ["__builtin_imaxabs", "__builtin_y0f"]
        );
        let header = header(&names);
        assert!(header.contains("float __builtin_y0f(float);"), "{header}");
        assert!(!header.contains("#define"));
    }
}

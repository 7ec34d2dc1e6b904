//! What functions of the C library do to memory: a table, by name.
//!
//! It is asked for functions without a body only. Names that ISO C reserves mean the library's
//! function wherever they are declared; other names do where a system header declares them. A
//! function that is not in the table may do whatever the world can do.
//!
//! Each entry holds for calls that fail, too: what a call may write when it succeeds, and `errno`
//! when it does not. Results that are numbers carry no addresses, and need no entry.

use super::library_table::{ISO, SYSTEM};
use super::reserved::{Edition, is_reserved_name};
use crate::program::{Function, NoBody};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The position of an argument.
pub(super) type At = u8;

/// One thing that a library function may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Reads what an argument points to.
    Reads(At),
    /// Writes what an argument points to; frees it, perhaps.
    Writes(At),
    /// Writes what the world decides where an argument points to: addresses, perhaps.
    Fills(At),
    /// Gives the world the bytes that an argument points to: addresses, perhaps.
    Tells(At),
    /// Copies bytes from what the second argument points to over what the first points to.
    Copies(At, At),
    /// Moves the parts of what an argument points to about.
    Shuffles(At),
    /// Returns an argument.
    Returns(At),
    /// Returns a pointer into what an argument points to.
    ReturnsInto(At),
    /// Returns a new object.
    ReturnsFresh,
    /// Returns a new object with the bytes of what an argument points to.
    ReturnsCopy(At),
    /// Returns a pointer to an object of the library's.
    ReturnsLibrary,
    /// Returns the address of a destructor of the program's.
    ReturnsDestructor,
    /// Returns what the world decides.
    ReturnsOutside,
    /// Stores a pointer into what the second argument points to where the first points to.
    StoresInto(At, At),
    /// Stores a pointer to a new object where an argument points to.
    StoresFresh(At),
    /// Sets `errno`, perhaps.
    Errno,
    /// Reads and changes objects of the library's: streams, its clock, results in static storage.
    Library,
    /// Keeps an argument, and may read and write there later, or call it.
    Keeps(At),
    /// Calls an argument with two other arguments, or pointers into what they point to.
    Calls(At, [At; 2]),
    /// Reads all that can be reached from the arguments from this one on.
    ReadsReachable(At),
    /// Writes all that can be reached from the arguments from this one on.
    WritesReachable(At),
    /// Writes through arguments past this one where its text has `%n`.
    Formats(At),
}

/// Functions with the same effects, their names separated by blanks.
pub(super) struct Entry {
    pub(super) names: &'static str,
    pub(super) effects: &'static [Effect],
}

/// What a function of the library does, by name.
type Effects = FxHashMap<&'static str, &'static [Effect]>;

fn by_name(entries: &'static [Entry]) -> Effects {
    let names =
        |entry: &'static Entry| entry.names.split_whitespace().map(|name| (name, entry.effects));
    entries.iter().flat_map(names).collect()
}

/// What a function without a body may do to memory; `None` when that is not known.
pub(super) fn effects(function: &Function) -> Option<&'static [Effect]> {
    if function.body != Err(NoBody::Declared) || function.facts.is_opaque() {
        return None;
    }
    named_effects(function)
}

/// What the function of this name may do to memory, where it is the library's.
fn named_effects(function: &Function) -> Option<&'static [Effect]> {
    static RESERVED: OnceLock<Effects> = OnceLock::new();
    static OTHERS: OnceLock<Effects> = OnceLock::new();
    let name = function.name.as_str();
    let reserved = RESERVED.get_or_init(|| by_name(ISO));
    if let Some(effects) = reserved.get(name) {
        return Some(effects);
    }
    if name.starts_with("__VERIFIER_nondet_") {
        return Some(&[Effect::ReturnsOutside]);
    }
    let is_reserved = function.is_system || name.starts_with("__");
    let others = OTHERS.get_or_init(|| by_name(SYSTEM));
    others.get(name).copied().filter(|_| is_reserved)
}

/// Whether the library of the system has a function of this name.
pub fn is_library_name(name: &str) -> bool {
    let mut entries = ISO.iter().chain(SYSTEM);
    is_reserved_name(name, Edition::C23)
        || entries.any(|entry| entry.names.split_whitespace().any(|it| it == name))
}

/// What a library function does to memory of the program's.
pub(crate) struct Touched {
    /// Reads it.
    pub(crate) reads: bool,
    /// Writes it.
    pub(crate) writes: bool,
    /// Sets `errno`, perhaps.
    pub(crate) errno: bool,
}

/// What a library function, with a model or without, does to memory; `None` where that is not known, or
/// where it runs code of the program's.
pub(crate) fn touched(function: &Function) -> Option<Touched> {
    let is_declared = function.is_system || function.body == Err(NoBody::Declared);
    let is_library = is_declared && !function.facts.is_opaque();
    let effects = named_effects(function).filter(|_| is_library)?;
    let mut touched = Touched { reads: false, writes: false, errno: false };
    for effect in effects {
        match effect {
            Effect::Reads(_) | Effect::Tells(_) | Effect::ReadsReachable(_) => touched.reads = true,
            Effect::Writes(_)
            | Effect::Fills(_)
            | Effect::Copies(..)
            | Effect::Shuffles(_)
            | Effect::StoresInto(..)
            | Effect::StoresFresh(_)
            | Effect::WritesReachable(_)
            | Effect::Formats(_) => (touched.reads, touched.writes) = (true, true),
            Effect::Errno => touched.errno = true,
            Effect::Returns(_)
            | Effect::ReturnsInto(_)
            | Effect::ReturnsFresh
            | Effect::ReturnsCopy(_)
            | Effect::ReturnsLibrary
            | Effect::ReturnsDestructor
            | Effect::ReturnsOutside
            | Effect::Library => {}
            Effect::Keeps(_) | Effect::Calls(..) => return None,
        }
    }
    Some(touched)
}

/// Whether a function makes objects, as far as the table tells.
pub(crate) fn allocates(function: &Function) -> bool {
    let makes = |effect: &Effect| {
        matches!(effect, Effect::ReturnsFresh | Effect::ReturnsCopy(_) | Effect::StoresFresh(_))
    };
    effects(function).is_some_and(|effects| effects.iter().any(makes))
}

/// Whether a format has a conversion that stores the number of characters so far.
pub(super) fn stores_count(format: &[u8]) -> bool {
    let mut rest = format.iter();
    while rest.any(|byte| *byte == b'%') {
        let is_modifier = |byte: &u8| b"0123456789#-+ '.*$hlqjztLI".contains(byte);
        if rest.find(|byte| !is_modifier(byte)) == Some(&b'n') {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::declare;
    use crate::program::Program;
    use crate::types::TypeTable;
    use std::collections::BTreeSet;

    #[test]
    fn each_name_stands_once() {
        let mut seen = BTreeSet::new();
        for entry in ISO.iter().chain(SYSTEM) {
            for name in entry.names.split_whitespace() {
                assert!(seen.insert(name), "{name} stands twice");
            }
        }
    }

    #[test]
    fn a_name_that_is_not_reserved_may_be_the_users() {
        let mut program = Program::default();
        let [read, memcpy] = ["read", "memcpy"]
            .map(|name| declare(&mut program, name, TypeTable::VOID_POINTER, &[], false));
        assert!(effects(&program.functions[memcpy]).is_some());
        assert!(effects(&program.functions[read]).is_none());
        program.functions[read].is_system = true;
        assert!(effects(&program.functions[read]).is_some());
    }

    #[test]
    fn counts_are_found_in_formats() {
        assert!(stores_count(b"%d%n"));
        assert!(stores_count(b"100%% %2$hhn"));
        assert!(!stores_count(b"100%%n and %-10s\n"));
        assert!(!stores_count(b"%"));
    }
}

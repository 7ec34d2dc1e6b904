//! What objects are called in summaries that are told to others: other calls, other workers, other runs of Clew.
//!
//! A search tells objects by their numbers in the machine's memory. These depend on the path that made them, and on the
//! program around. What is told to others names an object by how a function comes to it: a variable by its name, what
//! an argument points into by the argument (the first of those that point into it), and what a pointer in such an object
//! leads to by the way there. What a function made itself on the way has a number of its own, which says nothing but
//! that it is none of the others.
//!
//! An object has one name at a call. A summary in which two names stand for two objects is none of a call where these are
//! one: one of the names finds nothing there.

use clew_ir::{ExprKind, FunctionId, GlobalId, GlobalKind, Program, Type};
use clew_symbolic::{ArgumentExtent, ArgumentObject, ArgumentValue, PointerWord, SymbolicMachine};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Numbers of objects that are none of the machine's: those that a summary from elsewhere has made itself.
pub(crate) const ELSEWHERE: u32 = 0x0100_0000;
/// A summary has made so many objects at most.
pub(crate) const MOST_OWN: u32 = 256;
/// Numbers from here on are no objects at all.
const NO_OBJECT: u32 = 0x0200_0000;
/// Numbers below are those of code.
const FIRST_OBJECT: u32 = 2;

/// An object as a summary names it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ObjectName {
    /// A variable with static storage.
    Global(String),
    /// What an argument points into.
    Argument(usize),
    /// What a pointer points into: in which object it is, and where.
    Behind(Box<ObjectName>, u64),
    /// One that the function, or one that it calls, made.
    Own(usize),
}

/// What an address names.
pub(crate) enum Address {
    /// An object, and the distance from where its addresses are counted.
    Object(ObjectName, u64),
    /// None: it is a number.
    Number(u64),
}

impl ObjectName {
    /// As one word.
    pub(crate) fn text(&self) -> String {
        match self {
            ObjectName::Global(name) => format!("g{}", word(name)),
            ObjectName::Argument(at) => format!("a{at}"),
            ObjectName::Behind(object, offset) => format!("b{}@{offset}", object.text()),
            ObjectName::Own(at) => format!("o{at}"),
        }
    }

    /// The name that a word is.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let rest = text.get(1..)?;
        match text.as_bytes()[0] {
            b'g' => Some(ObjectName::Global(unword(rest)?)),
            b'a' => rest.parse().ok().map(ObjectName::Argument),
            b'o' => rest.parse().ok().map(ObjectName::Own),
            b'b' => {
                let (object, offset) = rest.rsplit_once('@')?;
                let object = ObjectName::parse(object)?;
                Some(ObjectName::Behind(Box::new(object), offset.parse().ok()?))
            }
            _ => None,
        }
    }
}

/// A name without what separates words.
pub(crate) fn word(name: &str) -> String {
    let mut text = String::new();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => text.push(char::from(byte)),
            _ => write!(text, "%{byte:02x}").expect("writing to a string"),
        }
    }
    text
}

/// The name that a word was made of.
pub(crate) fn unword(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        if first == b'%' {
            let digits = std::str::from_utf8(others.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &others[2..];
        } else {
            bytes.push(first);
            rest = others;
        }
    }
    String::from_utf8(bytes).ok()
}

/// The variables of a program that have a name of their own, both ways.
#[derive(Debug, Default)]
pub(crate) struct Globals {
    by_name: BTreeMap<String, (GlobalId, u32)>,
    by_number: BTreeMap<u32, (GlobalId, u64)>,
    /// Where the addresses of objects begin.
    start: u64,
}

impl Globals {
    /// Those of a machine; `None` where its objects have no regions of their own.
    pub(crate) fn new(program: &Program, machine: &SymbolicMachine<'_>) -> Option<Self> {
        let mut globals = Globals { start: machine.region_start(0)?, ..Globals::default() };
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for global in program.globals.iter() {
            *counts.entry(&global.name).or_default() += 1;
        }
        for (id, global) in program.globals.iter_enumerated() {
            if let Some((number, address)) = machine.global_object(id) {
                globals.by_number.insert(number, (id, address));
                if global.kind == GlobalKind::Variable && counts[&*global.name] == 1 {
                    globals.by_name.insert(global.name.clone(), (id, number));
                }
            }
        }
        Some(globals)
    }

    /// The number of the object that an address names.
    fn number_of(&self, address: u64) -> u32 {
        (address >> 32).wrapping_sub(self.start >> 32).try_into().unwrap_or(u32::MAX)
    }

    fn name(&self, program: &Program, id: GlobalId) -> Option<ObjectName> {
        let name = &program.globals[id].name;
        (self.by_name.get(name).map(|(its, _)| *its) == Some(id))
            .then(|| ObjectName::Global(name.clone()))
    }
}

/// An object that a pointer leads to.
struct Behind {
    name: ObjectName,
    /// Its first address.
    start: u64,
    object: ArgumentObject,
}

/// The objects of one call of a function, and their names there.
pub(crate) struct Names<'a> {
    program: &'a Program,
    globals: &'a Globals,
    /// The addresses of arguments that are the same for all inputs, and the objects that they point into.
    arguments: Vec<Option<(u64, ArgumentObject)>>,
    /// The objects that pointers lead to and that have no other name, by number.
    behind: BTreeMap<u32, Behind>,
    /// What the function has made, by number.
    own: BTreeMap<u32, usize>,
    /// The number of the first object that a summary from elsewhere has made.
    first_own: u32,
}

impl<'a> Names<'a> {
    pub(crate) fn new(
        (program, globals): (&'a Program, &'a Globals),
        values: &[ArgumentValue],
        objects: &[Option<ArgumentObject>],
        pointers: &[PointerWord],
        first_own: u32,
    ) -> Self {
        let argument = |(value, object): (&ArgumentValue, &Option<ArgumentObject>)| match value {
            ArgumentValue::Concrete(address) => object.map(|object| (*address, object)),
            ArgumentValue::Symbolic => None,
        };
        let arguments = values.iter().zip(objects).map(argument).collect();
        let (behind, own) = (BTreeMap::new(), BTreeMap::new());
        let mut names = Names { program, globals, arguments, behind, own, first_own };
        names.follow(pointers);
        names
    }

    /// Names what pointers lead to, those that are fewer steps away first, and of these by name: which names objects
    /// have depends on no number.
    fn follow(&mut self, pointers: &[PointerWord]) {
        loop {
            let mut next: BTreeMap<ObjectName, PointerWord> = BTreeMap::new();
            for word in pointers.iter().filter(|word| self.known(word.object.number).is_none()) {
                let is_global = self.globals.by_number.contains_key(&word.object.number);
                if let (false, Some(object)) = (is_global, self.known(word.at.0)) {
                    next.insert(ObjectName::Behind(Box::new(object), word.at.1), *word);
                }
            }
            if next.is_empty() {
                return;
            }
            for (name, word) in next {
                let start = word.address.wrapping_sub(word.object.offset);
                let behind = Behind { name, start, object: word.object };
                self.behind.entry(word.object.number).or_insert(behind);
            }
        }
    }

    /// What decides what may be done to an object besides what it holds, as text.
    pub(crate) fn kind(&self, name: &ObjectName) -> Option<String> {
        let object = match name {
            ObjectName::Behind(..) => self.behind.get(&self.number(name)?)?.object,
            ObjectName::Argument(at) => self.arguments.get(*at)?.as_ref()?.1,
            ObjectName::Global(_) | ObjectName::Own(_) => return Some("-".to_owned()),
        };
        let ArgumentObject { size, is_read_only, is_on_heap, extent, .. } = object;
        if extent == ArgumentExtent::Sized {
            return None;
        }
        let (read_only, on_heap) = (u8::from(is_read_only), u8::from(is_on_heap));
        Some(format!("{size:x}:{read_only}{on_heap}{}", extent as u8))
    }

    /// What the arguments of a call look like, as text: whether they depend on inputs, their values, and for pointers
    /// the objects they point into. `None` where that cannot be told.
    pub(crate) fn shape(&self, values: &[ArgumentValue]) -> Option<String> {
        let mut shape = String::new();
        for (at, value) in values.iter().enumerate() {
            match (value, self.arguments.get(at)?) {
                (ArgumentValue::Symbolic, _) => shape.push_str(" s"),
                (ArgumentValue::Concrete(_), Some((_, object))) => {
                    let name = self.known(object.number)?;
                    let (kind, offset) = (self.kind(&name)?, object.offset);
                    write!(shape, " p:{}:{offset:x}:{kind}", name.text())
                        .expect("writing to a string");
                }
                (ArgumentValue::Concrete(value), None) => match self.globals.number_of(*value) {
                    ..NO_OBJECT => return None,
                    _ => write!(shape, " c:{value:x}").expect("writing to a string"),
                },
            }
        }
        Some(shape)
    }

    /// The name of an object that was there before the call.
    pub(crate) fn known(&self, number: u32) -> Option<ObjectName> {
        if let Some((id, _)) = self.globals.by_number.get(&number) {
            return self.globals.name(self.program, *id);
        }
        let is_its = |it: &Option<(u64, ArgumentObject)>| {
            it.is_some_and(|(_, object)| object.number == number)
        };
        let argument = self.arguments.iter().position(is_its).map(ObjectName::Argument);
        argument.or_else(|| self.behind.get(&number).map(|behind| behind.name.clone()))
    }

    /// The name of any object; `None` for variables that have none.
    pub(crate) fn any(&mut self, number: u32) -> Option<ObjectName> {
        if self.globals.by_number.contains_key(&number) {
            return self.known(number);
        }
        if let Some(known) = self.known(number) {
            return Some(known);
        }
        let next = self.own.len();
        Some(ObjectName::Own(*self.own.entry(number).or_insert(next)))
    }

    /// What an address names; `None` for addresses of code and of what has no name.
    pub(crate) fn address(&mut self, address: u64) -> Option<Address> {
        let number = self.globals.number_of(address);
        if number >= NO_OBJECT {
            return Some(Address::Number(address));
        }
        if number < FIRST_OBJECT {
            return None;
        }
        let name = self.any(number)?;
        let base = self.base(&name, number)?;
        Some(Address::Object(name, address.wrapping_sub(base)))
    }

    /// The number that an object has here.
    pub(crate) fn number(&self, name: &ObjectName) -> Option<u32> {
        match name {
            ObjectName::Global(name) => self.globals.by_name.get(name).map(|(_, number)| *number),
            ObjectName::Argument(at) => {
                self.arguments.get(*at)?.as_ref().map(|(_, object)| object.number)
            }
            ObjectName::Behind(..) => {
                let is_it = |(_, behind): &(&u32, &Behind)| behind.name == *name;
                self.behind.iter().find(is_it).map(|(number, _)| *number)
            }
            ObjectName::Own(at) => {
                let at = u32::try_from(*at).ok().filter(|at| *at < MOST_OWN)?;
                Some(self.first_own + at).filter(|number| *number < NO_OBJECT)
            }
        }
    }

    /// The address at a distance from where those of an object are counted.
    pub(crate) fn address_of(&self, name: &ObjectName, distance: u64) -> Option<u64> {
        let base = self.base(name, self.number(name)?)?;
        Some(base.wrapping_add(distance))
    }

    /// Where the addresses of an object are counted from.
    fn base(&self, name: &ObjectName, number: u32) -> Option<u64> {
        match name {
            ObjectName::Global(_) => {
                self.globals.by_number.get(&number).map(|(_, address)| *address)
            }
            ObjectName::Argument(at) => {
                let (address, object) = self.arguments.get(*at)?.as_ref()?;
                Some(address.wrapping_sub(object.offset))
            }
            ObjectName::Behind(..) => self.behind.get(&number).map(|behind| behind.start),
            ObjectName::Own(_) => Some(self.globals.start + (u64::from(number) << 32)),
        }
    }
}

/// Whether a function, or one that it may call, looks at the number that an address is. What it does may depend on
/// where objects are then.
pub(crate) fn looks_at_addresses(program: &Program, functions: &[FunctionId]) -> bool {
    let is_pointer = |ty| matches!(program.types.get(ty), Type::Pointer(_));
    let mut looks = false;
    for function in functions {
        let Ok(body) = &program.functions[*function].body else { continue };
        body.for_each_expr(&mut |expr| {
            if let ExprKind::Cast { operand, .. } = &expr.kind {
                looks |= is_pointer(operand.ty)
                    && matches!(program.types.get(expr.ty), Type::Int(_) | Type::Enum(_));
            }
        });
    }
    looks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_and_come_back() {
        for name in ["total", "f.count", "a b%", "é"] {
            let global = ObjectName::Global(name.to_owned());
            let text = global.text();
            assert!(!text.contains([' ', ':', '.']), "{text}");
            assert_eq!(ObjectName::parse(&text), Some(global));
        }
        assert_eq!(ObjectName::parse("a3"), Some(ObjectName::Argument(3)));
        assert_eq!(ObjectName::parse("o0"), Some(ObjectName::Own(0)));
        let global = Box::new(ObjectName::Global("list".to_owned()));
        let next = ObjectName::Behind(Box::new(ObjectName::Behind(global, 8)), 16);
        assert_eq!(ObjectName::parse(&next.text()), Some(next));
        for wrong in ["", "x", "a", "g%4", "g%zz", "o-1"] {
            assert_eq!(ObjectName::parse(wrong), None, "{wrong}");
        }
    }
}

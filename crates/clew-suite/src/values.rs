//! Values by the names of parameters and globals, as inputs of the machine.
//!
//! The other way round from `generate/values.rs`, which writes them: an array or a string stands
//! for what a pointer leads to, `null` for a null pointer, an object for a struct.

use crate::error::{ValueError, Wanted};
use clew_ir::{
    ArrayLength, FloatKind, FunctionId, Program, Record, RecordKind, Scalar, Type, TypeId,
};
use clew_symbolic::{
    Bounds, Entry, GivenInputs, GivenTarget, GlobalNames, NULL_PLACE, Number, StreamKind,
    harness_input_name, member_choice, place_name, stream_byte, union_input, union_members,
};
use serde_json::Value as Json;

/// Makes the inputs of tests of one entry.
pub(crate) struct Giver<'p> {
    program: &'p Program,
    entry: Entry,
    globals: GlobalNames,
    given: GivenInputs,
    bounds: Bounds,
    /// How many pointers lead to what is given now.
    depth: u32,
}

/// A name that inputs have, and whether a parameter has it.
#[derive(Clone, Copy)]
struct Name<'n> {
    text: &'n str,
    is_parameter: bool,
}

impl<'n> Name<'n> {
    fn inner(text: &'n str) -> Self {
        Self { text, is_parameter: false }
    }
}

impl<'p> Giver<'p> {
    pub(crate) fn new(program: &'p Program, entry: Entry) -> Self {
        let globals = GlobalNames::new(program, entry.function());
        Self { program, entry, globals, given: GivenInputs::new(), bounds: roomy(), depth: 0 }
    }

    /// The inputs given since the last test.
    pub(crate) fn finish_test(&mut self) -> GivenInputs {
        std::mem::take(&mut self.given)
    }

    /// The bounds that have room for all tests so far.
    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Gives one input of the test its value.
    pub(crate) fn input(&mut self, name: &str, value: &Json) -> Result<(), ValueError> {
        if let Entry::Unit(function) = self.entry
            && let Some(ty) = self.parameter(function, name)
        {
            return self.value(Name { text: name, is_parameter: true }, ty, value);
        }
        match name {
            "stdin" => return self.standard_input(value),
            "argv" if self.is_program() => return self.arguments(value),
            _ => {}
        }
        if let Some(global) = self.globals.find(self.program, name) {
            return self.value(Name::inner(name), self.program.globals[global].ty, value);
        }
        if let Some(stub) = name.strip_suffix("()")
            && let Some(function) = self.program.function(stub)
        {
            let ty = self.program.function_type(function).result;
            return self
                .each(name, value, |giver, name, value| giver.value(Name::inner(name), ty, value));
        }
        match self.entry {
            Entry::Harness(_) => {
                let name = harness_input_name(name).unwrap_or_else(|| name.to_owned());
                self.each(&name, value, |giver, name, value| giver.external(name, value))
            }
            Entry::Unit(function) => Err(self.unknown(function, name)),
        }
    }

    /// Whether the tests run the program from its start.
    fn is_program(&self) -> bool {
        matches!(self.entry, Entry::Harness(main) if self.program.functions[main].name == "main")
    }

    fn standard_input(&mut self, value: &Json) -> Result<(), ValueError> {
        let text = text(value).ok_or_else(|| wrong("stdin", value, Wanted::Text))?;
        admit_standard_input(&mut self.bounds, &text);
        self.given.set_standard_input(&text);
        Ok(())
    }

    /// The arguments of the program, without its name.
    fn arguments(&mut self, value: &Json) -> Result<(), ValueError> {
        let list = value.as_array().ok_or_else(|| wrong("argv", value, Wanted::Texts))?;
        let argument = |value| text(value).ok_or_else(|| wrong("argv", value, Wanted::Text));
        let arguments = list.iter().map(argument).collect::<Result<Vec<_>, _>>()?;
        admit_arguments(&mut self.bounds, &arguments)?;
        self.given.set_arguments(&arguments);
        Ok(())
    }

    fn parameter(&self, function: FunctionId, name: &str) -> Option<TypeId> {
        let function = &self.program.functions[function];
        let mut locals = function.params.iter().map(|id| &function.locals[*id]);
        locals.find(|local| local.name == name).map(|local| local.ty)
    }

    fn unknown(&self, function: FunctionId, name: &str) -> ValueError {
        let function = &self.program.functions[function];
        let parameters = function.params.iter().map(|id| function.locals[*id].name.clone());
        ValueError::NoInput {
            name: name.to_owned(),
            function: function.name.clone(),
            parameters: parameters.collect(),
        }
    }

    /// What is asked for again and again has a list of values, one for each time.
    fn each(
        &mut self,
        name: &str,
        values: &Json,
        give: impl Fn(&mut Self, &str, &Json) -> Result<(), ValueError>,
    ) -> Result<(), ValueError> {
        let values = values.as_array().map_or(std::slice::from_ref(values), Vec::as_slice);
        for (at, value) in values.iter().enumerate() {
            match at {
                0 => give(self, name, value)?,
                _ => give(self, &format!("{name} #{}", at + 1), value)?,
            }
        }
        Ok(())
    }

    /// What a harness asks for: a number, or the bytes of a block.
    fn external(&mut self, name: &str, value: &Json) -> Result<(), ValueError> {
        if let Some(bytes) = bytes(value) {
            self.given.set_block(name.to_owned(), bytes);
            return Ok(());
        }
        let number = number(value).ok_or_else(|| wrong(name, value, Wanted::Number))?;
        self.given.set_number(name.to_owned(), number);
        Ok(())
    }

    fn value(&mut self, name: Name<'_>, ty: TypeId, value: &Json) -> Result<(), ValueError> {
        let program = self.program;
        let types = &program.types;
        match types.get(ty) {
            Type::Pointer(target) => self.pointer(name, *target, value),
            Type::Array { element, length: ArrayLength::Fixed(count) } => {
                let items = self.items(name.text, *element, value)?;
                if items.len() as u64 > *count {
                    let (name, has, given) = (name.text.to_owned(), *count, items.len());
                    return Err(ValueError::Elements { name, has, given });
                }
                for (k, item) in items.iter().enumerate() {
                    let name = format!("{}[{k}]", name.text);
                    self.value(Name::inner(&name), *element, item)?;
                }
                Ok(())
            }
            Type::Record(id) => self.record(name.text, &types.records[*id], value),
            _ => match types.scalar(ty) {
                Some(scalar) => self.scalar(name.text, scalar, value),
                None => Err(ValueError::NoValue(name.text.to_owned())),
            },
        }
    }

    fn scalar(&mut self, name: &str, scalar: Scalar, value: &Json) -> Result<(), ValueError> {
        let bits = match (value, scalar) {
            // Bits are how reports write what has no decimal form.
            (Json::String(text), Scalar::Float(FloatKind::X87)) if text.starts_with("0x") => {
                u128::from_str_radix(&text[2..], 16).ok()
            }
            _ => number(value).map(|number| number.bits(scalar)),
        };
        let bits = bits.ok_or_else(|| wrong(name, value, Wanted::Number))?;
        self.given.set_value(name.to_owned(), bits);
        Ok(())
    }

    fn pointer(&mut self, name: Name<'_>, target: TypeId, value: &Json) -> Result<(), ValueError> {
        let types = &self.program.types;
        let pointer = name.text.to_owned();
        if value.is_null() {
            self.given.set_value(place_name(&pointer), NULL_PLACE.into());
            self.given.set_target(pointer, GivenTarget::Null);
            return Ok(());
        }
        if let Some(text) = value.as_str().and_then(|text| text.strip_prefix('&')) {
            self.place_in_array(&pointer, target, text);
            return self.address(pointer, text);
        }
        if let Some(stream) = value.get("stream") {
            return self.stream(pointer, stream);
        }
        if types.function(target).is_some() {
            return Err(wrong(name.text, value, Wanted::Function));
        }
        let items = match (types.get(target), value) {
            // The one pointer or struct that a pointer leads to may stand without brackets.
            (Type::Pointer(_), Json::Array(items)) if items.iter().any(is_plain) => {
                vec![value.clone()]
            }
            (Type::Record(_) | Type::Pointer(_), Json::Array(items)) => items.clone(),
            (Type::Record(_) | Type::Pointer(_), _) => vec![value.clone()],
            _ => self.items(name.text, target, value)?,
        };
        let is_record = types.record(target).is_some();
        self.depth += 1;
        self.bounds.depth = self.bounds.depth.max(self.depth);
        let count = items.len() as u64;
        self.bounds.elements = self.bounds.elements.max(count);
        self.bounds.string = self.bounds.string.max(count);
        // A text has room behind it, as every string input has.
        let least = if types.is_character(target) { 0 } else { count };
        self.given.set_target(pointer, GivenTarget::Object(least));
        for (k, item) in items.iter().enumerate() {
            // Only the machine knows whether a parameter leads to an array; what else leads to a
            // struct leads to one.
            let is_single = k == 0 && (name.is_parameter || is_record);
            if is_single {
                let name = match is_record {
                    true => format!("{}->", name.text),
                    false => format!("*{}", name.text),
                };
                self.element(&name, target, item)?;
            }
            self.element(&format!("{}[{k}]", name.text), target, item)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// The content of a file, or how a stream fails.
    fn stream(&mut self, pointer: String, value: &Json) -> Result<(), ValueError> {
        let kind = match value.get("fails").and_then(Json::as_str) {
            Some("reading") => StreamKind::Unreadable,
            Some("writing") => StreamKind::Unwritable,
            Some("before") => StreamKind::Failed,
            Some(_) => return Err(wrong(&pointer, value, Wanted::Stream)),
            None => StreamKind::File,
        };
        if kind == StreamKind::File {
            let content = text(value).ok_or_else(|| wrong(&pointer, value, Wanted::Text))?;
            admit_standard_input(&mut self.bounds, &content);
            for (at, byte) in content.into_iter().enumerate() {
                let (name, value) = stream_byte(&pointer, at, byte);
                self.given.set_value(name, value);
            }
        }
        self.given.set_target(pointer, GivenTarget::Stream(kind));
        Ok(())
    }

    fn element(&mut self, name: &str, ty: TypeId, item: &Json) -> Result<(), ValueError> {
        match self.program.types.get(ty) {
            // What lies behind a `void *` is as wide as its use says.
            Type::Void | Type::Function(_) => {
                let number = number(item).ok_or_else(|| wrong(name, item, Wanted::Number))?;
                let bits = number.bits(Scalar::Int { bits: 128, signed: true });
                self.given.set_value(name.to_owned(), bits);
                Ok(())
            }
            _ => self.value(Name::inner(name), ty, item),
        }
    }

    /// `"&p + 8"` may be a place in the array of another pointer.
    fn place_in_array(&mut self, pointer: &str, target: TypeId, text: &str) {
        let size = self.program.types.size(target).unwrap_or(1).max(1);
        let distance = text.rsplit_once(" + ").and_then(|(_, bytes)| bytes.parse::<u64>().ok());
        if let Some(distance) = distance {
            self.given.set_value(place_name(pointer), (distance / size).into());
        }
    }

    /// `"&f"` is a function; `"&g + 0"` what an initialiser leads to.
    fn address(&mut self, pointer: String, text: &str) -> Result<(), ValueError> {
        let target = match self.program.function(text) {
            Some(function) => GivenTarget::Function(function),
            None if text.contains(" + ") => GivenTarget::Initial,
            None => return Err(ValueError::NoFunction { pointer, target: text.to_owned() }),
        };
        self.given.set_target(pointer, target);
        Ok(())
    }

    /// The elements of an array: of a list, or the characters of a text and what ends it.
    fn items(&self, name: &str, element: TypeId, value: &Json) -> Result<Vec<Json>, ValueError> {
        let types = &self.program.types;
        match value {
            Json::Array(items) => Ok(items.clone()),
            Json::String(text) if types.is_character(element) => {
                Ok(text.bytes().map(Json::from).collect())
            }
            Json::Number(_) | Json::String(_) => Ok(vec![value.clone()]),
            _ => Err(wrong(name, value, Wanted::Elements)),
        }
    }

    fn record(&mut self, name: &str, record: &Record, value: &Json) -> Result<(), ValueError> {
        let member = |field: &str| match (name.ends_with("->"), field) {
            (_, "") => name.to_owned(),
            (true, field) => format!("{name}{field}"),
            (false, field) => format!("{name}.{field}"),
        };
        if record.kind == RecordKind::Union {
            let types = &self.program.types;
            if let Json::Object(members) = value {
                return self.union_member(record, member, members);
            }
            let bytes = bytes(value).ok_or_else(|| wrong(name, value, Wanted::Bytes))?;
            let Some(field) = union_input(types, record) else { return Ok(()) };
            return self.bytes(&member(&field.name), field.ty, &bytes);
        }
        let Json::Object(members) = value else {
            return Err(wrong(name, value, Wanted::Members));
        };
        for (key, value) in members {
            let Some(field) = record.fields.iter().find(|field| field.name == *key) else {
                let record = name.trim_end_matches("->").to_owned();
                return Err(ValueError::NoMember { record, member: key.clone() });
            };
            let scalar = self.program.types.scalar(field.ty);
            match (field.bits, scalar) {
                (Some(range), Some(Scalar::Int { signed, .. })) => {
                    let scalar = Scalar::Int { bits: range.width, signed };
                    self.scalar(&member(key), scalar, value)?;
                }
                _ => self.value(Name::inner(&member(key)), field.ty, value)?,
            }
        }
        Ok(())
    }

    /// A union by one of its members, which holds a pointer.
    fn union_member(
        &mut self,
        record: &Record,
        name_of: impl Fn(&str) -> String,
        members: &serde_json::Map<String, Json>,
    ) -> Result<(), ValueError> {
        for (key, value) in members {
            let choices = union_members(&self.program.types, record);
            let choice = choices.iter().position(|at| record.fields[*at].name == *key);
            let Some(choice) = choice else {
                return Err(ValueError::NoPointer(name_of(key)));
            };
            let ty = record.fields[choices[choice]].ty;
            self.given.set_value(member_choice(record, &name_of), choice as u128);
            self.value(Name::inner(&name_of(key)), ty, value)?;
        }
        Ok(())
    }

    /// A value by its bytes.
    fn bytes(&mut self, name: &str, ty: TypeId, bytes: &[u8]) -> Result<(), ValueError> {
        let types = &self.program.types;
        let part = |from: u64, size: u64| {
            let bytes = bytes.iter().copied().skip(from as usize).take(size as usize);
            bytes.collect::<Vec<u8>>()
        };
        match types.get(ty) {
            Type::Array { element, length: ArrayLength::Fixed(count) } => {
                let size = types.size(*element).unwrap_or(0);
                for k in 0..*count {
                    self.bytes(&format!("{name}[{k}]"), *element, &part(k * size, size))?;
                }
                Ok(())
            }
            Type::Record(id) => {
                let record = &types.records[*id];
                for field in &record.fields {
                    if field.bits.is_some() || record.kind == RecordKind::Union {
                        return Err(ValueError::NestedUnion(name.to_owned()));
                    }
                    let size = types.size(field.ty).unwrap_or(0);
                    let member = format!("{name}.{}", field.name);
                    self.bytes(&member, field.ty, &part(field.offset, size))?;
                }
                Ok(())
            }
            _ => {
                let bits = bytes.iter().rev().take(16);
                let bits = bits.fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
                self.given.set_value(name.to_owned(), bits);
                Ok(())
            }
        }
    }
}

fn is_plain(value: &Json) -> bool {
    value.is_number()
}

/// Bounds that stop no run of a test: it is as long as it is.
pub(crate) fn roomy() -> Bounds {
    Bounds { forks: usize::MAX, stub_calls: usize::MAX, inputs: usize::MAX, ..Bounds::default() }
}

/// Widens bounds so that this can be read.
pub(crate) fn admit_standard_input(bounds: &mut Bounds, text: &[u8]) {
    bounds.standard_input = bounds.standard_input.max(text.len() as u64);
}

/// Widens bounds so that a program can have these arguments.
pub(crate) fn admit_arguments(
    bounds: &mut Bounds,
    arguments: &[Vec<u8>],
) -> Result<(), ValueError> {
    let count = u8::try_from(arguments.len()).map_err(|_| ValueError::Arguments)?;
    let longest = arguments.iter().map(Vec::len).max().unwrap_or_default();
    bounds.argument_bits = bounds.argument_bits.max(u8::BITS - count.leading_zeros());
    bounds.string = bounds.string.max(longest as u64);
    Ok(())
}

/// A text as it stands, or by its bytes.
fn text(value: &Json) -> Option<Vec<u8>> {
    match value.as_str() {
        Some(text) => Some(text.as_bytes().to_vec()),
        None => bytes(value),
    }
}

/// A list of bytes.
fn bytes(value: &Json) -> Option<Vec<u8>> {
    let byte = |value: &Json| value.as_u64().and_then(|it| u8::try_from(it).ok());
    value.as_array()?.iter().map(byte).collect()
}

/// A number, or a text that is one.
fn number(value: &Json) -> Option<Number> {
    match value {
        Json::Number(number) => Number::parse(&number.to_string()),
        Json::Bool(value) => Some(Number::Int((*value).into())),
        Json::String(text) => Number::parse(text),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

fn wrong(name: &str, value: &Json, wanted: Wanted) -> ValueError {
    let name = name.trim_end_matches("->").to_owned();
    ValueError::Kind { name, wanted, value: value.clone() }
}

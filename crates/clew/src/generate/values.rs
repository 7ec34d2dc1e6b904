//! Values of C types as JSON.

use clew_ir::{FloatKind, Program, Scalar, Type, TypeId};
use clew_symbolic::{Change, StreamKind, Target, TestCase, Value, is_error_number};
use serde_json::{Map, Value as Json, json};

/// How deep pointers are followed.
const DEPTH: u32 = 8;

/// The inputs of a test by name: parameters, globals, results of stubs, what a harness asked
/// for, the standard input, the program's arguments.
pub(crate) fn inputs(program: &Program, case: &TestCase) -> Json {
    let writer = Writer { program, case };
    let mut map = Map::new();
    for argument in &case.arguments {
        map.insert(argument.name.clone(), writer.value(argument.ty, &argument.value, DEPTH));
    }
    for state in &case.globals {
        if let Some(before) = &state.before {
            let global = &program.globals[state.global];
            map.insert(state.name.clone(), writer.value(global.ty, before, DEPTH));
        }
    }
    for call in &case.stubs {
        let name = &program.functions[call.function].name;
        let ty = program.function_type(call.function).result;
        let result = call.result.as_ref().map_or(Json::Null, |it| writer.value(ty, it, DEPTH));
        append(&mut map, format!("{name}()"), result);
        for change in &call.changes {
            let what = match change.to {
                Target::Global(id, _) if is_error_number(program, id) => "errno",
                Target::Global(id, _) => program.globals[id].name.as_str(),
                Target::Object(at, _) => case.objects.get(at).map_or("", |it| it.name.as_str()),
                Target::Null
                | Target::Function(_)
                | Target::Stream(_)
                | Target::Made(..)
                | Target::Unknown => "",
            };
            let value = writer.change(change);
            append(&mut map, format!("{what} after {name}()"), value);
        }
    }
    for input in &case.external {
        let name = if input.name.is_empty() { &input.function } else { &input.name };
        append(&mut map, name.clone(), writer.external(input));
    }
    if let Some(number) = case.error_number {
        map.insert("errno".to_owned(), json!(number));
    }
    if let Some(word) = case.stack_word {
        map.insert("each word of the stack".to_owned(), json!(word as i32));
    }
    if let Some(text) = &case.standard_input {
        map.insert("stdin".to_owned(), text_json(text));
    }
    if !case.program_arguments.is_empty() {
        let texts = case
            .program_arguments
            .iter()
            .map(|bytes| text_json(bytes.split(|byte| *byte == 0).next().unwrap_or_default()));
        map.insert("argv".to_owned(), texts.collect());
    }
    Json::Object(map)
}

/// Inputs as people write them: `n = 3, v = [1, 2]`.
pub(crate) fn in_words(inputs: &Json) -> String {
    let Json::Object(inputs) = inputs else { return "no inputs".to_owned() };
    let texts: Vec<String> = inputs.iter().map(|(name, it)| format!("{name} = {it}")).collect();
    if texts.is_empty() { "no inputs".to_owned() } else { texts.join(", ") }
}

/// The value that the function returned.
pub(crate) fn returned(program: &Program, case: &TestCase) -> Json {
    let ty = program.function_type(case.function).result;
    let writer = Writer { program, case };
    case.returned.as_ref().map_or(Json::Null, |value| writer.value(ty, value, DEPTH))
}

/// A text, or a list of bytes where it is none.
fn text_json(bytes: &[u8]) -> Json {
    std::str::from_utf8(bytes).map_or_else(|_| json!(bytes), |text| json!(text))
}

/// A name that is asked for again gets an array of all its values.
fn append(map: &mut Map<String, Json>, name: String, value: Json) {
    let list = map.entry(name).or_insert_with(|| Json::Array(Vec::new()));
    if let Json::Array(list) = list {
        list.push(value);
    }
}

struct Writer<'a> {
    program: &'a Program,
    case: &'a TestCase,
}

impl Writer<'_> {
    /// What a function without a body wrote elsewhere.
    fn change(&self, change: &Change) -> Json {
        match &change.value {
            Value::Array(elements) if self.program.types.element(change.element).is_none() => {
                elements.iter().map(|it| self.value(change.element, it, DEPTH)).collect()
            }
            value => self.value(change.element, value, DEPTH),
        }
    }

    fn value(&self, ty: TypeId, value: &Value, depth: u32) -> Json {
        let types = &self.program.types;
        match value {
            Value::Scalar(bits) => match types.scalar(ty) {
                Some(scalar) => scalar_json(scalar, *bits),
                None => json!(bits.to_string()),
            },
            Value::Pointer(target) => self.target(*target, depth),
            Value::Array(elements) => match types.element(ty) {
                Some(element) => self.elements(element, elements, depth),
                None => Json::Null,
            },
            Value::Record(members) => {
                let Some((_, record)) = types.record(ty) else { return Json::Null };
                let members = record.fields.iter().zip(members).map(|(field, member)| {
                    let ty = match (field.bits, types.scalar(field.ty)) {
                        (Some(range), Some(Scalar::Int { signed, .. })) => {
                            let scalar = Scalar::Int { bits: range.width, signed };
                            let Value::Scalar(bits) = member else {
                                return (field.name.clone(), Json::Null);
                            };
                            return (field.name.clone(), scalar_json(scalar, *bits));
                        }
                        _ => field.ty,
                    };
                    (field.name.clone(), self.value(ty, member, depth))
                });
                Json::Object(members.collect())
            }
            Value::Bytes(bytes) => json!(bytes),
            Value::Member(at, value) => {
                let field = types.record(ty).and_then(|(_, record)| record.fields.get(*at));
                let Some(field) = field else { return Json::Null };
                json!({ &field.name: self.value(field.ty, value, depth) })
            }
            Value::Unknown => Json::Null,
        }
    }

    fn elements(&self, element: TypeId, values: &[Value], depth: u32) -> Json {
        if *self.program.types.get(element) == Type::Int(clew_ir::IntKind::Char)
            && let Some(text) = printable(values)
        {
            return json!(text);
        }
        values.iter().map(|value| self.value(element, value, depth)).collect()
    }

    fn target(&self, target: Target, depth: u32) -> Json {
        match target {
            Target::Null => Json::Null,
            Target::Function(id) => json!(format!("&{}", self.program.functions[id].name)),
            Target::Global(id, offset) => {
                json!(format!("&{} + {offset}", self.program.globals[id].name))
            }
            Target::Made(..) | Target::Unknown => json!("?"),
            Target::Stream(index) => self.stream(index),
            Target::Object(index, offset) => {
                let Some(object) = self.case.objects.get(index) else { return json!("?") };
                if depth == 0 || offset != 0 {
                    return json!(format!("&{} + {offset}", object.name));
                }
                let is_single = object.before.len() == 1
                    && matches!(
                        self.program.types.get(object.element),
                        Type::Record(_) | Type::Pointer(_)
                    );
                // A null pointer keeps its brackets: without them it would be the outer pointer.
                let is_null = |value: &Value| *value == Value::Pointer(Target::Null);
                if is_single && let Some(value) = object.before.first().filter(|it| !is_null(it)) {
                    return self.value(object.element, value, depth - 1);
                }
                self.elements(object.element, &object.before, depth - 1)
            }
        }
    }

    /// `{"stream": "text"}` or `{"stream": [bytes]}` is a file, `{"stream": {"fails": "how"}}` one
    /// that fails.
    fn stream(&self, index: usize) -> Json {
        let Some(stream) = self.case.streams.get(index) else { return json!("?") };
        let content = match stream.kind {
            StreamKind::File => text_json(&stream.content),
            StreamKind::Unreadable => json!({"fails": "reading"}),
            StreamKind::Unwritable => json!({"fails": "writing"}),
            StreamKind::Failed => json!({"fails": "before"}),
        };
        json!({"stream": content})
    }

    fn external(&self, input: &clew_symbolic::ExternalInput) -> Json {
        let bits = input
            .bytes
            .iter()
            .rev()
            .take(16)
            .fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
        match input.ty.and_then(|ty| self.program.types.scalar(ty)) {
            Some(scalar) => scalar_json(scalar, bits),
            None => json!(input.bytes),
        }
    }
}

/// A string that ends in its first zero and has only printable characters before it.
fn printable(values: &[Value]) -> Option<String> {
    let bytes: Option<Vec<u8>> = values
        .iter()
        .map(|value| match value {
            Value::Scalar(bits) => u8::try_from(*bits).ok(),
            _ => None,
        })
        .collect();
    let bytes = bytes?;
    let end = bytes.iter().position(|byte| *byte == 0)?;
    let text = &bytes[..end];
    let is_readable =
        text.iter().all(|byte| (b' '..=b'~').contains(byte) || b"\t\n".contains(byte));
    let is_padded = bytes[end..].iter().all(|byte| *byte == 0);
    (is_readable && is_padded).then(|| String::from_utf8_lossy(text).into_owned())
}

fn scalar_json(scalar: Scalar, bits: u128) -> Json {
    let float = |value: f64| {
        serde_json::Number::from_f64(value).map_or_else(|| json!(value.to_string()), Json::Number)
    };
    match scalar {
        Scalar::Int { bits: width, signed: true } => {
            let value = clew_ir::ops::sign_extend(bits, width);
            i64::try_from(value).map_or_else(|_| json!(value.to_string()), |value| json!(value))
        }
        Scalar::Int { .. } => {
            u64::try_from(bits).map_or_else(|_| json!(bits.to_string()), |value| json!(value))
        }
        Scalar::Float(FloatKind::F32) => float(f32::from_bits(bits as u32).into()),
        Scalar::Float(FloatKind::F64) => float(f64::from_bits(bits as u64)),
        Scalar::Float(FloatKind::X87) => json!(format!("{bits:#x}")),
    }
}

//! Initialisers.

use super::body::Body;
use super::literal;
use super::object::is_flexible;
use super::types::type_text;
use clew_ir::{Field, IntKind, Parts, RecordKind, Type, TypeId, TypeTable};
use clew_symbolic::{Target, Value};

/// Lines of initialisers are broken here.
const WIDTH: usize = 88;

/// Records with more members than this show only those that are not zero.
const SHOWN_MEMBERS: usize = 6;

impl Body<'_> {
    /// The initialiser of a part of a variable; `path` is the part as an lvalue. What an
    /// initialiser cannot say becomes a statement after the declarations.
    pub(super) fn initialiser(&mut self, value: &Value, ty: TypeId, path: &str) -> String {
        let types = &self.program.types;
        match (value, types.get(ty)) {
            (Value::Scalar(0), Type::Pointer(_)) => "NULL".to_owned(),
            (Value::Scalar(bits), Type::Pointer(_)) => format!("(void *){bits:#x}UL"),
            (Value::Scalar(bits), _) => literal::scalar(types, *bits, ty),
            (Value::Pointer(target), _) => {
                let address = if self.is_static { None } else { self.converted(*target, ty) };
                address.unwrap_or_else(|| {
                    self.later.push(Later::Pointer(path.to_owned(), *target, ty));
                    "0".to_owned()
                })
            }
            (Value::Array(elements), Type::Array { element, .. }) => {
                self.elements(elements, *element, path)
            }
            (Value::Array(elements), _) => self.elements(elements, ty, path),
            (Value::Record(members), _) => {
                if let Some(parts) = types.parts(ty) {
                    return self.parts(members, parts, path);
                }
                let shown = self.members(members, ty, path, (path, 0));
                if shown.is_empty() { zero(types, ty) } else { braced(&shown) }
            }
            (Value::Bytes(bytes), _) => {
                self.copy_later(format!("&{path}"), bytes);
                zero(types, ty)
            }
            (Value::Member(at, value), _) => {
                braced(&self.union_member(*at, value, ty, path, (path, 0)))
            }
            // No input is unknown.
            (Value::Unknown, _) => zero(types, ty),
        }
    }

    /// A `_Complex` number, or the initialiser of a vector.
    fn parts(&mut self, members: &[Value], parts: Parts, path: &str) -> String {
        let values: &[Value] = match members {
            [Value::Array(elements)] => elements,
            members => members,
        };
        let texts: Vec<String> =
            values.iter().map(|value| self.initialiser(value, parts.element, path)).collect();
        match (parts.kind, &texts[..]) {
            (RecordKind::Complex, [real, imaginary]) => {
                let element = type_text(self.program, parts.element);
                match self.program.types.get(parts.element) {
                    Type::Float(_) => {
                        format!("__builtin_complex(({element})({real}), ({element})({imaginary}))")
                    }
                    _ => format!("({real}) + ({imaginary}) * 1i"),
                }
            }
            _ => braced(&texts),
        }
    }

    /// The initialiser of an array.
    pub(super) fn elements(&mut self, values: &[Value], element: TypeId, path: &str) -> String {
        let types = &self.program.types;
        let is_text = types.is_character(element);
        if is_text
            && let Some(bytes) = as_bytes(values)
            && let Some(text) = match *types.get(element) {
                Type::Int(IntKind::Char) => literal::mostly_readable_string(&bytes),
                _ => literal::readable_string(&bytes),
            }
            && !text.is_empty()
        {
            return literal::string(text);
        }
        let used = values.iter().rposition(|value| !is_zero(value)).map_or(0, |last| last + 1);
        if used == 0 {
            let is_scalar = self.program.types.scalar(element).is_some();
            return if is_scalar { "{0}" } else { "{}" }.to_owned();
        }
        // Trailing zeros are worth showing only where they are few, and numbers.
        let shown = if values.len() <= 16 && !is_text { values.len() } else { used };
        let texts: Vec<String> = values[..shown]
            .iter()
            .enumerate()
            .map(|(at, value)| self.initialiser(value, element, &format!("{path}[{at}]")))
            .collect();
        braced(&texts)
    }

    /// The designated initialisers of a record's members. An unnamed member's own members stand
    /// among them; `named` is the innermost record with a name and the way from it in bytes.
    fn members(
        &mut self,
        values: &[Value],
        ty: TypeId,
        path: &str,
        named: (&str, u64),
    ) -> Vec<String> {
        let types = &self.program.types;
        let Some((_, record)) = types.record(ty) else { return Vec::new() };
        let hides_zeros = record.fields.len() > SHOWN_MEMBERS;
        let mut shown = Vec::new();
        for (field, value) in record.fields.iter().zip(values) {
            let offset = named.1 + field.offset;
            match value {
                Value::Record(members) if field.name.is_empty() => {
                    shown.extend(self.members(members, field.ty, path, (named.0, offset)));
                }
                Value::Member(at, value) if field.name.is_empty() => {
                    let named = (named.0, offset);
                    shown.extend(self.union_member(*at, value, field.ty, path, named));
                }
                Value::Bytes(bytes) => {
                    let address = union_address(field, path, (named.0, offset));
                    self.copy_later(address, bytes);
                }
                Value::Array(elements) if elements.is_empty() => {}
                Value::Array(elements) if is_flexible(types, field.ty) => {
                    // The initialiser is what gives it room: every element must be there.
                    let Some(element) = types.element(field.ty) else { continue };
                    let path = format!("{path}.{}", field.name);
                    let texts: Vec<String> = (0..)
                        .zip(elements)
                        .map(|(at, value): (usize, _)| {
                            self.initialiser(value, element, &format!("{path}[{at}]"))
                        })
                        .collect();
                    shown.push(format!(".{} = {}", field.name, braced(&texts)));
                }
                _ if hides_zeros && is_zero(value) => {}
                _ => {
                    let text = self.member(value, field, &format!("{path}.{}", field.name));
                    shown.push(format!(".{} = {text}", field.name));
                }
            }
        }
        shown
    }

    /// The designated initialiser of a union by one of its members; several where that has no name.
    fn union_member(
        &mut self,
        at: usize,
        value: &Value,
        ty: TypeId,
        path: &str,
        named: (&str, u64),
    ) -> Vec<String> {
        let types = &self.program.types;
        let field = types.record(ty).and_then(|(_, record)| record.fields.get(at));
        match (value, field) {
            (Value::Record(members), Some(field)) if field.name.is_empty() => {
                self.members(members, field.ty, path, named)
            }
            (_, Some(field)) => {
                let text = self.member(value, field, &format!("{path}.{}", field.name));
                vec![format!(".{} = {text}", field.name)]
            }
            (_, None) => Vec::new(),
        }
    }

    fn member(&mut self, value: &Value, field: &Field, path: &str) -> String {
        match (value, field.bits) {
            (Value::Scalar(bits), Some(range)) => {
                literal::bit_field(&self.program.types, *bits, field.ty, range)
            }
            _ => self.initialiser(value, field.ty, path),
        }
    }

    fn copy_later(&mut self, address: String, bytes: &[u8]) {
        if bytes.iter().any(|byte| *byte != 0) {
            self.later.push(Later::Bytes(address, bytes.to_vec()));
        }
    }

    /// An address as a value of a type, which may be an integer type.
    fn converted(&mut self, target: Target, ty: TypeId) -> Option<String> {
        let pointee = self.program.types.pointee(ty);
        let address = self.address(target, pointee)?;
        Some(match pointee {
            Some(_) => address,
            None => format!("({})({address})", type_text(self.program, ty)),
        })
    }

    /// Writes what the initialisers left over.
    pub(super) fn finish_initialisers(&mut self) {
        for later in std::mem::take(&mut self.later) {
            match later {
                Later::Pointer(path, target, ty) => {
                    if let Some(address) = self.converted(target, ty) {
                        self.line(format!("{path} = {address};"));
                    }
                }
                Later::Bytes(address, bytes) => {
                    let (count, bytes) = (bytes.len(), literal::bytes(&bytes));
                    self.line(format!("COPY({address}, (unsigned char[]){{{bytes}}}, {count});"));
                }
            }
        }
    }
}

/// The address of a union that is a member.
pub(super) fn union_address(field: &Field, path: &str, named: (&str, u64)) -> String {
    if field.name.is_empty() {
        format!("(unsigned char *)&{} + {}", named.0, named.1)
    } else {
        format!("&{}", super::made::member_path(path, &field.name))
    }
}

/// What an initialiser cannot say.
pub(super) enum Later {
    /// The lvalue is to hold an address of something declared later.
    Pointer(String, Target, TypeId),
    /// The bytes at an address.
    Bytes(String, Vec<u8>),
}

/// The bytes of an array of characters.
pub(super) fn as_bytes(values: &[Value]) -> Option<Vec<u8>> {
    let byte = |value: &Value| match value {
        Value::Scalar(bits) => Some(*bits as u8),
        _ => None,
    };
    values.iter().map(byte).collect()
}

/// An aggregate of zeros. Where its first part is an aggregate too, only GNU's (and C23's) empty
/// braces raise no warning.
fn zero(types: &TypeTable, ty: TypeId) -> String {
    let first = types.record(ty).and_then(|(_, record)| record.fields.first());
    let is_simple = first.is_some_and(|field| types.scalar(field.ty).is_some());
    if is_simple { "{0}" } else { "{}" }.to_owned()
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Scalar(bits) => *bits == 0,
        Value::Pointer(target) => *target == Target::Null,
        Value::Array(parts) | Value::Record(parts) => parts.iter().all(is_zero),
        Value::Bytes(bytes) => bytes.iter().all(|byte| *byte == 0),
        Value::Member(_, value) => is_zero(value),
        Value::Unknown => true,
    }
}

/// `{a, b, c}`, on several lines where it is long.
pub(super) fn braced(parts: &[String]) -> String {
    let mut text = String::from("{");
    let mut column = 0;
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            text.push(',');
            if column + part.len() > WIDTH {
                text.push_str("\n        ");
                column = 0;
            } else {
                text.push(' ');
            }
        }
        text.push_str(part);
        column += part.len() + 2;
    }
    text.push('}');
    text
}

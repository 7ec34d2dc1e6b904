//! Checks of what a function returned and changed.

use super::body::Body;
use super::init::{as_bytes, union_address};
use super::made::{element_path, is_hidden, member_path};
use super::object::Form;
use super::types::declaration;
use super::{is_nameable, literal};
use clew_ir::{BitRange, Parts, RecordKind, Scalar, Type, TypeId};
use clew_symbolic::{Target, Value};

/// What has at most so many scalars is checked also where it is what it was.
const FEW_SCALARS: usize = 12;

/// And arrays of so many numbers, where a parameter leads to them: one check is enough.
const FEW_ELEMENTS: usize = 64;

/// From this many changed elements on, an array is checked as a whole.
const WHOLE_ARRAY: usize = 4;

impl Body<'_> {
    pub(super) fn check_result(&mut self) {
        let function = self.case.function;
        if self.program.functions[function].name == "main" {
            return;
        }
        let ty = self.program.function_type(function).result;
        if let Some(value) = self.returned() {
            let before = self.lines.len();
            let result = self.own_name("result");
            self.check(None, &value, ty, &result);
            if self.lines.len() == before {
                self.line(format!("(void){result};"));
            }
        }
    }

    /// Checks what changed in the objects that pointers lead to.
    pub(super) fn check_objects(&mut self) {
        for (number, object) in self.case.objects.iter().enumerate() {
            let variable = &self.objects[number];
            if !variable.is_declared {
                continue;
            }
            let (name, element) = (variable.name.clone(), variable.element);
            let is_shown = self.is_shown(number, &object.after, element);
            let before = (!is_shown).then_some(object.before.as_slice());
            match variable.form {
                // Nothing is left of one that is gone.
                Form::Heap => {
                    self.check_elements(before, &object.after, element, &name);
                }
                Form::Single => {
                    if let [after] = object.after.as_slice() {
                        self.check(before.map(|it| &it[0]), after, element, &name);
                    }
                }
                Form::Array => self.check_elements(before, &object.after, element, &name),
            }
        }
    }

    /// Whether an object is checked also where it is what it was: it is small, or an array of numbers that a
    /// parameter leads to, and nothing says that it is only read.
    fn is_shown(&self, number: usize, after: &[Value], element: TypeId) -> bool {
        let facts = &self.program.functions[self.case.function].facts.params;
        let arguments = self.case.arguments.iter().enumerate();
        let leading = arguments.filter(|(_, argument)| {
            matches!(argument.value, Value::Pointer(Target::Object(to, _)) if to == number)
        });
        let is_read = |at: usize| facts.get(at).is_some_and(|it| it.is_pointee_const);
        let leading: Vec<bool> = leading.map(|(at, _)| is_read(at)).collect();
        if leading.contains(&true) {
            return false;
        }
        if !leading.is_empty() && self.has_exact_bytes(element) && after.len() <= FEW_ELEMENTS {
            return after.iter().all(|it| matches!(it, Value::Scalar(_)));
        }
        // Of a text that others lead to it is clearer to see what changed.
        let is_text = self.program.types.is_character(element);
        !is_text && after.iter().map(scalars).sum::<usize>() <= FEW_SCALARS
    }

    /// Checks the globals: those that changed, and small ones.
    pub(super) fn check_globals(&mut self) {
        for state in &self.case.globals {
            let global = &self.program.globals[state.global];
            if is_nameable(global) && !global.is_const {
                let is_shown = scalars(&state.after) <= FEW_SCALARS;
                let before = state.before.as_ref().filter(|_| !is_shown);
                self.check(before, &state.after, global.ty, &global.name);
            }
        }
    }

    /// Checks a value unless it is what it was before.
    pub(super) fn check(&mut self, before: Option<&Value>, after: &Value, ty: TypeId, path: &str) {
        if before == Some(after) {
            return;
        }
        let types = &self.program.types;
        match (after, types.get(ty)) {
            (Value::Scalar(bits), _) => self.check_scalar(*bits, ty, None, path),
            (Value::Pointer(target), Type::Pointer(_)) => self.check_pointer(*target, ty, path),
            // An address in an integer is another one in every process.
            (Value::Pointer(_), _) => {}
            (Value::Array(after), Type::Array { element, .. }) => {
                let before = match before {
                    Some(Value::Array(before)) => Some(before.as_slice()),
                    _ => None,
                };
                self.check_elements(before, after, *element, path);
            }
            (Value::Record(after), Type::Record(_)) => {
                self.check_members(before, after, ty, path, (path, 0));
            }
            (Value::Bytes(bytes), _) => self.check_bytes(bytes, ty, &format!("&{path}")),
            // What the function wrote may be another member.
            (Value::Member(..), _) => {}
            (Value::Array(_) | Value::Record(_) | Value::Unknown, _) => {}
        }
    }

    /// Whether a text names a file under test, as `__FILE__` does: compilers may name it otherwise.
    pub(super) fn names_file(&self, text: &[u8]) -> bool {
        let files = self.program.sources.files.iter().filter(|file| !file.is_system);
        let mut names = files.filter_map(|file| file.path.file_name());
        names.any(|name| {
            let name = name.as_encoded_bytes();
            !name.is_empty() && text.windows(name.len()).any(|part| part == name)
        })
    }

    /// Writes a check of `what`, as its macro names it, unless that is not to be checked.
    pub(super) fn write_check(&mut self, what: &str, text: String) {
        if !self.unchecked.contains(what) {
            self.line(text);
        }
    }

    fn check_scalar(&mut self, bits: u128, ty: TypeId, range: Option<BitRange>, path: &str) {
        let types = &self.program.types;
        let value = match range {
            Some(range) => literal::bit_field(types, bits, ty, range),
            None => literal::scalar(types, bits, ty),
        };
        let check = match types.scalar(ty) {
            Some(Scalar::Float(_)) => "CHECK_FLOAT",
            Some(Scalar::Int { bits: 128, .. }) => {
                let what = format!("{path} == {value}");
                return self.write_check(&what, format!("CHECK_TRUE({what});"));
            }
            Some(Scalar::Int { bits: 64, signed: false }) => "CHECK_UINT",
            _ => "CHECK_INT",
        };
        self.write_check(path, format!("{check}({value}, {path});"));
    }

    fn check_pointer(&mut self, target: Target, ty: TypeId, path: &str) {
        let pointee = self.program.types.pointee(ty);
        let is_some = format!("{path} != NULL");
        match target {
            Target::Made(number, offset) => return self.check_made(number, offset, path),
            Target::Global(id, offset) if is_hidden(self.program, id) => {
                return self.check_hidden(id, offset, ty, path);
            }
            _ => {}
        }
        if let Target::Global(id, offset) = target
            && !is_nameable(&self.program.globals[id])
        {
            match self.literal_text(id, offset).filter(|text| !self.names_file(text)) {
                Some(text) => {
                    let (size, text) = (text.len() + 1, literal::string(&text));
                    self.write_check(path, format!("CHECK_BYTES({text}, {path}, {size});"));
                }
                None => self.write_check(&is_some, format!("CHECK_TRUE({is_some});")),
            }
            return;
        }
        match self.address(target, pointee) {
            Some(address) if target != Target::Unknown => {
                self.write_check(path, format!("CHECK_POINTER({address}, {path});"));
            }
            _ => self.write_check(&is_some, format!("CHECK_TRUE({is_some});")),
        }
    }

    pub(super) fn check_elements(
        &mut self,
        before: Option<&[Value]>,
        after: &[Value],
        element: TypeId,
        path: &str,
    ) {
        let was = |at: usize| before.and_then(|before| before.get(at));
        let changed: Vec<usize> =
            (0..after.len()).filter(|at| was(*at) != after.get(*at)).collect();
        let Some(&last) = changed.last() else { return };
        if self.program.types.is_character(element)
            && let Some(bytes) = as_bytes(after)
            && let Some(text) = text_up_to(&bytes, last)
        {
            let (size, text) = (text.len() + 1, literal::string(text));
            self.write_check(path, format!("CHECK_BYTES({text}, {path}, {size});"));
            return;
        }
        if self.program.types.is_character(element)
            && let Some(bytes) = as_bytes(after)
            && let Some(text) = literal::readable_string(&bytes)
        {
            let whole = declaration(self.program, element, &format!("[{}]", bytes.len()));
            let (size, text) = (bytes.len(), literal::string(text));
            let text = format!("CHECK_BYTES((({whole}){{{text}}}), {path}, {size});");
            return self.write_check(path, text);
        }
        let is_known = after.iter().all(|value| *value != Value::Unknown);
        if changed.len() >= WHOLE_ARRAY && is_known && self.has_exact_bytes(element) {
            if self.unchecked.contains(path) {
                return;
            }
            let expected = self.scope.name(&format!("expected_{path}"), "expected");
            let values = self.elements(after, element, &expected);
            let array = format!("{expected}[{}]", after.len());
            let declared = declaration(self.program, element, &array);
            self.line(format!("const {declared} = {values};"));
            self.line(format!("CHECK_BYTES({expected}, {path}, sizeof {expected});"));
            return;
        }
        for at in changed {
            self.check(was(at), &after[at], element, &element_path(path, at));
        }
    }

    /// Whether values of the type are equal exactly when their bytes are.
    fn has_exact_bytes(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Int(_) | Type::Enum(_) | Type::Bool)
    }

    fn check_members(
        &mut self,
        before: Option<&Value>,
        after: &[Value],
        ty: TypeId,
        path: &str,
        named: (&str, u64),
    ) {
        if let Some(parts) = self.program.types.parts(ty) {
            return self.check_parts(before, after, parts, path);
        }
        let Some((_, record)) = self.program.types.record(ty) else { return };
        for (at, (field, value)) in record.fields.iter().zip(after).enumerate() {
            let was = match before {
                Some(Value::Record(members)) => members.get(at),
                _ => None,
            };
            if was == Some(value) {
                continue;
            }
            let offset = named.1 + field.offset;
            let part = member_path(path, &field.name);
            match (value, field.bits) {
                (Value::Record(members), _) if field.name.is_empty() => {
                    self.check_members(was, members, field.ty, path, (named.0, offset));
                }
                (Value::Bytes(bytes), _) => {
                    let address = union_address(field, path, (named.0, offset));
                    self.check_bytes(bytes, field.ty, &address);
                }
                (Value::Scalar(bits), Some(range)) => {
                    self.check_scalar(*bits, field.ty, Some(range), &part);
                }
                _ => self.check(was, value, field.ty, &part),
            }
        }
    }

    /// Checks the parts of a `_Complex` number or the elements of a vector.
    fn check_parts(&mut self, before: Option<&Value>, after: &[Value], parts: Parts, path: &str) {
        fn inner(members: &[Value]) -> &[Value] {
            match members {
                [Value::Array(elements)] => elements,
                members => members,
            }
        }
        let before = match before {
            Some(Value::Record(members)) => inner(members),
            _ => &[],
        };
        for (at, value) in inner(after).iter().enumerate() {
            if before.get(at) == Some(value) {
                continue;
            }
            let part = match (parts.kind, at) {
                (RecordKind::Complex, 0) => format!("__real__ {path}"),
                (RecordKind::Complex, _) => format!("__imag__ {path}"),
                _ => element_path(path, at),
            };
            self.check(before.get(at), value, parts.element, &part);
        }
    }

    /// Checks the bytes of a union, unless they may hold an address or padding.
    fn check_bytes(&mut self, bytes: &[u8], ty: TypeId, address: &str) {
        if bytes.is_empty() || !self.is_free_of_addresses(ty) {
            return;
        }
        let (count, bytes) = (bytes.len(), literal::bytes(bytes));
        let text = format!("CHECK_BYTES(((unsigned char[]){{{bytes}}}), {address}, {count});");
        self.write_check(address, text);
    }

    fn is_free_of_addresses(&self, ty: TypeId) -> bool {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Int(_) | Type::Enum(_) | Type::Bool => true,
            Type::Float(kind) => *kind != clew_ir::FloatKind::X87,
            Type::Array { element, .. } => self.is_free_of_addresses(*element),
            Type::Record(id) => {
                let fields = &types.records[*id].fields;
                fields.iter().all(|field| self.is_free_of_addresses(field.ty))
            }
            Type::Pointer(_) | Type::Void | Type::Function(_) | Type::Opaque { .. } => false,
        }
    }
}

/// How many scalars a value has.
fn scalars(value: &Value) -> usize {
    match value {
        Value::Array(parts) | Value::Record(parts) => parts.iter().map(scalars).sum(),
        Value::Member(_, value) => scalars(value),
        Value::Scalar(_) | Value::Pointer(_) | Value::Bytes(_) | Value::Unknown => 1,
    }
}

/// The text at the start of an array when it is readable and everything up to `last` is in it.
fn text_up_to(bytes: &[u8], last: usize) -> Option<&[u8]> {
    let end = bytes.iter().position(|byte| *byte == 0).filter(|end| *end >= last)?;
    literal::readable_string(&bytes[..=end])
}

//! The objects that a test's pointers point to.

use super::body::Body;
use super::scope::given_values;
use super::types::{can_be_named, declaration};
use super::{PROGRAM_MAIN, is_nameable, literal, weak};
use clew_ir::{ArrayLength, Type, TypeId, TypeTable};
use clew_symbolic::{InputObject, Target, TestCase, Value};
use std::collections::BTreeSet;

/// An object of a test, as a variable.
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) form: Form,
    /// The element type; bytes where the type has no size or no name.
    pub(super) element: TypeId,
    /// Whether the declaration is written.
    pub(super) is_declared: bool,
    /// Whether anything uses its address.
    pub(super) is_used: bool,
}

/// How an object is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `T name`.
    Single,
    /// `T name[n]`.
    Array,
    /// `T *name = ALLOCATE(…)`: the function frees or resizes it.
    Heap,
}

impl Form {
    fn of(types: &TypeTable, object: &InputObject) -> Form {
        let is_gone = object.after.is_empty() && !object.before.is_empty();
        if is_gone || object.is_on_heap {
            Form::Heap
        } else if object.before.len() == 1 && !types.is_character(object.element) {
            Form::Single
        } else {
            Form::Array
        }
    }
}

impl Body<'_> {
    /// Names the objects. One that a parameter points to has the parameter's name.
    pub(super) fn name_objects(&mut self) {
        let case = self.case;
        let mut names: Vec<Option<String>> = vec![None; case.objects.len()];
        for argument in &case.arguments {
            if let Value::Pointer(Target::Object(object, 0)) = argument.value
                && let Some(name @ None) = names.get_mut(object)
            {
                *name = Some(self.scope.name(&argument.name, "argument"));
            }
        }
        let reached = reached(case);
        for ((number, object), name) in case.objects.iter().enumerate().zip(names) {
            let form = Form::of(&self.program.types, object);
            let name = match name {
                Some(name) => name,
                None if reached.contains(&number) => self.scope.name(&object.name, "object"),
                None => String::new(),
            };
            let element = self.element_type(object.element);
            let (is_declared, is_used) = (false, false);
            self.objects.push(Variable { name, form, element, is_declared, is_used });
        }
    }

    /// What an object is declared as an array of.
    fn element_type(&self, element: TypeId) -> TypeId {
        let types = &self.program.types;
        let is_usable = types.get(element) != &Type::Void
            && types.size(element).is_some()
            && can_be_named(self.program, element);
        if is_usable { element } else { TypeTable::UNSIGNED_CHAR }
    }

    /// Declares the objects that the test leads to, each after those it points to where that is
    /// possible.
    pub(super) fn declare_objects(&mut self) {
        let mut visited = vec![false; self.case.objects.len()];
        let reached = reached(self.case);
        for object in reached {
            self.declare_with_targets(object, &mut visited);
        }
    }

    fn declare_with_targets(&mut self, object: usize, visited: &mut [bool]) {
        match visited.get_mut(object) {
            Some(seen @ false) => *seen = true,
            _ => return,
        }
        for target in self.case.objects[object].before.iter().flat_map(objects_in) {
            self.declare_with_targets(target, visited);
        }
        self.declare_object(object);
    }

    fn declare_object(&mut self, number: usize) {
        let object = &self.case.objects[number];
        let Variable { ref name, form, element, .. } = self.objects[number];
        let name = name.clone();
        self.objects[number].is_declared = form != Form::Heap;
        let length = object.before.len().max(1);
        // What the machine's input objects are, and locals of a test are not by themselves.
        let aligned = match self.case.needs_alignment {
            true => "__attribute__((aligned(16))) ",
            false => "",
        };
        match form {
            Form::Single => {
                let is_static = self.has_flexible_array(element, &object.before[0]);
                self.is_static = is_static;
                let value = self.initialiser(&object.before[0], element, &name);
                self.is_static = false;
                let storage = if is_static { "static " } else { "" };
                let declared = declaration(self.program, element, &name);
                self.line(format!("{storage}{aligned}{declared} = {value};"));
            }
            Form::Array => {
                let value = self.elements(&object.before, element, &name);
                let declared = declaration(self.program, element, &format!("{name}[{length}]"));
                self.line(format!("{aligned}{declared} = {value};"));
            }
            Form::Heap if self.has_flexible_array(element, &object.before[0]) => {
                let before = self.scope.name(&format!("{name}_before"), "object");
                self.is_static = true;
                let value = self.initialiser(&object.before[0], element, &before);
                self.is_static = false;
                let declared = declaration(self.program, element, &before);
                self.line(format!("static {declared} = {value};"));
                let size = match self.flexible_bytes(element, &object.before[0]) {
                    0 => format!("sizeof {before}"),
                    more => format!("sizeof {before} + {more}"),
                };
                let pointer = declaration(self.program, element, &format!("*{name}"));
                self.line(format!("{pointer} = ALLOCATE({size});"));
                self.line(format!("COPY({name}, &{before}, {size});"));
                self.objects[number].is_declared = true;
            }
            Form::Heap => {
                let before = self.scope.name(&format!("{name}_before"), "object");
                let value = self.elements(&object.before, element, &name);
                let declared = declaration(self.program, element, &format!("{before}[{length}]"));
                self.line(format!("{declared} = {value};"));
                let pointer = declaration(self.program, element, &format!("*{name}"));
                self.line(format!("{pointer} = ALLOCATE(sizeof {before});"));
                self.line(format!("COPY({name}, {before}, sizeof {before});"));
                self.objects[number].is_declared = true;
            }
        }
    }

    /// Whether the value gives elements to a flexible array member. Only static objects can be
    /// initialised so.
    fn has_flexible_array(&self, ty: TypeId, value: &Value) -> bool {
        let types = &self.program.types;
        let last = types.record(ty).and_then(|(_, record)| record.fields.last());
        let (Some(field), Value::Record(members)) = (last, value) else { return false };
        match members.last() {
            Some(Value::Array(elements)) => is_flexible(types, field.ty) && !elements.is_empty(),
            Some(last) => self.has_flexible_array(field.ty, last),
            None => false,
        }
    }

    /// The bytes of an object behind what `sizeof` says: those of a flexible array.
    fn flexible_bytes(&self, ty: TypeId, value: &Value) -> u64 {
        let types = &self.program.types;
        let last = types.record(ty).and_then(|(_, record)| record.fields.last());
        let (Some(field), Value::Record(members)) = (last, value) else { return 0 };
        match (members.last(), types.element(field.ty)) {
            (Some(Value::Array(elements)), Some(element)) if is_flexible(types, field.ty) => {
                let end = field.offset + elements.len() as u64 * types.size(element).unwrap_or(0);
                end.saturating_sub(types.size(ty).unwrap_or(0))
            }
            (Some(last), _) => self.flexible_bytes(field.ty, last),
            (None, _) => 0,
        }
    }

    /// The address that a pointer holds, as an expression that converts to a pointer to
    /// `pointee`; `None` when the object is not declared yet.
    pub(super) fn address(&mut self, target: Target, pointee: Option<TypeId>) -> Option<String> {
        Some(match target {
            Target::Null => "NULL".to_owned(),
            Target::Made(..) | Target::Unknown => {
                "(void *)1 /* an address of no object */".to_owned()
            }
            Target::Function(id) => format!("(void *){}", self.function_name(id)),
            Target::Global(id, offset) => {
                let global = &self.program.globals[id];
                if !is_nameable(global) {
                    return Some(match self.literal_text(id, offset) {
                        Some(text) => format!("(void *){}", literal::string(&text)),
                        None => "(void *)1 /* the address of a static local */".to_owned(),
                    });
                }
                let element = self.program.types.element(global.ty);
                match offset {
                    0 if element.is_some() && element == pointee => global.name.clone(),
                    0 if Some(global.ty) == pointee => format!("&{}", global.name),
                    0 => format!("(void *)&{}", global.name),
                    _ => format!("(void *)((char *)&{} + {offset})", global.name),
                }
            }
            Target::Stream(number) => return self.streams.get(number)?.clone(),
            Target::Object(number, offset) => return self.object_address(number, offset, pointee),
        })
    }

    fn object_address(
        &mut self,
        number: usize,
        offset: i64,
        pointee: Option<TypeId>,
    ) -> Option<String> {
        let types = &self.program.types;
        let variable = self.objects.get_mut(number)?;
        if !variable.is_declared {
            return None;
        }
        variable.is_used = true;
        let name = &variable.name;
        let start = match variable.form {
            Form::Single => format!("&{name}"),
            Form::Array | Form::Heap => name.clone(),
        };
        let is_void = pointee.is_some_and(|ty| *types.get(ty) == Type::Void);
        let is_plain = Some(variable.element) == pointee && is_exact(types, variable.element);
        let size = types.size(variable.element).filter(|size| *size > 0).unwrap_or(1) as i64;
        Some(match (offset, offset % size, is_plain) {
            (0, _, _) if is_plain || is_void => start,
            (0, _, false) => format!("(void *){start}"),
            (_, 0, true) => format!("{start} + {}", offset / size),
            _ => format!("(void *)((char *){start} + {offset})"),
        })
    }

    /// The bytes of a string literal from an offset up to the null character at its end; there may be others
    /// in it, as in tables.
    pub(super) fn literal_text(&self, id: clew_ir::GlobalId, offset: i64) -> Option<Vec<u8>> {
        let global = &self.program.globals[id];
        if global.kind != clew_ir::GlobalKind::StringLiteral {
            return None;
        }
        let bytes = &global.init.as_ref()?.bytes;
        let rest = bytes.get(usize::try_from(offset).ok()?..)?;
        let is_wide =
            self.program.types.element(global.ty).and_then(|e| self.program.types.size(e));
        if is_wide != Some(1) {
            return None;
        }
        Some(rest.strip_suffix(&[0])?.to_vec())
    }

    /// The name of a function where the tests stand.
    pub(super) fn function_name(&self, id: clew_ir::FunctionId) -> String {
        match self.program.functions[id].name.as_str() {
            "main" => PROGRAM_MAIN.to_owned(),
            name if self.is_weak_pointer(id) => weak::pointer(name),
            name => name.to_owned(),
        }
    }
}

/// The objects that a test leads to, in the order in which the run made them.
fn reached(case: &TestCase) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<usize> = given_values(case).flat_map(objects_in).collect();
    while let Some(object) = open.pop() {
        if object < case.objects.len() && reached.insert(object) {
            open.extend(case.objects[object].before.iter().flat_map(objects_in));
        }
    }
    reached
}

/// The objects that pointers in a value lead to.
fn objects_in(value: &Value) -> Vec<usize> {
    let mut found = Vec::new();
    value.for_each_target(&mut |target| {
        if let Target::Object(number, _) = target {
            found.push(number);
        }
    });
    found
}

/// Whether a type is that of a flexible array member.
pub(super) fn is_flexible(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Array { length: ArrayLength::Unknown, .. })
}

/// Whether a pointer to the type is what the user declared. Qualifiers below the first level are
/// not known here, and `va_list` has no type of its own; only `void *` converts to those.
pub(super) fn is_exact(types: &TypeTable, pointee: TypeId) -> bool {
    match types.get(pointee) {
        Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => false,
        Type::Record(id) => types.records[*id].name != "__va_list_tag",
        _ => true,
    }
}

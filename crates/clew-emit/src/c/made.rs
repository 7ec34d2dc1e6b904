//! Checks of what pointers lead to that a test has no name for: objects that the function made, and
//! its static variables.

use super::body::Body;
use super::types::{can_be_named, declaration};
use super::{is_nameable, literal};
use clew_ir::{GlobalId, TypeId};
use clew_symbolic::{Target, Value};

impl Body<'_> {
    /// Checks a pointer that leads to an object which the function made: where it leads first, the
    /// object gets a name and is checked; from then on, that it is the same one.
    pub(super) fn check_made(&mut self, number: usize, offset: i64, path: &str) {
        if let Some(Some(name)) = self.made.get(number) {
            let address = match offset {
                0 => name.clone(),
                _ => format!("(char *){name} + {offset}"),
            };
            return self.write_check(path, format!("CHECK_POINTER({address}, {path});"));
        }
        self.check_exists(path);
        let Some(object) = self.case.made.get(number) else { return };
        let start = match offset {
            0 => path.to_owned(),
            _ => format!("((char *){path} - {offset})"),
        };
        self.check_header(&start, &object.header);
        let name = self.check_behind(&start, object.element, &object.after, Some(number));
        if name.is_none() && offset == 0 {
            // What other pointers to it are compared with.
            let is_named = path.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            self.made[number] = is_named.then(|| path.to_owned());
        }
    }

    /// Checks what stands before the place that a pointer leads to, in the same object: what is known,
    /// run by run.
    fn check_header(&mut self, pointer: &str, header: &[Value]) {
        let byte = |value: &Value| match value {
            Value::Scalar(bits) => Some(*bits as u8),
            _ => None,
        };
        let mut at = 0;
        while at < header.len() {
            let known: Vec<u8> = header[at..].iter().map_while(byte).collect();
            if !known.is_empty() {
                let (text, size) = (literal::string(&known), known.len());
                let start = format!("(char *){pointer} - {}", header.len() - at);
                self.write_check(&start, format!("CHECK_BYTES({text}, {start}, {size});"));
            }
            at += known.len() + 1;
        }
    }

    /// Checks a pointer to a variable that only a function can name.
    pub(super) fn check_hidden(&mut self, id: GlobalId, offset: i64, pointer: TypeId, path: &str) {
        self.check_exists(path);
        let types = &self.program.types;
        let global = &self.program.globals[id];
        let state = self.case.globals.iter().find(|state| state.global == id);
        let (Some(state), Some(pointee), 0) = (state, types.pointee(pointer), offset) else {
            return;
        };
        match &state.after {
            Value::Array(elements) if types.element(global.ty) == Some(pointee) => {
                self.check_behind(path, pointee, elements, None);
            }
            value if global.ty == pointee => {
                self.check_behind(path, pointee, std::slice::from_ref(value), None);
            }
            _ => {}
        }
    }

    fn check_exists(&mut self, path: &str) {
        let is_some = format!("{path} != NULL");
        self.write_check(&is_some, format!("CHECK_TRUE({is_some});"));
    }

    /// Gives the elements behind a pointer a name and checks them; the name, if there is anything to
    /// check.
    fn check_behind(
        &mut self,
        pointer: &str,
        element: TypeId,
        values: &[Value],
        number: Option<usize>,
    ) -> Option<String> {
        if !can_be_named(self.program, element) || self.unchecked.contains(pointer) {
            return None;
        }
        let name = self.scope.name(if pointer == "result" { "made" } else { pointer }, "made");
        let declared = declaration(self.program, element, &format!("*{name}"));
        let at = self.lines.len();
        self.line(format!("{declared} = (void *){pointer};"));
        if let Some(entry) = number.and_then(|number| self.made.get_mut(number)) {
            *entry = Some(name.clone());
        }
        self.check_values(element, values, &name);
        if self.lines.len() > at + 1 || number.is_some_and(|number| self.is_shared(number)) {
            return Some(name);
        }
        self.lines.truncate(at);
        if let Some(entry) = number.and_then(|number| self.made.get_mut(number)) {
            *entry = None;
        }
        None
    }

    fn check_values(&mut self, element: TypeId, values: &[Value], name: &str) {
        let types = &self.program.types;
        if let [value] = values {
            return self.check(None, value, element, &format!("*{name}"));
        }
        // What follows something that was never set is rarely of interest.
        let known = match types.scalar(element) {
            Some(_) => values.iter().take_while(|value| **value != Value::Unknown).count(),
            None => values.len(),
        };
        let values = &values[..known];
        if types.is_character(element)
            && let Some(bytes) = super::init::as_bytes(values)
            && let Some(end) = bytes.iter().position(|byte| *byte == 0)
            && let Some(text) = literal::readable_string(&bytes[..=end])
        {
            if self.names_file(text) {
                return;
            }
            let (size, text) = (text.len() + 1, literal::string(text));
            return self.write_check(name, format!("CHECK_BYTES({text}, {name}, {size});"));
        }
        self.check_elements(None, values, element, name);
    }

    /// Whether more than one pointer of the outcome leads to an object.
    fn is_shared(&self, number: usize) -> bool {
        let mut count = 0;
        let mut visit = |target: Target| {
            count += usize::from(matches!(target, Target::Made(found, _) if found == number));
        };
        super::scope::all_values(self.case)
            .chain(self.case.made.iter().flat_map(|made| &made.after))
            .for_each(|value| value.for_each_target(&mut visit));
        count > 1
    }
}

/// A member of a thing; `*p` is a thing that has its members by `p->`.
pub(super) fn member_path(path: &str, member: &str) -> String {
    match path.strip_prefix('*') {
        Some(pointer) => format!("{pointer}->{member}"),
        None => format!("{path}.{member}"),
    }
}

/// An element of an array.
pub(super) fn element_path(path: &str, at: usize) -> String {
    if path.starts_with('*') { format!("({path})[{at}]") } else { format!("{path}[{at}]") }
}

/// Whether a pointer leads to a variable that tests cannot name, and that is no literal.
pub(super) fn is_hidden(program: &clew_ir::Program, id: GlobalId) -> bool {
    let global = &program.globals[id];
    !is_nameable(global) && global.kind == clew_ir::GlobalKind::Variable
}

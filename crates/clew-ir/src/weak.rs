//! Weak functions that no file defines: a program asks whether they are there.

use crate::FunctionId;
use crate::program::{Function, Linkage, NoBody, Program, RelocationTarget};

impl Function {
    /// Whether the function may be there or not: it is weak, and no file defines it.
    pub fn is_optional(&self) -> bool {
        self.linkage == Linkage::Weak && self.body == Err(NoBody::Declared)
    }
}

impl Program {
    /// The optional functions that tests can define or leave out.
    pub fn replaceable_functions(&self) -> impl Iterator<Item = FunctionId> + '_ {
        let ids = self.functions.iter_enumerated().map(|(id, _)| id);
        ids.filter(|id| self.is_replaceable(*id))
    }

    /// Whether a function is optional and a macro can make a pointer of it, so that each test says
    /// whether it is there: nothing else has the name, and no object holds the address from the start. What a
    /// `weakref` declares is static, and no pointer of the tests'.
    pub fn is_replaceable(&self, id: FunctionId) -> bool {
        let function = &self.functions[id];
        let is_users = !function.is_system && function.span.file.is_some();
        function.is_optional()
            && !function.facts.is_weakref
            && is_users
            && self.can_be_a_pointer(id)
    }

    fn can_be_a_pointer(&self, id: FunctionId) -> bool {
        let Function { name, span, .. } = &self.functions[id];
        let others = self.functions.iter_enumerated().filter(|(other, _)| *other != id);
        let is_in = |it: &Function| {
            it.body.is_ok()
                && it.span.file == span.file
                && it.span.start < span.start
                && span.end <= it.span.end
        };
        let is_taken_by = |it: &Function| {
            it.name == *name || it.locals.iter().any(|local| local.name == *name) || is_in(it)
        };
        let images = self.globals.iter().filter_map(|global| global.init.as_ref());
        let is_kept = images
            .flat_map(|image| &image.relocations)
            .any(|it| it.target == RelocationTarget::Function(id));
        let records = &self.types.records;
        let is_type = records.iter().any(|it| {
            it.name == *name
                || it.typedef.as_ref() == Some(name)
                || it.fields.iter().any(|field| field.name == *name)
        });
        let enums = &self.types.enums;
        let is_constant =
            enums.iter().any(|it| it.name == *name || it.constants.iter().any(|it| it.0 == *name));
        let is_object = self.globals.iter().any(|global| global.name == *name);
        let is_function = others.map(|(_, it)| it).any(is_taken_by);
        !(is_kept || is_type || is_constant || is_object || is_function)
    }
}

//! Functions that stand for any function of a type.
//!
//! Where a program calls through pointers to functions, others than its own may be behind them, and
//! perhaps it defines none of that type. A callback is a function without a body, so that its results are inputs
//! like those of every other; the tests define it.

use crate::facts::FunctionFacts;
use crate::ids::IdVec;
use crate::program::{Function, Linkage, NoBody, Program};
use crate::source::Span;
use crate::types::{Type, TypeTable};
use crate::{TypeId, UnitId};
use std::collections::BTreeSet;

/// What the name of a callback begins with.
const PREFIX: &str = "clew_callback_";

impl Function {
    /// Whether this stands for any function of its type.
    pub fn is_callback(&self) -> bool {
        self.span == Span::NONE && self.body.is_err() && self.name.starts_with(PREFIX)
    }
}

impl Program {
    /// Adds a callback for each type of function that something in the program points to.
    pub fn add_callbacks(&mut self, unit: UnitId) {
        let mut wanted: BTreeSet<TypeId> = BTreeSet::new();
        let types = &self.types;
        // Also behind arrays of pointers, and pointers to them.
        let mut note = |mut ty: TypeId| {
            while let Some(inner) = types.element(ty).or_else(|| types.pointee(ty)) {
                ty = inner;
            }
            if can_be_called(types, ty) {
                wanted.insert(ty);
            }
        };
        types.records.iter().flat_map(|record| &record.fields).for_each(|field| note(field.ty));
        self.globals.iter().filter(|it| !it.is_system).for_each(|global| note(global.ty));
        for function in self.functions.iter().filter(|it| it.body.is_ok() && !it.is_system) {
            function.locals.iter().for_each(|local| note(local.ty));
        }
        for (number, ty) in wanted.into_iter().enumerate() {
            self.functions.push(Function {
                name: format!("{PREFIX}{}", number + 1),
                ty,
                linkage: Linkage::External,
                unit,
                params: Vec::new(),
                locals: IdVec::new(),
                body: Err(NoBody::Declared),
                is_noreturn: false,
                facts: FunctionFacts::default(),
                is_system: false,
                span: Span::NONE,
            });
        }
    }
}

/// Whether a function of the type can be written down outside the user's files.
fn can_be_called(types: &TypeTable, ty: TypeId) -> bool {
    let Type::Function(function) = types.get(ty) else { return false };
    let is_plain = |ty: TypeId| match types.get(ty) {
        Type::Record(id) => !types.records[*id].name.is_empty() && types.size(ty).is_some(),
        _ => ty == TypeTable::VOID || types.scalar(ty).is_some(),
    };
    function.has_prototype
        && !function.is_variadic
        && function.params.iter().copied().chain([function.result]).all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::FunctionType;
    use crate::{Global, GlobalKind, Id};

    fn function_type(program: &mut Program, param: TypeId) -> TypeId {
        program.types.intern(Type::Function(FunctionType {
            result: TypeTable::INT,
            params: vec![param],
            is_variadic: false,
            has_prototype: true,
        }))
    }

    #[test]
    fn each_type_that_is_pointed_to_gets_one() {
        let mut program = Program::default();
        let unit = UnitId::from_index(0);
        for param in [TypeTable::INT, TypeTable::CHAR_POINTER, TypeTable::INT] {
            let ty = function_type(&mut program, param);
            let ty = program.types.pointer_to(ty);
            program.globals.push(Global {
                name: "handler".to_owned(),
                ty,
                linkage: Linkage::External,
                unit,
                init: None,
                is_const: false,
                kind: GlobalKind::Variable,
                function: None,
                is_system: false,
                align: 8,
                address: None,
                span: Span::NONE,
            });
        }
        program.add_callbacks(unit);
        let names: Vec<&str> = program.functions.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["clew_callback_1", "clew_callback_2"]);
        assert!(program.functions.iter().all(Function::is_callback));
        let types: BTreeSet<TypeId> = program.functions.iter().map(|it| it.ty).collect();
        assert_eq!(types.len(), 2);
    }
}

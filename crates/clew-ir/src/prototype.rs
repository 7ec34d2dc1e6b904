//! Parameters of functions that are declared without any.
//!
//! `int read_level();` tells nothing, and there is no body to look at. What the program passes is all
//! there is: where its calls agree, that is taken for the prototype, so that a stub can write through
//! `&level` as it does where a prototype says that it may.

use crate::TypeId;
use crate::body::{Callee, StatementKind};
use crate::expr::{Expr, ExprKind};
use crate::ids::FunctionId;
use crate::program::{NoBody, Program, RelocationTarget};
use crate::types::{FunctionType, Type, TypeTable};
use std::collections::{BTreeMap, BTreeSet};

impl Program {
    /// Gives functions of the user's that have neither body nor prototype the parameters that all of
    /// their calls agree on.
    ///
    /// A pointer keeps its type where every call passes the address of an object. Others become
    /// `void *`: whether the function writes there is not known.
    pub fn infer_prototypes(&mut self) {
        let inferred = self.passed_parameters();
        if inferred.is_empty() {
            return;
        }
        self.convert_arguments(&inferred);
        for (function, params) in inferred {
            let result = self.function_type(function).result;
            let ty = FunctionType { result, params, is_variadic: false, has_prototype: true };
            self.functions[function].ty = self.types.intern(Type::Function(ty));
        }
    }

    /// Converts the arguments of calls to the types that their parameters now have.
    fn convert_arguments(&mut self, inferred: &BTreeMap<FunctionId, Vec<TypeId>>) {
        let bodies = self.functions.iter_mut().filter_map(|function| function.body.as_mut().ok());
        let blocks = bodies.flat_map(|body| body.blocks.iter_mut());
        for statement in blocks.flat_map(|block| &mut block.statements) {
            let StatementKind::Call { callee: Callee::Direct(id), args, .. } = &mut statement.kind
            else {
                continue;
            };
            let Some(params) = inferred.get(id) else { continue };
            for (arg, ty) in args.iter_mut().zip(params) {
                if arg.ty != *ty {
                    let operand = Box::new(arg.clone());
                    arg.kind = ExprKind::Cast { operand, implicit: true };
                    arg.ty = *ty;
                }
            }
        }
    }

    /// What the calls of each function without a prototype pass.
    fn passed_parameters(&self) -> BTreeMap<FunctionId, Vec<TypeId>> {
        let mut agreed: BTreeMap<FunctionId, Option<Vec<TypeId>>> = BTreeMap::new();
        let bodies = self.functions.iter().filter_map(|function| function.body.as_ref().ok());
        let statements = bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.statements);
        for statement in statements {
            let StatementKind::Call { callee: Callee::Direct(id), args, .. } = &statement.kind
            else {
                continue;
            };
            if !self.lacks_prototype(*id) {
                continue;
            }
            let types = args.iter().map(|arg| self.passed_type(arg)).collect();
            let joined = match agreed.remove(id) {
                Some(Some(before)) => self.join(&before, types),
                Some(None) => None,
                None => Some(types),
            };
            agreed.insert(*id, joined);
        }
        let pointed_to = self.functions_pointed_to();
        agreed.retain(|id, _| !pointed_to.contains(id));
        agreed.into_iter().filter_map(|(id, types)| Some((id, types?))).collect()
    }

    fn lacks_prototype(&self, id: FunctionId) -> bool {
        let function = &self.functions[id];
        function.body == Err(NoBody::Declared)
            && !function.is_system
            && !self.function_type(id).has_prototype
    }

    /// The type of a parameter that takes an argument.
    fn passed_type(&self, argument: &Expr) -> TypeId {
        let is_object = matches!(argument.kind, ExprKind::AddressOf(_));
        match self.types.is_pointer(argument.ty) && !is_object {
            true => TypeTable::VOID_POINTER,
            false => argument.ty,
        }
    }

    /// Parameters that take what two calls pass, if there are any.
    fn join(&self, before: &[TypeId], now: Vec<TypeId>) -> Option<Vec<TypeId>> {
        let joined = |(&before, now): (&TypeId, TypeId)| match before == now {
            true => Some(now),
            false => (self.types.is_pointer(before) && self.types.is_pointer(now))
                .then_some(TypeTable::VOID_POINTER),
        };
        (before.len() == now.len()).then(|| before.iter().zip(now).map(joined).collect())?
    }

    /// Functions that are called by address, too: such calls are made with the type as declared.
    fn functions_pointed_to(&self) -> BTreeSet<FunctionId> {
        let mut found = BTreeSet::new();
        for body in self.functions.iter().filter_map(|function| function.body.as_ref().ok()) {
            body.for_each_expr(&mut |expr| {
                if let ExprKind::FunctionAddress(id) = expr.kind {
                    found.insert(id);
                }
            });
        }
        let images = self.globals.iter().filter_map(|global| global.init.as_ref());
        for relocation in images.flat_map(|image| &image.relocations) {
            if let RelocationTarget::Function(id) = relocation.target {
                found.insert(id);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{FunctionBuilder, declare};
    use crate::ids::{Id, LocalId};

    fn declare_without_prototype(program: &mut Program, name: &str) -> FunctionId {
        let id = declare(program, name, TypeTable::INT, &[], false);
        program.functions[id].ty = program.types.intern(Type::Function(FunctionType {
            result: TypeTable::INT,
            params: Vec::new(),
            is_variadic: false,
            has_prototype: false,
        }));
        id
    }

    fn params(program: &Program, id: FunctionId) -> Option<&[TypeId]> {
        let ty = program.function_type(id);
        ty.has_prototype.then_some(ty.params.as_slice())
    }

    #[test]
    fn parameters_are_what_all_calls_pass() {
        let mut program = Program::default();
        let [read, mixed, pointed_to] =
            ["read", "mixed", "pointed_to"].map(|it| declare_without_prototype(&mut program, it));
        let argument = [("text", TypeTable::CHAR_POINTER)];
        let mut user = FunctionBuilder::new(&mut program, "user", TypeTable::INT, &argument);
        let (entry, text) = (user.entry(), LocalId::from_index(0));
        let level = user.local("level", TypeTable::INT);
        for _ in 0..2 {
            let place = user.place(level);
            let args = vec![user.address_of(place), user.read(text), user.int(1)];
            user.call(entry, None, read, args);
        }
        let one = user.int(1);
        user.call(entry, None, mixed, vec![one.clone()]);
        user.call(entry, None, mixed, vec![one.clone(), one.clone()]);
        user.call(entry, None, pointed_to, vec![one]);
        let address = user.function_address(pointed_to);
        let callee = user.local("callee", address.ty);
        user.assign(entry, callee, address);
        user.finish();
        program.infer_prototypes();
        let int_pointer = program.types.pointer_to(TypeTable::INT);
        let expected = [int_pointer, TypeTable::VOID_POINTER, TypeTable::INT];
        assert_eq!(params(&program, read), Some(&expected[..]));
        assert_eq!(params(&program, mixed), None, "its calls disagree");
        assert_eq!(params(&program, pointed_to), None, "it is called by address, too");
    }
}

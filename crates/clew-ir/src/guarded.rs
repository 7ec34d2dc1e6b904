//! Preconditions: functions that say which calls of another function count.

use crate::body::TerminatorKind;
use crate::builder::FunctionBuilder;
use crate::expr::Expr;
use crate::ids::{FunctionId, LocalId, TypeId};
use crate::program::Program;
use crate::types::TypeTable;

/// What the name of a precondition begins with; that of the function follows.
const PRECONDITION: &str = "clew_pre_";

impl Program {
    /// The precondition that the program states for a function: `clew_pre_NAME`, with a body and as
    /// many parameters.
    pub fn precondition(&self, function: FunctionId) -> Option<FunctionId> {
        let guarded = &self.functions[function];
        let id = self.function(&format!("{PRECONDITION}{}", guarded.name))?;
        let pre = &self.functions[id];
        (pre.body.is_ok() && pre.params.len() == guarded.params.len()).then_some(id)
    }

    /// Adds a function that calls `precondition`, and then `function` where that returned something
    /// other than zero, both with the arguments it is given.
    pub fn add_guarded(&mut self, precondition: FunctionId, function: FunctionId) -> FunctionId {
        let name = format!("clew_guarded_{}", self.functions[function].name);
        let own = &self.functions[function];
        let params: Vec<(String, TypeId)> = own
            .params
            .iter()
            .map(|it| (own.locals[*it].name.clone(), own.locals[*it].ty))
            .collect();
        let params: Vec<(&str, TypeId)> = params.iter().map(|(name, ty)| (&**name, *ty)).collect();
        let pre = &self.functions[precondition];
        let wanted: Vec<TypeId> = pre.params.iter().map(|it| pre.locals[*it].ty).collect();
        let held = self.function_type(precondition).result;
        let mut builder = FunctionBuilder::new(self, &name, TypeTable::VOID, &params);
        let result = builder.temporary(held);
        let entry = builder.entry();
        let (calls, ends) = (builder.block(), builder.block());
        let asked = arguments(&mut builder, &wanted);
        builder.call(entry, Some(result), precondition, asked);
        let condition = builder.read(result);
        let branch = TerminatorKind::Branch { condition, id: None, then: calls, otherwise: ends };
        builder.terminate(entry, branch);
        let types: Vec<TypeId> = params.iter().map(|(_, ty)| *ty).collect();
        let passed = arguments(&mut builder, &types);
        builder.call(calls, None, function, passed);
        builder.goto(calls, ends);
        builder.ret(ends, None);
        builder.finish()
    }
}

/// The parameters, handed on to a function that may declare them in another way.
fn arguments(builder: &mut FunctionBuilder<'_>, wanted: &[TypeId]) -> Vec<Expr> {
    let params: Vec<LocalId> = builder.parameters();
    let mut passed = Vec::with_capacity(params.len());
    for (local, &ty) in params.into_iter().zip(wanted) {
        let value = builder.read(local);
        passed.push(if value.ty == ty { value } else { builder.cast(value, ty, true) });
    }
    passed
}

//! Calls, and what stands for a call: `va_arg`, `setjmp`.

use super::Lowered;
use super::expr::has_side_effects;
use super::function::FunctionLowering;
use super::link::Symbol;
use super::scope::Entity;
use crate::ast::{Kind, Node};
use clew_ir::{
    Builtin, Callee, DataModel, Expr, ExprKind, Place, Span, StatementKind, TerminatorKind, Type,
    TypeId, TypeTable,
};

impl FunctionLowering<'_, '_> {
    /// A call; the value, unless it is void or not wanted.
    pub(crate) fn call(&mut self, node: &Node, wanted: bool) -> Lowered<Option<Expr>> {
        let Some((callee, args)) = node.inner.split_first() else {
            return self.unsupported("call of this form", node);
        };
        if let Some(name) = called_name(callee) {
            if let Some(lowered) = self.builtin(node, name, args) {
                return lowered;
            }
            if let Some(lowered) = self.jump_function(node, name, args) {
                return lowered;
            }
        }
        let span = self.span(node);
        let mut callee = self.rvalue(callee)?;
        if args.iter().any(has_side_effects) {
            callee = self.keep(callee);
        }
        let values = self.arguments(args)?;
        self.finish_call(callee, values, wanted, span, node)
    }

    /// The values of arguments. C leaves their order open; gcc, which has the last word on what tests
    /// cover, evaluates them from the last to the first.
    fn arguments(&mut self, nodes: &[Node]) -> Lowered<Vec<Expr>> {
        let first_effect = nodes.iter().position(has_side_effects).unwrap_or(nodes.len());
        let mut values = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate().rev() {
            let value = self.kept_value(node)?;
            values.push(if index > first_effect { self.keep(value) } else { value });
        }
        values.reverse();
        Ok(values)
    }

    pub(super) fn finish_call(
        &mut self,
        callee: Expr,
        args: Vec<Expr>,
        wanted: bool,
        span: Span,
        node: &Node,
    ) -> Lowered<Option<Expr>> {
        let Some(ty) = self.types().function(callee.ty).cloned() else {
            return self.unsupported("call of this form", node);
        };
        let mut converted = Vec::with_capacity(args.len());
        for (index, arg) in args.into_iter().enumerate() {
            converted.push(match ty.params.get(index) {
                Some(param) => self.argument(arg, *param, span)?,
                None => arg,
            });
        }
        let is_noreturn = match callee.kind {
            ExprKind::FunctionAddress(id) => self.program().functions[id].is_noreturn,
            _ => false,
        };
        let callee = match callee.kind {
            ExprKind::FunctionAddress(id) => Callee::Direct(id),
            _ => Callee::Indirect(callee),
        };
        let result =
            (wanted && ty.result != TypeTable::VOID).then(|| self.new_temporary(ty.result, span));
        let dest = result.map(|result| Place::local(result, ty.result));
        if matches!(self.types().get(ty.result), Type::Opaque { .. }) {
            return self.unsupported("call that returns a value of this type", node);
        }
        self.emit(StatementKind::Call { dest, callee, args: converted }, span);
        if is_noreturn {
            self.terminate(TerminatorKind::Unreachable, span);
        }
        Ok(result.map(|result| self.load_local(result, span)))
    }

    /// An argument for a parameter: converted already, but for transparent unions and for
    /// prototypes seen by another unit.
    fn argument(&mut self, arg: Expr, param: TypeId, span: Span) -> Lowered<Expr> {
        if arg.ty == param {
            return Ok(arg);
        }
        if self.types().scalar(arg.ty).is_some() && self.types().record(param).is_some() {
            return self.transparent_union(arg, param, span);
        }
        if self.types().scalar(arg.ty).is_none() || self.types().scalar(param).is_none() {
            return Ok(arg);
        }
        self.cast(arg, param, true, span)
    }

    /// GNU `transparent_union`: the argument is the first member it fits.
    fn transparent_union(&mut self, arg: Expr, union: TypeId, span: Span) -> Lowered<Expr> {
        let local = self.new_temporary(union, span);
        let place = Place::local(local, union);
        self.emit(StatementKind::Zero(place.clone()), span);
        let mut part = place.clone();
        part.path.push(clew_ir::Projection::Field(0));
        let first = self.types().record(union).and_then(|(_, r)| r.fields.first().map(|f| f.ty));
        part.ty = first.unwrap_or(arg.ty);
        let arg = self.cast(arg, part.ty, true, span)?;
        self.assign(part, arg, span);
        Ok(Expr::load(place, span))
    }

    /// A call of a library function by name, for builtins that have an out-of-line form.
    pub(crate) fn call_library(
        &mut self,
        node: &Node,
        name: &str,
        args: &[Node],
    ) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let values = self.arguments(args)?;
        let result = self.node_type(node)?;
        let ty = clew_ir::FunctionType {
            result,
            params: values.iter().map(|value| value.ty).collect(),
            is_variadic: matches!(name, "printf" | "fprintf" | "sprintf" | "snprintf"),
            has_prototype: true,
        };
        let function = match self.unit.scopes.value(name) {
            Some(Entity::Function(id)) => {
                let id = *id;
                self.unit.linker.mark_used(Symbol::Function(id));
                id
            }
            _ => self.unit.library_function(name, ty),
        };
        let ty = self.program().functions[function].ty;
        let ty = self.types_mut().pointer_to(ty);
        let callee = Expr { kind: ExprKind::FunctionAddress(function), ty, span };
        self.finish_call(callee, values, true, span, node)
    }

    /// `setjmp` and `longjmp`, by the names that C libraries give them.
    fn jump_function(
        &mut self,
        node: &Node,
        name: &str,
        args: &[Node],
    ) -> Option<Lowered<Option<Expr>>> {
        match name {
            "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "__builtin_setjmp" => {
                Some(self.setjmp(node, args))
            }
            "longjmp" | "_longjmp" | "siglongjmp" | "__builtin_longjmp" => {
                Some(self.longjmp(node, args))
            }
            _ => None,
        }
    }

    fn setjmp(&mut self, node: &Node, args: &[Node]) -> Lowered<Option<Expr>> {
        let Some(buffer) = args.first() else {
            return self.unsupported("setjmp of this form", node);
        };
        let span = self.span(node);
        let buffer = self.rvalue(buffer)?;
        let result = self.new_temporary(TypeTable::INT, span);
        let dest = Place::local(result, TypeTable::INT);
        self.emit_builtin(Some(dest), Builtin::SetJmp, vec![buffer], span);
        Ok(Some(self.load_local(result, span)))
    }

    fn longjmp(&mut self, node: &Node, args: &[Node]) -> Lowered<Option<Expr>> {
        let span = self.span(node);
        let nodes: Vec<_> = args.iter().collect();
        let values = self.operands(&nodes)?;
        self.emit_builtin(None, Builtin::LongJmp, values, span);
        self.terminate(TerminatorKind::Unreachable, span);
        Ok(None)
    }

    /// `va_arg(list, type)`.
    pub(crate) fn va_arg(&mut self, node: &Node, span: Span) -> Lowered<Expr> {
        let Some(list) = node.child(0) else {
            return self.unsupported("va_arg of this form", node);
        };
        let ty = self.node_type(node)?;
        if matches!(self.types().get(ty), Type::Opaque { .. }) {
            return self.unsupported("va_arg of this type", node);
        }
        let list = self.va_list_address(list)?;
        let result = self.new_temporary(ty, span);
        let dest = Place::local(result, ty);
        self.emit_builtin(Some(dest), Builtin::VaArg { ty }, vec![list], span);
        Ok(self.load_local(result, span))
    }

    /// The address of a `va_list`: an array that decays, or a parameter that did already. Where it is
    /// a pointer, that of the pointer.
    pub(crate) fn va_list_address(&mut self, node: &Node) -> Lowered<Expr> {
        let inner = node.without_parens();
        if inner.value_category == crate::ast::ValueCategory::Lvalue {
            let span = self.span(node);
            let place = self.place(inner)?;
            if let Some(element) = self.types().element(place.ty) {
                let ty = self.types_mut().pointer_to(element);
                return Ok(self.address_of(place, ty, span));
            }
            if self.types().data_model() == DataModel::Ilp32 {
                let ty = self.types_mut().pointer_to(place.ty);
                return Ok(self.address_of(place, ty, span));
            }
            return Ok(Expr::load(place, span));
        }
        self.rvalue(inner)
    }
}

/// The name of a function called directly.
pub(super) fn called_name(callee: &Node) -> Option<&str> {
    let mut node = callee;
    while matches!(node.kind, Kind::ImplicitCastExpr | Kind::ParenExpr) {
        node = node.child(0)?;
    }
    let decl = node.referenced_decl.as_ref()?;
    if decl.kind != Kind::FunctionDecl {
        return None;
    }
    decl.name.as_deref()
}

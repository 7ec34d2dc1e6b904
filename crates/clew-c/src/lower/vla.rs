//! Variable-length arrays, and arithmetic on pointers to them.
//!
//! clang's tree gives the length of such an array only as text inside the type. The text is
//! parsed and lowered here, with the names in scope where the type stands.

use super::Lowered;
use super::decl::default_promotion;
use super::function::{FunctionLowering, ScopeAction};
use super::link::Symbol;
use super::scope::Entity;
use crate::ast::Node;
use crate::size_text::{OffsetStep, PrefixOp, SizeExpr};
use clew_ir::{
    ArrayLength, BinaryOp, BlockId, Builtin, Callee, DataModel, Expr, ExprKind, Id, IntKind,
    LocalId, LocalKind, Place, Projection, Scalar, Span, Statement, StatementKind, TerminatorKind,
    Type, TypeId, TypeTable, UnaryOp, Unsupported,
};

impl FunctionLowering<'_, '_> {
    /// Whether objects of this type need a size that only the run knows.
    pub(crate) fn is_variable_array(&self, ty: TypeId) -> bool {
        match self.types().get(ty) {
            Type::Array { length: ArrayLength::Variable(_), .. } => true,
            Type::Array { element, .. } => self.is_variable_array(*element),
            _ => false,
        }
    }

    /// Declares a variable-length array: a pointer to fresh stack memory.
    pub(crate) fn variable_array(&mut self, node: &Node, ty: TypeId, span: Span) -> Lowered<()> {
        self.mark_stack(span);
        let size = self.size_of(ty, span)?;
        let align = self.unit.object_align(node, ty)?;
        let align = self.int(i128::from(align), self.types().size_type(), span);
        let pointer_type = self.types_mut().pointer_to(ty);
        let pointer = self.new_local(node.name(), pointer_type, LocalKind::Variable, span);
        let place = Place::local(pointer, pointer_type);
        self.emit_builtin(Some(place), Builtin::Alloca, vec![size, align], span);
        self.unit.bind(node, Entity::VariableArray { pointer, ty });
        Ok(())
    }

    /// Marks the stack at the first variable-length array of a scope, to free them at its end.
    fn mark_stack(&mut self, span: Span) {
        let Some(scope) = self.scopes.last() else { return };
        if scope.has_labels {
            return self.mark_declaration(span);
        }
        if scope.stack_mark.is_some() {
            return;
        }
        let mark = self.new_temporary(TypeTable::VOID_POINTER, span);
        let place = Place::local(mark, TypeTable::VOID_POINTER);
        self.emit_builtin(Some(place), Builtin::StackSave, Vec::new(), span);
        if let Some(scope) = self.scopes.last_mut() {
            scope.stack_mark = Some(mark);
            scope.actions.push(ScopeAction::StackRestore(mark));
        }
    }

    /// A `goto` back over the declaration of a variable-length array ends the array. Where a
    /// scope has labels, each declaration frees what it made when it was reached before; the
    /// mark starts as null at the function's entry.
    fn mark_declaration(&mut self, span: Span) {
        let ty = TypeTable::VOID_POINTER;
        let mark = self.new_temporary(ty, span);
        let place = Place::local(mark, ty);
        let null =
            StatementKind::Assign { place: place.clone(), value: Expr::constant(0, ty, span) };
        let entry = BlockId::from_index(0);
        self.blocks[entry].statements.insert(0, Statement { kind: null, span });
        let [again, first] = [(); 2].map(|()| self.new_block());
        let condition = self.load_local(mark, span);
        self.terminate(
            TerminatorKind::Branch { condition, id: None, then: again, otherwise: first },
            span,
        );
        self.start(again);
        let old = self.load_local(mark, span);
        self.emit_builtin(None, Builtin::StackRestore, vec![old], span);
        self.goto_and_start(first, span);
        self.emit_builtin(Some(place), Builtin::StackSave, Vec::new(), span);
    }

    /// `sizeof(type)`.
    pub(crate) fn size_of(&mut self, ty: TypeId, span: Span) -> Lowered<Expr> {
        if let Some(size) = self.types().size(ty) {
            return Ok(self.int(i128::from(size), self.types().size_type(), span));
        }
        let Type::Array { element, length } = *self.types().get(ty) else {
            return Err(Unsupported { feature: "sizeof of an incomplete type".into(), span });
        };
        let count = match length {
            ArrayLength::Fixed(length) => {
                self.int(i128::from(length), self.types().size_type(), span)
            }
            ArrayLength::Variable(local) => self.load_local(local, span),
            ArrayLength::Unknown => {
                return Err(Unsupported { feature: "sizeof of an incomplete array".into(), span });
            }
        };
        let element = self.size_of(element, span)?;
        Ok(binary(BinaryOp::Mul, count, element, self.types().size_type(), span))
    }

    /// Pointer plus or minus integer, also where the pointee's size is variable.
    pub(crate) fn pointer_offset(
        &mut self,
        op: BinaryOp,
        pointer: Expr,
        index: Expr,
        span: Span,
    ) -> Lowered<Expr> {
        let ty = pointer.ty;
        let target = self.types().pointee(ty);
        let Some(target) = target.filter(|target| self.types().size(*target).is_none()) else {
            return Ok(binary(op, pointer, index, ty, span));
        };
        let size = self.size_of(target, span)?;
        let size = self.cast(size, self.types().difference_type(), true, span)?;
        let index = self.cast(index, self.types().difference_type(), true, span)?;
        let bytes = binary(BinaryOp::Mul, index, size, self.types().difference_type(), span);
        let base = self.cast(pointer, TypeTable::CHAR_POINTER, true, span)?;
        let moved = binary(op, base, bytes, TypeTable::CHAR_POINTER, span);
        self.cast(moved, ty, true, span)
    }

    /// Difference of two pointers in elements.
    pub(crate) fn pointer_difference(
        &mut self,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Lowered<Expr> {
        let target = self.types().pointee(left.ty);
        let Some(target) = target.filter(|target| self.types().size(*target).is_none()) else {
            let right = if right.ty == left.ty {
                right
            } else {
                let ty = left.ty;
                self.cast(right, ty, true, span)?
            };
            return Ok(binary(
                BinaryOp::PtrDiff,
                left,
                right,
                self.types().difference_type(),
                span,
            ));
        };
        let size = self.size_of(target, span)?;
        let size = self.cast(size, self.types().difference_type(), true, span)?;
        let left = self.cast(left, TypeTable::CHAR_POINTER, true, span)?;
        let right = self.cast(right, TypeTable::CHAR_POINTER, true, span)?;
        let bytes = binary(BinaryOp::PtrDiff, left, right, self.types().difference_type(), span);
        Ok(binary(BinaryOp::Div, bytes, size, self.types().difference_type(), span))
    }

    /// A local that holds an array length given as text.
    pub(crate) fn array_length(&mut self, text: &str) -> Lowered<LocalId> {
        let parsed = self.parse_text(text)?;
        let value = self.text_value(&parsed, text)?;
        let size_type = self.types().size_type();
        let value = self.cast(value, size_type, true, Span::NONE)?;
        let local = self.new_temporary(size_type, Span::NONE);
        self.assign(Place::local(local, size_type), value, Span::NONE);
        Ok(local)
    }

    /// The type of an expression given as text. It is evaluated only if its type has a length that
    /// only the run knows.
    pub(crate) fn typeof_text(&mut self, text: &str) -> Lowered<TypeId> {
        let parsed = self.parse_text(text)?;
        let ty = self.discarded(|this| this.text_type_of(&parsed, text))?;
        if super::finish::is_variably_modified(self.types(), ty) {
            return self.text_type_of(&parsed, text);
        }
        Ok(ty)
    }

    fn text_type_of(&mut self, parsed: &SizeExpr, text: &str) -> Lowered<TypeId> {
        if let SizeExpr::Name(name) = parsed
            && let Some(Entity::Function(id)) = self.unit.scopes.value(name)
        {
            return Ok(self.program().functions[*id].ty);
        }
        match self.text_place(parsed, text) {
            Ok(place) => Ok(place.ty),
            Err(_) => self.text_value(parsed, text).map(|value| value.ty),
        }
    }

    pub(super) fn parse_text(&mut self, text: &str) -> Lowered<SizeExpr> {
        let scopes = &self.unit.scopes;
        SizeExpr::parse(text, &|name| scopes.typedef(name).is_some()).map_err(|_| not_text(text))
    }

    pub(super) fn text_value(&mut self, size: &SizeExpr, text: &str) -> Lowered<Expr> {
        let span = Span::NONE;
        match size {
            SizeExpr::Int { value, is_unsigned, longs } => {
                let ty = literal_type(self.types().data_model(), *value, *is_unsigned, *longs);
                Ok(Expr::constant(*value, ty, span))
            }
            SizeExpr::Char { value, .. } => Ok(self.int(i128::from(*value), TypeTable::INT, span)),
            SizeExpr::Name(name) => match self.unit.scopes.value(name).cloned() {
                Some(Entity::EnumConstant { value, ty }) => Ok(self.int(value, ty, span)),
                Some(Entity::Function(id)) => {
                    self.unit.linker.mark_used(Symbol::Function(id));
                    let ty = self.program().functions[id].ty;
                    let ty = self.types_mut().pointer_to(ty);
                    Ok(Expr { kind: ExprKind::FunctionAddress(id), ty, span })
                }
                _ => self.text_load(size, text),
            },
            SizeExpr::Member { .. } | SizeExpr::Index { .. } => self.text_load(size, text),
            SizeExpr::Unary(op, operand) => self.text_unary(*op, operand, text),
            SizeExpr::Postfix { operand, decrement } => {
                let place = self.text_place(operand, text)?;
                let old = self.keep(Expr::load(place.clone(), span));
                self.text_step(place, *decrement)?;
                Ok(old)
            }
            SizeExpr::Binary(op, left, right) => {
                let left = self.text_value(left, text)?;
                let left = self.keep(left);
                let right = self.text_value(right, text)?;
                self.text_binary(*op, left, right)
            }
            SizeExpr::Comma(left, right) => {
                self.text_value(left, text)?;
                self.text_value(right, text)
            }
            SizeExpr::Assign { op, target, value } => {
                let value = self.text_value(value, text)?;
                let place = self.text_place(target, text)?;
                let value = match op {
                    Some(op) => self.text_binary(*op, Expr::load(place.clone(), span), value)?,
                    None => value,
                };
                let value = self.cast(value, place.ty, true, span)?;
                let value = self.keep(value);
                self.assign(place, value.clone(), span);
                Ok(value)
            }
            SizeExpr::Conditional { condition, then: Some(then), otherwise } => {
                self.text_conditional(condition, then, otherwise, text)
            }
            SizeExpr::Call { callee, arguments } => self.text_call(callee, arguments, text),
            SizeExpr::Cast(ty, operand) => {
                let value = self.text_value(operand, text)?;
                let ty = self.parsed_type(ty)?;
                self.cast(value, ty, false, span)
            }
            SizeExpr::SizeofType(ty) => {
                let ty = self.parsed_type(ty)?;
                self.size_of(ty, span)
            }
            SizeExpr::SizeofExpr(operand) => {
                let mut ty = self.discarded(|this| this.text_type_of(operand, text))?;
                if self.is_variable_array(ty) {
                    ty = self.text_type_of(operand, text)?;
                }
                self.size_of(ty, span)
            }
            SizeExpr::AlignofType(ty) => {
                let ty = self.parsed_type(ty)?;
                let align = self.types().align(ty);
                Ok(self.int(i128::from(align), self.types().size_type(), span))
            }
            SizeExpr::OffsetOf { ty, path } => self.text_offset(ty, path, text),
            _ => Err(not_text(text)),
        }
    }

    /// `offsetof` with an index that only the run knows.
    fn text_offset(
        &mut self,
        ty: &crate::type_text::TypeText,
        path: &[OffsetStep],
        text: &str,
    ) -> Lowered<Expr> {
        let span = Span::NONE;
        let record = self.parsed_type(ty)?;
        let pointer = self.types_mut().pointer_to(record);
        let mut place = Place::deref(Expr::constant(0, pointer, span), record);
        for step in path {
            match step {
                OffsetStep::Member(name) => self.push_member(&mut place, name, text)?,
                OffsetStep::Index(index) => {
                    let index = self.text_value(index, text)?;
                    place.ty = self.types().element(place.ty).ok_or_else(|| not_text(text))?;
                    place.path.push(Projection::Index(index));
                }
            }
        }
        let ty = self.types_mut().pointer_to(place.ty);
        let address = self.address_of(place, ty, span);
        self.cast(address, self.types().size_type(), true, span)
    }

    fn push_member(&mut self, place: &mut Place, name: &str, text: &str) -> Lowered<()> {
        let path = self.member_path(place.ty, name).ok_or_else(|| not_text(text))?;
        for index in path {
            let (_, record) = self.types().record(place.ty).ok_or_else(|| not_text(text))?;
            place.ty = record.fields[index as usize].ty;
            place.path.push(Projection::Field(index));
        }
        Ok(())
    }

    fn text_load(&mut self, size: &SizeExpr, text: &str) -> Lowered<Expr> {
        let place = self.text_place(size, text)?;
        match self.types().element(place.ty) {
            Some(element) => {
                let ty = self.types_mut().pointer_to(element);
                Ok(self.address_of(place, ty, Span::NONE))
            }
            None => Ok(Expr::load(place, Span::NONE)),
        }
    }

    fn parsed_type(&mut self, ty: &crate::type_text::TypeText) -> Lowered<TypeId> {
        super::types::resolve(self, ty)
    }

    fn text_unary(&mut self, op: PrefixOp, operand: &SizeExpr, text: &str) -> Lowered<Expr> {
        let span = Span::NONE;
        match op {
            PrefixOp::Deref => {
                let pointer = self.text_value(operand, text)?;
                let target = self.types().pointee(pointer.ty).ok_or_else(|| not_text(text))?;
                Ok(Expr::load(Place::deref(pointer, target), span))
            }
            PrefixOp::AddressOf => {
                let place = self.text_place(operand, text)?;
                let ty = self.types_mut().pointer_to(place.ty);
                Ok(self.address_of(place, ty, span))
            }
            PrefixOp::Increment | PrefixOp::Decrement => {
                let place = self.text_place(operand, text)?;
                self.text_step(place.clone(), op == PrefixOp::Decrement)?;
                Ok(Expr::load(place, span))
            }
            PrefixOp::Not => {
                let operand = self.text_value(operand, text)?;
                let kind = ExprKind::Unary(UnaryOp::LogicalNot, Box::new(operand));
                Ok(Expr { kind, ty: TypeTable::INT, span })
            }
            PrefixOp::Plus | PrefixOp::Minus | PrefixOp::BitNot => {
                let value = self.text_value(operand, text)?;
                let ty = default_promotion(self.types(), value.ty);
                let value = self.cast(value, ty, true, span)?;
                let op = match op {
                    PrefixOp::Minus => UnaryOp::Neg,
                    PrefixOp::BitNot => UnaryOp::BitNot,
                    _ => return Ok(value),
                };
                Ok(Expr { kind: ExprKind::Unary(op, Box::new(value)), ty, span })
            }
        }
    }

    fn text_step(&mut self, place: Place, decrement: bool) -> Lowered<()> {
        let span = Span::NONE;
        let one = self.int(1, TypeTable::INT, span);
        let op = if decrement { BinaryOp::Sub } else { BinaryOp::Add };
        let value = self.text_binary(op, Expr::load(place.clone(), span), one)?;
        let value = self.cast(value, place.ty, true, span)?;
        self.assign(place, value, span);
        Ok(())
    }

    /// An operator after the usual arithmetic conversions.
    fn text_binary(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Lowered<Expr> {
        let span = Span::NONE;
        if self.types().is_pointer(left.ty) || self.types().is_pointer(right.ty) {
            return self.arithmetic(op, left, right, span);
        }
        let promoted_left = default_promotion(self.types(), left.ty);
        let promoted_right = default_promotion(self.types(), right.ty);
        if op.is_shift() {
            let left = self.cast(left, promoted_left, true, span)?;
            let right = self.cast(right, promoted_right, true, span)?;
            return self.arithmetic(op, left, right, span);
        }
        let common = self.common_type(promoted_left, promoted_right);
        let left = self.cast(left, common, true, span)?;
        let right = self.cast(right, common, true, span)?;
        self.arithmetic(op, left, right, span)
    }

    /// The usual arithmetic conversions, on promoted types (C11 6.3.1.8).
    fn common_type(&self, left: TypeId, right: TypeId) -> TypeId {
        let rank = |ty| match self.types().scalar(ty) {
            Some(Scalar::Float(_)) => (1000, false),
            Some(Scalar::Int { bits, signed }) => (bits, !signed),
            None => (0, false),
        };
        if rank(left) >= rank(right) { left } else { right }
    }

    fn text_conditional(
        &mut self,
        condition: &SizeExpr,
        then: &SizeExpr,
        otherwise: &SizeExpr,
        text: &str,
    ) -> Lowered<Expr> {
        let span = Span::NONE;
        let condition = self.text_value(condition, text)?;
        let [then_block, else_block, join] = [(); 3].map(|()| self.new_block());
        let branch =
            TerminatorKind::Branch { condition, id: None, then: then_block, otherwise: else_block };
        self.terminate(branch, span);
        let wide = self.types().int64(true);
        let result = self.new_temporary(wide, span);
        for (block, value) in [(then_block, then), (else_block, otherwise)] {
            self.start(block);
            let value = self.text_value(value, text)?;
            let value = self.cast(value, wide, true, span)?;
            self.assign(Place::local(result, wide), value, span);
            self.goto(join, span);
        }
        self.start(join);
        Ok(self.load_local(result, span))
    }

    fn text_call(
        &mut self,
        callee: &SizeExpr,
        arguments: &[SizeExpr],
        text: &str,
    ) -> Lowered<Expr> {
        let span = Span::NONE;
        let callee = self.text_value(callee, text)?;
        let ty = self.types().function(callee.ty).cloned().ok_or_else(|| not_text(text))?;
        let mut args = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let value = self.text_value(argument, text)?;
            let wanted = match ty.params.get(index) {
                Some(param) => *param,
                None => default_promotion(self.types(), value.ty),
            };
            let value = self.cast(value, wanted, true, span)?;
            args.push(self.keep(value));
        }
        let callee = match callee.kind {
            ExprKind::FunctionAddress(id) => Callee::Direct(id),
            _ => Callee::Indirect(callee),
        };
        let result = self.new_temporary(ty.result, span);
        let dest = Some(Place::local(result, ty.result));
        self.emit(StatementKind::Call { dest, callee, args }, span);
        Ok(self.load_local(result, span))
    }

    fn text_place(&mut self, size: &SizeExpr, text: &str) -> Lowered<Place> {
        let span = Span::NONE;
        match size {
            SizeExpr::Name(name) => match self.unit.scopes.value(name).cloned() {
                Some(Entity::Local(local)) => Ok(Place::local(local, self.locals[local].ty)),
                Some(Entity::Global(id)) => self.global_place(id, span),
                Some(Entity::VariableArray { pointer, ty }) => {
                    Ok(Place::deref(self.load_local(pointer, span), ty))
                }
                _ => Err(not_text(text)),
            },
            SizeExpr::Member { base, name, is_arrow } => {
                let mut place = if *is_arrow {
                    let pointer = self.text_value(base, text)?;
                    let target = self.types().pointee(pointer.ty).ok_or_else(|| not_text(text))?;
                    Place::deref(pointer, target)
                } else {
                    self.text_place(base, text)?
                };
                self.push_member(&mut place, name, text)?;
                Ok(place)
            }
            SizeExpr::Index { base, index } => {
                let pointer = self.text_value(base, text)?;
                let pointer = self.keep(pointer);
                let index = self.text_value(index, text)?;
                let pointer = self.pointer_offset(BinaryOp::PtrAdd, pointer, index, span)?;
                let target = self.types().pointee(pointer.ty).ok_or_else(|| not_text(text))?;
                Ok(Place::deref(pointer, target))
            }
            SizeExpr::Unary(PrefixOp::Deref, operand) => {
                let pointer = self.text_value(operand, text)?;
                let target = self.types().pointee(pointer.ty).ok_or_else(|| not_text(text))?;
                Ok(Place::deref(pointer, target))
            }
            _ => Err(not_text(text)),
        }
    }

    /// The fields from a record to the member with this name, through anonymous members.
    fn member_path(&self, ty: TypeId, name: &str) -> Option<Vec<u32>> {
        let (_, record) = self.types().record(ty)?;
        for (index, field) in record.fields.iter().enumerate() {
            if field.name == name {
                return Some(vec![index as u32]);
            }
            if field.name.is_empty()
                && let Some(mut rest) = self.member_path(field.ty, name)
            {
                rest.insert(0, index as u32);
                return Some(rest);
            }
        }
        None
    }
}

fn binary(op: BinaryOp, left: Expr, right: Expr, ty: TypeId, span: Span) -> Expr {
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span }
}

fn literal_type(model: DataModel, value: u128, is_unsigned: bool, longs: u8) -> TypeId {
    let kinds = match is_unsigned {
        false => [IntKind::Int, IntKind::Long, IntKind::LongLong],
        true => [IntKind::UnsignedInt, IntKind::UnsignedLong, IntKind::UnsignedLongLong],
    };
    let fits = |kind: &IntKind| value >> (kind.bits(model) - u32::from(!is_unsigned)) == 0;
    let kind = kinds.into_iter().skip(longs.into()).find(fits);
    TypeTable::int(kind.unwrap_or(kinds[2]))
}

fn not_text(text: &str) -> Unsupported {
    Unsupported { feature: format!("expression `{text}` in a type"), span: Span::NONE }
}

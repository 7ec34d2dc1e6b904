//! Lvalues.

use super::Lowered;
use super::builtin::is_library_builtin;
use super::function::FunctionLowering;
use super::link::Symbol;
use super::scope::Entity;
use crate::ast::{Kind, Node};
use crate::literal;
use crate::type_text::{TypeText, TypeTextKind};
use clew_ir::{
    BinaryOp, Builtin, Expr, ExprKind, GlobalKind, Image, Place, PlaceBase, Projection, Span, Type,
    TypeId,
};

impl FunctionLowering<'_, '_> {
    /// The place an lvalue names. An aggregate that is no lvalue gets a temporary.
    pub(crate) fn place(&mut self, node: &Node) -> Lowered<Place> {
        let span = self.span(node);
        let mut place = match (node.kind, node.opcode()) {
            (Kind::ParenExpr | Kind::PredefinedExpr | Kind::ConstantExpr, _)
            | (Kind::UnaryOperator, "__extension__")
                if node.child(0).is_some() =>
            {
                return self.place(&node.inner[0]);
            }
            (Kind::DeclRefExpr, _) => self.decl_place(node)?,
            (Kind::MemberExpr, _) => self.member_place(node)?,
            (Kind::ArraySubscriptExpr, _) => self.subscript_place(node, span)?,
            (Kind::UnaryOperator, "*") if node.child(0).is_some() => {
                let pointer = self.rvalue(&node.inner[0])?;
                self.deref(pointer, node)?
            }
            (Kind::StringLiteral, _) => self.string_place(node, span)?,
            (Kind::CompoundLiteralExpr, _) => self.compound_literal(node, span)?,
            (Kind::GenericSelectionExpr | Kind::ChooseExpr, _) => {
                let chosen = self.chosen(node)?;
                return self.place(chosen);
            }
            (Kind::ImplicitCastExpr | Kind::CStyleCastExpr, _)
                if node.cast_kind.as_deref() == Some("NoOp")
                    && node.value_category == crate::ast::ValueCategory::Lvalue =>
            {
                return self.place(&node.inner[0]);
            }
            (Kind::UnaryOperator, "__real" | "__imag") => self.complex_part(node, span)?,
            _ => {
                let value = self.rvalue(node)?;
                return Ok(self.value_place(value));
            }
        };
        match sharing(node) {
            Sharing::None => {}
            Sharing::Volatile => place.is_volatile = true,
            Sharing::Atomic => {
                place.is_volatile = true;
                self.emit_builtin(None, Builtin::Synchronize, Vec::new(), span);
            }
        }
        Ok(place)
    }

    /// The place of an aggregate value: where it is loaded from, or a temporary.
    pub(crate) fn value_place(&mut self, value: Expr) -> Place {
        let span = value.span;
        match value.kind {
            ExprKind::Load(place) => *place,
            _ => {
                let local = self.new_temporary(value.ty, span);
                let place = Place::local(local, value.ty);
                self.assign(place.clone(), value, span);
                place
            }
        }
    }

    /// What a name stands for.
    pub(crate) fn entity(&mut self, node: &Node) -> Lowered<Entity> {
        let known = node.referenced_decl.as_ref().and_then(|decl| {
            let by_id = self.unit.entities.get(&decl.id).cloned();
            // Builtins and functions declared implicitly have no declaration in the tree.
            by_id.or_else(|| self.unit.scopes.value(decl.name.as_deref()?).cloned())
        });
        match known {
            Some(Entity::Unsupported(unsupported)) => Err(unsupported),
            Some(entity) => {
                match entity {
                    Entity::Function(id) => self.unit.linker.mark_used(Symbol::Function(id)),
                    Entity::Global(id) => self.unit.linker.mark_used(Symbol::Global(id)),
                    _ => {}
                }
                Ok(entity)
            }
            None => {
                if let Some(function) = self.implicit_function(node) {
                    return Ok(function);
                }
                let name = node.referenced_decl.as_ref().and_then(|decl| decl.name.clone());
                self.unsupported(format!("use of `{}`", name.unwrap_or_default()), node)
            }
        }
    }

    /// A function called without a declaration (C89): `int f()`.
    fn implicit_function(&mut self, node: &Node) -> Option<Entity> {
        let decl = node.referenced_decl.as_ref().filter(|decl| decl.kind == Kind::FunctionDecl)?;
        let ty = self.node_type(node).ok()?;
        let ty = self.types().function(ty)?.clone();
        let name = decl.name.as_deref()?;
        let is_system = name.starts_with("__builtin_") || is_library_builtin(name);
        Some(Entity::Function(self.unit.undeclared_function(name, ty, is_system)))
    }

    fn decl_place(&mut self, node: &Node) -> Lowered<Place> {
        match self.entity(node)? {
            Entity::Local(local) => Ok(Place::local(local, self.locals[local].ty)),
            Entity::Global(global) => {
                let span = self.span(node);
                self.global_place(global, span)
            }
            Entity::VariableArray { pointer, ty } => {
                let span = self.span(node);
                Ok(Place::deref(self.load_local(pointer, span), ty))
            }
            Entity::Unsupported(unsupported) => Err(unsupported),
            Entity::Function(_) | Entity::EnumConstant { .. } => {
                self.unsupported("lvalue of this form", node)
            }
        }
    }

    /// An object, by the type that this unit gives it.
    pub(crate) fn global_place(&mut self, id: clew_ir::GlobalId, span: Span) -> Lowered<Place> {
        let ty = self.program().globals[id].ty;
        let place = Place::global(id, ty);
        let view = self.unit.global_views.get(&id).copied().unwrap_or(ty);
        let is_vague = super::link::is_incomplete_array(self.types(), view);
        if view == ty || is_vague {
            return Ok(place);
        }
        let pointer = self.types_mut().pointer_to(ty);
        let wanted = self.types_mut().pointer_to(view);
        let address = self.address_of(place, pointer, span);
        let address = self.cast(address, wanted, true, span)?;
        Ok(Place::deref(address, view))
    }

    fn member_place(&mut self, node: &Node) -> Lowered<Place> {
        let (Some(base), Some(member)) = (node.child(0), node.referenced_member_decl) else {
            return self.unsupported("member access of this form", node);
        };
        let Some(&(record, index)) = self.unit.fields.get(&member) else {
            return self.unsupported(format!("member `{}`", node.name()), node);
        };
        let mut place = if node.is_arrow {
            let pointer = self.rvalue(base)?;
            // The member's own record, whatever declaration the pointer's type came from.
            let ty = self.types_mut().intern(Type::Record(record));
            let wanted = self.types_mut().pointer_to(ty);
            let pointer = if pointer.ty == wanted {
                pointer
            } else {
                let span = pointer.span;
                self.cast(pointer, wanted, true, span)?
            };
            self.deref(pointer, node)?
        } else {
            self.place(base)?
        };
        let field = &self.types().records[record].fields[index as usize];
        place.ty = field.ty;
        place.path.push(Projection::Field(index));
        Ok(place)
    }

    fn subscript_place(&mut self, node: &Node, span: Span) -> Lowered<Place> {
        let [left, right] = &node.inner[..] else {
            return self.unsupported("subscript of this form", node);
        };
        if super::vector::is_vector(left) {
            return self.vector_subscript(left, right, node);
        }
        // C allows `2[a]`; which side is the pointer shows in the types.
        let is_left_pointer = is_pointer_text(left);
        let (base, index) = if is_left_pointer { (left, right) } else { (right, left) };
        if let Some(array) = decayed_array(base) {
            let mut place = self.place(array)?;
            if self.is_variable_array(place.ty) {
                return self.variable_subscript(place, index, node, span);
            }
            if super::expr::has_side_effects(index) {
                place = self.stabilise(place);
            }
            let index = self.rvalue(index)?;
            let Some(element) = self.types().element(place.ty) else {
                return self.unsupported("subscript of this form", node);
            };
            place.ty = element;
            place.path.push(Projection::Index(index));
            return Ok(place);
        }
        let mut operands = self.operands(&[base, index])?;
        let (Some(index), Some(pointer)) = (operands.pop(), operands.pop()) else {
            return self.unsupported("subscript of this form", node);
        };
        let pointer = self.pointer_offset(BinaryOp::PtrAdd, pointer, index, span)?;
        self.deref(pointer, node)
    }

    /// An element of an array whose length (or whose elements' length) only the run knows.
    fn variable_subscript(
        &mut self,
        array: Place,
        index: &Node,
        node: &Node,
        span: Span,
    ) -> Lowered<Place> {
        let Some(element) = self.types().element(array.ty) else {
            return self.unsupported("subscript of this form", node);
        };
        let ty = self.types_mut().pointer_to(element);
        let mut pointer = self.address_of(array, ty, span);
        if super::expr::has_side_effects(index) {
            pointer = self.keep(pointer);
        }
        let index = self.rvalue(index)?;
        let pointer = self.pointer_offset(BinaryOp::PtrAdd, pointer, index, span)?;
        self.deref(pointer, node)
    }

    /// What a pointer points to.
    pub(crate) fn deref(&mut self, pointer: Expr, node: &Node) -> Lowered<Place> {
        let Some(target) = self.types().pointee(pointer.ty) else {
            return self.unsupported("dereference of this form", node);
        };
        // `*&x` is `x`.
        if let ExprKind::AddressOf(place) = &pointer.kind
            && place.ty == target
        {
            return Ok((**place).clone());
        }
        if let Some(place) = self.fixed_place(&pointer, target)? {
            return Ok(place);
        }
        Ok(Place::deref(pointer, target))
    }

    /// The address of a place, as a pointer of type `ty`.
    pub(crate) fn address_of(&mut self, place: Place, ty: TypeId, span: Span) -> Expr {
        match place.base {
            PlaceBase::Deref(pointer) if place.path.is_empty() => {
                if pointer.ty == ty {
                    return *pointer;
                }
                Expr { kind: ExprKind::Cast { operand: pointer, implicit: true }, ty, span }
            }
            _ => Expr { kind: ExprKind::AddressOf(Box::new(place)), ty, span },
        }
    }

    /// The same place with every address part kept, so that later effects do not move it.
    pub(crate) fn stabilise(&mut self, mut place: Place) -> Place {
        if let PlaceBase::Deref(pointer) = place.base {
            place.base = PlaceBase::Deref(Box::new(self.keep(*pointer)));
        }
        for step in &mut place.path {
            if let Projection::Index(index) = step {
                let kept = self.keep(index.clone());
                *index = kept;
            }
        }
        place
    }

    fn string_place(&mut self, node: &Node, span: Span) -> Lowered<Place> {
        let ty = self.node_type(node)?;
        let bytes = self.string_bytes(node, ty)?;
        Ok(self.string_object(ty, bytes, span))
    }

    /// The object of a string literal with these bytes.
    pub(super) fn string_object(&mut self, ty: TypeId, bytes: Vec<u8>, span: Span) -> Place {
        let key = (ty, bytes);
        let global = match self.unit.strings.get(&key) {
            Some(&global) => global,
            None => {
                let image = Image { bytes: key.1.clone(), relocations: Vec::new() };
                let global = self.unit.literal(GlobalKind::StringLiteral, ty, image, true, span);
                self.unit.strings.insert(key, global);
                global
            }
        };
        Place::global(global, ty)
    }

    /// The bytes of a string literal, cut or padded to the array type it initialises.
    pub(crate) fn string_bytes(&mut self, node: &Node, ty: TypeId) -> Lowered<Vec<u8>> {
        let (Some(text), Some(element)) = (node.value_text(), self.types().element(ty)) else {
            return self.unsupported("string literal of this form", node);
        };
        let width = self.types().size(element).unwrap_or(1) as usize;
        let units = match literal::string_units(text, width as u32 * 8) {
            Ok(units) => units,
            Err(reason) => return self.unsupported(format!("string literal ({reason})"), node),
        };
        let mut bytes: Vec<u8> =
            units.iter().flat_map(|unit| unit.to_le_bytes()[..width].to_vec()).collect();
        let size = self.types().size(ty).unwrap_or(bytes.len() as u64 + width as u64);
        bytes.resize(size as usize, 0);
        Ok(bytes)
    }

    fn compound_literal(&mut self, node: &Node, span: Span) -> Lowered<Place> {
        let Some(init) = node.child(0) else {
            return self.unsupported("compound literal of this form", node);
        };
        // The initialiser's type knows the length of `(int[]){1, 2}`.
        let ty = self.node_type(init)?;
        if self.is_static_context {
            let align = self.unit.object_align(node, ty)?;
            return self.static_literal(ty, init, align);
        }
        let local = self.new_local(
            &format!("literal.{}", self.locals.len()),
            ty,
            clew_ir::LocalKind::Variable,
            span,
        );
        self.locals[local].align = self.unit.object_align(node, ty)?;
        self.emit(clew_ir::StatementKind::Live(local), span);
        if let Some(scope) = self.scopes.last_mut()
            && !scope.has_labels
        {
            scope.actions.push(super::function::ScopeAction::Dead(local));
        }
        let place = Place::local(local, ty);
        self.initialize(place.clone(), init)?;
        Ok(place)
    }
}

/// The array lvalue behind an array-to-pointer decay.
fn decayed_array(node: &Node) -> Option<&Node> {
    let node = node.without_parens();
    let is_decay =
        node.is(Kind::ImplicitCastExpr) && node.cast_kind.as_deref() == Some("ArrayToPointerDecay");
    if is_decay { node.child(0) } else { None }
}

fn is_pointer_text(node: &Node) -> bool {
    let text = node
        .ty
        .as_ref()
        .map_or("", |ty| ty.desugared_qual_type.as_deref().unwrap_or(&ty.qual_type));
    text.contains('*') || text.contains('[') || text.contains('(') || !is_integer_text(text)
}

/// Whether a type text names an integer type directly.
fn is_integer_text(text: &str) -> bool {
    let mut words = text.split_whitespace().peekable();
    if words.peek().is_some_and(|word| *word == "enum") {
        return true;
    }
    words.all(|word| {
        matches!(
            word,
            "const"
                | "volatile"
                | "char"
                | "short"
                | "int"
                | "long"
                | "signed"
                | "unsigned"
                | "_Bool"
                | "bool"
                | "__int128"
        )
    })
}

/// Who else may write an object, by its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sharing {
    None,
    /// The world, at any time.
    Volatile,
    /// Other threads, which also show what they wrote before.
    Atomic,
}

/// What the type of an expression says, typedefs resolved.
fn sharing(node: &Node) -> Sharing {
    let Some(ty) = &node.ty else { return Sharing::None };
    let text = ty.desugared_qual_type.as_ref().unwrap_or(&ty.qual_type);
    if !text.contains("volatile") && !text.contains("_Atomic") {
        return Sharing::None;
    }
    match TypeText::parse(text) {
        Ok(TypeText { kind: TypeTextKind::Atomic(_), .. }) => Sharing::Atomic,
        Ok(parsed) if parsed.is_volatile => Sharing::Volatile,
        Ok(_) => Sharing::None,
        // What cannot be read may well say it.
        Err(_) => Sharing::Volatile,
    }
}

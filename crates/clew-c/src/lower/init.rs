//! Initialisers of automatic objects.

use super::Lowered;
use super::function::FunctionLowering;
use crate::ast::{Kind, Node};
use clang_ast::Id as ClangId;
use clew_ir::{ArrayLength, Expr, GlobalKind, Image, Place, Projection, StatementKind, Type};
use rustc_hash::FxHashMap;

/// The values that a list gives to several elements (`[0 ... 3] = f()`), by clang's ids of them: each is
/// evaluated once, and is there as soon as it has been.
pub(crate) type Shared = FxHashMap<ClangId, Option<Expr>>;

/// Aggregates with at least this many bytes and only constants in them are copied from a static
/// image, as compilers do, instead of being assigned member by member.
const COPY_FROM_IMAGE: u64 = 64;

impl FunctionLowering<'_, '_> {
    /// Initialises an object that holds nothing yet.
    pub(crate) fn initialize(&mut self, place: Place, init: &Node) -> Lowered<()> {
        let span = self.span(init);
        if self.types().scalar(place.ty).is_some() {
            let value = self.kept_value(init)?;
            let value = self.cast(value, place.ty, true, span)?;
            self.assign(place, value, span);
            return Ok(());
        }
        let init = strip(init);
        let is_list = matches!(init.kind, Kind::InitListExpr | Kind::DesignatedInitUpdateExpr);
        if is_list
            && self.types().size(place.ty).is_some_and(|size| size >= COPY_FROM_IMAGE)
            && let Some(image) = self.constant_image(&place, init)
        {
            let global =
                self.unit.literal(GlobalKind::CompoundLiteral, place.ty, image, true, span);
            let value = Expr::load(Place::global(global, place.ty), span);
            self.assign(place, value, span);
            return Ok(());
        }
        if is_list {
            self.emit(StatementKind::Zero(place.clone()), span);
        }
        let around = std::mem::replace(&mut self.shared, shared_values(init));
        let lowered = self.members(place, init);
        self.shared = around;
        lowered
    }

    /// Initialises the parts of an object whose bytes are all zero (or all to be written).
    fn members(&mut self, place: Place, init: &Node) -> Lowered<()> {
        let span = self.span(init);
        let init = strip(init);
        match init.kind {
            Kind::ImplicitValueInitExpr | Kind::NoInitExpr => Ok(()),
            Kind::InitListExpr => {
                if self.types().scalar(place.ty).is_some() {
                    return match init.child(0) {
                        Some(value) => self.members(place, value),
                        None => Ok(()),
                    };
                }
                self.list(place, init)
            }
            Kind::StringLiteral if self.types().element(place.ty).is_some() => {
                self.copy_string(place, init)
            }
            Kind::DesignatedInitUpdateExpr => {
                self.unsupported("designated initialiser that updates another", init)
            }
            _ => {
                let value = self.member_value(init)?;
                let value = self.cast(value, place.ty, true, span)?;
                if self.constant_bits(&value) != Some(0) || self.is_bit_field(&place) {
                    self.assign(place, value, span);
                }
                Ok(())
            }
        }
    }

    /// The value of an element. What a range of elements has in common has its effects once.
    fn member_value(&mut self, init: &Node) -> Lowered<Expr> {
        let shared = init.id.filter(|id| self.shared.contains_key(id));
        if let Some(Some(value)) = shared.and_then(|id| self.shared.get(&id)) {
            return Ok(value.clone());
        }
        let value = self.kept_value(init)?;
        let Some(id) = shared else { return Ok(value) };
        let value = self.keep(value);
        self.shared.insert(id, Some(value.clone()));
        Ok(value)
    }

    fn list(&mut self, place: Place, init: &Node) -> Lowered<()> {
        match self.types().get(place.ty).clone() {
            Type::Array { element, .. } => {
                // An array list that is one string: `char s[] = {"abc"}`.
                if let [only] = &init.inner[..]
                    && strip(only).is(Kind::StringLiteral)
                    && self.types().is_character(element)
                {
                    return self.copy_string(place, strip(only));
                }
                let (elements, filler) = list_elements(init);
                for (index, node) in elements.iter().enumerate() {
                    let part = self.element(&place, index as u64, element);
                    self.members(part, node)?;
                }
                self.fill(place, element, elements.len() as u64, filler)
            }
            Type::Record(record) => {
                if let Some(parts) = self.parts(place.ty) {
                    return self.number_list(place, parts, init);
                }
                let members = initialised_fields(self.unit, record, init);
                for (index, node) in members {
                    let mut part = place.clone();
                    part.path.push(Projection::Field(index));
                    part.ty = self.types().records[record].fields[index as usize].ty;
                    self.members(part, node)?;
                }
                Ok(())
            }
            _ => self.unsupported("initialiser of this form", init),
        }
    }

    /// The elements of a vector, or the parts of a `_Complex` number.
    fn number_list(&mut self, place: Place, parts: clew_ir::Parts, init: &Node) -> Lowered<()> {
        if let [only] = &init.inner[..]
            && parts.kind == clew_ir::RecordKind::Complex
        {
            return self.members(place, only);
        }
        for (at, node) in (0..parts.count).zip(&init.inner) {
            let part = self.part_place(&place, parts, at);
            self.members(part, node)?;
        }
        Ok(())
    }

    /// The rest of an array, where the filler is not zero.
    fn fill(
        &mut self,
        place: Place,
        element: clew_ir::TypeId,
        from: u64,
        filler: Option<&Node>,
    ) -> Lowered<()> {
        let Some(filler) = filler.filter(|node| !node.is(Kind::ImplicitValueInitExpr)) else {
            return Ok(());
        };
        let Type::Array { length: ArrayLength::Fixed(length), .. } = *self.types().get(place.ty)
        else {
            return Ok(());
        };
        for index in from..length {
            let part = self.element(&place, index, element);
            self.members(part, filler)?;
        }
        Ok(())
    }

    fn element(&self, place: &Place, index: u64, element: clew_ir::TypeId) -> Place {
        let index = self.int(i128::from(index), self.types().size_type(), clew_ir::Span::NONE);
        let mut part = place.clone();
        part.path.push(Projection::Index(index));
        part.ty = element;
        part
    }

    /// `char s[8] = "abc"`: the whole array is copied from an image.
    fn copy_string(&mut self, place: Place, literal: &Node) -> Lowered<()> {
        let span = self.span(literal);
        let bytes = self.string_bytes(literal, place.ty)?;
        let image = Image { bytes, relocations: Vec::new() };
        let global = self.unit.literal(GlobalKind::CompoundLiteral, place.ty, image, true, span);
        let value = Expr::load(Place::global(global, place.ty), span);
        self.assign(place, value, span);
        Ok(())
    }
}

/// The values in a list that stand for several of its elements.
fn shared_values(init: &Node) -> Shared {
    fn visit(node: &Node, seen: &mut FxHashMap<ClangId, u32>) {
        let node = strip(node);
        if node.is(Kind::InitListExpr) {
            return node.inner.iter().chain(&node.array_filler).for_each(|it| visit(it, seen));
        }
        if let Some(id) = node.id {
            *seen.entry(id).or_default() += 1;
        }
    }
    let mut seen = FxHashMap::default();
    visit(init, &mut seen);
    seen.into_iter().filter(|(_, times)| *times > 1).map(|(id, _)| (id, None)).collect()
}

/// The node without parentheses and the wrappers that mean nothing in an initialiser.
pub(crate) fn strip(node: &Node) -> &Node {
    let mut node = node;
    loop {
        let transparent = match node.kind {
            Kind::ParenExpr | Kind::ConstantExpr => true,
            Kind::UnaryOperator => node.opcode() == "__extension__",
            _ => false,
        };
        match node.child(0) {
            Some(inner) if transparent => node = inner,
            _ => return node,
        }
    }
}

/// The elements of an array's list, and what fills the rest. clang puts the filler first.
pub(crate) fn list_elements(init: &Node) -> (&[Node], Option<&Node>) {
    match init.array_filler.split_first() {
        Some((filler, elements)) => (elements, Some(filler)),
        None => (&init.inner, None),
    }
}

/// Which field each initialiser of a record's list is for.
pub(crate) fn initialised_fields<'n>(
    unit: &super::Unit<'_>,
    record: clew_ir::RecordId,
    init: &'n Node,
) -> Vec<(u32, &'n Node)> {
    if let Some(field) = &init.field {
        let index = unit.fields.get(&field.id).map_or(0, |(_, index)| *index);
        return init.inner.first().map(|node| (index, node)).into_iter().collect();
    }
    let fields = &unit.linker.program.types.records[record].fields;
    let count = if fields.is_empty() { 0 } else { fields.len() };
    init.inner.iter().take(count).enumerate().map(|(i, node)| (i as u32, node)).collect()
}

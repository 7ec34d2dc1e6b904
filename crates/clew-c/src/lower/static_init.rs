//! Initialisers of objects with static storage: the bytes, and the addresses to put in them.

use super::Lowered;
use super::constant::{self, Constant};
use super::decl::Unit;
use super::function::FunctionLowering;
use super::init::{initialised_fields, list_elements, strip};
use crate::ast::{Kind, Node};
use clang_ast::Id as ClangId;
use clew_ir::{
    ArrayLength, BitRange, BlockId, FunctionId, GlobalId, GlobalKind, Image, Parts, Place,
    RecordKind, Relocation, RelocationTarget, Scalar, Type, TypeId, TypeTable, Unsupported,
};
use rustc_hash::FxHashMap;

/// The labels of the function an initialiser stands in.
#[derive(Clone, Copy)]
pub(crate) struct Labels<'a> {
    function: FunctionId,
    blocks: &'a FxHashMap<ClangId, BlockId>,
}

/// The image of an object of type `ty`.
pub(crate) fn image<'l>(
    unit: &mut Unit<'l>,
    ty: TypeId,
    init: &Node,
    labels: Option<Labels<'_>>,
) -> Lowered<Image> {
    let size = unit.linker.program.types.size(ty).unwrap_or(0);
    let mut writer = Writer {
        unit,
        labels,
        image: Image { bytes: vec![0; size as usize], relocations: Vec::new() },
    };
    writer.write(0, ty, None, init)?;
    let mut image = writer.image;
    image.relocations.sort_by_key(|relocation| relocation.offset);
    Ok(image)
}

struct Writer<'a, 'u, 'l> {
    unit: &'u mut Unit<'l>,
    labels: Option<Labels<'a>>,
    image: Image,
}

impl<'l> Writer<'_, '_, 'l> {
    fn types(&self) -> &TypeTable {
        &self.unit.linker.program.types
    }

    fn unsupported<T>(&mut self, feature: &str, node: &Node) -> Lowered<T> {
        let span = self.unit.span(node);
        Err(Unsupported { feature: feature.to_owned(), span })
    }

    fn write(
        &mut self,
        offset: u64,
        ty: TypeId,
        bits: Option<BitRange>,
        init: &Node,
    ) -> Lowered<()> {
        let init = strip(init);
        match init.kind {
            Kind::ImplicitValueInitExpr | Kind::NoInitExpr => Ok(()),
            Kind::InitListExpr => self.list(offset, ty, bits, init),
            Kind::StringLiteral if self.types().element(ty).is_some() => {
                self.string(offset, ty, init)
            }
            Kind::CompoundLiteralExpr if self.types().scalar(ty).is_none() => match init.child(0) {
                Some(inner) => self.write(offset, ty, bits, inner),
                None => Ok(()),
            },
            // A record copied from a compound literal.
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr
                if self.types().scalar(ty).is_none()
                    && init.child(0).is_some()
                    && (self.types().parts(ty).is_none() || is_literal_load(init)) =>
            {
                self.write(offset, ty, bits, &init.inner[0])
            }
            _ if self.types().parts(ty).is_some() => self.number(offset, ty, init),
            _ => self.scalar(offset, ty, bits, init),
        }
    }

    fn list(
        &mut self,
        offset: u64,
        ty: TypeId,
        bits: Option<BitRange>,
        init: &Node,
    ) -> Lowered<()> {
        match self.types().get(ty).clone() {
            Type::Array { element, length } => {
                if let [only] = &init.inner[..]
                    && strip(only).is(Kind::StringLiteral)
                    && self.types().scalar(element).is_some_and(|s| matches!(s, Scalar::Int { .. }))
                {
                    return self.string(offset, ty, strip(only));
                }
                let size = self.types().size(element).unwrap_or(0);
                let (elements, filler) = list_elements(init);
                for (index, node) in elements.iter().enumerate() {
                    self.write(offset + index as u64 * size, element, None, node)?;
                }
                let filler = filler.filter(|node| !node.is(Kind::ImplicitValueInitExpr));
                if let (Some(filler), ArrayLength::Fixed(length)) = (filler, length) {
                    for index in elements.len() as u64..length {
                        self.write(offset + index * size, element, None, filler)?;
                    }
                }
                Ok(())
            }
            Type::Record(record) => {
                if let Some(parts) = self.types().parts(ty) {
                    return self.number_list(offset, ty, parts, init);
                }
                for (index, node) in initialised_fields(self.unit, record, init) {
                    let field = self.types().records[record].fields[index as usize].clone();
                    let bits = field.bits.map(|bits| BitRange {
                        offset: bits.offset + offset * 8,
                        width: bits.width,
                    });
                    let ty = self.flexible_type(field.ty, node)?;
                    self.write(offset + field.offset, ty, bits, node)?;
                }
                Ok(())
            }
            _ => match init.child(0) {
                Some(value) => self.write(offset, ty, bits, value),
                None => Ok(()),
            },
        }
    }

    /// The elements of a vector, or the parts of a `_Complex` number.
    fn number_list(&mut self, offset: u64, ty: TypeId, parts: Parts, init: &Node) -> Lowered<()> {
        if let [only] = &init.inner[..]
            && parts.kind == RecordKind::Complex
        {
            return self.write(offset, ty, None, only);
        }
        let size = self.types().size(parts.element).unwrap_or(0);
        for (at, node) in (0..parts.count).zip(&init.inner) {
            self.write(offset + at * size, parts.element, None, node)?;
        }
        Ok(())
    }

    /// The value of a `_Complex` number or vector, which takes steps to compute.
    fn number(&mut self, offset: u64, ty: TypeId, node: &Node) -> Lowered<()> {
        let lowered = FunctionLowering::constant_context(self.unit, None, None, |lowering| {
            lowering.is_static_context = true;
            let value = lowering.rvalue(node)?;
            let span = value.span;
            let value = lowering.cast(value, ty, true, span)?;
            let parts = lowering.parts_of(value)?;
            let steps = std::mem::take(&mut lowering.blocks[lowering.current].statements);
            Ok((steps, parts))
        })?;
        let ((steps, parts), is_pure) = lowered;
        let element = self.types().parts(ty).and_then(|parts| self.types().scalar(parts.element));
        let values = constant::after(&self.unit.linker.program, &steps, &parts);
        let (true, Some(values), Some(element)) = (is_pure, values, element) else {
            return self.unsupported("initialiser that is not constant", node);
        };
        let size = self.types().data_model().size(element);
        self.reserve(offset + values.len() as u64 * size);
        for (at, value) in (0..).zip(values) {
            let start = (offset + at * size) as usize;
            let bytes = value.to_le_bytes();
            self.image.bytes[start..start + size as usize].copy_from_slice(&bytes[..size as usize]);
        }
        Ok(())
    }

    /// The type of a flexible array member is that of its initialiser.
    fn flexible_type(&mut self, ty: TypeId, node: &Node) -> Lowered<TypeId> {
        let Type::Array { length: ArrayLength::Unknown, .. } = self.types().get(ty) else {
            return Ok(ty);
        };
        super::types::node_type(self.unit, strip(node))
    }

    /// Makes room: the elements of a flexible array lie behind the object's size.
    fn reserve(&mut self, end: u64) {
        if self.image.bytes.len() < end as usize {
            self.image.bytes.resize(end as usize, 0);
        }
    }

    fn string(&mut self, offset: u64, ty: TypeId, node: &Node) -> Lowered<()> {
        let (bytes, _) = FunctionLowering::constant_context(self.unit, None, None, |lowering| {
            lowering.string_bytes(node, ty)
        })?;
        self.reserve(offset + bytes.len() as u64);
        let start = offset as usize;
        self.image.bytes[start..start + bytes.len()].copy_from_slice(&bytes);
        Ok(())
    }

    fn scalar(
        &mut self,
        offset: u64,
        ty: TypeId,
        bits: Option<BitRange>,
        node: &Node,
    ) -> Lowered<()> {
        let value = self.evaluate(ty, node)?;
        let Some(scalar) = self.types().scalar(ty) else {
            return self.unsupported("initialiser of this type", node);
        };
        let model = self.types().data_model();
        match (value, bits) {
            (Constant::Bits(value), Some(range)) => {
                self.reserve((range.offset + u64::from(range.width)).div_ceil(8));
                write_bits(&mut self.image.bytes, range, value);
            }
            (Constant::Bits(value), None) => {
                let size = model.size(scalar);
                self.reserve(offset + size);
                let bytes = value.to_le_bytes();
                let start = offset as usize;
                self.image.bytes[start..start + size as usize]
                    .copy_from_slice(&bytes[..size as usize]);
            }
            (Constant::Address(target, addend), None) if scalar.size() == model.pointer_size() => {
                self.reserve(offset + scalar.size());
                self.image.relocations.retain(|relocation| relocation.offset != offset);
                self.image.relocations.push(Relocation { offset, target, addend });
            }
            (Constant::Address(..), _) => {
                return self.unsupported("initialiser with an address", node);
            }
        }
        Ok(())
    }

    /// The constant value of a scalar initialiser.
    fn evaluate(&mut self, ty: TypeId, node: &Node) -> Lowered<Constant> {
        let labels = self.labels;
        let function = labels.map(|labels| labels.function);
        let blocks = labels.map(|labels| labels.blocks);
        // Compound literals at file scope have static storage: they become objects here.
        let lowered =
            FunctionLowering::constant_context(self.unit, function, blocks, |lowering| {
                lowering.is_static_context = true;
                let value = lowering.kept_value(node)?;
                let span = value.span;
                lowering.cast(value, ty, true, span)
            })?;
        let (value, is_pure) = lowered;
        if !is_pure {
            return self.unsupported("initialiser that is not constant", node);
        }
        let label = |block| function.map(|function| RelocationTarget::Label(function, block));
        match constant::evaluate(&self.unit.linker.program, &value, &label) {
            Some(constant) => Ok(constant),
            None => match self.constant_load(&value) {
                Some(bits) => Ok(Constant::Bits(bits)),
                None => self.unsupported("initialiser that is not constant", node),
            },
        }
    }

    /// GNU C lets the value of a `const` object initialise another.
    fn constant_load(&self, value: &clew_ir::Expr) -> Option<u128> {
        let program = &self.unit.linker.program;
        match &value.kind {
            clew_ir::ExprKind::Load(place) => {
                let Place { base: clew_ir::PlaceBase::Global(id), path, .. } = &**place else {
                    return None;
                };
                let global = &program.globals[*id];
                let image = global.init.as_ref().filter(|image| {
                    global.is_const && path.is_empty() && image.relocations.is_empty()
                })?;
                let size =
                    program.types.scalar(place.ty).and(program.types.size(place.ty))? as usize;
                let mut bytes = [0; 16];
                bytes[..size].copy_from_slice(image.bytes.get(..size)?);
                Some(u128::from_le_bytes(bytes))
            }
            clew_ir::ExprKind::Cast { operand, .. } => {
                let bits = self.constant_load(operand)?;
                let from = program.types.scalar(operand.ty)?;
                Some(clew_ir::ops::cast(from, program.types.scalar(value.ty)?, bits))
            }
            _ => None,
        }
    }
}

/// Whether a conversion only reads what it stands over.
fn is_literal_load(node: &Node) -> bool {
    matches!(node.cast_kind.as_deref(), Some("LValueToRValue" | "NoOp"))
}

/// Writes the low bits of a value into a bit range, little endian.
fn write_bits(bytes: &mut [u8], range: BitRange, value: u128) {
    for index in 0..u64::from(range.width) {
        let at = range.offset + index;
        let mask = 1_u8 << (at % 8);
        let byte = &mut bytes[(at / 8) as usize];
        if value >> index & 1 == 1 {
            *byte |= mask;
        } else {
            *byte &= !mask;
        }
    }
}

impl FunctionLowering<'_, '_> {
    /// The image of a static local, which may hold addresses of the function's labels.
    pub(crate) fn static_image(&mut self, ty: TypeId, init: &Node, id: GlobalId) -> Lowered<Image> {
        self.take_label_addresses(init);
        let labels = Labels { function: self.function, blocks: &self.labels };
        let image = image(self.unit, ty, init, Some(labels))?;
        let has_labels = image
            .relocations
            .iter()
            .any(|relocation| matches!(relocation.target, RelocationTarget::Label(..)));
        if has_labels {
            self.label_tables.push(id);
        }
        Ok(image)
    }

    /// Makes a block for each label whose address an initialiser takes.
    fn take_label_addresses(&mut self, node: &Node) {
        if node.is(Kind::AddrLabelExpr)
            && let Some(label) = node.label_decl_id
        {
            let block = self.label_block(label);
            if !self.address_labels.contains(&block) {
                self.address_labels.push(block);
            }
        }
        for child in node.inner.iter().chain(&node.array_filler) {
            self.take_label_addresses(child);
        }
    }

    /// The image of an automatic aggregate whose initialiser is constant throughout.
    pub(crate) fn constant_image(&mut self, place: &Place, init: &Node) -> Option<Image> {
        if !is_constant_list(init) {
            return None;
        }
        image(self.unit, place.ty, init, None).ok()
    }

    /// A compound literal with static storage.
    pub(crate) fn static_literal(&mut self, ty: TypeId, init: &Node, align: u64) -> Lowered<Place> {
        let image = image(self.unit, ty, init, None)?;
        let span = self.span(init);
        let id = self.unit.literal(GlobalKind::CompoundLiteral, ty, image, false, span);
        self.unit.linker.program.globals[id].align = align;
        Ok(Place::global(id, ty))
    }
}

/// Whether a list holds only literals, so that trying to make an image leaves no trace.
fn is_constant_list(node: &Node) -> bool {
    match node.kind {
        Kind::IntegerLiteral
        | Kind::CharacterLiteral
        | Kind::FloatingLiteral
        | Kind::ImplicitValueInitExpr => true,
        Kind::StringLiteral => true,
        Kind::InitListExpr | Kind::ParenExpr | Kind::ConstantExpr => {
            node.inner.iter().chain(&node.array_filler).all(is_constant_list)
        }
        Kind::UnaryOperator => {
            matches!(node.opcode(), "-" | "+" | "~") && node.inner.iter().all(is_constant_list)
        }
        Kind::ImplicitCastExpr => {
            node.cast_kind.as_deref() != Some("LValueToRValue")
                && node.inner.iter().all(is_constant_list)
        }
        _ => false,
    }
}

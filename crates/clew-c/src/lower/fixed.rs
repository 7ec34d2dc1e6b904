//! Objects at fixed addresses: the registers of devices.
//!
//! What a number turned pointer points to becomes a global that no file defines. So it is an input,
//! what is written there can be checked, and, the access being volatile, no proof rests on it.

use super::Lowered;
use super::decl::Unit;
use super::function::FunctionLowering;
use crate::ast::{Kind, Node};
use crate::type_text::{TypeText, TypeTextKind};
use clew_ir::{
    BinaryOp, Expr, ExprKind, Global, GlobalId, GlobalKind, Linkage, Place, Span, Type, TypeId,
    TypeTable, Unsupported,
};

/// Addresses below belong to null pointers and their members; no process has memory there.
const FIRST_ADDRESS: u64 = 0x1_0000;

/// How the names of such objects begin; their addresses follow.
const PREFIX: &str = "clew_fixed_";

impl FunctionLowering<'_, '_> {
    /// The value of an expression that is kept, passed or compared. Where it is the number of a device's
    /// address, it is the address of the device.
    pub(crate) fn kept_value(&mut self, node: &Node) -> Lowered<Expr> {
        let value = self.rvalue(node)?;
        Ok(self.device_address(value, node))
    }

    /// The address of a device instead of its number. Other numbers turned pointers may be marks that nobody
    /// follows, and stay numbers.
    pub(crate) fn device_address(&mut self, value: Expr, node: &Node) -> Expr {
        if !self.types().is_pointer(value.ty) || self.constant_bits(&value).is_none_or(|it| it == 0)
        {
            return value;
        }
        let Some(target) = self.device_type(node) else { return value };
        let (ty, span) = (value.ty, value.span);
        // Parts of several devices are none.
        let Ok(Some(place)) = self.fixed_place(&value, target) else { return value };
        let pointer = self.types_mut().pointer_to(target);
        let address = self.address_of(place, pointer, span);
        self.cast(address, ty, true, span).unwrap_or(value)
    }

    /// What a pointer leads to, if its type or one that it is converted from says that it is a device: it is
    /// volatile, or has volatile members.
    fn device_type(&mut self, mut node: &Node) -> Option<TypeId> {
        loop {
            let ty = node.ty.as_ref()?;
            let text = ty.desugared_qual_type.as_ref().unwrap_or(&ty.qual_type);
            let leads = match TypeText::parse(text) {
                Ok(TypeText { kind: TypeTextKind::Pointer(pointee), .. }) => Some(pointee),
                _ => None,
            };
            if let Some(pointee) = leads {
                let ty = self.node_type(node).ok().and_then(|ty| self.types().pointee(ty));
                let is_device = ty.is_some_and(|ty| self.unit.linker.is_device(ty));
                if is_device || pointee.is_volatile {
                    return ty;
                }
            }
            let is_through = matches!(
                node.kind,
                Kind::ParenExpr
                    | Kind::ImplicitCastExpr
                    | Kind::CStyleCastExpr
                    | Kind::ConstantExpr
            );
            node = node.child(0).filter(|_| is_through)?;
        }
    }

    /// The place that a constant pointer points to, if that is an address of a device.
    pub(crate) fn fixed_place(&mut self, pointer: &Expr, target: TypeId) -> Lowered<Option<Place>> {
        let span = pointer.span;
        let is_object = !matches!(self.types().get(target), Type::Void | Type::Function(_));
        let Some(address) = self.constant_bits(pointer).filter(|_| is_object) else {
            return Ok(None);
        };
        let Ok(address) = u64::try_from(address) else { return Ok(None) };
        let size = self.types().size(target).filter(|size| *size > 0);
        let Some(size) = size.filter(|_| address >= FIRST_ADDRESS) else { return Ok(None) };
        let Some((id, start)) = self.unit.fixed_object(address, size, target, span) else {
            let feature = format!("access to a part of what is at {address:#x} and more");
            return Err(Unsupported { feature, span });
        };
        let ty = self.program().globals[id].ty;
        let whole = Place::global(id, ty);
        if start == address && ty == target {
            return Ok(Some(whole));
        }
        let pointer = self.types_mut().pointer_to(ty);
        let wanted = self.types_mut().pointer_to(target);
        let base = self.address_of(whole, pointer, span);
        let base = self.cast(base, TypeTable::CHAR_POINTER, true, span)?;
        let offset = self.int(i128::from(address - start), self.types().difference_type(), span);
        let kind = ExprKind::Binary(BinaryOp::PtrAdd, Box::new(base), Box::new(offset));
        let moved = Expr { kind, ty: TypeTable::CHAR_POINTER, span };
        let moved = self.cast(moved, wanted, true, span)?;
        Ok(Some(Place::deref(moved, target)))
    }
}

impl Unit<'_> {
    /// The object that the bytes from `address` on are in, and where it starts: one that is known,
    /// or a new one. `None` where they are only partly in one that is known.
    fn fixed_object(
        &mut self,
        address: u64,
        size: u64,
        ty: TypeId,
        span: Span,
    ) -> Option<(GlobalId, u64)> {
        let end = address.checked_add(size)?;
        let linker = &mut *self.linker;
        if let Some((&start, &id)) = linker.fixed.range(..end).next_back() {
            let known = linker.program.types.size(linker.program.globals[id].ty)?;
            match (start <= address && end <= start + known, start + known <= address) {
                (true, _) => return Some((id, start)),
                (false, false) => return None,
                (false, true) => {}
            }
        }
        let id = linker.program.globals.push(Global {
            name: format!("{PREFIX}{address:x}"),
            ty,
            linkage: Linkage::External,
            unit: self.id,
            init: None,
            is_const: false,
            kind: GlobalKind::Variable,
            function: None,
            is_system: false,
            align: linker.program.types.align(ty),
            address: Some(address),
            span,
        });
        linker.fixed.insert(address, id);
        Some((id, address))
    }
}

//! Objects at fixed addresses: the registers of devices.
//!
//! What a number turned pointer points to becomes a global that no file defines. So it is an input,
//! what is written there can be checked, and, the access being volatile, no proof rests on it.

use super::Lowered;
use super::decl::Unit;
use super::function::FunctionLowering;
use clew_ir::{
    BinaryOp, Expr, ExprKind, Global, GlobalId, GlobalKind, Linkage, Place, Span, Type, TypeId,
    TypeTable, Unsupported,
};

/// Addresses below belong to null pointers and their members; no process has memory there.
const FIRST_ADDRESS: u64 = 0x1_0000;

/// How the names of such objects begin; their addresses follow.
const PREFIX: &str = "clew_fixed_";

impl FunctionLowering<'_, '_> {
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

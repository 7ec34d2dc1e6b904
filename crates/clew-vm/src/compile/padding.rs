//! Which bytes of a type are padding.

use clew_ir::{ArrayLength, FloatKind, Type, TypeId, TypeTable};

/// 0xff for each padding byte of an object of this type and size, 0 for the others; empty when
/// there is no padding.
pub(super) fn padding(types: &TypeTable, ty: TypeId, size: u64) -> Vec<u8> {
    if !may_have_padding(types, ty) {
        return Vec::new();
    }
    let mut map = vec![0xff; size as usize];
    mark_data(types, ty, 0, &mut map);
    if map.iter().all(|byte| *byte == 0) { Vec::new() } else { map }
}

fn may_have_padding(types: &TypeTable, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Record(_) | Type::Float(FloatKind::X87) => true,
        Type::Array { element, .. } => may_have_padding(types, *element),
        _ => false,
    }
}

/// Clears the bytes that hold data.
fn mark_data(types: &TypeTable, ty: TypeId, at: u64, map: &mut [u8]) {
    match types.get(ty) {
        Type::Record(record) => {
            for field in &types.records[*record].fields {
                match field.bits {
                    Some(bits) => {
                        let first = bits.offset / 8;
                        let last = (bits.offset + u64::from(bits.width) - 1) / 8;
                        clear(map, at + first, last - first + 1);
                    }
                    None => mark_data(types, field.ty, at + field.offset, map),
                }
            }
        }
        Type::Array { element, length: ArrayLength::Fixed(length) } => {
            let Some(size) = types.size(*element) else { return };
            if !may_have_padding(types, *element) {
                return clear(map, at, size.saturating_mul(*length));
            }
            for index in 0..*length {
                mark_data(types, *element, at + index * size, map);
            }
        }
        Type::Float(FloatKind::X87) => clear(map, at, 10),
        _ => clear(map, at, types.size(ty).unwrap_or(0)),
    }
}

fn clear(map: &mut [u8], start: u64, len: u64) {
    let end = (start + len).min(map.len() as u64);
    if start < end {
        map[start as usize..end as usize].fill(0);
    }
}

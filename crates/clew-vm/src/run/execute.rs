//! The loop that runs register code.
//!
//! Everything that is not simple and frequent leaves the loop by an [`Exit`]; the machine does
//! what is asked and comes back. The loop itself only picks operations apart: their meaning is in
//! [`super::scalar`] and [`crate::memory`].

use super::compute;
use super::exit::Exit;
use super::registers::{Frame, Stack, WINDOW, window_at};
use super::scalar::*;
use crate::code::{Code, Op};
use crate::memory::{CodeRegion, Memory, ObjectKind, Site};
use crate::shadow::{Shadow, View};
use clew_ir::TypeTable;

/// Runs from `position` until something ends the loop; leaves there where it stands.
#[inline(never)]
pub(super) fn execute<S: Shadow>(
    types: &TypeTable,
    code: &Code,
    memory: &mut Memory,
    stack: &mut Stack,
    shadow: &mut S,
    position: &mut u32,
    fuel: &mut u64,
) -> Exit {
    let ops = &code.ops[..];
    let mut at = *position as usize;
    let mut left = *fuel;
    let mut w = window_at(&mut stack.registers, stack.base);

    /// Leaves the loop.
    macro_rules! exit {
        ($exit:expr) => {{
            *position = at as u32;
            *fuel = left;
            return $exit;
        }};
    }
    /// Goes to a target, for one step.
    macro_rules! jump {
        ($target:expr) => {{
            at = $target as usize;
            left -= 1;
            if left == 0 {
                exit!(Exit::OutOfFuel);
            }
        }};
    }
    macro_rules! jump_if {
        ($condition:expr, $target:expr) => {
            if $condition {
                jump!($target);
            }
        };
    }
    macro_rules! load {
        ($size:literal, $pointer:expr, $displacement:expr, |$bytes:ident| $value:expr) => {{
            let (pointer, displacement): (u64, u64) = ($pointer, $displacement);
            let $bytes = match memory.load::<$size>(pointer, displacement) {
                Some(bytes) => bytes,
                None => match memory.load_slowly::<$size>(pointer, displacement) {
                    Ok(bytes) => bytes,
                    Err(trouble) => exit!(Exit::Memory(trouble)),
                },
            };
            $value
        }};
    }
    macro_rules! load_global {
        ($size:literal, $object:expr, $offset:expr, |$bytes:ident| $value:expr) => {{
            let offset: u64 = $offset;
            let $bytes = match memory.load_in::<$size>($object, offset) {
                Some(bytes) => bytes,
                None => match memory.load_slowly::<$size>(memory.address($object), offset) {
                    Ok(bytes) => bytes,
                    Err(trouble) => exit!(Exit::Memory(trouble)),
                },
            };
            $value
        }};
    }
    macro_rules! store {
        ($type:ty, $pointer:expr, $displacement:expr, $value:expr) => {{
            let (pointer, displacement): (u64, u64) = ($pointer, $displacement);
            let bytes = ($value as $type).to_le_bytes();
            if memory.store(pointer, displacement, bytes).is_none()
                && let Err(trouble) = memory.store_slowly(pointer, displacement, bytes)
            {
                exit!(Exit::Memory(trouble));
            }
        }};
    }
    macro_rules! store_global {
        ($type:ty, $object:expr, $offset:expr, $value:expr) => {{
            let offset: u64 = $offset;
            let bytes = ($value as $type).to_le_bytes();
            if memory.store_in($object, offset, bytes).is_none()
                && let Err(trouble) = memory.store_slowly(memory.address($object), offset, bytes)
            {
                exit!(Exit::Memory(trouble));
            }
        }};
    }
    /// The displacement of an element whose index is below `len`.
    macro_rules! checked {
        ($index:expr, $scale:expr, $offset:expr, $len:expr) => {{
            let index: u64 = $index;
            if index >= u64::from($len) {
                exit!(Exit::Index { index: index as i64, len: $len.into() });
            }
            index.wrapping_mul($scale.into()).wrapping_add($offset.into())
        }};
    }
    /// The value, or out with the fault.
    macro_rules! or_exit {
        ($result:expr) => {
            match $result {
                Ok(value) => value,
                Err(exit) => exit!(exit),
            }
        };
    }
    macro_rules! memory {
        ($result:expr) => {
            if let Err(trouble) = $result {
                exit!(Exit::Memory(trouble));
            }
        };
    }
    /// Enters a function.
    macro_rules! enter {
        ($d:expr, $args:expr, $function:expr) => {{
            let entry = &code.entries[$function as usize];
            if entry.start == 0 {
                at -= 1;
                exit!(Exit::NotCompiled($function));
            }
            let bytes = stack.bytes + u64::from(entry.frame_bytes);
            if bytes > stack.max_bytes {
                exit!(Exit::StackOverflow);
            }
            let base = stack.base + $args as usize;
            if base + WINDOW > stack.registers.len() {
                at -= 1;
                exit!(Exit::ShortStack);
            }
            stack.frames.push(Frame {
                position: at as u32,
                d: $d,
                base: stack.base,
                bytes: stack.bytes,
            });
            stack.base = base;
            stack.bytes = bytes;
            w = window_at(&mut stack.registers, base);
            jump!(entry.start);
        }};
    }
    /// Back to the caller; runs the rest with the frame that was left.
    macro_rules! leave {
        (|$frame:ident| $write:expr) => {{
            let Some($frame) = stack.frames.pop() else { exit!(Exit::Halt) };
            stack.base = $frame.base;
            stack.bytes = $frame.bytes;
            w = window_at(&mut stack.registers, $frame.base);
            $write;
            at = $frame.position as usize;
        }};
    }

    loop {
        let op = &ops[at];
        if S::IS_ACTIVE {
            let mut view = View {
                position: at as u32,
                base: stack.base,
                registers: &mut w,
                frames: &stack.frames,
                code,
                memory,
            };
            if let Err(veto) = shadow.before(op, &mut view) {
                at += 1;
                exit!(Exit::Vetoed(veto));
            }
        }
        at += 1;
        match *op {
            Op::Halt => exit!(Exit::Halt),
            Op::Slow { index } => exit!(Exit::Slow(index)),
            Op::Compute { index } => {
                let done = compute::compute(types, &code.computes[index as usize], &mut w, memory);
                or_exit!(done);
            }
            Op::Probe { id } => {
                if S::IS_ACTIVE {
                    shadow.probe(id);
                }
            }
            Op::LabelBegin { id, skip } => {
                if !shadow.begin_label(id, at as u32..skip) {
                    at = skip as usize;
                }
            }
            Op::Label { a, id } => {
                if S::IS_ACTIVE && w[a] != 0 {
                    shadow.probe(id);
                }
            }

            Op::Move { d, a } => w[d] = w[a],
            Op::Const { d, value } => w[d] = value,
            Op::ZeroRegisters { d, count } => {
                for register in d..d.saturating_add(count) {
                    w[register] = 0;
                }
            }

            Op::Add32 { d, a, b } => w[d] = signed32(low(w[a]).wrapping_add(low(w[b]))),
            Op::AddU32 { d, a, b } => w[d] = unsigned32(low(w[a]).wrapping_add(low(w[b]))),
            Op::Add64 { d, a, b } => w[d] = w[a].wrapping_add(w[b]),
            Op::Sub32 { d, a, b } => w[d] = signed32(low(w[a]).wrapping_sub(low(w[b]))),
            Op::SubU32 { d, a, b } => w[d] = unsigned32(low(w[a]).wrapping_sub(low(w[b]))),
            Op::Sub64 { d, a, b } => w[d] = w[a].wrapping_sub(w[b]),
            Op::Mul32 { d, a, b } => w[d] = signed32(low(w[a]).wrapping_mul(low(w[b]))),
            Op::MulU32 { d, a, b } => w[d] = unsigned32(low(w[a]).wrapping_mul(low(w[b]))),
            Op::Mul64 { d, a, b } => w[d] = w[a].wrapping_mul(w[b]),
            Op::DivS32 { d, a, b } => w[d] = or_exit!(divide_s32(w[a], w[b])),
            Op::DivS64 { d, a, b } => w[d] = or_exit!(divide_s64(w[a], w[b])),
            Op::DivU32 { d, a, b } => w[d] = or_exit!(divide_u32(w[a], w[b])),
            Op::DivU64 { d, a, b } => w[d] = or_exit!(divide_u64(w[a], w[b])),
            Op::RemS32 { d, a, b } => w[d] = or_exit!(remainder_s32(w[a], w[b])),
            Op::RemS64 { d, a, b } => w[d] = or_exit!(remainder_s64(w[a], w[b])),
            Op::RemU32 { d, a, b } => w[d] = or_exit!(remainder_u32(w[a], w[b])),
            Op::RemU64 { d, a, b } => w[d] = or_exit!(remainder_u64(w[a], w[b])),
            Op::And { d, a, b } => w[d] = w[a] & w[b],
            Op::Or { d, a, b } => w[d] = w[a] | w[b],
            Op::Xor { d, a, b } => w[d] = w[a] ^ w[b],
            Op::Shl32 { d, a, b } => w[d] = signed32(low(w[a]).wrapping_shl(low(w[b]))),
            Op::ShlU32 { d, a, b } => w[d] = unsigned32(low(w[a]).wrapping_shl(low(w[b]))),
            Op::Shl64 { d, a, b } => w[d] = w[a].wrapping_shl(low(w[b])),
            Op::ShrS32 { d, a, b } => w[d] = ((w[a] as i64) >> (w[b] & 31)) as u64,
            Op::ShrS64 { d, a, b } => w[d] = ((w[a] as i64) >> (w[b] & 63)) as u64,
            Op::ShrU32 { d, a, b } => w[d] = w[a] >> (w[b] & 31),
            Op::ShrU64 { d, a, b } => w[d] = w[a] >> (w[b] & 63),

            Op::AddI32 { d, a, value } => w[d] = signed32(low(w[a]).wrapping_add(value as u32)),
            Op::AddIU32 { d, a, value } => w[d] = unsigned32(low(w[a]).wrapping_add(value as u32)),
            Op::AddI64 { d, a, value } => w[d] = w[a].wrapping_add(value as u64),
            Op::MulI32 { d, a, value } => w[d] = signed32(low(w[a]).wrapping_mul(value as u32)),
            Op::MulIU32 { d, a, value } => w[d] = unsigned32(low(w[a]).wrapping_mul(value as u32)),
            Op::MulI64 { d, a, value } => w[d] = w[a].wrapping_mul(value as u64),
            Op::DivIS32 { d, a, value } => w[d] = or_exit!(divide_s32(w[a], value as u64)),
            Op::DivIU32 { d, a, value } => w[d] = or_exit!(divide_u32(w[a], value as u64)),
            Op::RemIS32 { d, a, value } => w[d] = or_exit!(remainder_s32(w[a], value as u64)),
            Op::RemIU32 { d, a, value } => w[d] = or_exit!(remainder_u32(w[a], value as u64)),
            Op::AndI { d, a, value } => w[d] = w[a] & value as u64,
            Op::OrI { d, a, value } => w[d] = w[a] | value as u64,
            Op::XorI { d, a, value } => w[d] = w[a] ^ value as u64,
            Op::ShlI32 { d, a, value } => w[d] = signed32(low(w[a]).wrapping_shl(value as u32)),
            Op::ShlIU32 { d, a, value } => w[d] = unsigned32(low(w[a]).wrapping_shl(value as u32)),
            Op::ShlI64 { d, a, value } => w[d] = w[a].wrapping_shl(value as u32),
            Op::ShrSI { d, a, value } => w[d] = (w[a] as i64).wrapping_shr(value as u32) as u64,
            Op::ShrUI { d, a, value } => w[d] = w[a].wrapping_shr(value as u32),

            Op::AddChecked32 { d, a, b } => {
                w[d] = or_exit!(fits32((w[a] as i64).wrapping_add(w[b] as i64)));
            }
            Op::AddChecked64 { d, a, b } => {
                w[d] = or_exit!(fits64((w[a] as i64).checked_add(w[b] as i64)));
            }
            Op::SubChecked32 { d, a, b } => {
                w[d] = or_exit!(fits32((w[a] as i64).wrapping_sub(w[b] as i64)));
            }
            Op::SubChecked64 { d, a, b } => {
                w[d] = or_exit!(fits64((w[a] as i64).checked_sub(w[b] as i64)));
            }
            Op::MulChecked32 { d, a, b } => {
                w[d] = or_exit!(fits32((w[a] as i64).wrapping_mul(w[b] as i64)));
            }
            Op::MulChecked64 { d, a, b } => {
                w[d] = or_exit!(fits64((w[a] as i64).checked_mul(w[b] as i64)));
            }

            Op::Neg32 { d, a } => w[d] = signed32(low(w[a]).wrapping_neg()),
            Op::NegU32 { d, a } => w[d] = unsigned32(low(w[a]).wrapping_neg()),
            Op::Neg64 { d, a } => w[d] = w[a].wrapping_neg(),
            Op::Not { d, a } => w[d] = !w[a],
            Op::SignExtend8 { d, a } => w[d] = w[a] as i8 as i64 as u64,
            Op::SignExtend16 { d, a } => w[d] = w[a] as i16 as i64 as u64,
            Op::SignExtend32 { d, a } => w[d] = w[a] as i32 as i64 as u64,
            Op::ZeroExtend8 { d, a } => w[d] = w[a] & 0xff,
            Op::ZeroExtend16 { d, a } => w[d] = w[a] & 0xffff,
            Op::ZeroExtend32 { d, a } => w[d] = w[a] & 0xffff_ffff,

            Op::Eq { d, a, b } => w[d] = u64::from(w[a] == w[b]),
            Op::Ne { d, a, b } => w[d] = u64::from(w[a] != w[b]),
            Op::LtS { d, a, b } => w[d] = u64::from((w[a] as i64) < w[b] as i64),
            Op::LeS { d, a, b } => w[d] = u64::from(w[a] as i64 <= w[b] as i64),
            Op::LtU { d, a, b } => w[d] = u64::from(w[a] < w[b]),
            Op::LeU { d, a, b } => w[d] = u64::from(w[a] <= w[b]),
            Op::EqI { d, a, value } => w[d] = u64::from(w[a] == value as u64),
            Op::NeI { d, a, value } => w[d] = u64::from(w[a] != value as u64),
            Op::LtSI { d, a, value } => w[d] = u64::from((w[a] as i64) < value),
            Op::GeSI { d, a, value } => w[d] = u64::from(w[a] as i64 >= value),
            Op::LtUI { d, a, value } => w[d] = u64::from(w[a] < value as u64),
            Op::GeUI { d, a, value } => w[d] = u64::from(w[a] >= value as u64),

            Op::AddF64 { d, a, b } => w[d] = (f64(w[a]) + f64(w[b])).to_bits(),
            Op::SubF64 { d, a, b } => w[d] = (f64(w[a]) - f64(w[b])).to_bits(),
            Op::MulF64 { d, a, b } => w[d] = (f64(w[a]) * f64(w[b])).to_bits(),
            Op::DivF64 { d, a, b } => w[d] = (f64(w[a]) / f64(w[b])).to_bits(),
            Op::EqF64 { d, a, b } => w[d] = u64::from(f64(w[a]) == f64(w[b])),
            Op::NeF64 { d, a, b } => w[d] = u64::from(f64(w[a]) != f64(w[b])),
            Op::LtF64 { d, a, b } => w[d] = u64::from(f64(w[a]) < f64(w[b])),
            Op::LeF64 { d, a, b } => w[d] = u64::from(f64(w[a]) <= f64(w[b])),
            Op::AddF32 { d, a, b } => w[d] = (f32(w[a]) + f32(w[b])).to_bits().into(),
            Op::SubF32 { d, a, b } => w[d] = (f32(w[a]) - f32(w[b])).to_bits().into(),
            Op::MulF32 { d, a, b } => w[d] = (f32(w[a]) * f32(w[b])).to_bits().into(),
            Op::DivF32 { d, a, b } => w[d] = (f32(w[a]) / f32(w[b])).to_bits().into(),
            Op::EqF32 { d, a, b } => w[d] = u64::from(f32(w[a]) == f32(w[b])),
            Op::NeF32 { d, a, b } => w[d] = u64::from(f32(w[a]) != f32(w[b])),
            Op::LtF32 { d, a, b } => w[d] = u64::from(f32(w[a]) < f32(w[b])),
            Op::LeF32 { d, a, b } => w[d] = u64::from(f32(w[a]) <= f32(w[b])),
            Op::SignedToF64 { d, a } => w[d] = (w[a] as i64 as f64).to_bits(),
            Op::UnsignedToF64 { d, a } => w[d] = (w[a] as f64).to_bits(),
            Op::SignedToF32 { d, a } => w[d] = (w[a] as i64 as f32).to_bits().into(),
            Op::UnsignedToF32 { d, a } => w[d] = (w[a] as f32).to_bits().into(),
            Op::F32ToF64 { d, a } => w[d] = f64::from(f32(w[a])).to_bits(),
            Op::F64ToF32 { d, a } => w[d] = (f64(w[a]) as f32).to_bits().into(),
            Op::F64ToI32 { d, a } => w[d] = f64_to_i32(w[a]),
            Op::F64ToI64 { d, a } => w[d] = f64_to_i64(w[a]),

            Op::Jump { target } => jump!(target),
            Op::JumpEq { a, b, target } => jump_if!(w[a] == w[b], target),
            Op::JumpNe { a, b, target } => jump_if!(w[a] != w[b], target),
            Op::JumpLtS { a, b, target } => jump_if!((w[a] as i64) < w[b] as i64, target),
            Op::JumpLeS { a, b, target } => jump_if!(w[a] as i64 <= w[b] as i64, target),
            Op::JumpLtU { a, b, target } => jump_if!(w[a] < w[b], target),
            Op::JumpLeU { a, b, target } => jump_if!(w[a] <= w[b], target),
            Op::JumpEqI { a, value, target } => jump_if!(w[a] == extend(value), target),
            Op::JumpNeI { a, value, target } => jump_if!(w[a] != extend(value), target),
            Op::JumpLtSI { a, value, target } => jump_if!((w[a] as i64) < value.into(), target),
            Op::JumpGeSI { a, value, target } => jump_if!(w[a] as i64 >= value.into(), target),
            Op::JumpLtUI { a, value, target } => jump_if!(w[a] < extend(value), target),
            Op::JumpGeUI { a, value, target } => jump_if!(w[a] >= extend(value), target),
            Op::JumpEqF64 { a, b, target } => jump_if!(f64(w[a]) == f64(w[b]), target),
            Op::JumpNeF64 { a, b, target } => jump_if!(f64(w[a]) != f64(w[b]), target),
            Op::JumpLtF64 { a, b, target } => jump_if!(is_less(w[a], w[b]), target),
            Op::JumpNotLtF64 { a, b, target } => jump_if!(!is_less(w[a], w[b]), target),
            Op::JumpLeF64 { a, b, target } => jump_if!(is_at_most(w[a], w[b]), target),
            Op::JumpNotLeF64 { a, b, target } => jump_if!(!is_at_most(w[a], w[b]), target),
            Op::SwitchDense { a, table } => {
                let table = &code.dense[table as usize];
                let entry = table.targets.get(w[a].wrapping_sub(table.low) as usize);
                jump!(*entry.unwrap_or(&table.default));
            }
            Op::SwitchSparse { a, table } => jump!(code.sparse[table as usize].target(w[a])),
            Op::JumpIndirect { a, function } => match code.label_position(w[a], function) {
                Some(target) => jump!(target),
                None => exit!(Exit::NoLabel(w[a])),
            },

            Op::LoadI8 { d, p, offset } => {
                w[d] =
                    load!(1, w[p], extend(offset), |bytes| i8::from_le_bytes(bytes) as i64 as u64);
            }
            Op::LoadI8X { d, p, i, scale, offset } => {
                w[d] =
                    load!(1, w[p], scaled(w[i], scale, offset), |bytes| i8::from_le_bytes(bytes)
                        as i64
                        as u64);
            }
            Op::LoadI8C { d, p, i, scale, offset, len } => {
                let at = checked!(w[i], scale, offset, len);
                w[d] = load!(1, w[p], at, |bytes| i8::from_le_bytes(bytes) as i64 as u64);
            }
            Op::LoadI8G { d, object, offset } => {
                w[d] = load_global!(1, object, u64::from(offset), |bytes| i8::from_le_bytes(bytes)
                    as i64
                    as u64);
            }
            Op::LoadI8GX { d, i, scale, object, offset } => {
                let at = w[i].wrapping_mul(scale.into()).wrapping_add(offset.into());
                w[d] = load_global!(1, object, at, |bytes| i8::from_le_bytes(bytes) as i64 as u64);
            }
            Op::LoadU8 { d, p, offset } => {
                w[d] = load!(1, w[p], extend(offset), |bytes| u64::from(bytes[0]));
            }
            Op::LoadU8X { d, p, i, scale, offset } => {
                w[d] = load!(1, w[p], scaled(w[i], scale, offset), |bytes| u64::from(bytes[0]));
            }
            Op::LoadU8C { d, p, i, scale, offset, len } => {
                let at = checked!(w[i], scale, offset, len);
                w[d] = load!(1, w[p], at, |bytes| u64::from(bytes[0]));
            }
            Op::LoadU8G { d, object, offset } => {
                w[d] = load_global!(1, object, u64::from(offset), |bytes| u64::from(bytes[0]));
            }
            Op::LoadU8GX { d, i, scale, object, offset } => {
                let at = w[i].wrapping_mul(scale.into()).wrapping_add(offset.into());
                w[d] = load_global!(1, object, at, |bytes| u64::from(bytes[0]));
            }
            Op::LoadI16 { d, p, offset } => {
                w[d] =
                    load!(2, w[p], extend(offset), |bytes| i16::from_le_bytes(bytes) as i64 as u64);
            }
            Op::LoadI16X { d, p, i, scale, offset } => {
                w[d] =
                    load!(2, w[p], scaled(w[i], scale, offset), |bytes| i16::from_le_bytes(bytes)
                        as i64
                        as u64);
            }
            Op::LoadI16C { d, p, i, scale, offset, len } => {
                let at = checked!(w[i], scale, offset, len);
                w[d] = load!(2, w[p], at, |bytes| i16::from_le_bytes(bytes) as i64 as u64);
            }
            Op::LoadI16G { d, object, offset } => {
                w[d] =
                    load_global!(2, object, u64::from(offset), |bytes| i16::from_le_bytes(bytes)
                        as i64
                        as u64);
            }
            Op::LoadI16GX { d, i, scale, object, offset } => {
                let at = w[i].wrapping_mul(scale.into()).wrapping_add(offset.into());
                w[d] = load_global!(2, object, at, |bytes| i16::from_le_bytes(bytes) as i64 as u64);
            }
            Op::LoadU16 { d, p, offset } => {
                w[d] = load!(2, w[p], extend(offset), |bytes| u64::from(u16::from_le_bytes(bytes)));
            }
            Op::LoadU16X { d, p, i, scale, offset } => {
                w[d] = load!(2, w[p], scaled(w[i], scale, offset), |bytes| u64::from(
                    u16::from_le_bytes(bytes)
                ));
            }
            Op::LoadU16C { d, p, i, scale, offset, len } => {
                let at = checked!(w[i], scale, offset, len);
                w[d] = load!(2, w[p], at, |bytes| u64::from(u16::from_le_bytes(bytes)));
            }
            Op::LoadU16G { d, object, offset } => {
                w[d] = load_global!(2, object, u64::from(offset), |bytes| u64::from(
                    u16::from_le_bytes(bytes)
                ));
            }
            Op::LoadU16GX { d, i, scale, object, offset } => {
                let at = w[i].wrapping_mul(scale.into()).wrapping_add(offset.into());
                w[d] = load_global!(2, object, at, |bytes| u64::from(u16::from_le_bytes(bytes)));
            }
            Op::LoadI32 { d, p, offset } => {
                w[d] =
                    load!(4, w[p], extend(offset), |bytes| i32::from_le_bytes(bytes) as i64 as u64);
            }
            Op::LoadI32X { d, p, i, scale, offset } => {
                w[d] =
                    load!(4, w[p], scaled(w[i], scale, offset), |bytes| i32::from_le_bytes(bytes)
                        as i64
                        as u64);
            }
            Op::LoadI32C { d, p, i, scale, offset, len } => {
                let at = checked!(w[i], scale, offset, len);
                w[d] = load!(4, w[p], at, |bytes| i32::from_le_bytes(bytes) as i64 as u64);
            }
            Op::LoadI32G { d, object, offset } => {
                w[d] =
                    load_global!(4, object, u64::from(offset), |bytes| i32::from_le_bytes(bytes)
                        as i64
                        as u64);
            }
            Op::LoadI32GX { d, i, scale, object, offset } => {
                let at = w[i].wrapping_mul(scale.into()).wrapping_add(offset.into());
                w[d] = load_global!(4, object, at, |bytes| i32::from_le_bytes(bytes) as i64 as u64);
            }
            Op::LoadU32 { d, p, offset } => {
                w[d] = load!(4, w[p], extend(offset), |bytes| u64::from(u32::from_le_bytes(bytes)));
            }
            Op::LoadU32X { d, p, i, scale, offset } => {
                w[d] = load!(4, w[p], scaled(w[i], scale, offset), |bytes| u64::from(
                    u32::from_le_bytes(bytes)
                ));
            }
            Op::LoadU32C { d, p, i, scale, offset, len } => {
                let at = checked!(w[i], scale, offset, len);
                w[d] = load!(4, w[p], at, |bytes| u64::from(u32::from_le_bytes(bytes)));
            }
            Op::LoadU32G { d, object, offset } => {
                w[d] = load_global!(4, object, u64::from(offset), |bytes| u64::from(
                    u32::from_le_bytes(bytes)
                ));
            }
            Op::LoadU32GX { d, i, scale, object, offset } => {
                let at = w[i].wrapping_mul(scale.into()).wrapping_add(offset.into());
                w[d] = load_global!(4, object, at, |bytes| u64::from(u32::from_le_bytes(bytes)));
            }
            Op::Load64 { d, p, offset } => {
                w[d] = load!(8, w[p], extend(offset), |bytes| u64::from_le_bytes(bytes));
            }
            Op::Load64X { d, p, i, scale, offset } => {
                w[d] =
                    load!(8, w[p], scaled(w[i], scale, offset), |bytes| u64::from_le_bytes(bytes));
            }
            Op::Load64C { d, p, i, scale, offset, len } => {
                let at = checked!(w[i], scale, offset, len);
                w[d] = load!(8, w[p], at, |bytes| u64::from_le_bytes(bytes));
            }
            Op::Load64G { d, object, offset } => {
                w[d] =
                    load_global!(8, object, u64::from(offset), |bytes| u64::from_le_bytes(bytes));
            }
            Op::Load64GX { d, i, scale, object, offset } => {
                let at = w[i].wrapping_mul(scale.into()).wrapping_add(offset.into());
                w[d] = load_global!(8, object, at, |bytes| u64::from_le_bytes(bytes));
            }
            Op::Store8 { a, p, offset } => store!(u8, w[p], extend(offset), w[a]),
            Op::Store8X { a, p, i, scale, offset } => {
                store!(u8, w[p], scaled(w[i], scale, offset), w[a]);
            }
            Op::Store8C { a, p, i, scale, offset, len } => {
                let at = checked!(w[i], scale, offset, len);
                store!(u8, w[p], at, w[a]);
            }
            Op::Store8G { a, object, offset } => {
                store_global!(u8, object, u64::from(offset), w[a]);
            }
            Op::Store8GX { a, i, scale, object, offset } => {
                let at = w[i].wrapping_mul(scale.into()).wrapping_add(offset.into());
                store_global!(u8, object, at, w[a]);
            }
            Op::Store16 { a, p, offset } => store!(u16, w[p], extend(offset), w[a]),
            Op::Store16X { a, p, i, scale, offset } => {
                store!(u16, w[p], scaled(w[i], scale, offset), w[a]);
            }
            Op::Store16C { a, p, i, scale, offset, len } => {
                let at = checked!(w[i], scale, offset, len);
                store!(u16, w[p], at, w[a]);
            }
            Op::Store16G { a, object, offset } => {
                store_global!(u16, object, u64::from(offset), w[a]);
            }
            Op::Store16GX { a, i, scale, object, offset } => {
                let at = w[i].wrapping_mul(scale.into()).wrapping_add(offset.into());
                store_global!(u16, object, at, w[a]);
            }
            Op::Store32 { a, p, offset } => store!(u32, w[p], extend(offset), w[a]),
            Op::Store32X { a, p, i, scale, offset } => {
                store!(u32, w[p], scaled(w[i], scale, offset), w[a]);
            }
            Op::Store32C { a, p, i, scale, offset, len } => {
                let at = checked!(w[i], scale, offset, len);
                store!(u32, w[p], at, w[a]);
            }
            Op::Store32G { a, object, offset } => {
                store_global!(u32, object, u64::from(offset), w[a]);
            }
            Op::Store32GX { a, i, scale, object, offset } => {
                let at = w[i].wrapping_mul(scale.into()).wrapping_add(offset.into());
                store_global!(u32, object, at, w[a]);
            }
            Op::Store64 { a, p, offset } => store!(u64, w[p], extend(offset), w[a]),
            Op::Store64X { a, p, i, scale, offset } => {
                store!(u64, w[p], scaled(w[i], scale, offset), w[a]);
            }
            Op::Store64C { a, p, i, scale, offset, len } => {
                let at = checked!(w[i], scale, offset, len);
                store!(u64, w[p], at, w[a]);
            }
            Op::Store64G { a, object, offset } => {
                store_global!(u64, object, u64::from(offset), w[a]);
            }
            Op::Store64GX { a, i, scale, object, offset } => {
                let at = w[i].wrapping_mul(scale.into()).wrapping_add(offset.into());
                store_global!(u64, object, at, w[a]);
            }
            Op::CopyByte { p, from, offset, from_offset } => {
                let to = w[p].wrapping_add(extend(offset));
                let from = w[from].wrapping_add(extend(from_offset));
                memory!(memory.copy_byte(to, from));
            }
            Op::Copy { p, from, size } => memory!(memory.copy(w[p], w[from], size)),
            Op::CopyResult { from, size } => {
                if w[0] != 0 {
                    memory!(memory.copy(w[0], w[from], size));
                }
            }
            Op::Zero { p, size } => memory!(memory.fill(w[p], 0, size)),

            Op::Lea { d, p, i, scale, offset } => {
                w[d] = w[p].wrapping_add(scaled(w[i], scale, offset));
            }
            Op::LeaC { d, p, i, scale, offset, len } => {
                let displacement = checked!(w[i], scale, offset, len);
                w[d] = w[p].wrapping_add(displacement);
            }
            Op::PointerDifference { d, a, b, size } => {
                w[d] = pointer_difference(w[a], w[b], size);
            }
            Op::CheckIndex { i, len } => {
                if w[i] >= len {
                    exit!(Exit::Index { index: w[i] as i64, len });
                }
            }

            Op::CheckInitialised { flag, local } => {
                if w[flag] == 0 {
                    exit!(Exit::Uninitialised(local));
                }
            }
            Op::Live { d, local } => {
                let made = Site(at as u32 - 1);
                let object = &code.locals[local as usize];
                // A jump back over the declaration finds the same object, its value forgotten.
                if w[d] != 0 {
                    memory.object_mut(memory.number_of(w[d])).forget_all(&object.padding);
                    continue;
                }
                let kind = ObjectKind::Local(object.function, object.local);
                let number = memory.make_indeterminate(
                    kind,
                    object.size,
                    object.align,
                    &object.padding,
                    made,
                );
                w[d] = memory.address(number);
            }
            Op::Pad { d, local } => {
                memory.pad(memory.number_of(w[d]), &code.locals[local as usize].padding);
            }
            Op::Dead { d } => {
                if w[d] != 0 {
                    memory.kill(memory.number_of(w[d]), Site(at as u32 - 1));
                    w[d] = 0;
                }
            }
            Op::DeadAll { d, count } => {
                for register in d..d.saturating_add(count) {
                    if w[register] != 0 {
                        memory.kill(memory.number_of(w[register]), Site(at as u32 - 1));
                    }
                }
            }

            Op::Call { d, args, function } => enter!(d, args, function),
            Op::CallIndirect { d, args, a, signature } => {
                let target = CodeRegion::Functions.index(types.data_model(), w[a]);
                let Some(function) = target.filter(|index| *index < code.entries.len()) else {
                    exit!(Exit::NoFunction(w[a]));
                };
                let function = function as u32;
                if code.entries[function as usize].signature != signature {
                    exit!(Exit::OtherSignature { d, args, function, signature });
                }
                enter!(d, args, function);
            }
            Op::Return { a } => {
                let value = w[a];
                leave!(|frame| w[frame.d] = value);
            }
            Op::ReturnWide { a } => {
                let (low, high) = (w[a], w[a.wrapping_add(1)]);
                leave!(|frame| {
                    w[frame.d] = low;
                    w[frame.d.wrapping_add(1)] = high;
                });
            }
        }
    }
}

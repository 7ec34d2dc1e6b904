//! The register code.
//!
//! Values of up to 64 bits live in 64-bit registers in *canonical form*: extended to 64 bits by
//! the signedness of their C type (`float` and `double` as their bits, zero above). Most widening
//! conversions are therefore free, comparisons and bit operators exist once for all widths, and
//! only what can leave the canonical form comes per width. Values of 128 bits (`__int128`, `long
//! double`) take two registers, low half first, and go through [`Compute`].
//!
//! An operation takes 16 bytes. `d` is the register written, `a` and `b` are read, `p` holds a
//! pointer, `i` an index.

use super::signature::{ParameterShape, ResultShape};
use crate::native::NativeFunction;
use clew_ir::{BinaryOp, FunctionId, Intrinsic, LocalId, Scalar, UnaryOp};

/// A register of the current frame.
pub type Reg = u16;

/// One operation. Jump targets are positions in the code.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the module's comment says what the letters of operands mean")]
#[rustfmt::skip] // One line per operation: this is a table.
pub enum Op {
    /// The entry function has returned.
    Halt,
    /// What needs the whole machine: an entry of [`super::Code::slow`].
    Slow { index: u32 },
    /// What needs registers and memory only, but too rare for an operation of its own: an entry
    /// of [`super::Code::computes`].
    Compute { index: u32 },
    /// Control passes the probe with this number; only in observed runs.
    Probe { id: u32 },
    /// The predicate of a label begins; it ends at `skip`, which is also where the run goes on when
    /// the predicate is not wanted or faults. Only in observed runs.
    LabelBegin { id: u32, skip: u32 },
    /// The predicate of a label is evaluated.
    Label { a: Reg, id: u32 },

    // Moves and constants.
    Move { d: Reg, a: Reg },
    Const { d: Reg, value: u64 },
    /// Zeroes `count` registers from `d` on.
    ZeroRegisters { d: Reg, count: u16 },

    // Integer arithmetic: plain for `int`, `U` for `unsigned`, 64 for both.
    Add32 { d: Reg, a: Reg, b: Reg },
    AddU32 { d: Reg, a: Reg, b: Reg },
    Add64 { d: Reg, a: Reg, b: Reg },
    Sub32 { d: Reg, a: Reg, b: Reg },
    SubU32 { d: Reg, a: Reg, b: Reg },
    Sub64 { d: Reg, a: Reg, b: Reg },
    Mul32 { d: Reg, a: Reg, b: Reg },
    MulU32 { d: Reg, a: Reg, b: Reg },
    Mul64 { d: Reg, a: Reg, b: Reg },
    DivS32 { d: Reg, a: Reg, b: Reg },
    DivS64 { d: Reg, a: Reg, b: Reg },
    DivU32 { d: Reg, a: Reg, b: Reg },
    DivU64 { d: Reg, a: Reg, b: Reg },
    RemS32 { d: Reg, a: Reg, b: Reg },
    RemS64 { d: Reg, a: Reg, b: Reg },
    RemU32 { d: Reg, a: Reg, b: Reg },
    RemU64 { d: Reg, a: Reg, b: Reg },
    And { d: Reg, a: Reg, b: Reg },
    Or { d: Reg, a: Reg, b: Reg },
    Xor { d: Reg, a: Reg, b: Reg },
    Shl32 { d: Reg, a: Reg, b: Reg },
    ShlU32 { d: Reg, a: Reg, b: Reg },
    Shl64 { d: Reg, a: Reg, b: Reg },
    ShrS32 { d: Reg, a: Reg, b: Reg },
    ShrS64 { d: Reg, a: Reg, b: Reg },
    ShrU32 { d: Reg, a: Reg, b: Reg },
    ShrU64 { d: Reg, a: Reg, b: Reg },

    // The same with a constant.
    AddI32 { d: Reg, a: Reg, value: i64 },
    AddIU32 { d: Reg, a: Reg, value: i64 },
    AddI64 { d: Reg, a: Reg, value: i64 },
    MulI32 { d: Reg, a: Reg, value: i64 },
    MulIU32 { d: Reg, a: Reg, value: i64 },
    MulI64 { d: Reg, a: Reg, value: i64 },
    /// Division by a constant that is neither 0 nor -1.
    DivIS32 { d: Reg, a: Reg, value: i64 },
    DivIU32 { d: Reg, a: Reg, value: i64 },
    RemIS32 { d: Reg, a: Reg, value: i64 },
    RemIU32 { d: Reg, a: Reg, value: i64 },
    AndI { d: Reg, a: Reg, value: i64 },
    OrI { d: Reg, a: Reg, value: i64 },
    XorI { d: Reg, a: Reg, value: i64 },
    /// Shifts by a constant below the width.
    ShlI32 { d: Reg, a: Reg, value: i64 },
    ShlIU32 { d: Reg, a: Reg, value: i64 },
    ShlI64 { d: Reg, a: Reg, value: i64 },
    ShrSI { d: Reg, a: Reg, value: i64 },
    ShrUI { d: Reg, a: Reg, value: i64 },

    // Signed arithmetic that faults on overflow.
    AddChecked32 { d: Reg, a: Reg, b: Reg },
    AddChecked64 { d: Reg, a: Reg, b: Reg },
    SubChecked32 { d: Reg, a: Reg, b: Reg },
    SubChecked64 { d: Reg, a: Reg, b: Reg },
    MulChecked32 { d: Reg, a: Reg, b: Reg },
    MulChecked64 { d: Reg, a: Reg, b: Reg },

    // Unary operators and extensions.
    Neg32 { d: Reg, a: Reg },
    NegU32 { d: Reg, a: Reg },
    Neg64 { d: Reg, a: Reg },
    Not { d: Reg, a: Reg },
    SignExtend8 { d: Reg, a: Reg },
    SignExtend16 { d: Reg, a: Reg },
    SignExtend32 { d: Reg, a: Reg },
    ZeroExtend8 { d: Reg, a: Reg },
    ZeroExtend16 { d: Reg, a: Reg },
    ZeroExtend32 { d: Reg, a: Reg },

    // Comparisons that give 0 or 1.
    Eq { d: Reg, a: Reg, b: Reg },
    Ne { d: Reg, a: Reg, b: Reg },
    LtS { d: Reg, a: Reg, b: Reg },
    LeS { d: Reg, a: Reg, b: Reg },
    LtU { d: Reg, a: Reg, b: Reg },
    LeU { d: Reg, a: Reg, b: Reg },
    EqI { d: Reg, a: Reg, value: i64 },
    NeI { d: Reg, a: Reg, value: i64 },
    LtSI { d: Reg, a: Reg, value: i64 },
    GeSI { d: Reg, a: Reg, value: i64 },
    LtUI { d: Reg, a: Reg, value: i64 },
    GeUI { d: Reg, a: Reg, value: i64 },

    // Floating point.
    AddF64 { d: Reg, a: Reg, b: Reg },
    SubF64 { d: Reg, a: Reg, b: Reg },
    MulF64 { d: Reg, a: Reg, b: Reg },
    DivF64 { d: Reg, a: Reg, b: Reg },
    EqF64 { d: Reg, a: Reg, b: Reg },
    NeF64 { d: Reg, a: Reg, b: Reg },
    LtF64 { d: Reg, a: Reg, b: Reg },
    LeF64 { d: Reg, a: Reg, b: Reg },
    AddF32 { d: Reg, a: Reg, b: Reg },
    SubF32 { d: Reg, a: Reg, b: Reg },
    MulF32 { d: Reg, a: Reg, b: Reg },
    DivF32 { d: Reg, a: Reg, b: Reg },
    EqF32 { d: Reg, a: Reg, b: Reg },
    NeF32 { d: Reg, a: Reg, b: Reg },
    LtF32 { d: Reg, a: Reg, b: Reg },
    LeF32 { d: Reg, a: Reg, b: Reg },
    /// From any signed integer of at most 64 bits, or an unsigned one below 64.
    SignedToF64 { d: Reg, a: Reg },
    UnsignedToF64 { d: Reg, a: Reg },
    SignedToF32 { d: Reg, a: Reg },
    UnsignedToF32 { d: Reg, a: Reg },
    F32ToF64 { d: Reg, a: Reg },
    F64ToF32 { d: Reg, a: Reg },
    F64ToI32 { d: Reg, a: Reg },
    F64ToI64 { d: Reg, a: Reg },

    // Jumps. A conditional jump goes on to the next operation when it is not taken.
    Jump { target: u32 },
    JumpEq { a: Reg, b: Reg, target: u32 },
    JumpNe { a: Reg, b: Reg, target: u32 },
    JumpLtS { a: Reg, b: Reg, target: u32 },
    JumpLeS { a: Reg, b: Reg, target: u32 },
    JumpLtU { a: Reg, b: Reg, target: u32 },
    JumpLeU { a: Reg, b: Reg, target: u32 },
    JumpEqI { a: Reg, value: i32, target: u32 },
    JumpNeI { a: Reg, value: i32, target: u32 },
    JumpLtSI { a: Reg, value: i32, target: u32 },
    JumpGeSI { a: Reg, value: i32, target: u32 },
    JumpLtUI { a: Reg, value: i32, target: u32 },
    JumpGeUI { a: Reg, value: i32, target: u32 },
    JumpEqF64 { a: Reg, b: Reg, target: u32 },
    JumpNeF64 { a: Reg, b: Reg, target: u32 },
    JumpLtF64 { a: Reg, b: Reg, target: u32 },
    JumpNotLtF64 { a: Reg, b: Reg, target: u32 },
    JumpLeF64 { a: Reg, b: Reg, target: u32 },
    JumpNotLeF64 { a: Reg, b: Reg, target: u32 },
    /// To the entry of a table ([`super::Code::dense`]), or its default.
    SwitchDense { a: Reg, table: u32 },
    /// To what a sorted list of ranges says ([`super::Code::sparse`]).
    SwitchSparse { a: Reg, table: u32 },
    /// To a label of this function by its address.
    JumpIndirect { a: Reg, function: u32 },

    // Loads and stores. Plain: at `p + offset`. X: at `p + i * scale + offset`, in the object
    // that `p` points to. C: as X, but the index must be below `len`. G: in a global. GX: in a
    // global, at `i * scale + offset`.
    LoadI8 { d: Reg, p: Reg, offset: i32 },
    LoadI8X { d: Reg, p: Reg, i: Reg, scale: i32, offset: i32 },
    LoadI8C { d: Reg, p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    LoadI8G { d: Reg, object: u32, offset: u32 },
    LoadI8GX { d: Reg, i: Reg, scale: u16, object: u32, offset: u32 },
    LoadU8 { d: Reg, p: Reg, offset: i32 },
    LoadU8X { d: Reg, p: Reg, i: Reg, scale: i32, offset: i32 },
    LoadU8C { d: Reg, p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    LoadU8G { d: Reg, object: u32, offset: u32 },
    LoadU8GX { d: Reg, i: Reg, scale: u16, object: u32, offset: u32 },
    LoadI16 { d: Reg, p: Reg, offset: i32 },
    LoadI16X { d: Reg, p: Reg, i: Reg, scale: i32, offset: i32 },
    LoadI16C { d: Reg, p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    LoadI16G { d: Reg, object: u32, offset: u32 },
    LoadI16GX { d: Reg, i: Reg, scale: u16, object: u32, offset: u32 },
    LoadU16 { d: Reg, p: Reg, offset: i32 },
    LoadU16X { d: Reg, p: Reg, i: Reg, scale: i32, offset: i32 },
    LoadU16C { d: Reg, p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    LoadU16G { d: Reg, object: u32, offset: u32 },
    LoadU16GX { d: Reg, i: Reg, scale: u16, object: u32, offset: u32 },
    LoadI32 { d: Reg, p: Reg, offset: i32 },
    LoadI32X { d: Reg, p: Reg, i: Reg, scale: i32, offset: i32 },
    LoadI32C { d: Reg, p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    LoadI32G { d: Reg, object: u32, offset: u32 },
    LoadI32GX { d: Reg, i: Reg, scale: u16, object: u32, offset: u32 },
    LoadU32 { d: Reg, p: Reg, offset: i32 },
    LoadU32X { d: Reg, p: Reg, i: Reg, scale: i32, offset: i32 },
    LoadU32C { d: Reg, p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    LoadU32G { d: Reg, object: u32, offset: u32 },
    LoadU32GX { d: Reg, i: Reg, scale: u16, object: u32, offset: u32 },
    Load64 { d: Reg, p: Reg, offset: i32 },
    Load64X { d: Reg, p: Reg, i: Reg, scale: i32, offset: i32 },
    Load64C { d: Reg, p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    Load64G { d: Reg, object: u32, offset: u32 },
    Load64GX { d: Reg, i: Reg, scale: u16, object: u32, offset: u32 },
    Store8 { a: Reg, p: Reg, offset: i32 },
    Store8X { a: Reg, p: Reg, i: Reg, scale: i32, offset: i32 },
    Store8C { a: Reg, p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    Store8G { a: Reg, object: u32, offset: u32 },
    Store8GX { a: Reg, i: Reg, scale: u16, object: u32, offset: u32 },
    Store16 { a: Reg, p: Reg, offset: i32 },
    Store16X { a: Reg, p: Reg, i: Reg, scale: i32, offset: i32 },
    Store16C { a: Reg, p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    Store16G { a: Reg, object: u32, offset: u32 },
    Store16GX { a: Reg, i: Reg, scale: u16, object: u32, offset: u32 },
    Store32 { a: Reg, p: Reg, offset: i32 },
    Store32X { a: Reg, p: Reg, i: Reg, scale: i32, offset: i32 },
    Store32C { a: Reg, p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    Store32G { a: Reg, object: u32, offset: u32 },
    Store32GX { a: Reg, i: Reg, scale: u16, object: u32, offset: u32 },
    Store64 { a: Reg, p: Reg, offset: i32 },
    Store64X { a: Reg, p: Reg, i: Reg, scale: i32, offset: i32 },
    Store64C { a: Reg, p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    Store64G { a: Reg, object: u32, offset: u32 },
    Store64GX { a: Reg, i: Reg, scale: u16, object: u32, offset: u32 },
    /// Copies one byte with its initialisation mark.
    CopyByte { p: Reg, from: Reg, offset: i32, from_offset: i32 },
    /// Copies `size` bytes with their marks.
    Copy { p: Reg, from: Reg, size: u64 },
    /// Copies `size` bytes to where register 0 points, unless that is null: a returned record.
    CopyResult { from: Reg, size: u64 },
    /// Zeroes `size` bytes.
    Zero { p: Reg, size: u64 },
    /// What lies between the members of a local that was just initialised: in other than the usual
    /// surroundings, other bytes than zero.
    Pad { d: Reg, local: u32 },

    // Addresses.
    /// `p + i * scale + offset`.
    Lea { d: Reg, p: Reg, i: Reg, scale: i32, offset: i32 },
    /// The same; the index must be below `len`.
    LeaC { d: Reg, p: Reg, i: Reg, scale: u16, offset: u16, len: u32 },
    /// `(a - b) / size` for a size above 0.
    PointerDifference { d: Reg, a: Reg, b: Reg, size: u64 },
    /// The index must be below `len`.
    CheckIndex { i: Reg, len: u64 },

    // Locals.
    /// Faults when the register is 0: the local has no value yet. Its own register is the one before, or
    /// the two before.
    CheckInitialised { flag: Reg, local: u32 },
    /// A new object for a local (the old one dies); its address. An entry of
    /// [`super::Code::locals`].
    Live { d: Reg, local: u32 },
    /// The object whose address the register holds, if any, dies.
    Dead { d: Reg },
    /// The same for `count` registers from `d` on.
    DeadAll { d: Reg, count: u16 },

    // Calls. The callee's frame starts at the caller's register `args`.
    Call { d: Reg, args: Reg, function: u32 },
    /// By address; the call expects the signature with this number.
    CallIndirect { d: Reg, args: Reg, a: Reg, signature: u32 },
    Return { a: Reg },
    /// A value of two registers.
    ReturnWide { a: Reg },
}

impl Op {
    /// The target of a jump.
    pub fn target_mut(&mut self) -> Option<&mut u32> {
        match self {
            Op::Jump { target }
            | Op::JumpEq { target, .. }
            | Op::JumpNe { target, .. }
            | Op::JumpLtS { target, .. }
            | Op::JumpLeS { target, .. }
            | Op::JumpLtU { target, .. }
            | Op::JumpLeU { target, .. }
            | Op::JumpEqI { target, .. }
            | Op::JumpNeI { target, .. }
            | Op::JumpLtSI { target, .. }
            | Op::JumpGeSI { target, .. }
            | Op::JumpLtUI { target, .. }
            | Op::JumpGeUI { target, .. }
            | Op::JumpEqF64 { target, .. }
            | Op::JumpNeF64 { target, .. }
            | Op::JumpLtF64 { target, .. }
            | Op::JumpNotLtF64 { target, .. }
            | Op::JumpLeF64 { target, .. }
            | Op::JumpNotLeF64 { target, .. } => Some(target),
            _ => None,
        }
    }

    /// What a conditional jump compares; twice the same where it compares with a constant.
    #[inline(always)]
    pub fn jump_operands(&self) -> Option<(Reg, Reg)> {
        match *self {
            Op::JumpEq { a, b, .. }
            | Op::JumpNe { a, b, .. }
            | Op::JumpLtS { a, b, .. }
            | Op::JumpLeS { a, b, .. }
            | Op::JumpLtU { a, b, .. }
            | Op::JumpLeU { a, b, .. }
            | Op::JumpEqF64 { a, b, .. }
            | Op::JumpNeF64 { a, b, .. }
            | Op::JumpLtF64 { a, b, .. }
            | Op::JumpNotLtF64 { a, b, .. }
            | Op::JumpLeF64 { a, b, .. }
            | Op::JumpNotLeF64 { a, b, .. } => Some((a, b)),
            Op::JumpEqI { a, .. }
            | Op::JumpNeI { a, .. }
            | Op::JumpLtSI { a, .. }
            | Op::JumpGeSI { a, .. }
            | Op::JumpLtUI { a, .. }
            | Op::JumpGeUI { a, .. } => Some((a, a)),
            _ => None,
        }
    }
}

/// Rare operations on registers and memory.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the module's comment says what the letters of operands mean")]
pub enum Compute {
    Unary {
        op: UnaryOp,
        scalar: Scalar,
        d: Reg,
        a: Reg,
    },
    Binary {
        op: BinaryOp,
        left: Scalar,
        right: Scalar,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Cast {
        from: Scalar,
        to: Scalar,
        d: Reg,
        a: Reg,
    },
    Intrinsic {
        op: Intrinsic,
        operands: Vec<(Scalar, Reg)>,
        result: Scalar,
        d: Reg,
    },
    /// Faults on what C forbids of `a op b`, by the optional checks.
    Check {
        op: BinaryOp,
        left: Scalar,
        right: Scalar,
        a: Reg,
        b: Reg,
    },
    /// A pointer is about to be used as a number: only the symbolic side cares.
    PointerAsNumber {
        a: Reg,
    },
    LoadWide {
        scalar: Scalar,
        d: Reg,
        p: Reg,
    },
    StoreWide {
        scalar: Scalar,
        a: Reg,
        p: Reg,
    },
    LoadBits {
        d: Reg,
        p: Reg,
        bits: BitUnit,
    },
    StoreBits {
        a: Reg,
        p: Reg,
        bits: BitUnit,
    },
}

/// Where a bit-field is, from a pointer on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitUnit {
    /// Bytes from the pointer to the first byte.
    pub offset: i64,
    /// Number of bytes.
    pub len: u32,
    /// Bits below the field.
    pub shift: u32,
    /// Bits of the field.
    pub width: u32,
    /// The declared type.
    pub scalar: Scalar,
}

/// Operations that need the whole machine.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the module's comment says what the letters of operands mean")]
pub enum Slow {
    CallNative(Box<NativeCall>),
    /// A function without a body, while inputs are symbolic.
    Stub(Box<StubCall>),
    /// The function at this position of the program's destructors, or null.
    Destructor {
        d: Reg,
        position: Reg,
    },
    Unsupported {
        feature: String,
        at: Option<clew_ir::Span>,
    },
    Alloca {
        d: Reg,
        size: Reg,
        align: Reg,
    },
    StackSave {
        d: Reg,
    },
    StackRestore {
        mark: Reg,
    },
    /// Frees what `alloca` made in this frame, and forgets its `setjmp`s.
    LeaveFrame,
    /// An object of `size` bytes for the arguments behind `...`, owned by the frame to be called.
    MakeArguments {
        d: Reg,
        size: u64,
        align: u64,
    },
    /// The frame takes the variadic arguments over.
    AdoptArguments {
        a: Reg,
    },
    VaStart {
        list: Reg,
        area: Reg,
    },
    VaArg {
        d: Reg,
        list: Reg,
        scalar: Scalar,
    },
    VaArgRecord {
        to: Option<Reg>,
        list: Reg,
        size: u64,
        align: u64,
    },
    VaCopy {
        to: Reg,
        from: Reg,
    },
    SetJmp {
        d: Reg,
        buffer: Reg,
    },
    LongJmp {
        buffer: Reg,
        value: Reg,
    },
    Trap,
    Unreachable,
}

/// A call of a function that has no body and is not native.
#[derive(Clone, Debug)]
pub struct StubCall {
    /// What is called.
    pub function: FunctionId,
    /// The variable that gets the result, and its function.
    pub dest: Option<(FunctionId, LocalId)>,
    /// The callee's first register: for a returned record, where its address is.
    pub base: Reg,
    /// Where the result goes.
    pub d: Reg,
    /// The arguments.
    pub args: Vec<(ParameterShape, Reg)>,
    /// How the result is returned.
    pub result: ResultShape,
}

/// A call of a native function.
#[derive(Clone, Debug)]
pub struct NativeCall {
    /// What is called.
    pub function: FunctionId,
    /// What does it.
    pub native: NativeFunction,
    /// Where the result goes.
    pub d: Reg,
    /// The arguments.
    pub args: Vec<(Scalar, Reg)>,
    /// For a variadic function: the register with the address of the variadic arguments.
    pub area: Option<Reg>,
    /// The result's type.
    pub result: Option<Scalar>,
    /// Whether the caller may look at the result.
    pub is_used: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_takes_sixteen_bytes() {
        assert_eq!(size_of::<Op>(), 16);
    }
}

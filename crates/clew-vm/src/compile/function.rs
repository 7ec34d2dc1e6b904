//! A whole function: its frame, its entry, its blocks.

use super::Context;
use super::assigned::{self, Ready};
use super::emit::{Compiler, Constants, is_wide};
use super::order;
use super::padding;
use crate::code::Home;
use crate::code::{
    Code, Compiled, LocalObject, Op, ParameterShape, Reg, ResultShape, Signature, Slow, StubCall,
};
use clew_ir::{
    BlockId, Body, Builtin, Callee, Function, FunctionId, Id, LocalId, LocalKind, NoBody,
    ProbePoint, Span, StatementKind, TerminatorKind, TypeTable,
};

/// At most this many constants get registers.
const MAX_CONSTANTS: usize = 64;
/// What a call takes of the stack besides the locals: return address and frame pointer.
const FRAME_OVERHEAD: u64 = 16;
/// How frames are aligned.
const FRAME_ALIGN: u64 = 16;

/// Compiles a function; one without a body becomes a stub.
pub(super) fn compile(context: &Context<'_>, code: &mut Code, id: FunctionId) {
    let program = context.program;
    let function = &program.functions[id];
    match &function.body {
        Ok(body) => Plan::new(context, function, id, body).compile(context, code),
        Err(NoBody::Declared) => compile_stub(context, code, id),
        Err(NoBody::Unsupported(unsupported)) => {
            let slow = Slow::Unsupported {
                feature: unsupported.feature.clone(),
                at: Some(unsupported.span),
            };
            compile_single(code, id, slow);
        }
    }
}

/// The code behind the address of a native function, or of one that is missing.
fn compile_stub(context: &Context<'_>, code: &mut Code, id: FunctionId) {
    let function = &context.program.functions[id];
    let signature = code.signatures.get(code.entries[id.index()].signature).clone();
    let feature = super::call::missing(&function.name);
    let registers = signature.registers();
    let Some(native) = (context.config.natives)(&function.name) else {
        if !context.config.stubs {
            return compile_single(code, id, Slow::Unsupported { feature, at: None });
        }
        let args = signature.parameters.iter().copied().zip(registers).collect();
        let call =
            StubCall { function: id, dest: None, base: 0, d: 0, args, result: signature.result };
        return compile_single(code, id, Slow::Stub(Box::new(call)));
    };
    let mut args = Vec::new();
    for (shape, register) in signature.parameters.iter().zip(&registers) {
        match shape {
            ParameterShape::Scalar(scalar) => args.push((*scalar, *register)),
            ParameterShape::Record(_) => {
                return compile_single(code, id, Slow::Unsupported { feature, at: None });
            }
        }
    }
    let result = match signature.result {
        crate::code::ResultShape::Void => None,
        crate::code::ResultShape::Scalar(scalar) => Some(scalar),
        crate::code::ResultShape::Record(_) => {
            return compile_single(code, id, Slow::Unsupported { feature, at: None });
        }
    };
    let area = registers.last().copied().filter(|_| signature.is_variadic);
    let is_used = true;
    let call = crate::code::NativeCall { function: id, native, d: 0, args, area, result, is_used };
    compile_single(code, id, Slow::CallNative(Box::new(call)));
}

/// A function of one operation and a return of register 0.
fn compile_single(code: &mut Code, id: FunctionId, slow: Slow) {
    let start = code.position();
    let index = code.slow.len() as u32;
    code.slow.push(std::rc::Rc::new(slow));
    code.push(Op::Slow { index }, Span::NONE);
    // What is behind a narrow result at the caller's is not ours to write.
    let result = code.signatures.get(code.entries[id.index()].signature).result;
    let is_wide = matches!(result, ResultShape::Scalar(scalar) if is_wide(scalar));
    code.push(if is_wide { Op::ReturnWide { a: 0 } } else { Op::Return { a: 0 } }, Span::NONE);
    let compiled = Compiled { function: id, start, objects: 0..0, homes: Vec::new() };
    code.finish(compiled, FRAME_OVERHEAD as u32);
}

/// What is known of a function before its code is put down.
struct Plan<'a> {
    function: &'a Function,
    id: FunctionId,
    body: &'a Body,
    in_register: Vec<bool>,
    ready: Ready,
    order: Vec<BlockId>,
    has_loop: bool,
    needs_leave: bool,
}

impl<'a> Plan<'a> {
    fn new(context: &Context<'_>, function: &'a Function, id: FunctionId, body: &'a Body) -> Self {
        let types = &context.program.types;
        let in_register: Vec<bool> = function
            .locals
            .iter()
            .map(|local| !local.is_address_taken && types.scalar(local.ty).is_some())
            .collect();
        let plan = context.config.probes.as_deref();
        let ready = assigned::analyse(function, body, &in_register, |block, index| {
            let point = ProbePoint::Statement(id, block, index as u32);
            let labels = plan.map_or(&[][..], |plan| plan.labels_at(point));
            labels.iter().filter_map(|label| plan?.predicate(*label)).collect()
        });
        let order = order::order(body);
        let mut position = vec![usize::MAX; body.blocks.len()];
        for (at, block) in order.iter().enumerate() {
            position[block.index()] = at;
        }
        let has_loop = order.iter().enumerate().any(|(at, block)| {
            let successors = body.blocks[*block].terminator.kind.successors();
            successors.iter().any(|successor| position[successor.index()] <= at)
        });
        let is_variadic = context.program.function_type(id).is_variadic;
        let needs_leave = is_variadic
            || body.blocks.iter().flat_map(|block| &block.statements).any(|statement| {
                let StatementKind::Call { callee: Callee::Builtin(builtin), .. } = &statement.kind
                else {
                    return false;
                };
                matches!(builtin, Builtin::Alloca | Builtin::SetJmp)
            });
        Self { function, id, body, in_register, ready, order, has_loop, needs_leave }
    }

    fn compile(&self, context: &Context<'_>, code: &mut Code) {
        let mark = code.mark();
        let wanted = self.attempt(context, code, &[]);
        if self.has_loop && !wanted.is_empty() {
            code.rewind(&mark);
            let kept = &wanted[..wanted.len().min(MAX_CONSTANTS)];
            self.attempt(context, code, kept);
        }
    }

    /// Compiles with these constants in registers; returns those it would have liked besides.
    fn attempt(&self, context: &Context<'_>, code: &mut Code, constants: &[u64]) -> Vec<u64> {
        let mark = code.mark();
        let start = code.position();
        let signature = code.signatures.get(code.entries[self.id.index()].signature).clone();
        let mut frame = Frame::new(self, context, &signature, constants, code);
        let mut compiler = Compiler {
            context,
            code,
            id: self.id,
            function: self.function,
            body: self.body,
            homes: std::mem::take(&mut frame.homes),
            flags: std::mem::take(&mut frame.flags),
            in_register: &self.in_register,
            ready: self.ready.at_start[self.body.entry()].clone(),
            constants: Constants {
                registers: frame.constants.iter().copied().collect(),
                wanted: Vec::new(),
            },
            objects: frame.objects.clone(),
            needs_leave: self.needs_leave,
            area: frame.area,
            temporaries: frame.top,
            next: frame.top,
            top: frame.top,
            span: self.function.span,
            starts: vec![None; self.body.blocks.len()],
            jumps: Vec::new(),
            landings: Vec::new(),
        };
        compiler.start_statement(self.body.entry(), 0);
        compiler.probe_entry();
        compiler.prologue(&frame, &self.ready);
        for (at, &block) in self.order.iter().enumerate() {
            compiler.block(block, self.order.get(at + 1).copied(), &self.ready);
        }
        compiler.resolve(&mark);
        let too_large = compiler.is_too_large();
        let wanted = std::mem::take(&mut compiler.constants.wanted);
        let homes = std::mem::take(&mut compiler.homes);
        if too_large {
            code.rewind(&mark);
            let feature = format!("`{}`, which needs too many registers", self.function.name);
            compile_single(code, self.id, Slow::Unsupported { feature, at: None });
            return Vec::new();
        }
        let objects = frame.objects.clone();
        code.finish(Compiled { function: self.id, start, objects, homes }, frame.bytes);
        wanted
    }
}

/// What a call takes of the stack, about as gcc without optimisation lays it out: parameters and
/// variables, temporaries only where they are records, and a saved register where the result of
/// one call waits for another.
fn stack_bytes(types: &TypeTable, function: &Function, body: &Body) -> u64 {
    let locals = function
        .locals
        .iter()
        .filter(|local| local.kind != LocalKind::Temporary || types.scalar(local.ty).is_none());
    let bytes = locals.fold(0u64, |bytes, local| {
        let align = types.align(local.ty).max(local.align).max(1);
        let size = types.size(local.ty).unwrap_or(0);
        bytes.checked_next_multiple_of(align).unwrap_or(bytes).saturating_add(size)
    });
    let statements = body.blocks.iter().flat_map(|block| &block.statements);
    let waiting = statements.filter(|statement| match &statement.kind {
        StatementKind::Call {
            dest: Some(dest),
            callee: Callee::Direct(_) | Callee::Indirect(_),
            ..
        } => {
            let local = dest.as_local().map(|local| &function.locals[local]);
            local.is_some_and(|local| local.kind == LocalKind::Temporary)
        }
        _ => false,
    });
    let saved = if waiting.count() > 1 { FRAME_ALIGN } else { 0 };
    let bytes = bytes.checked_next_multiple_of(FRAME_ALIGN).unwrap_or(u64::MAX);
    bytes.saturating_add(FRAME_OVERHEAD + saved)
}

/// The registers of a function.
struct Frame {
    homes: Vec<Home>,
    flags: Vec<Option<Reg>>,
    constants: Vec<(u64, Reg)>,
    objects: std::ops::Range<Reg>,
    /// The registers that arguments come in.
    arguments: Vec<Reg>,
    area: Option<Reg>,
    top: u32,
    bytes: u32,
}

impl Frame {
    fn new(
        plan: &Plan<'_>,
        context: &Context<'_>,
        signature: &Signature,
        constants: &[u64],
        code: &mut Code,
    ) -> Self {
        let types = &context.program.types;
        let function = plan.function;
        let arguments = signature.registers();
        let last = arguments.last().copied().unwrap_or(0);
        let area = signature.is_variadic.then_some(last);
        let mut top = u32::from(last) + 1;
        let mut take = |count: u32| {
            let register = top;
            top += count;
            register.min(0xff00) as Reg
        };
        let mut homes = vec![Home::Register(0); function.locals.len()];
        let mut flags = vec![None; function.locals.len()];
        for (id, local) in function.locals.iter_enumerated() {
            if !plan.in_register[id.index()] {
                continue;
            }
            let parameter = function.params.iter().position(|parameter| *parameter == id);
            let register = match parameter {
                Some(at) => arguments[at],
                None => take(if types.scalar(local.ty).is_some_and(is_wide) { 2 } else { 1 }),
            };
            homes[id.index()] = Home::Register(register);
            if plan.ready.doubtful.contains(id) {
                flags[id.index()] = Some(take(1));
            }
        }
        let constants = constants.iter().map(|value| (*value, take(1))).collect();
        let first_object = take(0);
        let mut count: Reg = 0;
        for (id, local) in function.locals.iter_enumerated() {
            let size = types.size(local.ty).unwrap_or(0);
            if plan.in_register[id.index()] {
                continue;
            }
            let object = code.locals.len() as u32;
            code.locals.push(LocalObject {
                function: plan.id,
                local: id,
                size,
                align: types.align(local.ty).max(local.align),
                padding: padding::padding(types, local.ty, size),
            });
            homes[id.index()] = Home::Object { register: take(1), object };
            count = count.saturating_add(1);
        }
        let objects = first_object..first_object.saturating_add(count);
        let bytes = u32::try_from(stack_bytes(types, function, plan.body)).unwrap_or(u32::MAX);
        Self { homes, flags, constants, objects, arguments, area, top, bytes }
    }
}

impl Compiler<'_> {
    /// What is done at the entry.
    fn prologue(&mut self, frame: &Frame, ready: &Ready) {
        let count = frame.objects.end - frame.objects.start;
        if count > 0 {
            self.emit(Op::ZeroRegisters { d: frame.objects.start, count });
        }
        for (value, d) in &frame.constants {
            self.emit(Op::Const { d: *d, value: *value });
        }
        for flag in self.flags.clone().into_iter().flatten() {
            self.emit(Op::Const { d: flag, value: 0 });
        }
        if let Some(area) = frame.area {
            self.emit_slow(Slow::AdoptArguments { a: area });
        }
        let function = self.function;
        for (at, &local) in function.params.iter().enumerate() {
            self.parameter(local, frame.arguments[at]);
        }
        for (id, _) in function.locals.iter_enumerated() {
            if let Home::Object { register, object } = self.homes[id.index()]
                && !function.params.contains(&id)
                && ready.doubtful.contains(id)
            {
                self.emit(Op::Live { d: register, local: object });
            }
        }
    }

    /// Gives a parameter that has an object its value.
    fn parameter(&mut self, local: LocalId, argument: Reg) {
        let Home::Object { register, object } = self.homes[local.index()] else { return };
        self.emit(Op::Live { d: register, local: object });
        let ty = self.function.locals[local].ty;
        let place = clew_ir::Place::local(local, ty);
        match self.scalar(ty) {
            Some(scalar) => self.store_place(&place, scalar, argument),
            None => {
                let size = self.context.program.types.size(ty).unwrap_or(0);
                self.emit(Op::Copy { p: register, from: argument, size });
            }
        }
    }

    fn block(&mut self, block: BlockId, next: Option<BlockId>, ready: &Ready) {
        self.starts[block.index()] = Some(self.code.position());
        self.ready = ready.at_start[block].clone();
        let body = self.body;
        for (index, statement) in body.blocks[block].statements.iter().enumerate() {
            self.start_statement(block, index);
            self.at(statement.span, |compiler| compiler.probe_statement(block, index));
            self.statement(statement);
        }
        self.terminator(block, next);
    }

    /// Turns the numbers of blocks and landings into positions, and places the labels.
    fn resolve(&mut self, mark: &crate::code::Mark) {
        let starts = &self.starts;
        let position = |target: u32| {
            starts[target as usize].expect("a block that is jumped to should have code")
        };
        for jump in &self.jumps {
            if let Some(target) = self.code.ops[*jump as usize].target_mut() {
                *target = position(*target);
            }
        }
        for table in &mut self.code.dense[mark.dense..] {
            table.default = position(table.default);
            table.targets.iter_mut().for_each(|target| *target = position(*target));
        }
        for table in &mut self.code.sparse[mark.sparse..] {
            table.default = position(table.default);
            table.ranges.iter_mut().for_each(|(_, _, target)| *target = position(*target));
        }
        for block in &self.body.blocks {
            if let TerminatorKind::IndirectGoto { targets, .. } = &block.terminator.kind {
                for &target in targets {
                    if let Some(position) = self.starts[target.index()] {
                        self.code.place_label(self.id, target, position);
                    }
                }
            }
        }
    }
}

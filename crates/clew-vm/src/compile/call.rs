//! Calls and builtins with an effect.

use super::emit::{Compiler, is_wide};
use crate::code::{
    Compute, NativeCall, Op, ParameterShape, Reg, ResultShape, Signature, Slow, StubCall,
};
use crate::native::DESTRUCTOR;
use clew_ir::{
    Builtin, Callee, DataModel, Expr, ExprKind, FunctionId, Id, NoBody, Place, PlaceBase, Scalar,
    TypeId, TypeTable,
};

/// Where a call's arguments are.
struct Arguments {
    /// The callee's first register.
    base: Reg,
    /// The register of each parameter, and at last that of the variadic arguments.
    registers: Vec<Reg>,
}

impl Compiler<'_> {
    /// Compiles a call.
    pub(super) fn call(&mut self, dest: Option<&Place>, callee: &Callee, args: &[Expr]) {
        match callee {
            Callee::Direct(function) => self.call_direct(dest, *function, args),
            Callee::Indirect(callee) => self.call_indirect(dest, callee, args),
            Callee::Builtin(builtin) => self.call_builtin(dest, *builtin, args),
        }
    }

    fn call_direct(&mut self, dest: Option<&Place>, id: FunctionId, args: &[Expr]) {
        let function = &self.context.program.functions[id];
        let signature = self.code.entries[id.index()].signature;
        let mut signature = self.code.signatures.get(signature).clone();
        match &function.body {
            Ok(_) => {
                let arguments = self.arguments(&signature, dest, args);
                let d = self.result_register(dest, signature.result, arguments.base);
                let args = arguments.base;
                self.emit(Op::Call { d, args, function: id.index() as u32 });
                self.finish_call(dest, signature.result, d);
            }
            Err(NoBody::Unsupported(unsupported)) => {
                let feature = unsupported.feature.clone();
                self.emit_slow(Slow::Unsupported { feature, at: Some(unsupported.span) });
            }
            Err(NoBody::Declared) => {
                if function.name == DESTRUCTOR && args.len() == 1 {
                    let position = self.value(&args[0]);
                    let d = self.temporary(2);
                    self.emit_slow(Slow::Destructor { d, position });
                    let pointer = self.context.program.types.pointer();
                    return self.finish_call(dest, ResultShape::Scalar(pointer), d);
                }
                let native = (self.context.config.natives)(&function.name);
                if native.is_none() && !self.context.config.stubs {
                    let feature = match self.context.program.is_assembly(id) {
                        true => "inline assembly".to_owned(),
                        false => missing(&function.name),
                    };
                    return self.emit_slow(Slow::Unsupported { feature, at: None });
                }
                if !self.context.program.function_type(id).has_prototype {
                    signature = self.signature_of_arguments(signature.result, args);
                }
                let Some(native) = native else {
                    return self.call_stub(dest, id, &signature, args);
                };
                self.call_native(dest, id, native, &signature, args);
            }
        }
    }

    fn call_stub(
        &mut self,
        dest: Option<&Place>,
        function: FunctionId,
        signature: &Signature,
        args: &[Expr],
    ) {
        let arguments = self.arguments(signature, dest, args);
        let base = arguments.base;
        let d = self.result_register(dest, signature.result, base);
        let args = signature.parameters.iter().copied().zip(arguments.registers).collect();
        let result = signature.result;
        let local = dest.and_then(|place| match place.base {
            PlaceBase::Local(local) if place.path.is_empty() => Some((self.id, local)),
            _ => None,
        });
        let call = StubCall { function, dest: local, base, d, args, result };
        self.emit_slow(Slow::Stub(Box::new(call)));
        self.finish_call(dest, result, d);
    }

    fn call_native(
        &mut self,
        dest: Option<&Place>,
        function: FunctionId,
        native: crate::native::NativeFunction,
        signature: &Signature,
        args: &[Expr],
    ) {
        let scalars: Option<Vec<Scalar>> = signature
            .parameters
            .iter()
            .map(|shape| match shape {
                ParameterShape::Scalar(scalar) => Some(*scalar),
                ParameterShape::Record(_) => None,
            })
            .collect();
        let result = match signature.result {
            ResultShape::Void => Some(None),
            ResultShape::Scalar(scalar) => Some(Some(scalar)),
            ResultShape::Record(_) => None,
        };
        let (Some(scalars), Some(result)) = (scalars, result) else {
            let name = &self.context.program.functions[function].name;
            let feature = format!("record passed to or from the native function `{name}`");
            return self.emit_slow(Slow::Unsupported { feature, at: None });
        };
        let arguments = self.arguments(signature, dest, args);
        let d = self.result_register(dest, signature.result, arguments.base);
        let area = arguments.registers.last().copied().filter(|_| signature.is_variadic);
        let args = scalars.into_iter().zip(arguments.registers).collect();
        let is_used = dest.is_some();
        let call = NativeCall { function, native, d, args, area, result, is_used };
        self.emit_slow(Slow::CallNative(Box::new(call)));
        self.finish_call(dest, signature.result, d);
    }

    fn call_indirect(&mut self, dest: Option<&Place>, callee: &Expr, args: &[Expr]) {
        if let ExprKind::FunctionAddress(function) = callee.kind
            && self.context.program.functions[function].body.is_ok()
        {
            return self.call_direct(dest, function, args);
        }
        let a = self.value(callee);
        let types = &self.context.program.types;
        let Some(ty) = types.function(callee.ty) else {
            unreachable!("the verifier should admit calls of functions only");
        };
        let mut signature = Signature::of_type(types, ty);
        if !ty.has_prototype && ty.params.is_empty() {
            signature = self.signature_of_arguments(signature.result, args);
        }
        let arguments = self.arguments(&signature, dest, args);
        let d = self.result_register(dest, signature.result, arguments.base);
        let result = signature.result;
        let signature = self.code.signatures.intern(signature);
        self.emit(Op::CallIndirect { d, args: arguments.base, a, signature });
        self.finish_call(dest, result, d);
    }

    /// The signature of a call without a prototype: what the arguments say.
    fn signature_of_arguments(&self, result: ResultShape, args: &[Expr]) -> Signature {
        let types = &self.context.program.types;
        let shape = |arg: &Expr| match types.scalar(arg.ty) {
            Some(scalar) => ParameterShape::Scalar(scalar),
            None => ParameterShape::Record(types.size(arg.ty).unwrap_or(0)),
        };
        Signature { result, parameters: args.iter().map(shape).collect(), is_variadic: false }
    }

    /// Puts the arguments where the callee expects them.
    fn arguments(
        &mut self,
        signature: &Signature,
        dest: Option<&Place>,
        args: &[Expr],
    ) -> Arguments {
        let offsets = signature.registers();
        let count = u32::from(offsets.last().copied().unwrap_or(0)) + 2;
        let base = self.temporary(count);
        let registers: Vec<Reg> = offsets.iter().map(|offset| base + offset).collect();
        if matches!(signature.result, ResultShape::Record(_)) {
            match dest {
                Some(place) => {
                    let (address, _) = self.address(place, true);
                    self.pointer(address, Some(base));
                }
                None => {
                    self.emit(Op::Const { d: base, value: 0 });
                }
            }
        }
        let mark = self.next;
        for (at, shape) in signature.parameters.iter().enumerate() {
            self.next = mark;
            self.argument(*shape, args.get(at), registers[at]);
        }
        self.next = mark;
        if signature.is_variadic
            && let Some(&area) = registers.last()
        {
            let extra = args.get(signature.parameters.len()..).unwrap_or(&[]);
            self.variadic_arguments(extra, area);
        }
        Arguments { base, registers }
    }

    fn argument(&mut self, shape: ParameterShape, arg: Option<&Expr>, d: Reg) {
        let Some(arg) = arg else {
            self.emit(Op::Const { d, value: 0 });
            return;
        };
        match (shape, self.scalar(arg.ty)) {
            (ParameterShape::Scalar(to), Some(from)) if from == to => self.value_into(arg, d),
            (ParameterShape::Scalar(to), Some(from)) => {
                let a = self.value(arg);
                self.cast_register(from, to, d, a);
            }
            (ParameterShape::Record(_), None) => self.record_pointer(arg, Some(d)),
            (ParameterShape::Scalar(_), None) | (ParameterShape::Record(_), Some(_)) => {
                let feature = "call with an argument of a different kind".to_owned();
                self.emit_slow(Slow::Unsupported { feature, at: None });
            }
        }
    }

    /// The address of the record that an expression loads.
    fn record_pointer(&mut self, expr: &Expr, want: Option<Reg>) {
        let ExprKind::Load(place) = &expr.kind else {
            unreachable!("an aggregate's value should be a load");
        };
        self.at(expr.span, |compiler| {
            let (address, _) = compiler.address(place, true);
            compiler.pointer(address, want)
        });
    }

    /// Makes the object of the arguments behind `...`, laid out as on the stack.
    fn variadic_arguments(&mut self, args: &[Expr], area: Reg) {
        if args.is_empty() {
            self.emit(Op::Const { d: area, value: 0 });
            return;
        }
        let types: &TypeTable = &self.context.program.types;
        let (mut size, mut strictest) = (0u64, types.data_model().pointer_size());
        let offsets: Vec<u64> = args
            .iter()
            .map(|arg| {
                let (bytes, align) = slot(types, arg.ty);
                let offset = size.next_multiple_of(align);
                size = offset + bytes;
                strictest = align.max(strictest);
                offset
            })
            .collect();
        let values: Vec<Reg> = args
            .iter()
            .map(|arg| match self.scalar(arg.ty) {
                Some(_) => self.value(arg),
                None => {
                    let d = self.temporary(1);
                    self.record_pointer(arg, Some(d));
                    d
                }
            })
            .collect();
        self.emit_slow(Slow::MakeArguments { d: area, size, align: strictest });
        for ((arg, a), offset) in args.iter().zip(values).zip(offsets) {
            let mark = self.next;
            match self.scalar(arg.ty) {
                Some(scalar) if is_wide(scalar) => {
                    let p = self.temporary(1);
                    self.emit(Op::AddI64 { d: p, a: area, value: offset as i64 });
                    self.emit_compute(Compute::StoreWide { scalar, a, p });
                }
                Some(scalar)
                    if types.data_model().size(scalar) <= 4
                        && types.data_model() == DataModel::Ilp32 =>
                {
                    self.emit(Op::Store32 { a, p: area, offset: offset as i32 });
                }
                Some(_) => {
                    self.emit(Op::Store64 { a, p: area, offset: offset as i32 });
                }
                None => {
                    let p = self.temporary(1);
                    self.emit(Op::AddI64 { d: p, a: area, value: offset as i64 });
                    let size = self.context.program.types.size(arg.ty).unwrap_or(0);
                    self.emit(Op::Copy { p, from: a, size });
                }
            }
            self.next = mark;
        }
    }

    /// The register that a call writes its result to: the destination if it can.
    fn result_register(&self, dest: Option<&Place>, result: ResultShape, base: Reg) -> Reg {
        match (dest.and_then(|place| self.register_of(place)), result) {
            (Some((local, register)), ResultShape::Scalar(scalar))
                if self.scalar(self.function.locals[local].ty) == Some(scalar) =>
            {
                register
            }
            _ => base,
        }
    }

    /// Moves a call's result from `d` to its destination.
    fn finish_call(&mut self, dest: Option<&Place>, result: ResultShape, d: Reg) {
        let (Some(place), ResultShape::Scalar(from)) = (dest, result) else { return };
        let Some(to) = self.scalar(place.ty) else { return };
        if let Some((local, register)) = self.register_of(place) {
            if register != d {
                self.cast_register(from, to, register, d);
            }
            return self.set_flag(local);
        }
        let mut a = d;
        if from != to {
            a = self.temporary(2);
            self.cast_register(from, to, a, d);
        }
        self.store_place(place, to, a);
    }

    fn call_builtin(&mut self, dest: Option<&Place>, builtin: Builtin, args: &[Expr]) {
        let values: Vec<Reg> = args.iter().map(|arg| self.value(arg)).collect();
        let pointer = ResultShape::Scalar(self.context.program.types.pointer());
        let d = self.temporary(2);
        match (builtin, &values[..]) {
            (Builtin::Alloca, &[size, align]) => {
                self.emit_slow(Slow::Alloca { d, size, align });
                self.finish_call(dest, pointer, d);
            }
            (Builtin::StackSave, _) => {
                self.emit_slow(Slow::StackSave { d });
                self.finish_call(dest, pointer, d);
            }
            (Builtin::StackRestore, &[mark]) => self.emit_slow(Slow::StackRestore { mark }),
            (Builtin::VaStart, &[list, ..]) => match self.area {
                Some(area) => self.emit_slow(Slow::VaStart { list, area }),
                None => {
                    let feature = "`va_start` outside a variadic function".to_owned();
                    self.emit_slow(Slow::Unsupported { feature, at: None });
                }
            },
            (Builtin::VaArg { ty }, &[list]) => self.va_arg(dest, ty, list, d),
            (Builtin::VaCopy, &[to, from]) => self.emit_slow(Slow::VaCopy { to, from }),
            // There is one thread.
            (Builtin::VaEnd | Builtin::Synchronize, _) => {}
            (Builtin::SetJmp, &[buffer, ..]) => {
                self.emit_slow(Slow::SetJmp { d, buffer });
                let int = Scalar::Int { bits: 32, signed: true };
                self.finish_call(dest, ResultShape::Scalar(int), d);
            }
            (Builtin::LongJmp, &[buffer, value]) => {
                self.emit_slow(Slow::LongJmp { buffer, value });
            }
            (Builtin::Trap, _) => self.emit_slow(Slow::Trap),
            (builtin, _) => unreachable!("the verifier should check the operands of {builtin:?}"),
        }
    }

    fn va_arg(&mut self, dest: Option<&Place>, ty: TypeId, list: Reg, d: Reg) {
        match self.scalar(ty) {
            Some(scalar) => {
                self.emit_slow(Slow::VaArg { d, list, scalar });
                self.finish_call(dest, ResultShape::Scalar(scalar), d);
            }
            None => {
                let to = dest.map(|place| {
                    let (address, _) = self.address(place, true);
                    self.pointer(address, None)
                });
                let types = &self.context.program.types;
                let (size, align) = (types.size(ty).unwrap_or(0), types.align(ty));
                self.emit_slow(Slow::VaArgRecord { to, list, size, align });
            }
        }
    }
}

/// The bytes and the alignment that a variadic argument takes.
fn slot(types: &TypeTable, ty: TypeId) -> (u64, u64) {
    let word = types.data_model().pointer_size();
    let size = types.size(ty).unwrap_or(0).next_multiple_of(word);
    (size, types.align(ty).max(word))
}

/// What is missing when a function cannot be called.
pub(crate) fn missing(name: &str) -> String {
    format!("call to `{name}`, which has no body")
}

//! Inline assembly: calls of functions without a body.
//!
//! Nothing is known of what instructions do. Each output is what a function returns that is not there, so
//! it is an input of tests; and since such a function may write all that others know of, nothing is proved
//! of what a `memory` clobber says is changed. [`clew_ir::Assembly`] keeps the calls as C, by which tests
//! replace the assembly.

use super::Lowered;
use super::expr::has_side_effects;
use super::function::FunctionLowering;
use super::link::Symbol;
use super::provable::assembly_is_allowed;
use crate::asm_text::{AsmOperand, AsmText};
use crate::ast::Node;
use clew_ir::{
    Assembly, Builtin, Callee, Cause, Expr, FileId, FloatKind, Function, FunctionFacts, FunctionId,
    FunctionType, IdVec, Linkage, NoBody, ParameterFacts, Place, Scalar, Span, StatementKind, Type,
    TypeId, TypeTable,
};
use std::fmt::Write;
use std::ops::Range;

/// How the names of the functions begin; the line of the assembly follows.
const PREFIX: &str = "clew_asm_";

/// What is said where assembly cannot be taken for calls.
const FEATURE: &str = "inline assembly";

/// Assembly as it is written.
struct Written {
    text: AsmText,
    file: FileId,
    range: Range<u32>,
}

/// What a function is to be passed or to return: its type, and the operand as C.
struct Operand {
    ty: TypeId,
    text: String,
}

impl FunctionLowering<'_, '_> {
    /// Lowers an `asm` statement.
    pub(crate) fn asm_statement(&mut self, node: &Node, span: Span) -> Lowered<()> {
        let Some(written) = self.written_assembly(node) else {
            return self.unsupported(FEATURE, node);
        };
        if !assembly_is_allowed(&written.text) {
            self.refuse(Cause::Assembly, node);
        }
        if !written.text.labels.is_empty() {
            return self.unsupported("`asm goto`", node);
        }
        if written.text.is_idle() && self.ties_fit(node, &written.text) {
            return self.idle_assembly(node, &written.text, span);
        }
        // Instructions may write what they name, private tables among it.
        self.unit.linker.program.has_hidden_code |= !written.text.is_empty_template();
        self.assembly_calls(node, &written, span)
    }

    /// The text of assembly: as it is spelled, or as it is used where its keyword is a macro.
    fn written_assembly(&mut self, node: &Node) -> Option<Written> {
        let used = Span { expansion: None, ..self.span(node) };
        [self.unit.spelled(node), used].into_iter().find_map(|at| {
            let file = at.file?;
            let source = &self.program().sources.files[file];
            let text = AsmText::parse(source.text().get(at.start as usize..)?).ok()?;
            let range = at.start..at.start + u32::try_from(text.length).ok()?;
            let is_whole = text.outputs.len() + text.inputs.len() == node.inner.len();
            is_whole.then_some(Written { text, file, range })
        })
    }

    /// Whether the inputs that share a place with an output have its width. What is behind a narrower one
    /// is whatever was there.
    fn ties_fit(&mut self, node: &Node, text: &AsmText) -> bool {
        let outputs = text.outputs.len();
        let size = |this: &mut Self, at: usize| {
            let ty = this.node_type(node.child(at)?).ok()?;
            this.types().scalar(ty).and(this.types().size(ty))
        };
        text.inputs.iter().enumerate().all(|(index, operand)| {
            operand.tied().is_none_or(|tied| {
                let (output, input) = (size(self, tied), size(self, outputs + index));
                output.is_some() && output == input
            })
        })
    }

    /// Assembly without instructions only ties operands together, and orders memory where it says that
    /// it changes it.
    fn idle_assembly(&mut self, node: &Node, text: &AsmText, span: Span) -> Lowered<()> {
        let outputs = text.outputs.len();
        for output in node.inner.iter().take(outputs).filter(|node| has_side_effects(node)) {
            self.place(output)?;
        }
        for (index, operand) in text.inputs.iter().enumerate() {
            let Some(input) = node.child(outputs + index) else {
                return self.unsupported(FEATURE, node);
            };
            let Some(tied) = operand.tied() else {
                self.effect(input)?;
                continue;
            };
            let Some(output) = node.child(tied) else {
                return self.unsupported(FEATURE, node);
            };
            let value = self.rvalue(input)?;
            let place = self.place(output)?;
            let value = self.cast(value, place.ty, true, span)?;
            self.assign(place, value, span);
        }
        if text.clobbers_memory() {
            self.emit_builtin(None, Builtin::Synchronize, Vec::new(), span);
        }
        Ok(())
    }

    /// Assembly with instructions: the first function is passed the inputs, and each gives an output.
    fn assembly_calls(&mut self, node: &Node, written: &Written, span: Span) -> Lowered<()> {
        if self.program().sources.files[written.file].is_system {
            // Headers of the system stay as they are in the tests.
            return self.unsupported(FEATURE, node);
        }
        let (outputs, inputs) = node.inner.split_at(written.text.outputs.len());
        let (mut places, mut results) = (Vec::new(), Vec::new());
        let (mut values, mut passed) = (Vec::new(), Vec::new());
        for (output, operand) in outputs.iter().zip(&written.text.outputs) {
            if has_side_effects(output) {
                // The calls as C would repeat them.
                return self.unsupported("inline assembly whose outputs have effects", node);
            }
            let place = self.place(output)?;
            let ty = place.ty;
            if self.types().scalar(ty).is_none() {
                values.push(self.address_in_memory(place, span));
                passed.push(self.operand(values.last(), format!("&({})", operand.expression)));
                continue;
            }
            if operand.is_read() {
                values.push(Expr::load(place.clone(), span));
                passed.push(self.operand(values.last(), format!("({})", operand.expression)));
            }
            places.push(place);
            results.push(Operand { ty, text: format!("({})", operand.expression) });
        }
        let clobbers_memory = written.text.clobbers_memory();
        for (input, operand) in inputs.iter().zip(&written.text.inputs) {
            let input = match operand.is_memory() {
                true => self.memory_input(input, operand, clobbers_memory)?,
                false => self.value_input(input, operand)?,
            };
            let (value, operand) = input.unzip();
            values.extend(value);
            passed.extend(operand);
        }
        let functions = self.assembly_functions(written, &results, &passed, span);
        let Some(functions) = functions else {
            return self.unsupported("inline assembly in a macro for several types", node);
        };
        self.call_assembly(&functions, values, places, span)
    }

    fn operand(&self, value: Option<&Expr>, text: String) -> Operand {
        Operand { ty: value.map_or(TypeTable::VOID, |it| it.ty), text }
    }

    /// The address of an operand that no function can return, or of one that is only in memory.
    fn address_in_memory(&mut self, place: Place, span: Span) -> Expr {
        let pointer = self.types_mut().pointer_to(place.ty);
        self.address_of(place, pointer, span)
    }

    /// An input by its value.
    fn value_input(
        &mut self,
        input: &Node,
        operand: &AsmOperand,
    ) -> Lowered<Option<(Expr, Operand)>> {
        let value = self.rvalue(input)?;
        let is_scalar = self.types().scalar(value.ty).is_some();
        let text = format!("({})", operand.expression);
        Ok(is_scalar.then(|| (value.clone(), Operand { ty: value.ty, text })))
    }

    /// An input in memory. Its value does not matter; but what changes memory may change it, too.
    fn memory_input(
        &mut self,
        input: &Node,
        operand: &AsmOperand,
        clobbers_memory: bool,
    ) -> Lowered<Option<(Expr, Operand)>> {
        if has_side_effects(input) {
            return self.unsupported("inline assembly whose memory operands have effects", input);
        }
        if !clobbers_memory {
            return Ok(None);
        }
        let span = self.span(input);
        let place = self.place(input)?;
        let address = self.address_in_memory(place, span);
        let text = format!("&({})", operand.expression);
        let ty = address.ty;
        Ok(Some((address, Operand { ty, text })))
    }

    fn call_assembly(
        &mut self,
        functions: &[FunctionId],
        values: Vec<Expr>,
        places: Vec<Place>,
        span: Span,
    ) -> Lowered<()> {
        let mut values = Some(values);
        let mut places = places.into_iter();
        for &function in functions {
            let result = self.program().function_type(function).result;
            let dest = (result != TypeTable::VOID).then(|| self.new_temporary(result, span));
            let args = values.take().unwrap_or_default();
            let callee = Callee::Direct(function);
            let to = dest.map(|local| Place::local(local, result));
            self.emit(StatementKind::Call { dest: to, callee, args }, span);
            if let (Some(local), Some(place)) = (dest, places.next()) {
                let value = self.load_local(local, span);
                self.assign(place, value, span);
            }
        }
        Ok(())
    }

    /// The functions that assembly at this place stands for, made if it is the first time; `None` where
    /// those that are known have other types.
    fn assembly_functions(
        &mut self,
        written: &Written,
        results: &[Operand],
        passed: &[Operand],
        span: Span,
    ) -> Option<Vec<FunctionId>> {
        let types = function_types(results, passed);
        let place = (written.file, written.range.start);
        if let Some(&at) = self.unit.linker.assembly.get(&place) {
            let program = self.program();
            let functions = program.assembly[at].functions.clone();
            let known = functions.iter().map(|id| program.function_type(*id));
            return known.eq(types.iter()).then_some(functions);
        }
        let base = self.assembly_name(written);
        let facts =
            FunctionFacts { params: parameter_facts(written, passed), ..Default::default() };
        let mut functions = Vec::new();
        for (at, ty) in types.into_iter().enumerate() {
            let name = if at == 0 { base.clone() } else { format!("{base}_{}", at + 1) };
            let facts = if at == 0 { facts.clone() } else { FunctionFacts::default() };
            functions.push(self.assembly_function(name, ty, facts, span));
        }
        let calls = self.calls_as_c(&functions, results, passed);
        let linker = &mut self.unit.linker;
        linker.assembly.insert(place, linker.program.assembly.len());
        let (file, range) = (written.file, written.range.clone());
        linker.program.assembly.push(Assembly { file, range, functions: functions.clone(), calls });
        Some(functions)
    }

    /// A name that says the line and that nothing else has.
    fn assembly_name(&self, written: &Written) -> String {
        let at =
            Span { file: Some(written.file), start: written.range.start, end: 0, expansion: None };
        let name = format!("{PREFIX}{}", self.program().sources.line(at));
        let is_free = |name: &str| self.unit.linker.symbol(name).is_none();
        let others = ('b'..='z').map(|letter| format!("{name}{letter}"));
        let more = (1..).map(|number| format!("{name}n{number}"));
        std::iter::once(name.clone())
            .chain(others)
            .chain(more)
            .find(|it| is_free(it))
            .unwrap_or(name)
    }

    fn assembly_function(
        &mut self,
        name: String,
        ty: FunctionType,
        facts: FunctionFacts,
        span: Span,
    ) -> FunctionId {
        let ty = self.types_mut().intern(Type::Function(ty));
        let unit = self.unit.id;
        let declared = Function {
            name: name.clone(),
            ty,
            linkage: Linkage::External,
            unit,
            params: Vec::new(),
            locals: IdVec::new(),
            body: Err(NoBody::Declared),
            is_noreturn: false,
            facts,
            is_system: false,
            span,
        };
        let linker = &mut self.unit.linker;
        let id = linker.external_function(&name, declared);
        linker.mark_used(Symbol::Function(id));
        id
    }

    /// The calls as a statement that declares what it needs. Parameters and results have the width and the
    /// class of the operands; what they point to need not be known.
    fn calls_as_c(
        &self,
        functions: &[FunctionId],
        results: &[Operand],
        passed: &[Operand],
    ) -> String {
        let mut text = "do {".to_owned();
        for (at, id) in functions.iter().enumerate() {
            let function = &self.program().functions[*id];
            let passed = if at == 0 { passed } else { &[] };
            let params: Vec<String> =
                passed.iter().map(|it| abi_type(self.types(), it.ty, "const volatile ")).collect();
            let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
            let args: Vec<&str> = passed.iter().map(|it| it.text.as_str()).collect();
            let result = results.get(at);
            let ty = result.map_or("void".to_owned(), |it| abi_type(self.types(), it.ty, ""));
            let (name, args) = (&function.name, args.join(", "));
            let assigned = result.map_or(String::new(), |it| format!("{} = ", it.text));
            write!(text, " extern {ty} {name}({params}); {assigned}{name}({args});")
                .expect("a string takes all");
        }
        text.push_str(" } while (0)");
        // Operands may be written on several lines.
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// One function for each output, and at least one; the first is passed everything.
fn function_types(results: &[Operand], passed: &[Operand]) -> Vec<FunctionType> {
    (0..results.len().max(1))
        .map(|at| FunctionType {
            result: results.get(at).map_or(TypeTable::VOID, |it| it.ty),
            params: if at == 0 { passed.iter().map(|it| it.ty).collect() } else { Vec::new() },
            is_variadic: false,
            has_prototype: true,
        })
        .collect()
}

/// What is known of what is passed: without a `memory` clobber, nothing is written but outputs.
fn parameter_facts(written: &Written, passed: &[Operand]) -> Vec<ParameterFacts> {
    let is_kept = |it: &Operand| !written.text.clobbers_memory() && !it.text.starts_with('&');
    let facts = passed
        .iter()
        .map(|it| ParameterFacts { is_pointee_const: is_kept(it), ..Default::default() });
    facts.collect()
}

/// A type of C that is passed and returned as another.
fn abi_type(types: &TypeTable, ty: TypeId, qualifiers: &str) -> String {
    if types.is_pointer(ty) {
        return format!("{qualifiers}void *");
    }
    let name = match types.scalar(ty) {
        Some(Scalar::Float(FloatKind::F32)) => "float",
        Some(Scalar::Float(FloatKind::F64)) => "double",
        Some(Scalar::Float(FloatKind::X87)) => "long double",
        Some(Scalar::Int { bits, signed }) => match (bits, signed) {
            (..=8, true) => "signed char",
            (..=8, false) => "unsigned char",
            (..=16, true) => "short",
            (..=16, false) => "unsigned short",
            (..=32, true) => "int",
            (..=32, false) => "unsigned int",
            (..=64, true) => "long",
            (..=64, false) => "unsigned long",
            (_, true) => "__int128",
            (_, false) => "unsigned __int128",
        },
        None => "int",
    };
    name.to_owned()
}

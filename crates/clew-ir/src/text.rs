//! The textual form of functions and programs: what a person reads when the model is in doubt.
//!
//! One statement a line, blocks and conditions by their ids, nothing implicit left out, and the
//! user's line beside it. The same program always prints the same.

use crate::body::{Body, Builtin, Callee, StatementKind, SwitchArm, TerminatorKind};
use crate::c_text::{
    declaration, explicit_expr_text, explicit_local_name, explicit_place_text, type_text,
};
use crate::decision::{BoolTree, Decision};
use crate::expr::{Expr, Place};
use crate::ids::{FunctionId, GlobalId};
use crate::program::{Function, LocalKind, NoBody, Program, RelocationTarget};
use crate::source::Span;
use std::fmt::Write;

/// The whole program: records, globals, functions.
pub fn program_text(program: &Program) -> String {
    let mut text = String::new();
    for global in program.globals.ids() {
        text.push_str(&global_text(program, global));
        text.push('\n');
    }
    for function in program.functions.ids() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&function_text(program, function));
    }
    text
}

/// One global on one line.
pub fn global_text(program: &Program, id: GlobalId) -> String {
    let global = &program.globals[id];
    let mut text = declaration(&program.types, global.ty, &global.name);
    if global.is_const {
        text.insert_str(0, "const ");
    }
    match &global.init {
        None => text.insert_str(0, "extern "),
        Some(image) if image.relocations.is_empty() && image.bytes.iter().all(|b| *b == 0) => {
            text.push_str(" = zero");
        }
        Some(image) => {
            let hex: String = image.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            write!(text, " = 0x{hex}").expect("writing to a string");
            for relocation in &image.relocations {
                let target = match relocation.target {
                    RelocationTarget::Global(global) => program.globals[global].name.clone(),
                    RelocationTarget::Function(function) => {
                        program.functions[function].name.clone()
                    }
                    RelocationTarget::Label(function, block) => {
                        format!("{}.{block}", program.functions[function].name)
                    }
                };
                let (offset, addend) = (relocation.offset, relocation.addend);
                write!(text, ", at {offset}: &{target}{addend:+}").expect("writing to a string");
            }
        }
    }
    format!("{text};  // {id}")
}

/// One function.
pub fn function_text(program: &Program, id: FunctionId) -> String {
    let function = &program.functions[id];
    let printer = Printer { program, function };
    let mut text = printer.header();
    match &function.body {
        Ok(body) => {
            writeln!(text, " {{  // {id}").expect("writing to a string");
            printer.facts(&mut text);
            printer.locals(&mut text);
            printer.body(&mut text, body);
            printer.decisions(&mut text, body);
            text.push_str("}\n");
        }
        Err(NoBody::Declared) => {
            writeln!(text, ";  // {id}").expect("writing to a string");
            printer.facts(&mut text);
        }
        Err(NoBody::Unsupported(unsupported)) => {
            writeln!(text, ";  // {id}: unsupported: {}", unsupported.feature)
                .expect("writing to a string");
            printer.facts(&mut text);
        }
    }
    text
}

struct Printer<'a> {
    program: &'a Program,
    function: &'a Function,
}

impl Printer<'_> {
    fn expr(&self, expr: &Expr) -> String {
        explicit_expr_text(self.program, self.function, expr)
    }

    fn place(&self, place: &Place) -> String {
        let volatile = if place.is_volatile { "volatile " } else { "" };
        volatile.to_owned() + &explicit_place_text(self.program, self.function, place)
    }

    /// A line, with the user's line number behind it.
    fn line(&self, text: &mut String, content: &str, span: Span) {
        let line = match self.program.sources.line(span) {
            0 => String::new(),
            line => format!("  // line {line}"),
        };
        writeln!(text, "    {content}{line}").expect("writing to a string");
    }

    fn header(&self) -> String {
        let types = &self.program.types;
        let Some(ty) = types.function(self.function.ty) else {
            return format!("{} {}", self.function.ty, self.function.name);
        };
        if self.function.body.is_err() {
            return declaration(types, self.function.ty, &self.function.name);
        }
        let mut params: Vec<String> = self
            .function
            .params
            .iter()
            .map(|&id| {
                let name = explicit_local_name(self.function, id);
                declaration(types, self.function.locals[id].ty, &name)
            })
            .collect();
        if ty.is_variadic {
            params.push("...".to_owned());
        }
        let name = format!("{}({})", self.function.name, params.join(", "));
        declaration(types, ty.result, &name)
    }

    /// What the declarations say beside the type, as comments: it changes no execution.
    fn facts(&self, text: &mut String) {
        for line in self.function.facts.lines() {
            writeln!(text, "    // {line}").expect("writing to a string");
        }
    }

    fn locals(&self, text: &mut String) {
        for (id, local) in self.function.locals.iter_enumerated() {
            if local.kind == LocalKind::Parameter && !local.is_address_taken {
                continue;
            }
            let name = explicit_local_name(self.function, id);
            let storage = match (local.kind, local.is_address_taken) {
                (LocalKind::Temporary, false) => "temporary ",
                (LocalKind::Temporary, true) => "temporary in memory ",
                (_, true) => "in memory ",
                (_, false) => "",
            };
            let declared = declaration(&self.program.types, local.ty, &name);
            let align =
                if local.align == 0 { String::new() } else { format!(" align {}", local.align) };
            self.line(text, &format!("{storage}{declared}{align};"), local.span);
        }
    }

    fn body(&self, text: &mut String, body: &Body) {
        for (id, block) in body.blocks.iter_enumerated() {
            writeln!(text, "{id}:").expect("writing to a string");
            for statement in &block.statements {
                self.line(text, &self.statement(&statement.kind), statement.span);
            }
            self.line(text, &self.terminator(&block.terminator.kind), block.terminator.span);
        }
    }

    fn statement(&self, statement: &StatementKind) -> String {
        let name = |local| explicit_local_name(self.function, local);
        match statement {
            StatementKind::Assign { place, value } => {
                format!("{} = {}", self.place(place), self.expr(value))
            }
            StatementKind::Call { dest, callee, args } => {
                let dest = dest.as_ref().map(|dest| self.place(dest) + " = ").unwrap_or_default();
                let callee = match callee {
                    Callee::Direct(id) => self.program.functions[*id].name.clone(),
                    Callee::Indirect(address) => format!("(*{})", self.expr(address)),
                    Callee::Builtin(builtin) => self.builtin(*builtin),
                };
                let args: Vec<String> = args.iter().map(|arg| self.expr(arg)).collect();
                format!("{dest}call {callee}({})", args.join(", "))
            }
            StatementKind::Live(local) => format!("live {}", name(*local)),
            StatementKind::Dead(local) => format!("dead {}", name(*local)),
            StatementKind::Zero(place) => format!("zero {}", self.place(place)),
        }
    }

    fn builtin(&self, builtin: Builtin) -> String {
        match builtin {
            Builtin::Alloca => "alloca".to_owned(),
            Builtin::StackSave => "stack_save".to_owned(),
            Builtin::StackRestore => "stack_restore".to_owned(),
            Builtin::VaStart => "va_start".to_owned(),
            Builtin::VaArg { ty } => format!("va_arg<{}>", type_text(&self.program.types, ty)),
            Builtin::VaCopy => "va_copy".to_owned(),
            Builtin::VaEnd => "va_end".to_owned(),
            Builtin::SetJmp => "setjmp".to_owned(),
            Builtin::LongJmp => "longjmp".to_owned(),
            Builtin::Trap => "trap".to_owned(),
            Builtin::Synchronize => "synchronize".to_owned(),
        }
    }

    fn terminator(&self, terminator: &TerminatorKind) -> String {
        match terminator {
            TerminatorKind::Goto(target) => format!("goto {target}"),
            TerminatorKind::Branch { condition, id, then, otherwise } => {
                let id = id.map(|id| format!(" [{id}]")).unwrap_or_default();
                format!("if {} goto {then} else {otherwise}{id}", self.expr(condition))
            }
            TerminatorKind::Switch { value, id, arms, default, .. } => {
                let arms: String = arms.iter().map(|arm| format!("{}, ", arm_text(arm))).collect();
                format!("switch {} {{ {arms}default: {default} }} [{id}]", self.expr(value))
            }
            TerminatorKind::IndirectGoto { address, targets } => {
                let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
                format!("goto *{} among {}", self.expr(address), targets.join(", "))
            }
            TerminatorKind::Return(Some(value)) => format!("return {}", self.expr(value)),
            TerminatorKind::Return(None) => "return".to_owned(),
            TerminatorKind::Unreachable => "unreachable".to_owned(),
        }
    }

    fn decisions(&self, text: &mut String, body: &Body) {
        for (id, decision) in body.decisions.decisions.iter_enumerated() {
            let content = format!("{id}: {}", decision_text(decision));
            self.line(text, &content, decision.span);
        }
    }
}

fn arm_text(arm: &SwitchArm) -> String {
    if arm.low == arm.high {
        format!("{}: {}", arm.low, arm.target)
    } else {
        format!("{}...{}: {}", arm.low, arm.high, arm.target)
    }
}

fn decision_text(decision: &Decision) -> String {
    let kind = format!("{:?}", decision.kind);
    let structure = match (&decision.structure, decision.switch) {
        (Some(tree), _) => tree_text(tree),
        (None, Some(block)) => block.to_string(),
        (None, None) => String::new(),
    };
    format!("{kind} {structure}")
}

fn tree_text(tree: &BoolTree) -> String {
    match tree {
        BoolTree::Condition(id) => id.to_string(),
        BoolTree::Constant(value) => value.to_string(),
        BoolTree::Not(operand) => format!("!{}", tree_text(operand)),
        BoolTree::And(left, right) => format!("({} && {})", tree_text(left), tree_text(right)),
        BoolTree::Or(left, right) => format!("({} || {})", tree_text(left), tree_text(right)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{FunctionBuilder, add_source, declare, define_global};
    use crate::decision::DecisionKind;
    use crate::expr::BinaryOp;
    use crate::ids::{Id, LocalId};
    use crate::types::TypeTable;
    use expect_test::expect;

    #[test]
    fn a_program() {
        let mut program = Program::default();
        let source = "int count(char *s) {\n  int i;\n  for (i = 0; s[i] != 'x'; i++)\n    note(i);\n  \
                      return i;\n}\n";
        let file = add_source(&mut program, "count.c", source);
        let g = define_global(&mut program, "g", TypeTable::INT);
        let note = declare(&mut program, "note", TypeTable::VOID, &[TypeTable::INT], false);
        let params = [("s", TypeTable::CHAR_POINTER)];
        let mut f = FunctionBuilder::new(&mut program, "count", TypeTable::INT, &params);
        f.in_file(file);
        let s = LocalId::from_index(0);
        f.at("int i");
        let i = f.local("i", TypeTable::INT);
        let (test, inside, after) = (f.block(), f.block(), f.block());
        f.at("i = 0");
        f.assign(f.entry(), i, f.int(0));
        f.goto(f.entry(), test);
        f.at("s[i] != 'x'");
        let (base, index) = (f.read(s), f.read(i));
        let element = f.deref(f.binary(BinaryOp::PtrAdd, base, index));
        let element = f.cast(f.load(element), TypeTable::INT, true);
        let condition = f.binary(BinaryOp::Ne, element, f.int(b'x'.into()));
        f.branch(test, DecisionKind::For, condition, inside, after);
        f.at("note(i)");
        let argument = f.read(i);
        f.call(inside, None, note, vec![argument]);
        f.at("i++");
        let old = f.read(i);
        let next = f.binary(BinaryOp::Add, old, f.int(1));
        f.assign(inside, i, next);
        f.goto(inside, test);
        f.at("return i");
        let global = f.global_place(g);
        let zero = f.int(0);
        f.store(after, global, zero);
        let value = f.read(i);
        f.ret(after, Some(value));
        f.finish();
        assert_eq!(crate::verify::verify(&program), Ok(()));
        expect![[r#"
            int g = zero;  // global0

            void note(int);  // fn0

            int count(char *s) {  // fn1
                int i;  // line 2
            block0:
                i = 0  // line 3
                goto block1  // line 3
            block1:
                if {int}s[i] != 120 goto block2 else block3 [condition0]  // line 3
            block2:
                call note(i)  // line 4
                i = i + 1  // line 3
                goto block1  // line 3
            block3:
                g = 0  // line 5
                return i  // line 5
                decision0: For condition0  // line 3
            }
        "#]]
        .assert_eq(&program_text(&program));
    }
}

//! Operands whose order of evaluation C leaves open: what each of them touches.

use super::character_class::class_test;
use super::decl::Unit;
use super::scope::Entity;
use crate::ast::{Kind, Node, Range};
use clew_ir::effects::{Effects, Locations};
use clew_ir::order::{OpenOrder, Operand};
use clew_ir::{FunctionId, LocalId};
use std::collections::BTreeSet;

/// The pairs of operands in a body of which one runs code that the other may notice.
pub(super) fn open_orders(
    unit: &mut Unit<'_>,
    function: FunctionId,
    body: &Node,
) -> Vec<OpenOrder> {
    let mut walk = Walk { unit, known: BTreeSet::new(), is_within: false, pairs: Vec::new() };
    walk.value(body, &mut Operand::default());
    let Walk { known, pairs, .. } = walk;
    let settled = |mut operand: Operand| {
        for effects in [&mut operand.own, &mut operand.within] {
            for set in [&mut effects.reads, &mut effects.writes] {
                // What no pointer leads to, no call touches.
                set.memory |= set.locals.iter().any(|local| known.contains(local));
            }
        }
        operand
    };
    let pairs: Vec<(Range, [Operand; 2])> =
        pairs.into_iter().map(|(range, pair)| (range, pair.map(settled))).collect();
    let order = |(range, operands): (Range, [Operand; 2])| OpenOrder {
        function,
        span: unit.range_span(&range),
        operands,
    };
    pairs.into_iter().map(order).collect()
}

/// Builtins that write memory, and nothing else of what the program sees.
const WRITING: [&str; 9] =
    ["memcpy", "memmove", "memset", "mempcpy", "strcpy", "strncpy", "stpcpy", "strcat", "strncat"];

/// Builtins that read memory and set nothing, `errno` among it.
const READING: [&str; 12] = [
    "memcmp", "memchr", "bcmp", "strlen", "strcmp", "strncmp", "strchr", "strrchr", "strstr",
    "strspn", "strcspn", "strpbrk",
];

/// How the names of builtins start that touch nothing. (`sqrt` and `fma` set `errno`.)
const COMPUTING: [&str; 49] = [
    "abs",
    "addc",
    "alloca",
    "assume",
    "bitreverse",
    "bswap",
    "ceil",
    "choose_expr",
    "classify",
    "clrsb",
    "clz",
    "complex",
    "conj",
    "convertvector",
    "copysign",
    "ctz",
    "expect",
    "extract_return",
    "fabs",
    "ffs",
    "finite",
    "floor",
    "fmax",
    "fmin",
    "fpclassify",
    "huge_val",
    "inf",
    "isfinite",
    "isgreater",
    "isinf",
    "isless",
    "isnan",
    "isnormal",
    "isunordered",
    "labs",
    "llabs",
    "nan",
    "nearbyint",
    "parity",
    "popcount",
    "prefetch",
    "rint",
    "rotate",
    "round",
    "shuffle",
    "signbit",
    "subc",
    "trap",
    "trunc",
];

/// The names of further ones.
const COMPUTING_EXACTLY: [&str; 10] = [
    "FILE",
    "FUNCTION",
    "LINE",
    "dynamic_object_size",
    "frame_address",
    "return_address",
    "speculation_safe_value",
    "unreachable",
    "va_end",
    "va_start",
];

fn computes(name: &str) -> bool {
    COMPUTING_EXACTLY.contains(&name) || COMPUTING.iter().any(|it| name.starts_with(it))
}

/// What an lvalue is a part of.
enum Base {
    Local(LocalId),
    Global(clew_ir::GlobalId),
    Memory,
    /// Something that nothing else touches.
    Nothing,
}

struct Walk<'u, 'l> {
    unit: &'u Unit<'l>,
    /// Locals whose address goes somewhere.
    known: BTreeSet<LocalId>,
    /// Whether the accesses are those of a statement expression.
    is_within: bool,
    /// The operands of one expression, and where that stands.
    pairs: Vec<(Range, [Operand; 2])>,
}

impl Walk<'_, '_> {
    /// Notes what evaluating an expression touches, and what statements in it touch.
    fn value(&mut self, node: &Node, to: &mut Operand) {
        match (node.kind, node.opcode()) {
            // The call of a function that touches nothing.
            (Kind::BinaryOperator, "&") if class_test(node).is_some() => {
                class_test(node).into_iter().for_each(|test| self.value(test.character, to));
            }
            // Not evaluated.
            (Kind::UnaryExprOrTypeTraitExpr | Kind::OffsetOfExpr | Kind::TypeTraitExpr, _) => {}
            (Kind::ImplicitCastExpr | Kind::CStyleCastExpr, _) => self.cast(node, to),
            (Kind::UnaryOperator, "&") => {
                let base = self.only_place(node, to);
                self.escape(&base);
            }
            (Kind::UnaryOperator, "++" | "--") => {
                let base = self.only_place(node, to);
                self.read(&base, node, to);
                self.write(&base, to);
            }
            (Kind::BinaryOperator, "=") | (Kind::CompoundAssignOperator, _) => {
                self.assignment(node, to);
            }
            (Kind::BinaryOperator, "," | "&&" | "||")
            | (Kind::ConditionalOperator | Kind::BinaryConditionalOperator, _) => {
                node.inner.iter().for_each(|child| self.value(child, to));
            }
            (Kind::BinaryOperator | Kind::InitListExpr, _) => {
                let filler = node.array_filler.iter();
                let parts = node.inner.iter().chain(filler);
                let operands = parts.map(|child| self.operand(child)).collect();
                self.join(node, operands, to);
            }
            (Kind::CallExpr, _) => self.call(node, to),
            (Kind::AtomicExpr, _) => {
                let operands = node.inner.iter().map(|child| self.operand(child)).collect();
                self.join(node, operands, to);
                to.calls_unknown = true;
            }
            (Kind::VAArgExpr, _) => {
                node.inner.iter().for_each(|child| self.value(child, to));
                to.calls_unknown = true;
            }
            (Kind::StmtExpr, _) => {
                let outer = std::mem::replace(&mut self.is_within, true);
                node.inner.iter().for_each(|child| self.value(child, to));
                self.is_within = outer;
            }
            (Kind::MemberExpr | Kind::ArraySubscriptExpr | Kind::DeclRefExpr, _)
            | (Kind::UnaryOperator, "*") => {
                self.place(node, to);
            }
            _ => node.inner.iter().for_each(|child| self.value(child, to)),
        }
    }

    fn operand(&mut self, node: &Node) -> Operand {
        let mut operand = Operand::default();
        self.value(node, &mut operand);
        operand
    }

    /// Operands in any order.
    fn join(&mut self, node: &Node, operands: Vec<Operand>, to: &mut Operand) {
        for (at, one) in operands.iter().enumerate() {
            for other in &operands[at + 1..] {
                if one.is_call_like() || other.is_call_like() {
                    self.pairs.push((node.range, [one.clone(), other.clone()]));
                }
            }
        }
        operands.iter().for_each(|operand| add(to, operand));
    }

    /// What is stored is stored behind both sides; where it is stored is one of them.
    fn assignment(&mut self, node: &Node, to: &mut Operand) {
        let [left, right] = &node.inner[..] else { return };
        let mut side = Operand::default();
        let base = self.place(left, &mut side);
        if node.is(Kind::CompoundAssignOperator) {
            self.read(&base, left, &mut side);
        }
        let value = self.operand(right);
        self.join(node, vec![side, value], to);
        self.write(&base, to);
    }

    fn call(&mut self, node: &Node, to: &mut Operand) {
        let name = node.inner.first().and_then(super::call::called_name).unwrap_or_default();
        let builtin = name.strip_prefix("__builtin_");
        if builtin.is_some_and(|it| matches!(it, "constant_p" | "object_size")) {
            return;
        }
        let operands = node.inner.iter().map(|child| self.operand(child)).collect();
        self.join(node, operands, to);
        let callee = node.inner.first().map(bare);
        let decl = callee.and_then(|it| it.referenced_decl.as_ref());
        let entity = decl.and_then(|decl| {
            let entity = self.unit.entities.get(&decl.id);
            entity.or_else(|| self.unit.scopes.value(decl.name.as_deref()?))
        });
        match (entity, builtin) {
            // clang declares a builtin behind the function that uses it first: the name alone tells.
            (_, Some(builtin)) => self.builtin(builtin, to),
            (Some(Entity::Function(id)), None) => {
                to.calls.insert(*id);
            }
            (_, None) => to.calls_unknown = true,
        }
    }

    /// Some builtins only compute, some touch memory; others stand for functions, which may do anything.
    fn builtin(&mut self, name: &str, to: &mut Operand) {
        let name = name.trim_end_matches("_chk").trim_start_matches("__");
        let writes = WRITING.contains(&name) || name.contains("overflow");
        let reads = writes || READING.contains(&name);
        if !reads && !computes(name) {
            to.calls_unknown = true;
            return;
        }
        let set = if self.is_within || writes { &mut to.within } else { &mut to.own };
        set.reads.memory |= reads;
        set.writes.memory |= writes;
    }

    fn cast(&mut self, node: &Node, to: &mut Operand) {
        let Some(inner) = node.child(0) else { return };
        match node.cast_kind.as_deref() {
            Some("LValueToRValue") => {
                let base = self.place(inner, to);
                self.read(&base, node, to);
            }
            Some("ArrayToPointerDecay") => {
                let base = self.place(inner, to);
                self.escape(&base);
            }
            _ => self.value(inner, to),
        }
    }

    fn only_place(&mut self, node: &Node, to: &mut Operand) -> Base {
        node.child(0).map_or(Base::Nothing, |child| self.place(child, to))
    }

    /// Notes what finding an lvalue touches, and returns what it is a part of.
    fn place(&mut self, node: &Node, to: &mut Operand) -> Base {
        match (node.kind, node.opcode()) {
            (Kind::DeclRefExpr, _) => {
                let id = node.referenced_decl.as_ref().map(|decl| decl.id);
                match id.and_then(|id| self.unit.entities.get(&id)) {
                    Some(Entity::Local(local)) => Base::Local(*local),
                    Some(Entity::Global(global)) => Base::Global(*global),
                    Some(Entity::VariableArray { .. }) => Base::Memory,
                    _ => Base::Nothing,
                }
            }
            (Kind::MemberExpr, _) if !node.is_arrow => self.only_place(node, to),
            (Kind::ArraySubscriptExpr, _) => {
                let mut base = Base::Memory;
                let mut operands = Vec::new();
                for child in &node.inner {
                    let mut operand = Operand::default();
                    match array(child) {
                        Some(array) => base = self.place(array, &mut operand),
                        None => self.value(child, &mut operand),
                    }
                    operands.push(operand);
                }
                self.join(node, operands, to);
                base
            }
            (Kind::UnaryOperator, "*") if node.child(0).and_then(array).is_some() => {
                node.child(0).and_then(array).map_or(Base::Memory, |it| self.place(it, to))
            }
            (Kind::MemberExpr, _) | (Kind::UnaryOperator, "*") => {
                node.inner.iter().for_each(|child| self.value(child, to));
                Base::Memory
            }
            (Kind::ParenExpr | Kind::ConstantExpr, _)
            | (Kind::UnaryOperator, "__extension__" | "__real" | "__imag") => {
                self.only_place(node, to)
            }
            (Kind::StringLiteral | Kind::PredefinedExpr, _) => Base::Nothing,
            (Kind::CompoundLiteralExpr, _) => {
                node.inner.iter().for_each(|child| self.value(child, to));
                Base::Nothing
            }
            (Kind::CallExpr, _) => {
                self.call(node, to);
                Base::Nothing
            }
            _ => {
                self.value(node, to);
                Base::Memory
            }
        }
    }

    fn escape(&mut self, base: &Base) {
        if let Base::Local(local) = base {
            self.known.insert(*local);
        }
    }

    fn read(&mut self, base: &Base, node: &Node, to: &mut Operand) {
        to.may_read_errno |= matches!(base, Base::Memory) && may_be_errno(node);
        touch(&mut self.effects(to).reads, base);
    }

    fn write(&mut self, base: &Base, to: &mut Operand) {
        touch(&mut self.effects(to).writes, base);
    }

    fn effects<'o>(&self, to: &'o mut Operand) -> &'o mut Effects {
        if self.is_within { &mut to.within } else { &mut to.own }
    }
}

fn touch(set: &mut Locations, base: &Base) {
    match base {
        Base::Local(local) => {
            set.locals.insert(*local);
        }
        Base::Global(global) => {
            set.globals.insert(*global);
        }
        Base::Memory => set.memory = true,
        Base::Nothing => {}
    }
}

fn add(to: &mut Operand, other: &Operand) {
    for (to, other) in [(&mut to.own, &other.own), (&mut to.within, &other.within)] {
        to.reads.extend(&other.reads);
        to.writes.extend(&other.writes);
    }
    to.may_read_errno |= other.may_read_errno;
    to.calls.extend(&other.calls);
    to.calls_unknown |= other.calls_unknown;
}

/// The array that an expression is the address of.
fn array(node: &Node) -> Option<&Node> {
    let node = node.without_parens();
    let decays = node.cast_kind.as_deref() == Some("ArrayToPointerDecay");
    node.child(0).filter(|_| node.is(Kind::ImplicitCastExpr) && decays)
}

/// The expression without conversions.
fn bare(node: &Node) -> &Node {
    let mut node = node;
    while matches!(node.kind, Kind::ImplicitCastExpr | Kind::ParenExpr) {
        let Some(inner) = node.child(0) else { break };
        node = inner;
    }
    node
}

/// Whether an access of this type may be one of `errno`.
fn may_be_errno(node: &Node) -> bool {
    let Some(ty) = &node.ty else { return true };
    let text = ty.desugared_qual_type.as_ref().unwrap_or(&ty.qual_type);
    let others = ["long", "short", "double", "float", "_Bool"];
    !text.ends_with('*') && !others.iter().any(|it| text.contains(it))
}

//! What proofs are attempted of: the gate between C and the provers.
//!
//! The program model has one meaning for each function. A proof about it says something about compiled programs
//! only where gcc and clang, at every level of optimisation, give the function that meaning, or one of those that
//! the model allows. So each rule here is a list of what is **allowed**, and everything else is refused: a node of
//! the tree, an attribute, a builtin or a flag that nobody has thought of ends up unprovable.
//!
//! - Each file is one [`Rule`]: what it allows, what it refuses and why, and its check. The table of
//!   `docs/soundness.md` is made of these rows.
//! - [`look`] walks a declaration and asks each rule about each node.
//! - Some rules are checked elsewhere, where more is known: in lowering, in the text of the unit, at linking.
//!   They have a row here, too.

mod asked_type;
mod assembly;
mod atomic;
mod attribute;
mod bit_field;
mod builtin;
mod compiler_text;
mod construct;
mod definitions;
mod flag;
mod jump;
mod large_number;
mod layout;
mod length;
mod library_name;
mod order;
mod pragma;
mod preprocessor;
mod shared_name;
#[cfg(test)]
mod tests;
mod types;
mod union_rest;
mod unit;
mod volatile_copy;

use super::decl::Unit;
use crate::ast::{Kind, Node, Range};
pub(super) use assembly::is_allowed as assembly_is_allowed;
use clew_ir::{Cause, Reach};
pub(super) use length::variable_lengths;
pub(super) use library_name::is_compiler_name;
pub(super) use unit::Doubts;

/// One rule.
struct Rule {
    cause: Cause,
    /// What is allowed, as a row of the documentation says it.
    allowed: &'static str,
    /// What is refused, and why.
    refused: &'static str,
    /// Whether a node breaks the rule; rules without a check are checked where more is known.
    check: Option<Check>,
}

type Check = fn(&Context<'_, '_, '_>, &Node) -> Option<Finding>;

/// All rules, in the order of the documentation.
const RULES: &[&Rule] = &[
    &construct::RULE,
    &types::RULE,
    &asked_type::RULE,
    &bit_field::RULE,
    &layout::RULE,
    &volatile_copy::RULE,
    &atomic::RULE,
    &union_rest::RULE,
    &builtin::RULE,
    &compiler_text::RULE,
    &large_number::RULE,
    &assembly::RULE,
    &order::RULE,
    &length::RULE,
    &jump::RULE,
    &attribute::RULE,
    &pragma::RULE,
    &flag::RULE,
    &preprocessor::RULE,
    &definitions::RULE,
    &library_name::RULE,
    &shared_name::RULE,
];

/// What breaks a rule.
struct Finding {
    /// Its name; empty where it has none.
    name: Box<str>,
    reach: Reach,
}

impl Finding {
    fn plain() -> Option<Self> {
        Self::named("")
    }

    fn named(name: &str) -> Option<Self> {
        Some(Self { name: name.into(), reach: Reach::Everything })
    }

    fn of_calls(name: &str) -> Option<Self> {
        Some(Self { name: name.into(), reach: Reach::Calls })
    }
}

/// Where a node stands.
struct Context<'c, 'l, 'n> {
    unit: &'c Unit<'l>,
    /// The declaration that is looked at.
    declaration: &'n Node,
    /// Whether a header of the system has it.
    is_system: bool,
    /// The nodes around it, the declaration first.
    parents: Vec<&'n Node>,
}

impl<'n> Context<'_, '_, 'n> {
    /// The node around a node, whatever parentheses there are, and that node's child towards it.
    fn around<'s>(&'s self, node: &'s Node) -> Option<(&'n Node, &'s Node, usize)> {
        let mut below = node;
        for (at, parent) in self.parents.iter().enumerate().rev() {
            if !parent.is(Kind::ParenExpr) {
                return Some((parent, below, at));
            }
            below = parent;
        }
        None
    }

    /// The same context for a node further out.
    fn at(&self, depth: usize) -> Self {
        let Self { unit, declaration, is_system, parents } = self;
        let parents = parents[..depth].to_vec();
        Self { unit, declaration, is_system: *is_system, parents }
    }
}

/// What a declaration breaks.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) broken: Vec<Broken>,
    /// Whether it has floating-point numbers.
    pub(super) has_floats: bool,
}

/// A broken rule, and where.
pub(super) struct Broken {
    pub(super) cause: Cause,
    pub(super) name: Box<str>,
    pub(super) reach: Reach,
    pub(super) range: Range,
}

impl Seen {
    fn add(&mut self, rule: &Rule, finding: Finding, range: Range) {
        let known = self.broken.iter_mut().find(|it| it.cause == rule.cause);
        match known {
            Some(known) if known.reach >= finding.reach => {}
            Some(known) => {
                (known.reach, known.name, known.range) = (finding.reach, finding.name, range)
            }
            None => self.broken.push(Broken {
                cause: rule.cause,
                name: finding.name,
                reach: finding.reach,
                range,
            }),
        }
    }
}

/// Asks each rule about each node of a declaration.
pub(super) fn look(unit: &Unit<'_>, declaration: &Node, is_system: bool) -> Seen {
    let mut seen = Seen::default();
    let mut context = Context { unit, declaration, is_system, parents: Vec::new() };
    let rules: Vec<(&Rule, Check)> =
        RULES.iter().filter_map(|rule| Some((*rule, rule.check?))).collect();
    visit(&mut context, declaration, &rules, &mut seen);
    seen
}

fn visit<'n>(
    context: &mut Context<'_, '_, 'n>,
    node: &'n Node,
    rules: &[(&Rule, Check)],
    seen: &mut Seen,
) {
    for (rule, check) in rules {
        if let Some(finding) = check(context, node) {
            seen.add(rule, finding, node.range);
        }
    }
    seen.has_floats |= node.ty.as_ref().is_some_and(|ty| types::has_floats(ty.text()));
    context.parents.push(node);
    for child in node.inner.iter().chain(&node.array_filler) {
        visit(context, child, rules, seen);
    }
    context.parents.pop();
}

fn any(node: &Node, holds: &dyn Fn(&Node) -> bool) -> bool {
    holds(node) || node.inner.iter().chain(&node.array_filler).any(|child| any(child, holds))
}

/// The node without parentheses and the conversions that nobody wrote.
fn without_casts(node: &Node) -> &Node {
    let mut node = node;
    while matches!(node.kind, Kind::ImplicitCastExpr | Kind::ParenExpr)
        && let Some(inner) = node.child(0)
    {
        node = inner;
    }
    node
}

/// The table of what is proved, as the documentation has it.
pub(crate) fn rows() -> String {
    let mut text = String::from("| allowed | refused, and why |\n| --- | --- |\n");
    for rule in RULES {
        text += &format!("| {} | {} |\n", rule.allowed, rule.refused);
    }
    text
}

//! A summary as text.

use super::symbol_name;
use crate::names::{Address, Names, ObjectName, word};
use crate::summary::{Leaf, Summaries, Summary, SummaryId};
use clew_ir::{FunctionId, Id as _, Program};
use clew_logic::smtlib::Printer;
use clew_logic::{Op, Sort, Substitution, TermId, TermPool};
use clew_symbolic::{ArgumentValue, Bytes, Spot};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The bytes of an address.
const POINTER: u64 = 8;

/// The text of a summary and of those it builds on; `None` where it speaks of what has no name elsewhere.
pub(crate) fn write(
    program: &Program,
    pool: &mut TermPool,
    summaries: &Summaries,
    root: SummaryId,
    names: &mut Names<'_>,
) -> Option<String> {
    let all = summaries.below(root);
    let parts: Vec<Summary> = all.iter().map(|id| needed(pool, summaries, *id)).collect();
    if !objects(&parts[0]).iter().all(|number| names.known(*number).is_some()) {
        return None;
    }
    let mut writer = Writer {
        program,
        names,
        all: &all,
        symbols: Vec::new(),
        replaced: Substitution::new(),
        seen: FxHashMap::default(),
        terms: Vec::new(),
        lines: String::new(),
        is_root: true,
    };
    for (at, part) in parts.iter().enumerate() {
        writer.name_symbols(pool, part, at)?;
    }
    for part in &parts {
        writer.summary(pool, part)?;
        writer.is_root = false;
    }
    Some(writer.finish(pool))
}

/// A summary without what its calls find and no path of theirs asks for.
fn needed(pool: &TermPool, summaries: &Summaries, id: SummaryId) -> Summary {
    let mut summary = summaries.get(id).clone();
    let places: Vec<BTreeSet<Spot>> =
        summary.slots.iter().map(|slot| summaries.get(slot.callee).places()).collect();
    for leaf in &mut summary.leaves {
        for call in &mut leaf.calls {
            call.found.retain(|spot, _| places[call.slot].contains(spot));
        }
        leaf.formals = leaf.mentioned(pool, leaf.formals.iter().copied());
    }
    let used: BTreeSet<TermId> =
        summary.leaves.iter().flat_map(|leaf| leaf.formals.iter().copied()).collect();
    summary.formals.retain(|formal, _| used.contains(formal));
    summary
}

/// The objects of which a summary speaks.
fn objects(summary: &Summary) -> Vec<u32> {
    let spots = summary.formals.values().copied().chain(summary.left_spots());
    let memory = spots.filter_map(|spot| match spot {
        Spot::Memory(bytes) => Some(bytes.object),
        Spot::Argument(_) | Spot::Result => None,
    });
    let constants = summary.leaves.iter().flat_map(|leaf| leaf.constants.keys());
    memory.chain(constants.map(|(object, _)| *object)).collect()
}

struct Writer<'w, 'a> {
    program: &'w Program,
    names: &'w mut Names<'a>,
    all: &'w [SummaryId],
    /// The lines of symbols.
    symbols: Vec<String>,
    replaced: Substitution,
    /// Terms that were looked at, and whether all they speak of has a name.
    seen: FxHashMap<TermId, bool>,
    terms: Vec<TermId>,
    lines: String,
    /// Whether the summary is the one that is told, and not one that it builds on.
    is_root: bool,
}

impl Writer<'_, '_> {
    /// Gives what a summary finds and its calls leave the names they have in the text.
    fn name_symbols(&mut self, pool: &mut TermPool, summary: &Summary, at: usize) -> Option<()> {
        for (formal, spot) in &summary.formals {
            let spot = self.spot(*spot)?;
            self.symbol(pool, *formal, &format!("formal {at} {spot}"));
        }
        let calls = summary.leaves.iter().flat_map(|leaf| &leaf.calls);
        let mut known = FxHashSet::default();
        for (call, left) in calls.flat_map(|call| call.left.iter().map(move |left| (call, left))) {
            if known.insert(left.symbol) {
                let spot = self.spot(left.spot)?;
                self.symbol(pool, left.symbol, &format!("left {at} {} {spot}", call.slot));
            }
        }
        Some(())
    }

    fn symbol(&mut self, pool: &mut TermPool, term: TermId, what: &str) {
        let width = pool.width(term);
        let name = symbol_name(self.symbols.len(), width);
        let symbol = pool.input(&name, Sort::BitVec(width));
        self.replaced.replace(pool, term, symbol);
        self.seen.insert(term, true);
        self.symbols.push(format!("symbol {name} {what}"));
    }

    fn spot(&mut self, spot: Spot) -> Option<String> {
        Some(match spot {
            Spot::Argument(at) => format!("a{at}"),
            Spot::Result => "r".to_owned(),
            Spot::Memory(Bytes { object, offset, len }) => {
                format!("m:{}:{offset}:{len}", self.names.any(object)?.text())
            }
        })
    }

    /// A term with names for what is other elsewhere; it is written at the end. `None` where it speaks of what has none.
    fn term(&mut self, pool: &mut TermPool, term: TermId) -> Option<String> {
        for part in pool.post_order(&[term]) {
            if self.seen.contains_key(&part) {
                continue;
            }
            let has_name = match pool.op(part) {
                // All that it may speak of was seen before.
                Op::Input => false,
                Op::Const if pool.sort(part) == Sort::BitVec(64) => {
                    match self.names.address(pool.value(part)? as u64) {
                        Some(Address::Object(name, distance)) => {
                            let what = format!("address {} {distance:x}", name.text());
                            self.symbol(pool, part, &what);
                            true
                        }
                        Some(Address::Number(_)) => true,
                        None => false,
                    }
                }
                _ => pool.args(part).iter().all(|arg| self.seen.get(arg) == Some(&true)),
            };
            self.seen.insert(part, has_name);
        }
        if self.seen.get(&term) != Some(&true) {
            return None;
        }
        let term = self.replaced.apply(pool, term);
        self.terms.push(term);
        // The place of the term: what is shared is known at the end.
        Some(format!("\u{1}{}\u{1}", self.terms.len() - 1))
    }

    fn summary(&mut self, pool: &mut TermPool, summary: &Summary) -> Option<()> {
        let function = self.function(summary.function)?;
        write!(self.lines, "summary {function}").expect("writing to a string");
        for argument in &summary.arguments {
            let text = match argument {
                ArgumentValue::Symbolic => "s".to_owned(),
                ArgumentValue::Concrete(value) => match self.names.address(*value)? {
                    Address::Number(value) => format!("c:{value:x}"),
                    Address::Object(name, distance) => format!("p:{}:{distance:x}", name.text()),
                },
            };
            write!(self.lines, " {text}").expect("writing to a string");
        }
        self.lines.push('\n');
        for slot in &summary.slots {
            let callee = self.all.iter().position(|id| *id == slot.callee)?;
            let site = slot.occasion.site;
            let function = self.function(site.function)?;
            let (block, statement) = (site.block.index(), site.statement);
            let count = slot.occasion.count;
            self.line(&format!("slot {callee} {function} {block} {statement} {count}"));
        }
        summary.leaves.iter().try_for_each(|leaf| self.leaf(pool, leaf))
    }

    fn leaf(&mut self, pool: &mut TermPool, leaf: &Leaf) -> Option<()> {
        self.line(if leaf.left.is_some() { "leaf" } else { "end" });
        for condition in &leaf.conditions {
            let term = self.term(pool, *condition)?;
            self.line(&format!("when {term}"));
        }
        self.constants(leaf)?;
        for (spot, value) in leaf.left.iter().flatten() {
            let spot = self.spot(*spot)?;
            let line = match value {
                Some(value) => format!("value {spot} {}", self.term(pool, *value)?),
                None => format!("none {spot}"),
            };
            self.line(&line);
        }
        for call in &leaf.calls {
            let end = if call.returns { "returns" } else { "ends" };
            self.line(&format!("call {} {} {end}", call.slot, call.conditions));
            for (spot, value) in &call.found {
                // What no path speaks of may be of objects that have no name, and is not missed.
                if let (Some(spot), Some(value)) = (self.spot(*spot), self.term(pool, *value)) {
                    self.line(&format!("found {spot} {value}"));
                }
            }
            for left in &call.left {
                let (spot, name) = (self.spot(left.spot)?, self.term(pool, left.symbol)?);
                let before = match left.before {
                    Some(before) => self.term(pool, before)?,
                    None => "-".to_owned(),
                };
                self.line(&format!("name {spot}\t{name}\t{before}"));
            }
            for spot in &call.told {
                let spot = self.spot(*spot)?;
                self.line(&format!("told {spot}"));
            }
        }
        Some(())
    }

    /// The bytes that a path reads and that depend on no input; of pointers, where they lead.
    fn constants(&mut self, leaf: &Leaf) -> Option<()> {
        let mut rest = leaf.constants.clone();
        for &(object, offset) in leaf.constants.keys().filter(|(_, offset)| offset % POINTER == 0) {
            let byte = |at| leaf.constants.get(&(object, offset + at)).copied();
            let word =
                (0..POINTER).rev().try_fold(0, |word, at| Some(word << 8 | u64::from(byte(at)?)));
            let Some(word) = word else { continue };
            let Address::Object(target, distance) = self.names.address(word)? else { continue };
            // What it made itself is nothing that it finds: this is an object that has no name.
            if self.is_root && matches!(target, ObjectName::Own(_)) {
                return None;
            }
            rest.retain(|(its, at), _| *its != object || !(offset..offset + POINTER).contains(at));
            let (object, kind) = (self.names.any(object)?.text(), self.names.kind(&target)?);
            let target = target.text();
            self.line(&format!("pointer {object} {offset} {target} {distance:x} {kind}"));
        }
        for ((object, offset), byte) in rest {
            let object = self.names.any(object)?.text();
            self.line(&format!("constant {object} {offset} {byte}"));
        }
        Some(())
    }

    /// The name of a function, where it is the one that the name finds.
    fn function(&self, function: FunctionId) -> Option<String> {
        let name = &self.program.functions[function].name;
        (self.program.function(name) == Some(function)).then(|| word(name))
    }

    fn line(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    fn finish(self, pool: &TermPool) -> String {
        let mut printer = Printer::new(pool);
        let mut script = String::new();
        printer.write_definitions(pool, &self.terms, &mut script);
        let mut text: String = self.symbols.iter().map(|line| format!("{line}\n")).collect();
        script.lines().for_each(|line| text.push_str(&format!("> {line}\n")));
        for (at, piece) in self.lines.split('\u{1}').enumerate() {
            match at % 2 {
                0 => text.push_str(piece),
                _ => {
                    let term = piece.parse().ok().and_then(|at: usize| self.terms.get(at));
                    let term = term.expect("a term should have been written");
                    printer.write_expression(pool, *term, &mut text);
                }
            }
        }
        text
    }
}

//! Summaries from their text.

use super::{symbol_name, width_at};
use crate::names::{Names, ObjectName, unword};
use crate::summary::{Leaf, LeafCall, Slot, SlotValue, Summaries, SummaryId, slot_symbol};
use clew_ir::{BlockId, FunctionId, Id as _, Position, Program};
use clew_logic::smtlib::Reader;
use clew_logic::{Sort, Substitution, TermId, TermPool};
use clew_symbolic::{ArgumentObject, ArgumentValue, Bytes, Occasion, Spot, formal_name};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A summary as it stands in a text.
struct Part<'t> {
    function: FunctionId,
    arguments: Vec<ArgumentValue>,
    slots: Vec<(usize, Occasion)>,
    leaves: Vec<Vec<(&'t str, &'t str)>>,
}

/// Adds the summary of a call that a text tells, with those it builds on; `None` where it is no such text.
pub(crate) fn read(
    program: &Program,
    pool: &mut TermPool,
    summaries: &mut Summaries,
    (names, text): (&Names<'_>, &str),
    (function, values, objects): (FunctionId, &[ArgumentValue], &[Option<ArgumentObject>]),
) -> Option<SummaryId> {
    let mut source =
        Source { program, names, symbols: Vec::new(), script: String::new(), parts: Vec::new() };
    source.split(text)?;
    if source.has_cycle() {
        return None;
    }
    let root = source.parts.first()?;
    if root.function != function || root.arguments != values {
        return None;
    }
    let mut ids = Vec::new();
    let mut is_new = Vec::new();
    for (at, part) in source.parts.iter().enumerate() {
        let known = summaries.find_for(part.function, &part.arguments);
        if at == 0 && known.is_some() {
            return None;
        }
        let objects = if at == 0 { objects } else { &[] };
        is_new.push(known.is_none());
        ids.push(known.unwrap_or_else(|| summaries.make(part.function, &part.arguments, objects)));
    }
    let read = source.leaves(pool, summaries, &ids);
    match read {
        Some(read) => {
            for ((id, is_new), (slots, formals, leaves)) in ids.iter().zip(is_new).zip(read) {
                if is_new {
                    let summary = summaries.get_mut(*id);
                    (summary.slots, summary.formals) = (slots, formals);
                    summary.unconfirmed = (0..leaves.len()).collect();
                    summary.leaves = leaves;
                }
            }
            Some(ids[0])
        }
        None => {
            for (id, _) in ids.iter().zip(is_new).filter(|(_, is_new)| *is_new) {
                summaries.remove(*id);
            }
            None
        }
    }
}

/// What a summary consists of: slots, formals, paths.
type Contents = (Vec<Slot>, BTreeMap<TermId, Spot>, Vec<Leaf>);

struct Source<'s, 't, 'a> {
    program: &'s Program,
    names: &'s Names<'a>,
    symbols: Vec<(&'t str, Vec<&'t str>)>,
    script: String,
    parts: Vec<Part<'t>>,
}

impl<'t> Source<'_, 't, '_> {
    /// Takes the text apart.
    fn split(&mut self, text: &'t str) -> Option<()> {
        for line in text.lines() {
            let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
            match head {
                "symbol" => {
                    let (name, what) = rest.split_once(' ')?;
                    self.symbols.push((name, what.split(' ').collect()));
                }
                ">" => {
                    self.script.push_str(rest);
                    self.script.push('\n');
                }
                "summary" => {
                    let part = self.part(rest)?;
                    self.parts.push(part);
                }
                "slot" => {
                    let slot = self.slot(rest)?;
                    self.parts.last_mut()?.slots.push(slot);
                }
                "leaf" | "end" => self.parts.last_mut()?.leaves.push(vec![(head, rest)]),
                _ => self.parts.last_mut()?.leaves.last_mut()?.push((head, rest)),
            }
        }
        Some(())
    }

    /// Whether a line of the script declares one of the symbols, or defines a part of terms. Other names are the search's.
    fn is_plain(&self, line: &str) -> bool {
        match line.strip_prefix("(declare-const ") {
            Some(rest) => {
                let name = rest.split(' ').next().unwrap_or_default().trim_matches('|');
                !rest.contains("declare") && self.symbols.iter().any(|(its, _)| *its == name)
            }
            None => line.starts_with("(define-fun ?t") && !line.contains("declare"),
        }
    }

    /// Whether a summary builds on itself.
    fn has_cycle(&self) -> bool {
        // A chain of slots that is longer than there are summaries comes back.
        let mut depth = vec![0usize; self.parts.len()];
        for _ in 0..=self.parts.len() {
            let mut is_same = true;
            for at in 0..self.parts.len() {
                for (callee, _) in &self.parts[at].slots {
                    let Some(its) = depth.get(*callee).copied() else { return true };
                    if its <= depth[at] {
                        depth[*callee] = depth[at] + 1;
                        is_same = false;
                    }
                }
            }
            if is_same {
                return false;
            }
        }
        true
    }

    fn part(&self, text: &str) -> Option<Part<'t>> {
        let mut words = text.split(' ');
        let function = self.function(words.next()?)?;
        let arguments = words.map(|word| self.argument(word)).collect::<Option<Vec<_>>>()?;
        Some(Part { function, arguments, slots: Vec::new(), leaves: Vec::new() })
    }

    fn argument(&self, text: &str) -> Option<ArgumentValue> {
        let hex = |text: &str| u64::from_str_radix(text, 16).ok();
        let parts: Vec<&str> = text.split(':').collect();
        match parts[..] {
            ["s"] => Some(ArgumentValue::Symbolic),
            ["c", value] => hex(value).map(ArgumentValue::Concrete),
            ["p", name, distance] => {
                let name = ObjectName::parse(name)?;
                self.names.address_of(&name, hex(distance)?).map(ArgumentValue::Concrete)
            }
            _ => None,
        }
    }

    fn slot(&self, text: &str) -> Option<(usize, Occasion)> {
        let words: Vec<&str> = text.split(' ').collect();
        let [callee, function, block, statement, count] = words[..] else { return None };
        let function = self.function(function)?;
        let block: usize = block.parse().ok()?;
        let body = self.program.functions[function].body.as_ref().ok()?;
        let block = (block < body.blocks.len()).then(|| BlockId::from_index(block))?;
        let site = Position { function, block, statement: statement.parse().ok()? };
        Some((callee.parse().ok()?, Occasion { site, count: count.parse().ok()? }))
    }

    fn function(&self, text: &str) -> Option<FunctionId> {
        self.program.function(&unword(text)?)
    }

    fn spot(&self, text: &str) -> Option<Spot> {
        let parts: Vec<&str> = text.split(':').collect();
        match parts[..] {
            ["r"] => Some(Spot::Result),
            ["m", object, offset, len] => {
                let object = self.names.number(&ObjectName::parse(object)?)?;
                let (offset, len) = (offset.parse().ok()?, len.parse().ok()?);
                Some(Spot::Memory(Bytes { object, offset, len }))
            }
            [argument] => argument.strip_prefix('a')?.parse().ok().map(Spot::Argument),
            _ => None,
        }
    }

    /// All paths, in terms of this search.
    fn leaves(
        &self,
        pool: &mut TermPool,
        summaries: &Summaries,
        ids: &[SummaryId],
    ) -> Option<Vec<Contents>> {
        let mut terms = Terms {
            reader: Reader::new(),
            outward: Substitution::new(),
            known: FxHashMap::default(),
        };
        let mut formals: Vec<BTreeMap<TermId, Spot>> = vec![BTreeMap::new(); ids.len()];
        for (at, (name, what)) in self.symbols.iter().enumerate() {
            let (by, owner) = match what[..] {
                ["formal", at, spot] => {
                    let (at, spot) = (at.parse::<usize>().ok()?, self.spot(spot)?);
                    let function = self.parts.get(at)?.function;
                    let width = width_at(self.program, function, spot)?;
                    let by = input(pool, &formal_name(function, spot), width)?;
                    formals[at].insert(by, spot);
                    (by, Some(at))
                }
                ["left", at, slot, spot] => {
                    let (at, slot) = (at.parse::<usize>().ok()?, slot.parse::<usize>().ok()?);
                    let (callee, _) = *self.parts.get(at)?.slots.get(slot)?;
                    let spot = self.spot(spot)?;
                    let width = width_at(self.program, self.parts.get(callee)?.function, spot)?;
                    (input(pool, &slot_symbol(ids[at], slot, spot), width)?, Some(at))
                }
                ["address", object, distance] => {
                    let distance = u64::from_str_radix(distance, 16).ok()?;
                    let address = self.names.address_of(&ObjectName::parse(object)?, distance)?;
                    (pool.bv(64, address.into()), None)
                }
                _ => return None,
            };
            let width = pool.width(by);
            if **name != symbol_name(at, width) {
                return None;
            }
            let symbol = input(pool, name, width)?;
            terms.outward.replace(pool, symbol, by);
            if let Some(owner) = owner {
                terms.known.insert(by, owner);
            }
        }
        if !self.script.lines().all(|line| self.is_plain(line)) {
            return None;
        }
        terms.reader.read(pool, &self.script).ok()?;
        let mut contents = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            let slots = part.slots.iter();
            let slots =
                slots.map(|&(callee, occasion)| Some(Slot { callee: *ids.get(callee)?, occasion }));
            let slots = slots.collect::<Option<Vec<_>>>()?;
            let mut leaves = Vec::new();
            for lines in &part.leaves {
                leaves.push(self.leaf(pool, &mut terms, (at, part), (lines, &formals[at]))?);
            }
            debug_assert!(slots.iter().all(|slot| summaries.has(slot.callee)));
            contents.push((slots, formals[at].clone(), leaves));
        }
        Some(contents)
    }

    /// The bytes of a pointer, as they are here.
    fn pointer(&self, text: &str, leaf: &mut Leaf) -> Option<()> {
        let words: Vec<&str> = text.split(' ').collect();
        let [object, offset, target, distance, kind] = words[..] else { return None };
        let object = self.names.number(&ObjectName::parse(object)?)?;
        let target = ObjectName::parse(target)?;
        if self.names.kind(&target).as_deref() != Some(kind) {
            return None;
        }
        let distance = u64::from_str_radix(distance, 16).ok()?;
        let address = self.names.address_of(&target, distance)?;
        let offset: u64 = offset.parse().ok()?;
        for (at, byte) in (offset..).zip(address.to_le_bytes()) {
            leaf.constants.insert((object, at), byte);
        }
        Some(())
    }

    fn leaf(
        &self,
        pool: &mut TermPool,
        terms: &mut Terms,
        (at, part): (usize, &Part<'_>),
        (lines, formals): (&[(&str, &str)], &BTreeMap<TermId, Spot>),
    ) -> Option<Leaf> {
        let ends = lines.first()?.0 == "end";
        let mut leaf = Leaf { left: (!ends).then(Vec::new), ..Leaf::default() };
        let width = |spot| width_at(self.program, part.function, spot);
        for &(head, rest) in &lines[1..] {
            let callee = |call: &LeafCall| {
                let (callee, _) = part.slots.get(call.slot)?;
                Some(self.parts.get(*callee)?.function)
            };
            match head {
                "when" => leaf.conditions.push(terms.read(pool, at, rest, Sort::Bool)?),
                "constant" => {
                    let words: Vec<&str> = rest.split(' ').collect();
                    let [object, offset, byte] = words[..] else { return None };
                    let object = self.names.number(&ObjectName::parse(object)?)?;
                    leaf.constants.insert((object, offset.parse().ok()?), byte.parse().ok()?);
                }
                "pointer" => self.pointer(rest, &mut leaf)?,
                "value" => {
                    let (spot, term) = rest.split_once(' ')?;
                    let spot = self.spot(spot)?;
                    let term = terms.read(pool, at, term, Sort::BitVec(width(spot)?))?;
                    leaf.left.as_mut()?.push((spot, Some(term)));
                }
                "none" => leaf.left.as_mut()?.push((self.spot(rest)?, None)),
                "call" => {
                    let call = read_call(rest)?;
                    let is_behind = leaf.calls.last().is_none_or(|last| {
                        last.slot < call.slot && last.conditions <= call.conditions
                    });
                    if !is_behind || call.slot >= part.slots.len() {
                        return None;
                    }
                    leaf.calls.push(call);
                }
                "found" => {
                    let (spot, term) = rest.split_once(' ')?;
                    let (spot, call) = (self.spot(spot)?, leaf.calls.last_mut()?);
                    let width = width_at(self.program, callee(call)?, spot)?;
                    let term = terms.read(pool, at, term, Sort::BitVec(width))?;
                    call.found.insert(spot, term);
                }
                "name" => {
                    let words: Vec<&str> = rest.split('\t').collect();
                    let [spot, symbol, before] = words[..] else { return None };
                    let (spot, call) = (self.spot(spot)?, leaf.calls.last_mut()?);
                    let sort = Sort::BitVec(width_at(self.program, callee(call)?, spot)?);
                    let symbol = terms.read(pool, at, symbol, sort)?;
                    pool.input_of(symbol)?;
                    let before = match before {
                        "-" => None,
                        before => Some(terms.read(pool, at, before, sort)?),
                    };
                    call.left.push(SlotValue { spot, symbol, before });
                }
                "told" => {
                    let spot = self.spot(rest)?;
                    leaf.calls.last_mut()?.told.insert(spot);
                }
                _ => return None,
            }
        }
        if leaf.calls.iter().any(|call| call.conditions > leaf.conditions.len()) {
            return None;
        }
        leaf.formals = leaf.mentioned(pool, formals.keys().copied());
        Some(leaf)
    }
}

fn read_call(text: &str) -> Option<LeafCall> {
    let words: Vec<&str> = text.split(' ').collect();
    let [slot, conditions, end] = words[..] else { return None };
    let returns = match end {
        "returns" => true,
        "ends" => false,
        _ => return None,
    };
    let (slot, conditions) = (slot.parse().ok()?, conditions.parse().ok()?);
    let (found, left, told) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
    Some(LeafCall { slot, conditions, found, left, told, returns })
}

/// An input of this width, if there are such.
fn input(pool: &mut TermPool, name: &str, width: u32) -> Option<TermId> {
    let sort = Sort::BitVec(width);
    sort.is_valid().then(|| pool.input(name, sort))
}

/// The terms of a text.
struct Terms {
    reader: Reader,
    outward: Substitution,
    /// What terms may speak of, by the summary that does.
    known: FxHashMap<TermId, usize>,
}

impl Terms {
    /// A term of a summary, which has this sort and speaks of what the summary finds and its calls leave.
    fn read(&mut self, pool: &mut TermPool, of: usize, text: &str, sort: Sort) -> Option<TermId> {
        let term = self.reader.read_term(pool, text).ok()?;
        let term = self.outward.apply(pool, term);
        let is_its = |input| self.known.get(&pool.input_decl(input).term) == Some(&of);
        let is_right = pool.sort(term) == sort && pool.free_inputs(term).into_iter().all(is_its);
        is_right.then_some(term)
    }
}

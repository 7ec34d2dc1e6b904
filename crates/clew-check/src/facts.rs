//! Questions: the conditions of a path, and what is true of the objects that they mention.
//!
//! Facts of objects that a question does not mention are left out. That is safe: a question with
//! fewer facts is harder to refute.

use crate::program::{Global, Image};
use crate::semantics::{Content, Semantics, State};
use crate::term::{BitsOp, Compare, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Objects with more bytes than this are taken to have any contents, unless they are read at
/// constant places only.
const LARGEST_IMAGE: usize = 16384;

/// A question to solvers: whether all of these can hold.
pub(crate) struct Question {
    pub(crate) assertions: Vec<Term>,
    /// All terms that occur.
    cone: BTreeSet<Term>,
}

/// Asks whether a state exists in which `extra` holds.
pub(crate) fn question(semantics: &mut Semantics<'_>, state: &State, extra: Term) -> Question {
    let mut question = Question { assertions: Vec::new(), cone: BTreeSet::new() };
    for condition in state.conditions.iter().copied().chain([extra]) {
        question.assert(semantics, condition);
    }
    let mut done = Done::default();
    loop {
        let before = question.cone.len();
        let mut facts = Vec::new();
        contents(semantics, &question.cone, &mut done, &mut facts);
        kept(semantics, &question.cone, &mut done, &mut facts);
        pointers(semantics, state, &question.cone, &mut done, &mut facts);
        constants(semantics, state, &question.cone, &mut done, &mut facts);
        let count = facts.len();
        for fact in facts {
            question.assert(semantics, fact);
        }
        if count == 0 && question.cone.len() == before {
            break;
        }
    }
    for fact in disjoint(semantics, &question.cone) {
        question.assert(semantics, fact);
    }
    question
}

impl Question {
    /// Adds an assertion, what it mentions, and what defines that.
    fn assert(&mut self, semantics: &Semantics<'_>, assertion: Term) {
        self.assertions.push(assertion);
        let mut work = vec![assertion];
        while let Some(term) = work.pop() {
            if !self.cone.insert(term) {
                continue;
            }
            work.extend(semantics.terms.args(term));
            for fact in semantics.terms.definitions(term) {
                self.assertions.push(*fact);
                work.push(*fact);
            }
        }
    }
}

/// Which facts have been added.
#[derive(Default)]
struct Done {
    contents: BTreeSet<(Term, usize)>,
    kept: BTreeSet<(Term, Term)>,
    pointers: BTreeSet<(Term, u64, Term)>,
    constants: BTreeSet<(Term, u64, usize)>,
}

/// The globals whose bases are mentioned.
fn mentioned_globals(semantics: &Semantics<'_>, cone: &BTreeSet<Term>) -> Vec<(usize, Term)> {
    let mentioned = semantics.globals.iter().filter(|(_, base)| cone.contains(base));
    mentioned.map(|(number, base)| (*number, *base)).collect()
}

/// The bytes of constants, in each memory that is mentioned; of other objects at the entry.
fn contents(
    semantics: &mut Semantics<'_>,
    cone: &BTreeSet<Term>,
    done: &mut Done,
    facts: &mut Vec<Term>,
) {
    let roots: Vec<Term> = semantics.roots.keys().copied().filter(|it| cone.contains(it)).collect();
    let program = semantics.program;
    for (number, base) in mentioned_globals(semantics, cone) {
        let global: &Global = &program.globals[&number];
        let content = semantics.content(global);
        let Some(image) = &global.image else { continue };
        for &root in &roots {
            let has_content = match content {
                Content::Constant => true,
                Content::Initial => semantics.entry_memory == Some(root),
                Content::Arbitrary => false,
            };
            let fits = image.bytes.len() <= LARGEST_IMAGE;
            if has_content && fits && done.contents.insert((root, number)) {
                image_facts(semantics, root, base, global, image, facts);
            }
        }
    }
}

fn image_facts(
    semantics: &mut Semantics<'_>,
    root: Term,
    base: Term,
    global: &Global,
    image: &Image,
    facts: &mut Vec<Term>,
) {
    let mut covered = BTreeSet::new();
    let unset = unset_bits(semantics, global, image);
    for relocation in &image.addresses {
        covered.extend(relocation.offset..relocation.offset + 8);
        let target = semantics.target(relocation.target);
        let value = semantics.terms.add_const(target, relocation.addend as u64);
        let place = semantics.terms.add_const(base, relocation.offset);
        let stored = semantics.terms.read(root, place, 8);
        facts.push(semantics.terms.equal(stored, value));
    }
    for (at, byte) in image.bytes.iter().enumerate() {
        if covered.contains(&(at as u64)) {
            continue;
        }
        let place = semantics.terms.add_const(base, at as u64);
        let stored = semantics.terms.select(root, place);
        let mask = !unset.get(&(at as u64)).copied().unwrap_or(0);
        let value = semantics.terms.bits((*byte & mask).into(), 8);
        let mask = semantics.terms.bits(mask.into(), 8);
        let stored = semantics.terms.binary(BitsOp::And, stored, mask);
        facts.push(semantics.terms.equal(stored, value));
    }
}

/// The bits of an initialised object that hold no value. Of what is zero throughout, compilers make zeros
/// throughout; elsewhere they put into padding what they like (C11, 6.2.6.1).
fn unset_bits(semantics: &Semantics<'_>, global: &Global, image: &Image) -> BTreeMap<u64, u8> {
    let is_zero = image.addresses.is_empty() && image.bytes.iter().all(|byte| *byte == 0);
    match is_zero {
        true => BTreeMap::new(),
        false => {
            semantics.program.padding(&global.ty, image.bytes.len() as u64).into_iter().collect()
        }
    }
}

/// What unknown code could not change.
fn kept(
    semantics: &mut Semantics<'_>,
    cone: &BTreeSet<Term>,
    done: &mut Done,
    facts: &mut Vec<Term>,
) {
    let mut pairs = Vec::new();
    for (after, (before, objects)) in &semantics.kept {
        for (base, size) in objects.iter().filter(|(base, _)| cone.contains(base)) {
            if cone.contains(after) && done.kept.insert((*after, *base)) {
                pairs.push((*after, *before, *base, *size));
            }
        }
    }
    for (after, before, base, size) in pairs {
        for at in 0..size.min(LARGEST_IMAGE as u64) {
            let place = semantics.terms.add_const(base, at);
            let (new, old) =
                (semantics.terms.select(after, place), semantics.terms.select(before, place));
            facts.push(semantics.terms.equal(new, old));
        }
    }
}

/// Pointers do not point to what they cannot know.
fn pointers(
    semantics: &mut Semantics<'_>,
    state: &State,
    cone: &BTreeSet<Term>,
    done: &mut Done,
    facts: &mut Vec<Term>,
) {
    for known in state.known.iter().filter(|known| cone.contains(&known.address)) {
        for object in &state.objects {
            let is_mentioned = cone.contains(&object.base);
            if !is_mentioned || known.address == object.base {
                continue;
            }
            if !state.may_point(known.moment, object)
                && done.pointers.insert((known.address, known.size, object.base))
            {
                let extent = semantics.extents[&object.base];
                facts.push(apart(semantics, (known.address, known.size), object.base, extent));
            }
        }
    }
}

/// Nothing was written to constants.
fn constants(
    semantics: &mut Semantics<'_>,
    state: &State,
    cone: &BTreeSet<Term>,
    done: &mut Done,
    facts: &mut Vec<Term>,
) {
    let program = semantics.program;
    for (number, base) in mentioned_globals(semantics, cone) {
        if semantics.content(&program.globals[&number]) != Content::Constant {
            continue;
        }
        let extent = semantics.extents[&base];
        for &(address, size) in &state.written {
            if cone.contains(&address) && done.constants.insert((address, size, number)) {
                facts.push(apart(semantics, (address, size), base, extent));
            }
        }
    }
}

/// Whether an access lies outside of an object. An access wraps around nothing.
pub(crate) fn apart(
    semantics: &mut Semantics<'_>,
    (address, size): (Term, u64),
    base: Term,
    extent: Term,
) -> Term {
    let terms = &mut semantics.terms;
    let end = terms.add(base, extent);
    let behind = terms.compare(Compare::UnsignedLessEqual, end, address);
    let access_end = terms.add_const(address, size);
    let before = terms.compare(Compare::UnsignedLessEqual, access_end, base);
    let grows = terms.compare(Compare::UnsignedLess, address, access_end);
    let before = terms.and(before, grows);
    let is_apart = terms.or(behind, before);
    // An object without bytes is in nobody's way.
    let is_empty = terms.is_zero(extent);
    terms.or(is_empty, is_apart)
}

/// Objects that exist at the same time do not overlap.
fn disjoint(semantics: &mut Semantics<'_>, cone: &BTreeSet<Term>) -> Vec<Term> {
    let mentioned: Vec<(Term, Term)> = semantics
        .extents
        .iter()
        .filter(|(base, _)| cone.contains(base))
        .map(|(base, extent)| (*base, *extent))
        .collect();
    let mut facts = Vec::new();
    for (at, &(a, a_size)) in mentioned.iter().enumerate() {
        for &(b, b_size) in &mentioned[at + 1..] {
            if !semantics.terms.are_disjoint(a, b) {
                continue;
            }
            let terms = &mut semantics.terms;
            let (a_end, b_end) = (terms.add(a, a_size), terms.add(b, b_size));
            let before = terms.compare(Compare::UnsignedLessEqual, a_end, b);
            let behind = terms.compare(Compare::UnsignedLessEqual, b_end, a);
            facts.push(terms.or(before, behind));
        }
    }
    facts
}

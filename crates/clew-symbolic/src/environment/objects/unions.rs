//! Unions that hold pointers: which member a test gives is an input of its own.
//!
//! Every member that may be given is filled as if it were alone. A word of the union is then a choice
//! among the words of the members. It stays one as long as it is only a number; what uses it as a
//! pointer decides which member it comes from first ([`Symbolic::settle_member`]).

use super::fill::{Spot, has_pointer, union_input};
use crate::shadow::Symbolic;
use crate::trace::Kind;
use clew_ir::{Record, RecordId, TypeTable};
use clew_logic::TermId;
use clew_vm::memory::Memory;
use clew_vm::shadow::{Veto, View};

/// So many members of a union are tried at most.
const MOST_MEMBERS: usize = 8;

/// A word of a union whose member is an input.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnionWord {
    /// The number of the member.
    member: TermId,
    /// That of this run.
    chosen: u8,
    /// The word as that member has it; `None` where it is concrete.
    word: Option<TermId>,
}

/// A member as if it were alone: the values of the union's words, and their terms.
type Words = Vec<(u64, Option<TermId>)>;

/// The members of a union that a test may give, the usual one first: the largest without pointers,
/// then those with pointers, of each type one. Empty where no member holds a pointer.
pub fn union_members(types: &TypeTable, record: &Record) -> Vec<usize> {
    let plain = union_input(types, record);
    let plain = record.fields.iter().position(|field| Some(field) == plain);
    let mut members: Vec<usize> = Vec::new();
    for (at, field) in record.fields.iter().enumerate() {
        let is_known = members.iter().any(|it| record.fields[*it].ty == field.ty);
        if has_pointer(types, field.ty) && !is_known {
            members.push(at);
        }
    }
    if members.is_empty() {
        return members;
    }
    members.splice(0..0, plain);
    members.truncate(MOST_MEMBERS);
    members
}

/// The name of the input that says which member of a union is given; `member` names one of them.
pub fn member_choice(record: &Record, member: impl Fn(&str) -> String) -> String {
    // An unnamed union has the name of what it is in, as others there.
    let first = record.fields.iter().find(|field| !field.name.is_empty());
    format!("choice of {}", member(first.map_or("", |field| &field.name)))
}

impl Symbolic<'_> {
    /// Fills a union one of whose members holds a pointer.
    pub(super) fn fill_union(
        &mut self,
        spot: Spot,
        id: RecordId,
        member: impl Fn(&str) -> String,
        memory: &mut Memory,
    ) {
        let program = self.program;
        let record = &program.types.records[id];
        let members = union_members(&program.types, record);
        let word = self.pointer_size();
        let mut filled: Vec<Words> = Vec::new();
        let inner = Spot { is_in_union: true, ..spot };
        for &at in &members {
            self.store_words(spot, &vec![(0, None); (record.size / word) as usize], memory);
            self.fill_member(inner, id, at, &member(&record.fields[at].name), memory);
            filled.push(self.load_words(spot, record.size, memory));
        }
        let name = member_choice(record, member);
        let (value, choice) = self.environment.value(&mut self.pool, &name, 8, 0);
        let chosen = usize::try_from(value).ok().filter(|it| *it < members.len()).unwrap_or(0);
        // What is no member's number stands for the first.
        let (limit, zero) = (self.pool.bv(8, members.len() as u128), self.pool.bv(8, 0));
        let is_member = self.pool.ult(choice, limit);
        let choice = self.pool.ite(is_member, choice, zero);
        let words = self.choose_words(&filled, choice, chosen);
        self.store_words(spot, &words, memory);
        let place = (spot.number, spot.offset, id);
        let is_plain = !has_pointer(&program.types, record.fields[members[chosen]].ty);
        match is_plain {
            true => self.environment.objects.union_members.remove(&place),
            false => self.environment.objects.union_members.insert(place, members[chosen]),
        };
    }

    /// The words of a union, as choices among those of its members.
    fn choose_words(&mut self, filled: &[Words], choice: TermId, chosen: usize) -> Words {
        let mut words = Vec::new();
        for at in 0..filled[0].len() {
            let term_of = |pool: &mut clew_logic::TermPool, (bits, term): (u64, Option<TermId>)| {
                term.unwrap_or_else(|| pool.bv(64, bits.into()))
            };
            let mut whole = term_of(&mut self.pool, filled[0][at]);
            for (k, member) in filled.iter().enumerate().skip(1) {
                let number = self.pool.bv(8, k as u128);
                let is_it = self.pool.eq(choice, number);
                let word = term_of(&mut self.pool, member[at]);
                whole = self.pool.ite(is_it, word, whole);
            }
            let (bits, word) = filled[chosen][at];
            let term = self.unless_constant(whole);
            if let Some(term) = term.filter(|_| self.pool.value(choice).is_none()) {
                let known = UnionWord { member: choice, chosen: chosen as u8, word };
                self.environment.objects.union_words.insert(term, known);
            }
            words.push((bits, term));
        }
        words
    }

    fn load_words(&mut self, spot: Spot, size: u64, memory: &Memory) -> Words {
        let word = self.pointer_size();
        let offsets = (0..size / word).map(|at| spot.offset + at * word);
        offsets
            .map(|offset| {
                let bits = super::fill::peek(memory, Spot { offset, ..spot }, word) as u64;
                (bits, self.word_at(memory, spot.number, offset))
            })
            .collect()
    }

    fn store_words(&mut self, spot: Spot, words: &[(u64, Option<TermId>)], memory: &mut Memory) {
        let word = self.pointer_size();
        for (at, &(bits, term)) in (0..).zip(words) {
            let offset = spot.offset + at * word;
            self.poke(memory, Spot { offset, ..spot }, word, bits.into());
            self.cells.store(memory, spot.number, offset, word, term);
        }
    }

    /// Before a word of a union is used as a pointer, it is decided which member it comes from: the
    /// term of that member's word, `None` where it is concrete. Other terms are as they are.
    pub(crate) fn settle_member(
        &mut self,
        term: TermId,
        view: &View<'_, '_>,
    ) -> Result<Option<TermId>, Veto> {
        let Some(&UnionWord { member, chosen, word }) =
            self.environment.objects.union_words.get(&term)
        else {
            return Ok(Some(term));
        };
        let site = self.path.site(view.code, view.position, view.frames, Kind::Object);
        self.path.pin(&mut self.pool, site, member, chosen.into(), Some(u32::MAX))?;
        Ok(word)
    }
}

//! What is told of an objective, put together for people and programs alike.

use super::statements::{all_forced, branch, forced, goes_on, words};
use crate::generate::values;
use clew_campaign::explain::{
    Explainer, Fact, Invariant, Near, Reason, Reasons, Step, Target, Told, Turn,
};
use clew_campaign::{Campaign, why};
use clew_criteria::Objective;
use clew_ir::c_text::expr_text;
use clew_ir::{Body, Position, Program, Span};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// What is told of an objective.
pub(crate) struct Account {
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// What the objective asks for.
    pub(crate) text: String,
    /// All of it in one line.
    pub(crate) headline: String,
    pub(crate) detail: Detail,
    /// The lines of the objective's function that matter.
    pub(crate) marked: BTreeSet<u32>,
}

/// What is told of an objective, by its status.
pub(crate) enum Detail {
    /// It is infeasible.
    Infeasible {
        argument: &'static str,
        assumes: Vec<String>,
        reasons: Vec<Vec<Entry>>,
        invariants: Vec<Always>,
        is_cut: bool,
    },
    /// It is covered by a test.
    Covered { test: String, inputs: Json, turns: Vec<Entry> },
    /// It is open.
    Open { why: String, nearest: Option<Nearby> },
}

impl Detail {
    /// The status, as results name it.
    pub(crate) fn status(&self) -> &'static str {
        match self {
            Detail::Infeasible { .. } => "infeasible",
            Detail::Covered { .. } => "covered",
            Detail::Open { .. } => "open",
        }
    }
}

/// What holds at the head of a loop.
pub(crate) struct Always {
    pub(crate) line: u32,
    pub(crate) text: String,
    /// Why.
    pub(crate) because: Vec<Vec<Entry>>,
}

/// The run that came nearest.
pub(crate) struct Nearby {
    pub(crate) inputs: Json,
    pub(crate) turns: Vec<Entry>,
    /// What was missing, if it was a branch.
    pub(crate) missing: Option<Entry>,
}

/// A statement or branch that matters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Its file, where that is not the objective's.
    pub(crate) file: Option<String>,
    pub(crate) line: u32,
    pub(crate) text: String,
    /// What it forces, or what is known where it stands.
    pub(crate) note: String,
    /// How often it is gone through here.
    pub(crate) times: usize,
}

/// The one line that says why an objective is infeasible.
pub(crate) fn headline_of(
    program: &Program,
    objective: &Objective,
    reasons: &[Reasons],
) -> Option<String> {
    let reasons = reasons.first()?;
    let teller = Teller { program, objective, target: Some(&reasons.target) };
    let line = teller.contradiction(reasons, reasons.reasons.first()?)?;
    Some(match reasons.reasons.len() {
        1 => line,
        count => format!("{line} (one of {count} reasons)"),
    })
}

impl Account {
    /// What is told of an objective.
    pub(crate) fn of(
        program: &Program,
        campaign: &Campaign,
        explainer: &Explainer<'_>,
        objective: &Objective,
    ) -> Self {
        let told = explainer.tell(objective.id);
        // A precondition is code in the program that reasons speak of.
        let of_proofs = Teller { program: explainer.program(), objective, target: None };
        let teller = Teller { program, objective, target: None };
        let mut marked = BTreeSet::from([objective.line()]);
        let (headline, detail) = match &told {
            Told::Infeasible { evidence, reasons } => {
                let headline = headline_of(explainer.program(), objective, reasons);
                let argument = evidence.map_or("", |it| it.argument.name());
                let assumes = evidence.iter().flat_map(|it| &it.assumes);
                let assumes = assumes.map(ToString::to_string).collect();
                let detail = of_proofs.infeasible(reasons, argument, assumes);
                of_proofs.mark(reasons, &mut marked);
                let fallback = || format!("proved by {argument}; no short reason was found");
                (headline.unwrap_or_else(fallback), detail)
            }
            Told::Covered { test, turns } => teller.covered(explainer, *test, turns),
            Told::Open { why, nearest } => {
                let why = why::in_words(program, why);
                let nearest = nearest.as_ref().map(|near| teller.nearby(campaign, near));
                (why.clone(), Detail::Open { why, nearest })
            }
        };
        let (file, _) = teller.place(objective.span);
        Self {
            name: objective.name.clone(),
            file,
            line: objective.line(),
            column: objective.column(),
            text: objective.text.clone(),
            headline,
            detail,
            marked,
        }
    }
}

/// Puts things in words.
#[derive(Clone, Copy)]
struct Teller<'a> {
    program: &'a Program,
    objective: &'a Objective,
    /// What a proof says is never reached.
    target: Option<&'a Target>,
}

impl Teller<'_> {
    fn place(&self, span: Span) -> (String, u32) {
        let found = self.program.sources.position(span);
        found.map_or((String::new(), 0), |(file, at)| (file.path.display().to_string(), at.line))
    }

    fn entry(&self, span: Span, text: String, note: String) -> Entry {
        let (file, line) = self.place(span);
        let own = self.place(self.objective.span).0;
        let file = (file != own && !file.is_empty()).then_some(file);
        Entry { file, line, text, note, times: 1 }
    }

    fn turns(&self, turns: &[Turn]) -> Vec<Entry> {
        let entry = |turn: &Turn| {
            let words = branch(self.program, turn.at, turn.arm);
            self.entry(words.span, words.text, String::new())
        };
        turns.iter().map(entry).collect()
    }

    fn covered(
        &self,
        explainer: &Explainer<'_>,
        test: Option<usize>,
        turns: &[Turn],
    ) -> (String, Detail) {
        let test = test.map(|at| &explainer.tests().tests[at].test);
        let name = test.map_or("a run".to_owned(), |test| test.name.clone());
        let inputs = test.map_or(Json::Null, |test| values::inputs(self.program, &test.case));
        let headline = format!("by {name}: {}", values::in_words(&inputs));
        (headline, Detail::Covered { test: name, inputs, turns: self.turns(turns) })
    }

    fn nearby(&self, campaign: &Campaign, near: &Near) -> Nearby {
        let case = &campaign.report.found[near.place].case;
        let missing = near.nearest.missing.map(|turn| self.turns(&[turn]));
        Nearby {
            inputs: values::inputs(self.program, case),
            turns: self.turns(&near.nearest.turns),
            missing: missing.and_then(|mut entries| entries.pop()),
        }
    }

    fn infeasible(&self, all: &[Reasons], argument: &'static str, assumes: Vec<String>) -> Detail {
        let mut reasons = Vec::new();
        let mut invariants = Vec::new();
        for each in all {
            let teller = Teller { target: Some(&each.target), ..*self };
            invariants.extend(each.invariants.iter().map(|it| teller.always(it)));
            reasons.extend(each.reasons.iter().map(|it| teller.reason(each, it)));
        }
        let is_cut = all.iter().any(|it| it.is_cut);
        Detail::Infeasible { argument, assumes, reasons, invariants, is_cut }
    }

    fn always(&self, invariant: &Invariant) -> Always {
        let because = invariant.because.iter().map(|reason| self.facts(&reason.facts, None));
        let mut distinct: Vec<Vec<Entry>> = Vec::new();
        for entries in because {
            if !entries.is_empty() && !distinct.contains(&entries) {
                distinct.push(entries);
            }
        }
        Always {
            line: self.head_line(invariant.at),
            text: self.clause(invariant),
            because: distinct,
        }
    }

    fn clause(&self, invariant: &Invariant) -> String {
        let function = &self.program.functions[invariant.at.function];
        expr_text(self.program, function, &invariant.clause)
    }

    /// The line of a loop: the first that something of its head stands in.
    fn head_line(&self, at: Position) -> u32 {
        let Ok(body) = &self.program.functions[at.function].body else { return 0 };
        let mut block = at.block;
        for _ in 0..body.blocks.len() {
            let line = self.block_line(body, block);
            if line > 0 {
                return line;
            }
            match body.blocks[block].terminator.kind.successors()[..] {
                [next] => block = next,
                _ => break,
            }
        }
        0
    }

    fn block_line(&self, body: &Body, block: clew_ir::BlockId) -> u32 {
        let contents = &body.blocks[block];
        let spans = contents.statements.iter().map(|it| it.span).chain([contents.terminator.span]);
        spans.map(|span| self.place(span).1).find(|line| *line > 0).unwrap_or(0)
    }

    /// The statements of a reason; the last one says what contradicts it.
    fn reason(&self, all: &Reasons, reason: &Reason) -> Vec<Entry> {
        let known: Vec<String> =
            reason.rests_on.iter().map(|at| self.clause(&all.invariants[*at])).collect();
        let mut entries = self.facts(&reason.facts, Some(&known));
        if reason.needs_outside {
            let span = self.program.functions[self.objective.function].span;
            let text = "the caller's pointers lead to none of the function's own variables";
            entries.insert(0, self.entry(span, text.to_owned(), String::new()));
        }
        entries
    }

    /// Statements in words; with what is known where they begin, the last one contradicts it.
    fn facts(&self, facts: &[Fact], known: Option<&[String]>) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for (at, fact) in facts.iter().enumerate() {
            let is_last = known.is_some() && at + 1 == facts.len();
            let Some((span, text)) = self.fact(fact) else { continue };
            let note = match (is_last, goes_on(&fact.kinds)) {
                (true, _) => match all_forced(&fact.forced) {
                    forced if !forced.is_empty() => format!("but {forced}"),
                    _ => against(facts.len(), known.unwrap_or_default()),
                },
                (false, Some(goes_on)) => goes_on.to_owned(),
                (false, None) => {
                    let forced = all_forced(&fact.forced);
                    if forced.is_empty() { forced } else { format!("so {forced}") }
                }
            };
            let entry = self.entry(span, text, note);
            if entry.line == 0 {
                continue;
            }
            match entries.last_mut() {
                // A call, and what its result goes to.
                Some(last) if last.line == entry.line && is_part(last, &entry) => *last = entry,
                Some(last) if last.line == entry.line && last.text == entry.text => {
                    last.times += 1;
                    last.note = entry.note;
                }
                _ => entries.push(entry),
            }
        }
        entries
    }

    fn fact(&self, fact: &Fact) -> Option<(Span, String)> {
        if fact.occurrence.step == Step::End {
            return Some((self.objective.span, self.predicate()));
        }
        let words = words(self.program, &fact.occurrence)?;
        Some((words.span, words.text))
    }

    /// What would have to hold: of an effect, the values that would show it.
    fn predicate(&self) -> String {
        match self.target {
            Some(Target::Label { at, predicate: Some(predicate) })
                if self.objective.criterion.mcdc().is_some() =>
            {
                expr_text(self.program, &self.program.functions[at.function], predicate)
            }
            _ => self.objective.text.trim_end_matches(" is true").to_owned(),
        }
    }

    /// A contradiction in one line.
    fn contradiction(&self, all: &Reasons, reason: &Reason) -> Option<String> {
        let (last, others) = reason.facts.split_last()?;
        let (span, text) = self.fact(last)?;
        let here = match reason.is_at_target {
            true => format!("`{text}`"),
            false => format!("never reached: `{text}` at line {}", self.place(span).1),
        };
        let others: Vec<(Span, String)> =
            others.iter().filter_map(|fact| self.fact(fact)).collect();
        let is_told = |(span, _): &(Span, String)| self.place(*span).1 > 0;
        let others: Vec<(Span, String)> = others.into_iter().filter(is_told).collect();
        let mut lines: Vec<u32> = others.iter().map(|(span, _)| self.place(*span).1).collect();
        lines.sort_unstable();
        lines.dedup();
        let shown: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let by = if lines.len() == 1 { "line" } else { "lines" };
        let by = format!("{by} {}", shown.join(", "));
        let known: Vec<&Invariant> =
            reason.rests_on.iter().map(|at| &all.invariants[*at]).collect();
        let forced: Vec<String> = last.forced.iter().filter_map(forced).collect();
        Some(match (&known[..], &others[..]) {
            ([], []) => format!("{here} is false for all values that its operands can have"),
            ([], [(other, text)]) => {
                format!("{here} contradicts `{text}` at line {}", self.place(*other).1)
            }
            ([], _) if forced.is_empty() && lines.len() == 1 => format!("{here} contradicts {by}"),
            ([], _) if forced.is_empty() => format!("{here} contradicts {by} together"),
            ([], _) => format!("{here} cannot be: {} by {by}", forced.join(", ")),
            (known, others) => {
                let clauses: Vec<String> =
                    known.iter().map(|it| format!("`{}`", self.clause(it))).collect();
                let line = self.head_line(known[0].at);
                let also = if others.is_empty() { String::new() } else { format!(", and {by}") };
                let clauses = clauses.join(" and ");
                format!("{here} contradicts {clauses}, always so at the loop of line {line}{also}")
            }
        })
    }

    /// The lines of the objective's function that matter.
    fn mark(&self, all: &[Reasons], marked: &mut BTreeSet<u32>) {
        for each in all {
            let because = each.invariants.iter().flat_map(|it| &it.because);
            for fact in each.reasons.iter().chain(because).flat_map(|reason| &reason.facts) {
                if let Some((span, _)) = self.fact(fact)
                    && fact.occurrence.at.function == self.objective.function
                {
                    marked.insert(self.place(span).1);
                }
            }
        }
    }
}

/// Whether a text is a part of another that says more.
fn is_part(part: &Entry, whole: &Entry) -> bool {
    part.note.is_empty() && part.text != whole.text && whole.text.contains(&part.text)
}

/// What the last statement contradicts, where no value says so.
fn against(facts: usize, known: &[String]) -> String {
    match (facts, known) {
        (1, []) => "is never so".to_owned(),
        (_, []) => "contradicts that".to_owned(),
        (_, known) => format!("but {}", known.join(", ")),
    }
}

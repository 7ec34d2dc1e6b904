//! Asking for many claims at once: whether any of them fails.
//!
//! A claim says that no state exists in which some conditions hold. That none of several claims fails
//! is one question: the disjunction of what each of them excludes. Ways through a program share most
//! of their conditions, so that it takes hardly longer than the question for one. Where the answer is
//! not *unsat*, the claims are asked for in smaller groups.

use crate::error::CheckError;
use crate::solver::{Answer, Effort, Judges};
use crate::term::{Term, Terms, script};

/// What one claim says cannot all hold.
pub(super) type Conjunction = Vec<Term>;

/// What both solvers say to a claim.
type Answers = (Answer, Answer);

/// The largest group, in claims and in conditions.
const MOST_CLAIMS: usize = 512;
const MOST_CONDITIONS: usize = 200_000;

/// Into how many groups one falls whose claims are not all proved.
const PARTS: usize = 4;

/// Asks for each claim.
pub(super) fn ask(
    terms: &Terms,
    claims: &[Conjunction],
    judges: &mut dyn Judges,
) -> Result<Vec<Answers>, CheckError> {
    let mut answers = Vec::new();
    let most = judges.most_claims().min(MOST_CLAIMS);
    let mut rest = claims;
    while !rest.is_empty() {
        let mut conditions = 0;
        let fits = |claim: &&Conjunction| {
            conditions += claim.len();
            conditions <= MOST_CONDITIONS
        };
        let count = rest.iter().take(most).take_while(fits).count().max(1);
        let (group, behind) = rest.split_at(count);
        answers.extend(ask_group(terms, group, judges)?);
        rest = behind;
    }
    Ok(answers)
}

/// Asks for claims together, and in parts where that does not settle them.
fn ask_group(
    terms: &Terms,
    group: &[Conjunction],
    judges: &mut dyn Judges,
) -> Result<Vec<Answers>, CheckError> {
    let effort = if group.len() == 1 { Effort::Whole } else { Effort::Part };
    let answers = judges.ask(&script(terms, group), effort)?;
    match answers {
        (Answer::Unsat, Answer::Unsat) => return Ok(vec![answers; group.len()]),
        _ if group.len() == 1 => return Ok(vec![answers]),
        _ => {}
    }
    // What one solver has settled, the other may be unable to settle at all: it is not asked for each
    // claim alone.
    let is_settled = matches!(answers, (Answer::Unsat, Answer::Unknown))
        || matches!(answers, (Answer::Unknown, Answer::Unsat));
    let mut all = Vec::new();
    for part in group.chunks(group.len().div_ceil(PARTS)) {
        match is_settled {
            true => all.extend(ask_once_more(terms, part, answers, judges)?),
            false => all.extend(ask_group(terms, part, judges)?),
        }
    }
    Ok(all)
}

/// Asks for a part of claims that one solver has proved.
fn ask_once_more(
    terms: &Terms,
    part: &[Conjunction],
    before: Answers,
    judges: &mut dyn Judges,
) -> Result<Vec<Answers>, CheckError> {
    let now = judges.ask(&script(terms, part), Effort::Part)?;
    match now {
        (Answer::Sat, _) | (_, Answer::Sat) => ask_group(terms, part, judges),
        (Answer::Unsat, Answer::Unsat) => Ok(vec![now; part.len()]),
        _ => Ok(vec![before; part.len()]),
    }
}

//! Asking for many claims at once: whether any of them fails.
//!
//! A claim says that no state exists in which some conditions hold. That none of several claims fails
//! is one question: the disjunction of what each of them excludes. Ways through a program share most
//! of their conditions, so that it takes hardly longer than the question for one. Where the answer is
//! not *unsat*, the claims are asked for in smaller groups.

use crate::error::CheckError;
use crate::solver::{Answer, Judges};
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
    let answers = judges.ask(&script(terms, group), group.len())?;
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
    keep_refutation(answers, &mut all);
    Ok(all)
}

/// Asks for a part of claims that one solver has proved.
fn ask_once_more(
    terms: &Terms,
    part: &[Conjunction],
    before: Answers,
    judges: &mut dyn Judges,
) -> Result<Vec<Answers>, CheckError> {
    let now = judges.ask(&script(terms, part), part.len())?;
    match now {
        (Answer::Sat, _) | (_, Answer::Sat) => {
            let mut all = ask_group(terms, part, judges)?;
            keep_refutation(now, &mut all);
            Ok(all)
        }
        (Answer::Unsat, Answer::Unsat) => Ok(vec![now; part.len()]),
        _ => Ok(vec![before; part.len()]),
    }
}

/// A solver that has found a model for a group has refuted one of its claims, though it may not come
/// to say which: then it has proved none of them.
fn keep_refutation(group: Answers, claims: &mut [Answers]) {
    if group.0 == Answer::Sat && claims.iter().all(|it| it.0 != Answer::Sat) {
        claims.iter_mut().for_each(|it| it.0 = Answer::Sat);
    }
    if group.1 == Answer::Sat && claims.iter().all(|it| it.1 != Answer::Sat) {
        claims.iter_mut().for_each(|it| it.1 = Answer::Sat);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    /// Judges that know what to say to a question about so many claims.
    struct Known<F>(F, usize);

    impl<F: FnMut(&str, usize) -> Answers> Judges for Known<F> {
        fn ask(&mut self, script: &str, claims: usize) -> Result<Answers, CheckError> {
            self.1 += 1;
            Ok(self.0(script, claims))
        }

        fn most_claims(&self) -> usize {
            usize::MAX
        }
    }

    /// What is said to forty claims, each about a variable of its own, and after how many questions.
    fn answers(judge: impl FnMut(&str, usize) -> Answers) -> (Vec<Answers>, usize) {
        let mut terms = Terms::default();
        let claims: Vec<Conjunction> = (0..40).map(|_| vec![terms.fresh(Sort::Bool)]).collect();
        let mut judges = Known(judge, 0);
        let answers = ask(&terms, &claims, &mut judges).expect("answers");
        (answers, judges.1)
    }

    const PROVED: Answers = (Answer::Unsat, Answer::Unsat);

    #[test]
    fn what_holds_is_asked_for_once() {
        assert_eq!(answers(|_, _| PROVED), (vec![PROVED; 40], 1));
    }

    #[test]
    fn the_claim_that_fails_is_found() {
        let refuted = (Answer::Sat, Answer::Unknown);
        let judge = |script: &str, _| if script.contains("-fun t17 ") { refuted } else { PROVED };
        let (found, questions) = answers(judge);
        let expected: Vec<Answers> =
            (0..40).map(|at| if at == 17 { refuted } else { PROVED }).collect();
        assert_eq!(found, expected);
        assert!(questions <= 13, "{questions}");
    }

    #[test]
    fn what_one_solver_proves_the_other_is_asked_for_in_parts() {
        let by_one = (Answer::Unsat, Answer::Unknown);
        let judge = |script: &str, claims| match claims > 10 || script.contains("-fun t3 ") {
            true => by_one,
            false => PROVED,
        };
        let (found, questions) = answers(judge);
        assert_eq!(found, [vec![by_one; 10], vec![PROVED; 30]].concat());
        assert_eq!(questions, 5);
    }

    #[test]
    fn a_model_of_several_is_not_forgotten() {
        let judge = |_: &str, claims| match claims {
            40 => (Answer::Unsat, Answer::Sat),
            _ => (Answer::Unsat, Answer::Unknown),
        };
        assert_eq!(answers(judge).0, [(Answer::Unsat, Answer::Sat); 40]);
    }
}

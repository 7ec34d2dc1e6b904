//! Ways of a loop, told once: `returns i, the first i < 8 with c == s[i]` instead of eight cases, and
//! `s[j] != 0 for all j < 8` instead of eight conditions.
//!
//! All of this is about texts: ways that read alike but for one number, which counts up, are one family. A family
//! is checked against each of its members: what it says of an index is what the member says, no more and no less.

use super::pattern::{Pattern, Shape};
use std::collections::BTreeSet;

/// Fewer than so many are told one by one.
const FEWEST: usize = 3;
/// Where a case has more ways, they are none of a loop that goes on for one reason.
const MOST: usize = 32;
/// Names for indices; the first that the texts do not use are taken.
const NAMES: [&str; 8] = ["i", "j", "k", "m", "p", "q", "i_", "j_"];

/// How a path comes out, and its conditions.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) outcome: String,
    pub(super) conditions: Vec<String>,
}

/// Ways that differ in an index alone.
#[derive(Debug)]
pub(super) struct Family {
    /// The ways, by their place in the list.
    pub(super) members: Vec<usize>,
    /// The index of the first.
    first: i128,
    outcome: Pattern,
    /// What all of them say.
    base: Vec<Shape>,
    /// What each says of its own index.
    here: Vec<Pattern>,
    /// What each says of the indices before, from the lowest on, up to so many above its own.
    before: Option<Before>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Before {
    patterns: Vec<Pattern>,
    lowest: i128,
    above: i128,
}

/// From one way to the next of a family.
struct Step {
    index: i128,
    outcome: Pattern,
    here: Vec<Pattern>,
    /// What the next says besides.
    more: Vec<Shape>,
}

/// The families among ways.
pub(super) fn families(ways: &[Way]) -> Vec<Family> {
    let shapes: Vec<(Shape, Vec<Shape>)> = ways
        .iter()
        .map(|way| {
            let conditions = way.conditions.iter().map(|it| Shape::of(it)).collect();
            (Shape::of(&way.outcome), conditions)
        })
        .collect();
    let mut order: Vec<usize> = (0..ways.len()).collect();
    order.sort_by_key(|at| shapes[*at].1.len());
    let alike = |at: &usize| ways.iter().filter(|it| it.outcome == ways[*at].outcome).count();
    let mut taken: BTreeSet<usize> = order.iter().copied().filter(|at| alike(at) > MOST).collect();
    let mut found = Vec::new();
    for &first in &order {
        if taken.contains(&first) {
            continue;
        }
        let free: Vec<usize> = order.iter().copied().filter(|it| !taken.contains(it)).collect();
        if let Some(family) = family_from(&shapes, first, &free) {
            taken.extend(family.members.iter().copied());
            found.push(family);
        }
    }
    found
}

/// The longest family that begins with a way.
fn family_from(shapes: &[(Shape, Vec<Shape>)], first: usize, free: &[usize]) -> Option<Family> {
    for &second in free.iter().filter(|it| **it != first) {
        let Some(start) = step(&shapes[first], &shapes[second]) else { continue };
        let mut members = vec![first, second];
        let mut last = &start;
        let mut steps: Vec<Step> = Vec::new();
        while let Some((next, taken)) = free.iter().find_map(|next| {
            let at = *members.last()?;
            let step = step(&shapes[at], &shapes[*next]).filter(|_| !members.contains(next))?;
            let fits = step.index == last.index + 1
                && step.outcome == last.outcome
                && step.here == last.here;
            fits.then_some((*next, step))
        }) {
            members.push(next);
            steps.push(taken);
            last = steps.last()?;
        }
        let second_step = steps.first()?;
        if members.len() < FEWEST {
            continue;
        }
        if let Some(family) = told(shapes, members, &start, second_step) {
            return Some(family);
        }
    }
    None
}

/// What two ways have in common, as neighbours of a family.
fn step(one: &(Shape, Vec<Shape>), next: &(Shape, Vec<Shape>)) -> Option<Step> {
    let mut more: Vec<Shape> = next.1.iter().filter(|it| !one.1.contains(it)).cloned().collect();
    let here: Vec<&Shape> = one.1.iter().filter(|it| !next.1.contains(it)).collect();
    let index = here.iter().find_map(|it| more.iter().find_map(|other| it.index(other)))?;
    let outcome = one.0.pattern(&next.0, index)?;
    let mut patterns = Vec::new();
    for shape in here {
        let (at, pattern) = more.iter().enumerate().find_map(|(at, other)| {
            Some((at, shape.pattern(other, index).filter(Pattern::has_index)?))
        })?;
        more.remove(at);
        patterns.push(pattern);
    }
    Some(Step { index, outcome, here: patterns, more })
}

/// The family of these ways, if it says what they say.
fn told(
    shapes: &[(Shape, Vec<Shape>)],
    members: Vec<usize>,
    start: &Step,
    second: &Step,
) -> Option<Family> {
    let at_first: Vec<Shape> = start.here.iter().map(|it| it.at(start.index)).collect();
    let mut base: Vec<Shape> =
        shapes[members[0]].1.iter().filter(|it| !at_first.contains(it)).cloned().collect();
    let before = match start.more.is_empty() {
        true => None,
        false => Some(before(&mut base, start, second)?),
    };
    let Step { index: first, outcome, here, .. } = start;
    let family = Family {
        members,
        first: *first,
        outcome: outcome.clone(),
        base,
        here: here.clone(),
        before,
    };
    family.is_true(shapes).then_some(family)
}

/// What is said of the indices before; what the first way says of those before it leaves the base.
fn before(base: &mut Vec<Shape>, start: &Step, second: &Step) -> Option<Before> {
    let mut left = second.more.clone();
    let mut found: Vec<(Shape, Shape)> = Vec::new();
    for shape in &start.more {
        let at = left.iter().position(|next| shape.index(next).is_some())?;
        found.push((shape.clone(), left.remove(at)));
    }
    if !left.is_empty() {
        return None;
    }
    let (shape, next) = found.first()?;
    let own = shape.index(next)?;
    let patterns: Option<Vec<Pattern>> =
        found.iter().map(|(shape, next)| shape.pattern(next, own)).collect();
    let patterns = patterns?;
    let mut lowest = own;
    loop {
        let lower: Vec<Shape> = patterns.iter().map(|it| it.at(lowest - 1)).collect();
        if !lower.iter().all(|it| base.contains(it)) {
            break;
        }
        base.retain(|it| !lower.contains(it));
        lowest -= 1;
    }
    Some(Before { patterns, lowest, above: own - start.index })
}

impl Family {
    /// Whether each member says what the family says of it.
    fn is_true(&self, shapes: &[(Shape, Vec<Shape>)]) -> bool {
        self.members.iter().zip(self.first..).all(|(member, index)| {
            let mut said: Vec<Shape> = self.base.clone();
            said.extend(self.here.iter().map(|it| it.at(index)));
            if let Some(before) = &self.before {
                for at in before.lowest..index + before.above {
                    said.extend(before.patterns.iter().map(|it| it.at(at)));
                }
            }
            let (outcome, conditions) = &shapes[*member];
            self.outcome.at(index) == *outcome
                && said.len() == conditions.len()
                && said.iter().all(|it| conditions.contains(it))
        })
    }

    /// As a case: how it comes out, and when.
    pub(super) fn line(&self) -> String {
        let [index, other] = self.names();
        let outcome = self.outcome.text(index);
        let last = self.first + self.members.len() as i128 - 1;
        let range = match self.first {
            0 => format!("{index} < {}", last + 1),
            first => format!("{index} from {first} to {last}"),
        };
        let here: Vec<String> = self.here().iter().map(|it| it.text(index)).collect();
        let (is_first, rest) = self.rest(index, other);
        let mut when: Vec<String> = self.base.iter().map(Shape::text).collect();
        let with = match is_first {
            true if outcome == format!("returns {index}") => {
                format!("{outcome}, the first {range} with {}", here.join(" && "))
            }
            true => format!("{outcome} for the first {range} with {}", here.join(" && ")),
            false => {
                when.extend(here);
                format!("{outcome} for {range}")
            }
        };
        when.extend(rest);
        if when.is_empty() { with } else { format!("{with} when {}", joined(&when)) }
    }

    /// What each says of its own index, in as few words as there are.
    fn here(&self) -> Vec<Pattern> {
        let mut left = self.here.clone();
        for (one, other) in self.here.iter().flat_map(|a| self.here.iter().map(move |b| (a, b))) {
            let place = left.iter().position(|it| it == one);
            if let (Some(place), Some(both)) = (place, one.between(other)) {
                left[place] = both;
                left.retain(|it| it != other);
            }
        }
        left
    }

    /// Whether no index before has what this one has, and what is said of those before besides.
    fn rest(&self, index: &str, other: &str) -> (bool, Option<String>) {
        let Some(before) = &self.before else { return (false, None) };
        let is_opposite = |it: &Pattern| self.here.iter().any(|here| it.is_opposite_of(here));
        let is_all = before.lowest == self.first && before.above == 0;
        let is_first = is_all && before.patterns.iter().any(is_opposite);
        let left = before.patterns.iter().filter(|it| !(is_first && is_opposite(it)));
        let left: Vec<String> = left.map(|it| it.text(other)).collect();
        let end = match before.above {
            0 => format!("< {index}"),
            1 => format!("<= {index}"),
            more => format!("< {index} + {more}"),
        };
        let range = match before.lowest {
            0 => format!("all {other} {end}"),
            lowest => format!("all {other} {end}, from {lowest} on"),
        };
        (is_first, (!left.is_empty()).then(|| format!("{} for {range}", in_one(&left))))
    }

    /// Names for the index and for those before it, which the texts do not use.
    fn names(&self) -> [&'static str; 2] {
        let texts = self.here.iter().map(|it| it.text("0"));
        let more = self.before.iter().flat_map(|it| &it.patterns).map(|it| it.text("0"));
        let base = self.base.iter().map(Shape::text);
        names(texts.chain(more).chain(base).chain([self.outcome.text("0")]))
    }
}

/// Conditions as a conjunction, where runs of elements are told once.
pub(super) fn conjunction(conditions: &[String]) -> String {
    let mut left: Vec<Shape> = conditions.iter().map(|it| Shape::of(it)).collect();
    let mut runs: Vec<(i128, i128, Vec<Pattern>)> = Vec::new();
    let mut at = 0;
    while at < left.len() {
        let Some((first, last, pattern)) = run(&left, at) else {
            at += 1;
            continue;
        };
        let members: Vec<Shape> = (first..=last).map(|index| pattern.at(index)).collect();
        left.retain(|it| !members.contains(it));
        match runs.iter_mut().find(|it| (it.0, it.1) == (first, last)) {
            Some((_, _, patterns)) => patterns.push(pattern),
            None => runs.push((first, last, vec![pattern])),
        }
    }
    if runs.is_empty() {
        return joined(conditions);
    }
    let [name, _] = names(conditions.iter().cloned());
    let mut texts: Vec<String> =
        conditions.iter().filter(|it| left.contains(&Shape::of(it))).cloned().collect();
    for (first, last, patterns) in runs {
        let said: Vec<String> = patterns.iter().map(|it| it.text(name)).collect();
        let range = match first {
            0 => format!("{name} < {}", last + 1),
            _ => format!("{name} from {first} to {last}"),
        };
        texts.push(format!("{} for all {range}", in_one(&said)));
    }
    joined(&texts)
}

/// The longest run of conditions on consecutive indices that one of them begins.
fn run(shapes: &[Shape], at: usize) -> Option<(i128, i128, Pattern)> {
    let start = &shapes[at];
    let (first, pattern) = shapes.iter().find_map(|next| {
        let index = start.index(next)?;
        Some((index, start.pattern(next, index)?))
    })?;
    let is_there = |index: &i128| shapes.contains(&pattern.at(*index));
    // It is told from its beginning, whichever of them comes first.
    let first = (0..=first).rev().take_while(is_there).last()?;
    let last = (first..).take_while(is_there).last()?;
    (last - first + 1 >= FEWEST as i128).then_some((first, last, pattern))
}

fn joined(texts: &[String]) -> String {
    if texts.is_empty() { "always".to_owned() } else { texts.join(" && ") }
}

/// One condition, or several between parentheses.
fn in_one(texts: &[String]) -> String {
    match texts {
        [one] => one.clone(),
        several => format!("({})", several.join(" && ")),
    }
}

/// Two names that none of the texts uses.
fn names(texts: impl Iterator<Item = String>) -> [&'static str; 2] {
    let is_part = |it: char| !it.is_alphanumeric() && it != '_';
    let used: BTreeSet<String> =
        texts.flat_map(|it| it.split(is_part).map(str::to_owned).collect::<Vec<_>>()).collect();
    let mut free = NAMES.into_iter().filter(|it| !used.contains(*it));
    let index = free.next().unwrap_or(NAMES[6]);
    [index, free.next().unwrap_or(NAMES[7])]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(outcome: &str, conditions: &[&str]) -> Way {
        let conditions = conditions.iter().map(|it| (*it).to_owned()).collect();
        Way { outcome: outcome.to_owned(), conditions }
    }

    #[test]
    fn a_search_is_one_family() {
        let ways = [
            way("returns -1", &["v == NULL"]),
            way("returns 0", &["v != NULL", "n >= 1", "key == v[0]"]),
            way("returns 2", &["v != NULL", "key != v[0]", "key != v[1]", "n > 2", "key == v[2]"]),
            way("returns 1", &["v != NULL", "key != v[0]", "n > 1", "key == v[1]"]),
        ];
        let found = families(&ways);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].members, [1, 3, 2]);
        assert_eq!(
            found[0].line(),
            "returns i, the first i < 3 with n > i && key == v[i] when v != NULL"
        );
    }

    #[test]
    fn what_holds_before_and_at_the_index_is_told() {
        let ways = [
            way("returns -1", &["n > 0", "n < 2", "v[0] != 3"]),
            way("returns -1", &["n > 1", "n < 3", "v[0] != 3", "v[1] != 3"]),
            way("returns -1", &["n > 2", "n < 4", "v[0] != 3", "v[1] != 3", "v[2] != 3"]),
        ];
        let found = families(&ways);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(
            found[0].line(),
            "returns -1 for i < 3 when n == i + 1 && v[j] != 3 for all j <= i"
        );
    }

    #[test]
    fn a_way_that_says_more_is_none_of_the_family() {
        let ways = [
            way("returns 0", &["key == v[0]"]),
            way("returns 1", &["key != v[0]", "key == v[1]"]),
            way("returns 2", &["key != v[0]", "key != v[1]", "key == v[2]", "n == 9"]),
        ];
        assert!(families(&ways).is_empty());
    }

    #[test]
    fn runs_of_conditions_are_told_once() {
        let texts = ["s != NULL", "s[0] != 0", "s[1] != 0", "s[2] != 0", "i < 3"];
        let texts: Vec<String> = texts.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(conjunction(&texts), "s != NULL && i < 3 && s[j] != 0 for all j < 3");
        assert_eq!(conjunction(&texts[..3]), "s != NULL && s[0] != 0 && s[1] != 0");
        assert_eq!(conjunction(&[]), "always");
    }
}

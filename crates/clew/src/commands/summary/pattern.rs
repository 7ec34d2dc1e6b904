//! Texts that differ in numbers alone, and what they have in common.

/// A text with its numbers taken out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// The text between the numbers: one part more than there are numbers.
    parts: Vec<String>,
    numbers: Vec<i128>,
}

/// A number of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    Fixed(i128),
    /// The index, and so much more.
    Index(i128),
}

/// What texts at consecutive indices have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    parts: Vec<String>,
    slots: Vec<Slot>,
}

impl Shape {
    /// `x >= 1` is told as `x > 0`, and `x <= 1` as `x < 2`, so that bounds of one kind have one shape.
    pub(super) fn of(text: &str) -> Self {
        let mut shape = Self::split(text);
        let [.., before, end] = &mut shape.parts[..] else { return shape };
        let Some(number) = shape.numbers.last_mut().filter(|_| end.is_empty()) else {
            return shape;
        };
        if before.ends_with(" >= ") && *number > 0 {
            before.truncate(before.len() - 2);
            before.push(' ');
            *number -= 1;
        } else if before.ends_with(" <= ") {
            before.truncate(before.len() - 2);
            before.push(' ');
            *number += 1;
        }
        shape
    }

    fn split(text: &str) -> Self {
        let (mut parts, mut numbers) = (vec![String::new()], Vec::new());
        let mut rest = text.chars().peekable();
        while let Some(first) = rest.next() {
            let mut word = String::from(first);
            match first {
                '\'' => {
                    // A character, whatever it is.
                    while let Some(it) = rest.next() {
                        word.push(it);
                        match it {
                            '\\' => word.extend(rest.next()),
                            '\'' => break,
                            _ => {}
                        }
                    }
                }
                _ if first.is_alphanumeric() || first == '_' => {
                    while let Some(it) = rest.next_if(|it| it.is_alphanumeric() || *it == '_') {
                        word.push(it);
                    }
                }
                _ => {}
            }
            match word.parse::<i128>() {
                Ok(number) => {
                    numbers.push(number);
                    parts.push(String::new());
                }
                Err(_) => {
                    if let Some(part) = parts.last_mut() {
                        part.push_str(&word);
                    }
                }
            }
        }
        Shape { parts, numbers }
    }

    /// The text again.
    pub(super) fn text(&self) -> String {
        Pattern {
            parts: self.parts.clone(),
            slots: self.numbers.iter().copied().map(Slot::Fixed).collect(),
        }
        .text("")
    }

    /// Which of the numbers differ from those of the next: each is one more there. Nothing where they are no
    /// neighbours.
    fn varying(&self, next: &Shape) -> Option<Vec<usize>> {
        if self.parts != next.parts {
            return None;
        }
        let pairs = self.numbers.iter().zip(&next.numbers).enumerate();
        let mut varying = Vec::new();
        for (at, (one, other)) in pairs {
            match other - one {
                0 => {}
                1 => varying.push(at),
                _ => return None,
            }
        }
        Some(varying)
    }

    /// The index at which this stands, where the next stands at one more: the first number that differs,
    /// if there is one the first that is a subscript.
    pub(super) fn index(&self, next: &Shape) -> Option<i128> {
        let varying = self.varying(next)?;
        let subscript = varying.iter().find(|at| self.parts[**at].ends_with('['));
        subscript.or(varying.first()).map(|at| self.numbers[*at])
    }

    /// What this has in common with the next, where this stands at an index and the next at one more.
    pub(super) fn pattern(&self, next: &Shape, index: i128) -> Option<Pattern> {
        let varying = self.varying(next)?;
        let slot = |(at, number): (usize, &i128)| match varying.contains(&at) {
            true => Slot::Index(number - index),
            false => Slot::Fixed(*number),
        };
        let slots = self.numbers.iter().enumerate().map(slot).collect();
        Some(Pattern { parts: self.parts.clone(), slots })
    }
}

impl Pattern {
    /// What stands at an index.
    pub(super) fn at(&self, index: i128) -> Shape {
        let number = |slot: &Slot| match *slot {
            Slot::Fixed(number) => number,
            Slot::Index(more) => index + more,
        };
        Shape { parts: self.parts.clone(), numbers: self.slots.iter().map(number).collect() }
    }

    /// match: `x > a` and `x < a + 2`; result: `x == a + 1`.
    pub(super) fn between(&self, other: &Pattern) -> Option<Pattern> {
        let ([term, end], [Slot::Index(low)]) = (&self.parts[..], &self.slots[..]) else {
            return None;
        };
        let term = term.strip_suffix(" > ").filter(|_| end.is_empty())?;
        let upper = Pattern {
            parts: vec![format!("{term} < "), String::new()],
            slots: vec![Slot::Index(low + 2)],
        };
        (*other == upper).then(|| Pattern {
            parts: vec![format!("{term} == "), String::new()],
            slots: vec![Slot::Index(low + 1)],
        })
    }

    /// Whether the index stands in it.
    pub(super) fn has_index(&self) -> bool {
        self.slots.iter().any(|it| matches!(it, Slot::Index(_)))
    }

    /// The text, with a name for the index.
    pub(super) fn text(&self, name: &str) -> String {
        let mut text = self.parts[0].clone();
        for (slot, part) in self.slots.iter().zip(&self.parts[1..]) {
            text.push_str(&match *slot {
                Slot::Fixed(number) => number.to_string(),
                Slot::Index(0) => name.to_owned(),
                Slot::Index(more) if more > 0 => format!("{name} + {more}"),
                Slot::Index(less) => format!("{name} - {}", -less),
            });
            text.push_str(part);
        }
        text
    }

    /// Whether this says the opposite of another: `==` where that has `!=`, and so on.
    pub(super) fn is_opposite_of(&self, other: &Pattern) -> bool {
        let opposites = [(" == ", " != "), (" < ", " >= "), (" > ", " <= ")];
        let (one, two) = (self.text("#"), other.text("#"));
        opposites.iter().any(|(a, b)| {
            let is_once = |text: &str, it: &str| text.matches(it).count() == 1;
            (is_once(&one, a) && one.replace(a, b) == two)
                || (is_once(&two, a) && two.replace(a, b) == one)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_text() {
        let shape = Shape::of("v[12].x2 == '7' && (n & 0xf) > 3");
        assert_eq!(shape.numbers, [12, 3]);
        assert_eq!(shape.text(), "v[12].x2 == '7' && (n & 0xf) > 3");
        assert_eq!(Shape::of("n >= 1"), Shape::of("n > 0"));
        assert_eq!(Shape::of("n <= 1"), Shape::of("n < 2"));
    }

    #[test]
    fn neighbours_have_a_pattern() {
        let (one, next) = (Shape::of("v[2] < 7 + 3"), Shape::of("v[3] < 7 + 4"));
        assert_eq!(one.index(&next), Some(2));
        let pattern = one.pattern(&next, 2).expect("a pattern");
        assert_eq!(pattern.text("i"), "v[i] < 7 + i + 1");
        assert_eq!(pattern.at(5), Shape::of("v[5] < 7 + 6"));
        assert_eq!(one.index(&Shape::of("v[4] < 7 + 3")), None);
        assert_eq!(one.index(&Shape::of("w[3] < 7 + 4")), None);
    }

    #[test]
    fn opposites_are_known() {
        let pattern = |text: &str| Pattern { parts: vec![text.to_owned()], slots: Vec::new() };
        assert!(pattern("a == b").is_opposite_of(&pattern("a != b")));
        assert!(pattern("a >= b").is_opposite_of(&pattern("a < b")));
        assert!(!pattern("a == b").is_opposite_of(&pattern("a == b")));
        assert!(!pattern("a == b").is_opposite_of(&pattern("a != c")));
    }
}

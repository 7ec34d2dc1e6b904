//! The user's file with labels in it. Nothing is added but on the lines that are there, so that
//! line numbers stay.

use crate::sites::Spot;

/// Text to be written around a range of the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Frame {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) spot: Spot,
    /// What each label is, as an expression and as a statement.
    pub(crate) label: Label,
}

/// A label in the two forms that C has room for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Label {
    pub(crate) expression: String,
    pub(crate) statement: String,
}

/// Labels around the same range, in the same way.
#[derive(Debug)]
struct Group {
    start: usize,
    end: usize,
    layer: Layer,
    /// The labels; for [`Layer::Value`] those where the range is true, then those where it is
    /// false.
    labels: [Vec<Label>; 2],
}

/// How close a group stands to its range; the first is outermost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Layer {
    /// Statements before it.
    Statement,
    /// A block around it.
    Block,
    /// An expression that looks at its value.
    Value,
    /// An expression before it.
    Comma,
}

/// The text with all frames. Frames that cross others are left out, and their places returned.
pub(crate) fn rewrite(text: &str, frames: &[Frame]) -> (String, Vec<usize>) {
    let mut groups: Vec<Group> = Vec::new();
    for frame in frames {
        let (layer, end, which) = match frame.spot {
            // What stands before a statement stands before all that begins there.
            Spot::Statement => (Layer::Statement, frame.start, 0),
            Spot::Block(end) => (Layer::Block, end, 0),
            Spot::Before => (Layer::Comma, frame.end, 0),
            Spot::When(value) => (Layer::Value, frame.end, usize::from(!value)),
        };
        let same = |it: &&mut Group| (it.start, it.end, it.layer) == (frame.start, end, layer);
        match groups.iter_mut().find(same) {
            Some(group) => group.labels[which].push(frame.label.clone()),
            None => {
                let mut labels = [Vec::new(), Vec::new()];
                labels[which].push(frame.label.clone());
                groups.push(Group { start: frame.start, end, layer, labels });
            }
        }
    }
    groups
        .sort_by_key(|it| (it.start, it.layer != Layer::Statement, usize::MAX - it.end, it.layer));
    let crossing = take_crossing(&mut groups);
    (render(text, &groups), crossing)
}

/// Takes out groups that begin within another and end behind it; their places.
fn take_crossing(groups: &mut Vec<Group>) -> Vec<usize> {
    let mut crossing = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    groups.retain(|group| {
        open.retain(|&end| end > group.start);
        let is_nested = open.last().is_none_or(|&end| group.end <= end);
        if !is_nested {
            crossing.push(group.start);
        } else if group.layer != Layer::Statement {
            open.push(group.end);
        }
        is_nested
    });
    crossing
}

fn render(text: &str, groups: &[Group]) -> String {
    // Each piece: its offset; what closes comes before what opens; the order among those.
    let mut pieces: Vec<(usize, bool, usize, String)> = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        let (before, behind) = group.pieces();
        pieces.push((group.start, true, at, before));
        if !behind.is_empty() {
            pieces.push((group.end, false, groups.len() - at, behind));
        }
    }
    pieces.sort();
    let mut result = String::with_capacity(text.len() + 64 * pieces.len());
    let mut done = 0;
    for (offset, _, _, piece) in pieces {
        result.push_str(&text[done..offset]);
        result.push_str(&piece);
        done = offset;
    }
    result.push_str(&text[done..]);
    result
}

impl Group {
    /// What stands before the range, and what behind it.
    fn pieces(&self) -> (String, String) {
        let [first, second] = &self.labels;
        let statements = || {
            let all: Vec<&str> = first.iter().map(|it| it.statement.as_str()).collect();
            all.join(" ")
        };
        let expressions = |labels: &[Label]| {
            let all: String = labels.iter().map(|it| format!("{}, ", it.expression)).collect();
            all
        };
        match self.layer {
            Layer::Statement => (format!("{} ", statements()), String::new()),
            Layer::Block => (format!("{{ {} ", statements()), " }".to_owned()),
            Layer::Comma => (format!("({}", expressions(first)), ")".to_owned()),
            Layer::Value => {
                let arm = |labels: &[Label], value| match labels {
                    [] => value,
                    _ => format!("({}{value})", expressions(labels)),
                };
                let (yes, no) = (arm(first, "1".to_owned()), arm(second, "0".to_owned()));
                ("((".to_owned(), format!(") ? {yes} : {no})"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(text: &str, part: &str, spot: Spot, name: &str) -> Frame {
        let start = text.find(part).expect("the part");
        let label = Label { expression: name.to_owned(), statement: format!("{name};") };
        Frame { start, end: start + part.len(), spot, label }
    }

    #[test]
    fn frames_nest() {
        let text = "x = 1; if (a && b) y = 2;";
        let frames = [
            frame(text, "x = 1", Spot::Statement, "S"),
            frame(text, "a", Spot::Before, "P"),
            frame(text, "a", Spot::When(true), "A1"),
            frame(text, "a", Spot::When(false), "A0"),
            frame(text, "a && b", Spot::When(false), "D0"),
            frame(text, "y = 2", Spot::Block(text.len()), "B"),
        ];
        let (written, crossing) = rewrite(text, &frames);
        assert_eq!(
            written,
            "S; x = 1; if ((((((P, a)) ? (A1, 1) : (A0, 0)) && b) ? 1 : (D0, 0))) { B; y = 2; }"
        );
        assert!(crossing.is_empty());
    }

    #[test]
    fn what_crosses_is_left_out() {
        let text = "a + b + c";
        let frames =
            [frame(text, "a + b", Spot::Before, "X"), frame(text, "b + c", Spot::Before, "Y")];
        assert_eq!(rewrite(text, &frames), ("(X, a + b) + c".to_owned(), vec![4]));
    }
}

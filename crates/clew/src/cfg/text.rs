//! The picture as plain text.

use super::picture::{Picture, Target};
use std::fmt::Write;

/// Writes the nodes in flow order, each with its edges below.
pub(super) fn text(picture: &Picture) -> String {
    let mut text = format!("{}  ({})\n", picture.title, picture.place);
    if picture.entry == Target::Exit {
        text.push_str("\n-> exit\n");
    }
    let widest = picture.nodes.iter().flat_map(|node| &node.lines).map(|line| line.number).max();
    let number_width = widest.unwrap_or(0).to_string().len();
    let name_width = picture.nodes.len().to_string().len() + 1;
    for (at, node) in picture.nodes.iter().enumerate() {
        let mut depth = 0;
        let mut within = node.innermost;
        while let Some(each) = within {
            depth += 1;
            within = picture.loops[each].parent;
        }
        let indent = "  ".repeat(depth);
        let mut name = format!("B{}", at + 1);
        text.push('\n');
        for line in &node.lines {
            let number = if line.number == 0 { String::new() } else { line.number.to_string() };
            let _ = writeln!(
                text,
                "{indent}{name:<name_width$}  {number:>number_width$}  {}",
                line.text
            );
            name.clear();
        }
        if node.lines.is_empty() {
            let _ = writeln!(text, "{indent}{name}");
        }
        for edge in picture.edges.iter().filter(|edge| edge.from == at) {
            let to = match edge.to {
                Target::Node(to) => format!("B{}", to + 1),
                Target::Exit => "exit".to_owned(),
            };
            let arrow = if edge.is_back { "back to" } else { "->" };
            let label =
                if edge.label.is_empty() { String::new() } else { format!("  {}", edge.label) };
            let margin = " ".repeat(name_width + number_width + 4);
            let _ = writeln!(text, "{indent}{margin}{arrow} {to}{label}");
        }
        if !node.is_reachable {
            let _ = writeln!(text, "{indent}  (no path leads here)");
        }
    }
    text
}

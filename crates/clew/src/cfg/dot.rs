//! The picture in Graphviz's language.

use super::picture::{Edge, EdgeKind, Node, Picture, Target};
use super::{Drawing, Marks};
use std::fmt::Write;

const INK: &str = "#24292f";
const FAINT: &str = "#8c959f";
const BORDER: &str = "#afb8c1";
const DECISION_FILL: &str = "#f6f8fa";
const LOOP_FILL: &str = "#f5f9ff";
const LOOP_BORDER: &str = "#c8d9f0";
const BACK: &str = "#2f6fc4";
const TRUE: &str = "#1a7f45";
const FALSE: &str = "#b3423a";
const MARK: &str = "#ffe08a";
const MARK_BORDER: &str = "#d4a72c";
const STATE: &str = "#fff8e1";

/// Draws the picture.
pub(super) fn dot(picture: &Picture, marks: &Marks) -> String {
    let mut text = String::new();
    let title = escaped(&picture.title);
    text.push_str("digraph cfg {\n");
    let _ = write!(
        text,
        "  graph [rankdir=TB, nodesep=0.4, ranksep=0.45, splines=true, bgcolor=\"white\", \
         fontname=\"monospace\", fontsize=10]\n  \
         node [shape=box, style=\"filled,rounded\", fillcolor=\"white\", color=\"{BORDER}\", \
         fontname=\"monospace\", fontsize=11, fontcolor=\"{INK}\", margin=\"0.12,0.06\"]\n  \
         edge [color=\"{FAINT}\", fontname=\"monospace\", fontsize=10, fontcolor=\"{INK}\", \
         arrowsize=0.7]\n"
    );
    let _ = writeln!(
        text,
        "  entry [shape=box, style=\"filled,rounded\", fillcolor=\"{INK}\", color=\"{INK}\", \
         fontcolor=\"white\", label=<<B>{title}</B>>, tooltip=\"{}\"]",
        quoted(&picture.place)
    );
    if !marks.below.is_empty() {
        let below = quoted(&marks.below).replace('\n', "\\l");
        let _ = writeln!(text, "  graph [label=\"{below}\\l\", labeljust=l, labelloc=b]");
    }
    nodes_of_loop(picture, marks, None, 1, &mut text);
    if picture.has_exit {
        let _ = writeln!(
            text,
            "  exit [shape=doublecircle, style=filled, fillcolor=\"{INK}\", color=\"{INK}\", \
             width=0.14, fixedsize=true, label=\"\", tooltip=\"return\"]"
        );
    }
    let _ = writeln!(text, "  entry -> {}", target_text(picture.entry));
    for edge in &picture.edges {
        text.push_str(&edge_text(edge));
    }
    if let Some(automaton) = &marks.automaton {
        text.push_str(&automaton_text(automaton));
    }
    text.push_str("}\n");
    text
}

/// An automaton in a frame of its own: circles, the last one double.
fn automaton_text(automaton: &Drawing) -> String {
    let mut text = format!(
        "  subgraph cluster_automaton {{\n    graph [style=\"rounded\", color=\"{MARK_BORDER}\", \
         label=\"{}\", labeljust=l, labelloc=t, fontcolor=\"{INK}\", margin=14]\n    \
         begin [shape=point, color=\"{INK}\", width=0.08]\n",
        quoted(&automaton.title)
    );
    for (at, state) in automaton.states.iter().enumerate() {
        let shape = match (state.is_accepting, state.text.is_empty()) {
            (true, _) => "shape=doublecircle, width=0.22, fixedsize=true, label=\"\"".to_owned(),
            (false, true) => "shape=circle, width=0.22, fixedsize=true, label=\"\"".to_owned(),
            (false, false) => format!("shape=box, label=\"{}\"", quoted(&state.text)),
        };
        let _ = writeln!(text, "    q{at} [{shape}, fillcolor=\"{STATE}\", color=\"{INK}\"]");
    }
    let _ = writeln!(text, "    begin -> q0");
    for arrow in &automaton.arrows {
        // A little room, so that the text does not touch its arrow.
        let lines: String = arrow.lines.iter().map(|it| format!("  {}\\l", quoted(it))).collect();
        let _ = writeln!(
            text,
            "    q{} -> q{} [label=\"{lines}\", color=\"{INK}\"]",
            arrow.from, arrow.to
        );
    }
    text + "  }\n"
}

/// The nodes directly in a loop (or in none), then the loops within it, each in its frame.
fn nodes_of_loop(
    picture: &Picture,
    marks: &Marks,
    within: Option<usize>,
    depth: usize,
    text: &mut String,
) {
    let indent = "  ".repeat(depth);
    for (at, node) in picture.nodes.iter().enumerate() {
        if node.innermost == within {
            let _ = writeln!(text, "{indent}{}", node_text(at, node, marks));
        }
    }
    for (at, each) in picture.loops.iter().enumerate() {
        if each.parent != within {
            continue;
        }
        let label = match each.line {
            0 => "loop".to_owned(),
            line => format!("loop, line {line}"),
        };
        let _ = writeln!(
            text,
            "{indent}subgraph cluster_loop{at} {{\n{indent}  graph [style=\"filled,rounded\", \
             fillcolor=\"{LOOP_FILL}\", color=\"{LOOP_BORDER}\", label=\"{label}\", \
             labeljust=l, fontcolor=\"{BACK}\", margin=14]"
        );
        nodes_of_loop(picture, marks, Some(at), depth + 1, text);
        let _ = writeln!(text, "{indent}}}");
    }
}

/// A table: line numbers on the left, the user's text on the right.
fn node_text(at: usize, node: &Node, marks: &Marks) -> String {
    let fill = if node.is_decision { DECISION_FILL } else { "white" };
    let style = if node.is_reachable { "filled,rounded" } else { "filled,rounded,dashed" };
    let mut rows = String::new();
    for line in &node.lines {
        let number = if line.number == 0 { String::new() } else { line.number.to_string() };
        let is_marked = marks.lines.contains(&line.number);
        let mark = if is_marked { format!(" BGCOLOR=\"{MARK}\"") } else { String::new() };
        let _ = write!(
            rows,
            "<TR><TD ALIGN=\"RIGHT\"><FONT COLOR=\"{FAINT}\">{number}</FONT></TD>\
             <TD ALIGN=\"LEFT\"{mark}>{}</TD></TR>",
            escaped(&line.text)
        );
    }
    if rows.is_empty() {
        return format!("n{at} [label=\"\", fillcolor=\"{fill}\", style=\"{style}\", height=0.2]");
    }
    format!(
        "n{at} [fillcolor=\"{fill}\", style=\"{style}\", label=<<TABLE BORDER=\"0\" \
         CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"2\">{rows}</TABLE>>]"
    )
}

fn edge_text(edge: &Edge) -> String {
    let to = target_text(edge.to);
    let mut attributes: Vec<String> = Vec::new();
    let label_color = match edge.kind {
        EdgeKind::Always => None,
        EdgeKind::True => Some(TRUE),
        EdgeKind::False => Some(FALSE),
        EdgeKind::Case => Some(INK),
    };
    if let Some(color) = label_color {
        attributes.push(format!("label=<{}>", padded(&edge.label)));
        attributes.push(format!("fontcolor=\"{color}\""));
        if !edge.is_back && edge.kind != EdgeKind::Case {
            attributes.push(format!("color=\"{color}\""));
        }
    }
    if edge.is_back {
        attributes.push(format!("color=\"{BACK}\""));
        attributes.push("penwidth=1.6".to_owned());
    }
    let attributes =
        if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
    format!("  n{} -> {to}{attributes}\n", edge.from)
}

fn target_text(target: Target) -> String {
    match target {
        Target::Node(to) => format!("n{to}"),
        Target::Exit => "exit".to_owned(),
    }
}

/// A label with a little room, so that it does not touch its edge.
fn padded(label: &str) -> String {
    format!("&nbsp;{}&nbsp;", escaped(label))
}

/// Text within an HTML-like label.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text within a quoted string.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

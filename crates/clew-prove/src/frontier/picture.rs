//! The graph as a picture (paper 3, Figures 2 to 5): a row for each location, S-states as circles, R-states
//! as boxes, the frontier in bold; and a page to step through the pictures of an analysis.

use super::analysis::{Analysis, Outcome, Step};
use super::model::{Analysed, FrontierEdge, RId, SState};
use super::space::LocationId;
use clew_ir::Function;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Sizes, in pixels.
const ROW: usize = 46;
const LEFT: usize = 190;
const S_STEP: usize = 34;
const R_STEP: usize = 52;
/// The most S-states of a row.
const MOST_S: usize = 8;

/// Where things are drawn.
struct Layout {
    rows: BTreeMap<LocationId, usize>,
    s_places: BTreeMap<SState, (usize, usize)>,
    r_places: BTreeMap<RId, (usize, usize)>,
    width: usize,
    height: usize,
}

impl Analysis<'_> {
    /// The graph as it is now.
    pub fn svg(&self) -> String {
        let layout = self.layout();
        let legend = self.legend();
        let (width, height) = (layout.width, layout.height + 22 * legend.len() + 24);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
        );
        for (location, row) in &layout.rows {
            let y = row * ROW + 8;
            let name = escape(&self.space().name(*location));
            let _ = writeln!(
                svg,
                "<rect x=\"6\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"#f4f4f4\" \
                 stroke=\"#cccccc\"/><text x=\"14\" y=\"{}\">{name}</text>",
                width - 12,
                ROW - 10,
                y + 22
            );
        }
        self.draw_edges(&layout, &mut svg);
        for (state, (x, y)) in &layout.s_places {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"white\" stroke=\"black\"/>\
                 <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"9\">{}</text>",
                y + 3,
                state.run + 1
            );
        }
        for (id, (x, y)) in &layout.r_places {
            let fill = if self.graph().get(*id).target.is_some() { "#f2b8b5" } else { "#bcd2f5" };
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"38\" height=\"22\" rx=\"3\" fill=\"{fill}\" \
                 stroke=\"black\"/><text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" \
                 font-size=\"10\">R{}</text>",
                x - 19,
                y - 11,
                y + 4,
                id.0
            );
        }
        for (at, line) in legend.iter().enumerate() {
            let y = layout.height + 22 * (at + 1);
            let _ = writeln!(svg, "<text x=\"14\" y=\"{y}\">{}</text>", escape(line));
        }
        svg + "</svg>\n"
    }

    /// The rows: locations with R-states, those before them, and where the frontier begins.
    fn layout(&self) -> Layout {
        let graph = self.graph();
        let mut shown: BTreeSet<LocationId> = BTreeSet::new();
        for id in graph.alive() {
            shown.insert(graph.get(id).location);
        }
        shown.extend(graph.frontier(self.space()).iter().map(|edge| edge.from));
        let rows: BTreeMap<LocationId, usize> =
            shown.iter().enumerate().map(|(row, location)| (*location, row)).collect();
        let (mut s_places, mut r_places) = (BTreeMap::new(), BTreeMap::new());
        let mut width = 560;
        for (location, row) in &rows {
            let y = row * ROW + ROW / 2 + 3;
            let states = graph.visits(*location);
            for (at, state) in states.iter().take(MOST_S).enumerate() {
                s_places.insert(*state, (LEFT + at * S_STEP, y));
            }
            let from = LEFT + MOST_S * S_STEP + 30;
            for (at, id) in graph.alive_at(*location).into_iter().enumerate() {
                let x = from + at * R_STEP;
                width = width.max(x + R_STEP);
                r_places.insert(id, (x, y));
            }
        }
        let height = rows.len() * ROW + 16;
        Layout { rows, s_places, r_places, width, height }
    }

    fn draw_edges(&self, layout: &Layout, svg: &mut String) {
        let graph = self.graph();
        for (id, (x, y)) in &layout.r_places {
            for next in graph.get(*id).next.iter().filter(|it| graph.is_alive(**it)) {
                if let Some((to_x, to_y)) = layout.r_places.get(next) {
                    curve(svg, (*x, *y), (*to_x, *to_y), "stroke=\"#4a6fa5\"");
                }
            }
        }
        for edge in graph.frontier(self.space()) {
            for state in graph.visits(edge.from) {
                let (Some(from), Some(to)) =
                    (layout.s_places.get(state), layout.r_places.get(&edge.to))
                else {
                    continue;
                };
                // Solid where a run may still get over, dotted where only refinement is left.
                let dash = match self.is_worn(edge, *state) {
                    true => " stroke-dasharray=\"2 4\"",
                    false => "",
                };
                curve(svg, *from, *to, &format!("stroke=\"black\" stroke-width=\"2\"{dash}"));
            }
        }
    }

    /// Whether an S-state was tried in vain, or the edge leads nowhere.
    fn is_worn(&self, edge: FrontierEdge, state: SState) -> bool {
        let is_stuck = self.graph().analysed.get(&(edge.from, edge.to)) == Some(&Analysed::Stuck);
        is_stuck || self.graph().tried.contains(&(state, edge.to))
    }

    /// What the R-states say.
    fn legend(&self) -> Vec<String> {
        self.graph().alive().map(|id| self.text(id)).collect()
    }

    /// An R-state: where it is, and what it says as C.
    pub fn text(&self, id: RId) -> String {
        let program = self.space().task.program;
        let state = self.graph().get(id);
        let frames = self.space().frames(state.location);
        let frames: Vec<&Function> = frames.iter().map(|it| &program.functions[*it]).collect();
        let predicate = state.predicate.text(program, &frames);
        format!("R{} at {}: {predicate}", id.0, self.space().name(state.location))
    }

    /// What a step did, for people.
    pub fn describe(&self, step: &Step) -> String {
        let edge = |edge: &FrontierEdge| {
            let to = self.graph().get(edge.to).location;
            let (from, to_name) = (self.space().name(edge.from), self.space().name(to));
            format!("⟨{from}, R{} at {to_name}⟩", edge.to.0)
        };
        let text = match step {
            Step::Ran(it, run) => format!("{}: run {}", edge(it), run + 1),
            Step::Refuted(it) => format!("{}: no inputs along this run", edge(it)),
            Step::Refined(it, 0) => format!("{}: nothing leads there", edge(it)),
            Step::Refined(it, count) => format!("{}: refined, {count} R-states", edge(it)),
            Step::Stuck(it) => format!("{}: nothing more is known", edge(it)),
            Step::Done => "done".to_owned(),
        };
        let count = |wanted: fn(&Outcome) -> bool| {
            self.outcomes().iter().filter(|outcome| wanted(outcome)).count()
        };
        let covered = count(|it| matches!(it, Outcome::Covered(_)));
        let excluded = count(|it| *it == Outcome::Excluded);
        let open = count(|it| *it == Outcome::Open);
        format!("{text} ({covered} covered, {excluded} excluded, {open} open)")
    }
}

/// A curve between two places.
fn curve(svg: &mut String, from: (usize, usize), to: (usize, usize), style: &str) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let bend = usize::midpoint(x1, x2) + if y1 > y2 { 40 } else { 0 };
    let _ = writeln!(
        svg,
        "<path d=\"M{x1} {y1} Q{bend} {} {x2} {y2}\" fill=\"none\" {style}/>",
        usize::midpoint(y1, y2)
    );
}

/// A page to step through pictures, `0.svg` and so on, each with its text.
pub fn page(title: &str, steps: &[String]) -> String {
    let mut list = String::new();
    for step in steps {
        let _ = writeln!(list, "<li>{}</li>", escape(step));
    }
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n\
         <style>body{{font-family:sans-serif;margin:1em}}li{{display:none}}li.now{{display:block}}\
         ol{{list-style:none;padding:0}}img{{max-width:100%}}</style></head>\n<body>\n\
         <h1>{title}</h1>\n<p><button id=\"back\">Back</button> <button id=\"next\">Next</button> \
         <span id=\"at\"></span> (or the arrow keys)</p>\n<ol>\n{list}</ol>\n\
         <img id=\"graph\" alt=\"the graph\">\n<script>\n\
         const steps = document.querySelectorAll('li'); let at = 0;\n\
         function show(to) {{\n  if (to < 0 || to >= steps.length) return;\n\
         \x20 steps[at].className = ''; at = to; steps[at].className = 'now';\n\
         \x20 document.getElementById('graph').src = at + '.svg';\n\
         \x20 document.getElementById('at').textContent = at + ' of ' + (steps.length - 1);\n}}\n\
         document.getElementById('back').onclick = () => show(at - 1);\n\
         document.getElementById('next').onclick = () => show(at + 1);\n\
         document.onkeydown = (key) => {{ if (key.key === 'ArrowLeft') show(at - 1); \
         if (key.key === 'ArrowRight') show(at + 1); }};\n\
         show(Number(location.hash.slice(1)) || 0);\n</script>\n</body></html>\n",
        title = escape(title)
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

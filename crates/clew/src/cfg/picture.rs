//! What is drawn: nodes with lines, edges with conditions, loops around them.
//!
//! Blocks that always follow each other are one node, and blocks in which the user wrote nothing
//! are left out, their edges drawn through.

use super::lines::{self, Line};
use super::negation;
use clew_ir::c_text::{declaration, source_or};
use clew_ir::cfg::Cfg;
use clew_ir::dominators::Dominators;
use clew_ir::loops::Loops;
use clew_ir::{
    BinaryOp, BlockId, Body, Expr, ExprKind, Function, Id, IdVec, LoopId, Program, Scalar,
    SwitchArm, TerminatorKind,
};

/// A function's graph, ready to be drawn.
pub(super) struct Picture {
    /// The function's declaration.
    pub(super) title: String,
    /// Where it stands.
    pub(super) place: String,
    /// The nodes, in an order that follows the flow.
    pub(super) nodes: Vec<Node>,
    /// The edges, by their source.
    pub(super) edges: Vec<Edge>,
    /// The loops, outer ones first.
    pub(super) loops: Vec<LoopBox>,
    /// Where execution starts.
    pub(super) entry: Target,
    /// Whether some node returns.
    pub(super) has_exit: bool,
}

/// One node.
pub(super) struct Node {
    /// The user's lines; empty in the rare node without any.
    pub(super) lines: Vec<Line>,
    /// The innermost loop, as a position in [`Picture::loops`].
    pub(super) innermost: Option<usize>,
    /// Whether it chooses between several edges.
    pub(super) is_decision: bool,
    /// Whether some path from the entry leads here.
    pub(super) is_reachable: bool,
}

/// Where an edge leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// To a node.
    Node(usize),
    /// Out of the function.
    Exit,
}

/// What makes an edge be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EdgeKind {
    /// Nothing: it is the only one.
    Always,
    /// The condition holds.
    True,
    /// The condition does not hold.
    False,
    /// A `case` or `default`, or a computed goto.
    Case,
}

/// One edge.
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: Target,
    pub(super) kind: EdgeKind,
    /// The condition; empty for [`EdgeKind::Always`].
    pub(super) label: String,
    /// Whether it leads back to the head of a loop.
    pub(super) is_back: bool,
}

/// The frame around a loop.
pub(super) struct LoopBox {
    pub(super) parent: Option<usize>,
    /// The line of the loop's head; 0 when it has none.
    pub(super) line: u32,
}

/// An edge before blocks are gathered into nodes.
struct Branch {
    to: BlockId,
    kind: EdgeKind,
    label: String,
}

struct Builder<'a> {
    program: &'a Program,
    function: &'a Function,
    body: &'a Body,
    cfg: Cfg,
    loops: Loops,
    lines: IdVec<BlockId, Vec<Line>>,
}

impl Picture {
    pub(super) fn new(program: &Program, function: &Function, body: &Body) -> Self {
        let cfg = Cfg::new(body);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let lines = body
            .blocks
            .iter()
            .map(|block| lines::lines_of_block(program, function, body, block))
            .collect();
        Builder { program, function, body, cfg, loops, lines }.build()
    }
}

impl Builder<'_> {
    fn build(&self) -> Picture {
        // The flow's order, then what no path reaches but the user wrote.
        let mut order: Vec<BlockId> = self.cfg.reverse_postorder().to_vec();
        order.extend(
            self.body
                .blocks
                .ids()
                .filter(|&id| !self.cfg.is_reachable(id) && !self.lines[id].is_empty()),
        );
        let heads: Vec<BlockId> = order
            .iter()
            .copied()
            .filter(|&id| !self.is_left_out(id) && self.joined_to(id).is_none())
            .collect();
        // The target of an edge, and whether the way there leads back to the head of a loop.
        let resolve = |block: BlockId| {
            let (to, is_back) = self.through(block);
            if self.is_empty_return(to) {
                return Some((Target::Exit, is_back));
            }
            heads.iter().position(|&head| head == to).map(|node| (Target::Node(node), is_back))
        };
        let mut nodes = Vec::new();
        let mut edges: Vec<Edge> = Vec::new();
        for (from, &head) in heads.iter().enumerate() {
            let mut lines: Vec<Line> = Vec::new();
            let mut last = head;
            loop {
                append(&mut lines, &self.lines[last]);
                match self.continuation(last) {
                    Some(next) => last = next,
                    None => break,
                }
            }
            if lines.is_empty() {
                // A loop in which nothing stands: `while (1);`.
                let span = self.body.blocks[head].terminator.span;
                let text = self.program.sources.text_on_one_line(span).unwrap_or_default();
                let number = self.program.sources.line(span);
                lines.push(Line { number, text: lines::shortened(&text) });
                lines.retain(|line| !line.text.is_empty());
            }
            let branches = self.branches(last);
            nodes.push(Node {
                lines,
                innermost: self.loops.innermost[head].map(LoopId::index),
                is_decision: branches.len() > 1,
                is_reachable: self.cfg.is_reachable(head),
            });
            for branch in branches {
                let Some((to, passes_back)) = resolve(branch.to) else { continue };
                let is_back = passes_back || self.is_back_edge(last, branch.to);
                edges.push(Edge { from, to, kind: branch.kind, label: branch.label, is_back });
            }
            if matches!(self.body.blocks[last].terminator.kind, TerminatorKind::Return(_)) {
                edges.push(Edge {
                    from,
                    to: Target::Exit,
                    kind: EdgeKind::Always,
                    label: String::new(),
                    is_back: false,
                });
            }
        }
        let loops = self
            .loops
            .loops
            .iter()
            .map(|each| LoopBox {
                parent: each.parent.map(LoopId::index),
                line: self.loop_line(&each.blocks),
            })
            .collect();
        let entry = resolve(self.body.entry()).map_or(Target::Exit, |(entry, _)| entry);
        let has_exit = entry == Target::Exit || edges.iter().any(|edge| edge.to == Target::Exit);
        Picture {
            title: self.title(),
            place: self.program.sources.describe(self.function.span),
            entry,
            nodes,
            edges,
            loops,
            has_exit,
        }
    }

    /// The first line of a loop.
    fn loop_line(&self, blocks: &[BlockId]) -> u32 {
        blocks
            .iter()
            .flat_map(|&block| &self.lines[block])
            .map(|line| line.number)
            .filter(|&number| number != 0)
            .min()
            .unwrap_or(0)
    }

    fn title(&self) -> String {
        let types = &self.program.types;
        let params: Vec<String> = self
            .function
            .params
            .iter()
            .map(|&id| {
                let local = &self.function.locals[id];
                declaration(types, local.ty, &local.name)
            })
            .collect();
        let ty = types.function(self.function.ty);
        let mut params = params.join(", ");
        if ty.is_some_and(|ty| ty.is_variadic) {
            params.push_str(", ...");
        } else if params.is_empty() {
            params.push_str("void");
        }
        let name = format!("{}({params})", self.function.name);
        match ty {
            Some(ty) => declaration(types, ty.result, &name),
            None => name,
        }
    }

    /// Whether the user wrote nothing in the block and it only passes control on.
    fn is_left_out(&self, block: BlockId) -> bool {
        self.is_empty_return(block)
            || (self.lines[block].is_empty() && self.through(block).0 != block)
    }

    /// Whether this is the end of a function where no `return` is written.
    fn is_empty_return(&self, block: BlockId) -> bool {
        self.lines[block].is_empty()
            && matches!(self.body.blocks[block].terminator.kind, TerminatorKind::Return(_))
    }

    /// Whether the edge closes a cycle.
    fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        self.loops.is_back_edge(from, to) || self.loops.irreducible_edges.contains(&(from, to))
    }

    /// The first block from here on in which something is shown, and whether the way there leads
    /// back to the head of a loop. Of a loop in which nothing stands, the head is shown after
    /// all.
    fn through(&self, block: BlockId) -> (BlockId, bool) {
        let mut passed = vec![block];
        let found = loop {
            let at = *passed.last().expect("the way starts with a block");
            let TerminatorKind::Goto(next) = self.body.blocks[at].terminator.kind else {
                break at;
            };
            if !self.lines[at].is_empty() {
                break at;
            }
            if let Some(start) = passed.iter().position(|&earlier| earlier == next) {
                let cycle = passed[start..].iter().copied();
                break cycle.min_by_key(|&each| self.cfg.position(each)).unwrap_or(next);
            }
            passed.push(next);
        };
        let end = passed.iter().position(|&each| each == found).unwrap_or(0);
        let is_back = passed[..=end].windows(2).any(|pair| self.is_back_edge(pair[0], pair[1]));
        (found, is_back)
    }

    /// The block that the user's text of this one continues in the same node: the only successor,
    /// of which this is the only predecessor.
    fn continuation(&self, block: BlockId) -> Option<BlockId> {
        let TerminatorKind::Goto(next) = self.body.blocks[block].terminator.kind else {
            return None;
        };
        let follows = self.cfg.predecessors(next) == [block] && next != block;
        follows.then_some(next)
    }

    /// The block whose continuation this one is, if that one is shown.
    fn joined_to(&self, block: BlockId) -> Option<BlockId> {
        let [before] = self.cfg.predecessors(block) else { return None };
        let is_continued = self.continuation(*before) == Some(block);
        let is_drawn = !self.is_left_out(*before) || self.joined_to(*before).is_some();
        (is_continued && is_drawn).then_some(*before)
    }

    fn branches(&self, block: BlockId) -> Vec<Branch> {
        match &self.body.blocks[block].terminator.kind {
            TerminatorKind::Goto(to) => {
                vec![Branch { to: *to, kind: EdgeKind::Always, label: String::new() }]
            }
            TerminatorKind::Branch { condition, id, then, otherwise } => {
                let span = id.map_or(condition.span, |id| self.body.decisions.conditions[id].span);
                let text = source_or(self.program, span, || {
                    lines::condition_text(self.program, self.function, condition)
                });
                let negated = opposite(self.program, condition, &text);
                vec![
                    Branch { to: *then, kind: EdgeKind::True, label: lines::shortened(&text) },
                    Branch {
                        to: *otherwise,
                        kind: EdgeKind::False,
                        label: lines::shortened(&negated),
                    },
                ]
            }
            TerminatorKind::Switch { arms, default, default_span, .. } => {
                let is_written = default_span.is_some();
                self.cases(arms, *default, if is_written { "default" } else { "no case" })
            }
            TerminatorKind::IndirectGoto { targets, .. } => targets
                .iter()
                .map(|&to| Branch { to, kind: EdgeKind::Case, label: "goto *".to_owned() })
                .collect(),
            TerminatorKind::Return(_) | TerminatorKind::Unreachable => Vec::new(),
        }
    }

    /// The edges of a switch; cases with the same target share one.
    fn cases(&self, arms: &[SwitchArm], default: BlockId, otherwise: &str) -> Vec<Branch> {
        let mut branches: Vec<Branch> = Vec::new();
        for arm in arms {
            let value = case_value(self.program, arm);
            match branches.iter_mut().find(|branch| branch.to == arm.target) {
                Some(branch) => {
                    branch.label.push_str(", ");
                    branch.label.push_str(&value);
                }
                None => branches.push(Branch {
                    to: arm.target,
                    kind: EdgeKind::Case,
                    label: format!("case {value}"),
                }),
            }
        }
        match branches.iter_mut().find(|branch| branch.to == default) {
            Some(branch) => {
                branch.label.push_str(", ");
                branch.label.push_str(otherwise);
            }
            None => branches.push(Branch {
                to: default,
                kind: EdgeKind::Case,
                label: otherwise.to_owned(),
            }),
        }
        for branch in &mut branches {
            branch.label = lines::shortened(&branch.label);
        }
        branches
    }
}

/// The value of a case as the user wrote it.
pub(crate) fn case_value(program: &Program, arm: &SwitchArm) -> String {
    let text = program.sources.text_on_one_line(arm.span).unwrap_or_default();
    let written = text
        .strip_prefix("case")
        .filter(|rest| rest.starts_with([' ', '(', '\'', '-']))
        .map(|rest| value_before_colon(rest).trim().to_owned())
        .filter(|value| !value.is_empty());
    written.unwrap_or_else(|| {
        if arm.low == arm.high {
            arm.low.to_string()
        } else {
            format!("{} ... {}", arm.low, arm.high)
        }
    })
}

/// The condition's opposite, in the user's words: `i >= n` for `i < n`.
pub(crate) fn opposite(program: &Program, condition: &Expr, text: &str) -> String {
    if let ExprKind::Binary(op, left, _) = &condition.kind {
        let is_float = matches!(program.types.scalar(left.ty), Some(Scalar::Float(_)));
        let opposite = match op {
            BinaryOp::Eq => Some(BinaryOp::Ne),
            BinaryOp::Ne => Some(BinaryOp::Eq),
            // With NaN, `!(a < b)` is not `a >= b`.
            BinaryOp::Lt if !is_float => Some(BinaryOp::Ge),
            BinaryOp::Le if !is_float => Some(BinaryOp::Gt),
            BinaryOp::Gt if !is_float => Some(BinaryOp::Le),
            BinaryOp::Ge if !is_float => Some(BinaryOp::Lt),
            _ => None,
        };
        let replaced = opposite
            .and_then(|new| negation::replace_operator(text, op.c_symbol(), new.c_symbol()));
        if let Some(replaced) = replaced {
            return replaced;
        }
    }
    negation::negate(text)
}

/// What stands before the first colon outside character constants.
fn value_before_colon(text: &str) -> &str {
    let mut in_quotes = false;
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\'' => in_quotes = !in_quotes,
            ':' if !in_quotes => return &text[..at],
            _ => {}
        }
    }
    text
}

/// Appends lines; what continues on the same line of the source continues on the same line here.
fn append(lines: &mut Vec<Line>, more: &[Line]) {
    for line in more {
        match lines.last_mut() {
            Some(last) if last.number == line.number && line.number != 0 => {
                if last.text != line.text {
                    last.text = lines::shortened(&format!("{}; {}", last.text, line.text));
                }
            }
            _ => lines.push(line.clone()),
        }
    }
}

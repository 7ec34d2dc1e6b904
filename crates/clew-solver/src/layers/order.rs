//! Order: comparisons between terms are the edges of a graph. A circle of `<=` contradicts
//! itself where one of its edges is `<`, or where two terms on it are said to differ. Sorting
//! programs ask of little else.

use clew_logic::{Op, TermId, TermPool, bits};
use rustc_hash::FxHashMap;

/// Parts that contradict each other by the order they put terms in.
pub(crate) fn contradiction(pool: &TermPool, parts: &[TermId]) -> Option<Vec<TermId>> {
    let facts: Vec<Fact> = parts.iter().filter_map(|&part| fact(pool, part)).collect();
    let mut relations = facts.iter().filter(|fact| fact.is_between_terms(pool));
    relations.next()?;
    let has = |order| facts.iter().any(|fact| fact.order == Some(order));
    // Equalities alone are in both graphs; one of them is enough.
    let orders = [Order::Signed, Order::Unsigned];
    orders
        .into_iter()
        .filter(|&order| has(order) || order == Order::Signed && !has(Order::Unsigned))
        .find_map(|order| Graph::new(pool, order, &facts).contradiction(&facts))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Signed,
    Unsigned,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Less,
    AtMost,
    Equal,
    Different,
}

/// `a` is related to `b`, says the part.
#[derive(Clone, Copy, Debug)]
struct Fact {
    a: TermId,
    b: TermId,
    relation: Relation,
    /// None where the relation is the same in both.
    order: Option<Order>,
    part: TermId,
}

impl Fact {
    fn is_between_terms(&self, pool: &TermPool) -> bool {
        pool.value(self.a).is_none() && pool.value(self.b).is_none()
    }
}

fn fact(pool: &TermPool, part: TermId) -> Option<Fact> {
    let negated = pool.op(part) == Op::Not;
    let inner = if negated { pool.args(part)[0] } else { part };
    let order = match pool.op(inner) {
        Op::Eq => None,
        Op::Slt => Some(Order::Signed),
        Op::Ult => Some(Order::Unsigned),
        _ => return None,
    };
    let (a, b) = (pool.args(inner)[0], pool.args(inner)[1]);
    let fact = |a, b, relation| Some(Fact { a, b, relation, order, part });
    match (order, negated) {
        (None, false) => fact(a, b, Relation::Equal),
        (None, true) => fact(a, b, Relation::Different),
        (Some(_), false) => fact(a, b, Relation::Less),
        (Some(_), true) => fact(b, a, Relation::AtMost),
    }
}

/// A place in the graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct NodeId(u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// `from` is at most `to`, or less.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: NodeId,
    to: NodeId,
    strict: bool,
    /// None between constants.
    why: Option<TermId>,
}

struct Graph {
    nodes: FxHashMap<TermId, NodeId>,
    /// Sorted by where they start.
    edges: Vec<Edge>,
    /// The first edge of each node, and the end.
    first: Vec<u32>,
}

impl Graph {
    fn new(pool: &TermPool, order: Order, facts: &[Fact]) -> Self {
        let mut nodes = FxHashMap::default();
        let mut node = |term| {
            let next = NodeId(nodes.len() as u32);
            *nodes.entry(term).or_insert(next)
        };
        let mut edges = Vec::with_capacity(facts.len() + 8);
        for fact in facts {
            if fact.order.is_some_and(|other| other != order) {
                continue;
            }
            let (a, b, why) = (node(fact.a), node(fact.b), Some(fact.part));
            let mut edge = |from, to, strict| edges.push(Edge { from, to, strict, why });
            match fact.relation {
                Relation::Less => edge(a, b, true),
                Relation::AtMost => edge(a, b, false),
                Relation::Equal => {
                    edge(a, b, false);
                    edge(b, a, false);
                }
                Relation::Different => {}
            }
        }
        edges.extend(between_constants(pool, order, &nodes));
        edges.sort_by_key(|edge| edge.from);
        let mut first = vec![0; nodes.len() + 1];
        for edge in &edges {
            first[edge.from.index() + 1] += 1;
        }
        for place in 1..first.len() {
            first[place] += first[place - 1];
        }
        Graph { nodes, edges, first }
    }

    fn out_of(&self, node: NodeId) -> &[Edge] {
        &self.edges[self.first[node.index()] as usize..self.first[node.index() + 1] as usize]
    }

    fn contradiction(&self, facts: &[Fact]) -> Option<Vec<TermId>> {
        let component = self.components();
        let together = |a: NodeId, b: NodeId| component[a.index()] == component[b.index()];
        let mut core = if let Some(edge) =
            self.edges.iter().find(|edge| edge.strict && together(edge.from, edge.to))
        {
            let mut core = self.path(edge.to, edge.from);
            core.extend(edge.why);
            core
        } else {
            let (fact, a, b) = facts.iter().find_map(|fact| {
                let different = fact.relation == Relation::Different;
                let (a, b) = (*self.nodes.get(&fact.a)?, *self.nodes.get(&fact.b)?);
                (different && together(a, b)).then_some((fact, a, b))
            })?;
            let mut core = self.path(a, b);
            core.extend(self.path(b, a));
            core.push(fact.part);
            core
        };
        core.sort_unstable();
        core.dedup();
        Some(core)
    }

    /// The strongly connected component of each node, by Tarjan's algorithm.
    fn components(&self) -> Vec<u32> {
        const UNSEEN: u32 = u32::MAX;
        let count = self.first.len() - 1;
        let mut number = vec![UNSEEN; count];
        let mut low = vec![0; count];
        let mut component = vec![UNSEEN; count];
        let (mut open, mut walk): (Vec<NodeId>, Vec<(NodeId, usize)>) = (Vec::new(), Vec::new());
        let (mut seen, mut closed) = (0, 0);
        for root in 0..count as u32 {
            if number[root as usize] == UNSEEN {
                walk.push((NodeId(root), 0));
            }
            while let Some((node, next)) = walk.pop() {
                let at = node.index();
                if next == 0 {
                    (number[at], low[at]) = (seen, seen);
                    seen += 1;
                    open.push(node);
                } else {
                    let child = self.out_of(node)[next - 1].to.index();
                    low[at] = low[at].min(low[child]);
                }
                let unseen = self.out_of(node)[next..].iter().position(|edge| {
                    let to = edge.to.index();
                    if number[to] != UNSEEN && component[to] == UNSEEN {
                        low[at] = low[at].min(number[to]);
                    }
                    number[to] == UNSEEN
                });
                if let Some(offset) = unseen {
                    walk.push((node, next + offset + 1));
                    walk.push((self.out_of(node)[next + offset].to, 0));
                } else if low[at] == number[at] {
                    while let Some(member) = open.pop() {
                        component[member.index()] = closed;
                        if member == node {
                            break;
                        }
                    }
                    closed += 1;
                }
            }
        }
        component
    }

    /// The parts along a shortest way; the nodes must be of one component.
    fn path(&self, from: NodeId, to: NodeId) -> Vec<TermId> {
        let mut came_by: FxHashMap<NodeId, Edge> = FxHashMap::default();
        let mut frontier = std::collections::VecDeque::from([from]);
        while let Some(node) = frontier.pop_front()
            && node != to
        {
            for edge in self.out_of(node) {
                if edge.to != from && !came_by.contains_key(&edge.to) {
                    came_by.insert(edge.to, *edge);
                    frontier.push_back(edge.to);
                }
            }
        }
        let mut parts = Vec::new();
        let mut node = to;
        while node != from
            && let Some(edge) = came_by.get(&node)
        {
            parts.extend(edge.why);
            node = edge.from;
        }
        parts
    }
}

/// Edges from each constant to the next greater one of its width.
fn between_constants(
    pool: &TermPool,
    order: Order,
    nodes: &FxHashMap<TermId, NodeId>,
) -> Vec<Edge> {
    let mut constants: Vec<(u32, u128, NodeId)> = nodes
        .iter()
        .filter_map(|(&term, &node)| {
            let width = pool.width(term);
            let flip = if order == Order::Signed { bits::sign_bit(width.max(1)) } else { 0 };
            Some((width, pool.value(term)? ^ flip, node))
        })
        .collect();
    constants.sort_unstable();
    constants
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .map(|pair| Edge { from: pair[0].2, to: pair[1].2, strict: true, why: None })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_logic::testing::Random;
    use clew_logic::{Evaluator, Model, Sort};

    fn relation(pool: &mut TermPool, rng: &mut Random, terms: &[TermId]) -> TermId {
        let (a, b) = (rng.pick(terms), rng.pick(terms));
        match rng.below(6) {
            0 => pool.slt(a, b),
            1 => pool.sle(a, b),
            2 => pool.ult(a, b),
            3 => pool.ule(a, b),
            4 => pool.eq(a, b),
            _ => pool.ne(a, b),
        }
    }

    fn satisfiable(pool: &TermPool, parts: &[TermId]) -> bool {
        let mut evaluator = Evaluator::new();
        (0..1u128 << 9).any(|number| {
            let mut model = Model::new();
            for (place, (input, _)) in pool.inputs().enumerate() {
                model.set_bits(input, number >> (3 * place) & 7);
            }
            evaluator.forget();
            parts.iter().all(|&part| evaluator.holds(pool, &model, part))
        })
    }

    #[test]
    fn contradictions_are_real_and_most_are_found() {
        let mut rng = Random::new(8);
        let (mut found, mut missed) = (0, 0);
        for round in 0..20_000 {
            let mut pool = TermPool::new();
            let mut terms: Vec<TermId> =
                ["x", "y", "z"].map(|name| pool.input(name, Sort::BitVec(3))).into();
            terms.extend([2, 5].map(|value| pool.bv(3, value)));
            let parts: Vec<TermId> =
                (0..2 + rng.below(5)).map(|_| relation(&mut pool, &mut rng, &terms)).collect();
            match contradiction(&pool, &parts) {
                Some(core) => {
                    found += 1;
                    assert!(core.iter().all(|part| parts.contains(part)), "round {round}");
                    assert!(!satisfiable(&pool, &core), "round {round}");
                }
                None if !parts.contains(&TermPool::FALSE) => {
                    missed += usize::from(!satisfiable(&pool, &parts));
                }
                None => {}
            }
        }
        assert!(found > 2 * missed, "{found} found, {missed} missed");
    }

    #[test]
    fn a_core_is_the_circle_and_nothing_else() {
        let mut pool = TermPool::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| pool.input(name, Sort::BitVec(32)));
        let parts = [pool.sle(a, b), pool.sle(d, b), pool.slt(b, c), pool.ne(a, d), pool.sle(c, a)];
        let mut circle = vec![parts[0], parts[2], parts[4]];
        circle.sort_unstable();
        assert_eq!(contradiction(&pool, &parts), Some(circle));
        assert_eq!(contradiction(&pool, &parts[..4]), None);
    }

    #[test]
    fn terms_that_must_be_equal_cannot_differ() {
        let mut pool = TermPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.input(name, Sort::BitVec(8)));
        let parts = [pool.ule(a, b), pool.ule(b, a), pool.ne(a, b)];
        let mut all = parts.to_vec();
        all.sort_unstable();
        assert_eq!(contradiction(&pool, &parts), Some(all));
    }
}

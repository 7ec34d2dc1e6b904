//! An automaton spelled out over the control-flow graph (paper, Figures 3, 5, 6 and 9).

use super::paths::{Paths, Point};
use super::union::{Union, UnionState};
use clew_ir::FunctionId;
use clew_symbolic::Letter;
use std::collections::{BTreeMap, BTreeSet};

/// A deterministic automaton whose words are paths of the program: the shortest ones that a union
/// accepts. State 0 is the first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// The ways out of each state.
    pub states: Vec<BTreeMap<Letter, usize>>,
    /// The states where a word is accepted: there is no way out of them.
    pub accepting: BTreeSet<usize>,
}

impl Graph {
    /// The shortest words that a union accepts, of executions that start in a function. `None` where it
    /// would have more than `most` states.
    pub fn of(
        union: &mut Union<'_>,
        paths: &mut Paths<'_>,
        start: FunctionId,
        most: usize,
    ) -> Option<Self> {
        let (letter, point) = Paths::start(start);
        let mut graph = Graph { states: vec![BTreeMap::new()], accepting: BTreeSet::new() };
        let mut numbers: BTreeMap<(Point, UnionState), usize> = BTreeMap::new();
        let first = union.step(UnionState::START, &letter);
        let mut open = Vec::new();
        let to = graph.number((point, first), &mut numbers, &mut open);
        graph.states[0].insert(letter, to);
        while let Some((point, state)) = open.pop() {
            if graph.states.len() > most {
                return None;
            }
            let from = numbers[&(point, state)];
            for (letter, next) in paths.next(point) {
                let behind = union.step(state, &letter);
                if behind == UnionState::LOST {
                    continue;
                }
                let to = graph.number((next, behind), &mut numbers, &mut open);
                graph.states[from].insert(letter, to);
            }
        }
        graph.trim();
        Some(graph)
    }

    /// The number of a state; one that is new is open, unless it accepts.
    fn number(
        &mut self,
        (point, state): (Point, UnionState),
        numbers: &mut BTreeMap<(Point, UnionState), usize>,
        open: &mut Vec<(Point, UnionState)>,
    ) -> usize {
        *numbers.entry((point, state)).or_insert_with(|| {
            self.states.push(BTreeMap::new());
            let number = self.states.len() - 1;
            if state.is_accepting() {
                self.accepting.insert(number);
            } else {
                open.push((point, state));
            }
            number
        })
    }

    /// Leaves out the states from which nothing is accepted.
    fn trim(&mut self) {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.states.len()];
        for (from, ways) in self.states.iter().enumerate() {
            ways.values().for_each(|to| before[*to].push(from));
        }
        let mut alive = self.accepting.clone();
        let mut open: Vec<usize> = alive.iter().copied().collect();
        while let Some(state) = open.pop() {
            let newly = before[state].iter().copied().filter(|it| alive.insert(*it));
            open.extend(newly.collect::<Vec<_>>());
        }
        alive.insert(0);
        let order: Vec<usize> = alive.iter().copied().collect();
        let rename = |state: &usize| order.binary_search(state).ok();
        let states = order.iter().map(|&old| {
            let ways = self.states[old].iter();
            ways.filter_map(|(letter, to)| Some((*letter, rename(to)?))).collect()
        });
        let accepting = self.accepting.iter().filter_map(rename).collect();
        *self = Graph { states: states.collect(), accepting };
    }

    /// The smallest automaton with the same words, its states numbered in the order in which their
    /// letters come to them first.
    pub fn minimised(&self) -> Self {
        // Moore: states that differ are told apart until nothing changes.
        let mut class: Vec<usize> =
            (0..self.states.len()).map(|it| usize::from(self.accepting.contains(&it))).collect();
        loop {
            let mut numbers: BTreeMap<(usize, Vec<(Letter, usize)>), usize> = BTreeMap::new();
            let finer: Vec<usize> = (0..self.states.len())
                .map(|state| {
                    let ways = self.states[state].iter();
                    let ways = ways.map(|(letter, to)| (*letter, class[*to])).collect();
                    let next = numbers.len();
                    *numbers.entry((class[state], ways)).or_insert(next)
                })
                .collect();
            let is_done = numbers.len() == class.iter().collect::<BTreeSet<_>>().len();
            class = finer;
            if is_done {
                break;
            }
        }
        self.merged(&class)
    }

    /// One state for each class.
    fn merged(&self, class: &[usize]) -> Self {
        let mut members: BTreeMap<usize, usize> = BTreeMap::new();
        for (state, class) in class.iter().enumerate().rev() {
            members.insert(*class, state);
        }
        let mut numbers = BTreeMap::from([(class[0], 0)]);
        let mut order = vec![class[0]];
        let mut graph = Graph::default();
        while let Some(next) = order.get(graph.states.len()) {
            let member = members[next];
            if self.accepting.contains(&member) {
                graph.accepting.insert(graph.states.len());
            }
            let mut ways = BTreeMap::new();
            for (letter, to) in &self.states[member] {
                let number = *numbers.entry(class[*to]).or_insert_with(|| {
                    order.push(class[*to]);
                    order.len() - 1
                });
                ways.insert(*letter, number);
            }
            graph.states.push(ways);
        }
        graph
    }

    /// Whether a word is accepted: itself, not a prefix of it.
    pub fn accepts(&self, word: &[Letter]) -> bool {
        let mut state = 0;
        for letter in word {
            match self.states[state].get(letter) {
                Some(next) => state = *next,
                None => return false,
            }
        }
        self.accepting.contains(&state)
    }

    /// How many words are accepted that have at most so many tests; at most `most` are counted.
    pub fn count(&self, paths: &Paths<'_>, tests: u32, most: u64) -> u64 {
        let mut known = BTreeMap::new();
        self.count_from(0, tests, paths, &mut known, most)
    }

    fn count_from(
        &self,
        state: usize,
        tests: u32,
        paths: &Paths<'_>,
        known: &mut BTreeMap<(usize, u32), u64>,
        most: u64,
    ) -> u64 {
        if self.accepting.contains(&state) {
            return 1;
        }
        if let Some(count) = known.get(&(state, tests)) {
            return *count;
        }
        // A way round without a test has no words of its own.
        known.insert((state, tests), 0);
        let mut count: u64 = 0;
        for (letter, to) in &self.states[state] {
            let left = match paths.is_test(letter) {
                true => tests.checked_sub(1),
                false => Some(tests),
            };
            if let Some(left) = left {
                count =
                    count.saturating_add(self.count_from(*to, left, paths, known, most)).min(most);
            }
        }
        known.insert((state, tests), count);
        count
    }

    /// The words that are accepted with at most so many tests, up to `most` of them.
    pub fn words(&self, paths: &Paths<'_>, tests: u32, most: usize) -> Vec<Vec<Letter>> {
        let mut found = Vec::new();
        let mut open = vec![(0, tests, Vec::new())];
        while let Some((state, tests, word)) = open.pop() {
            if found.len() >= most {
                break;
            }
            if self.accepting.contains(&state) {
                found.push(word);
                continue;
            }
            for (letter, to) in &self.states[state] {
                let left = match paths.is_test(letter) {
                    true => tests.checked_sub(1),
                    false => Some(tests),
                };
                if let Some(left) = left {
                    let mut longer = word.clone();
                    longer.push(*letter);
                    open.push((*to, left, longer));
                }
            }
        }
        found
    }
}

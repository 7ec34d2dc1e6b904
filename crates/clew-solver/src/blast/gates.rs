//! Logic gates as clauses, each built once.

use rustc_hash::FxHashMap;
use rustsat::types::Lit;

/// Where clauses go.
pub(crate) trait ClauseSink {
    /// Adds one clause.
    fn add(&mut self, clause: &[Lit]);
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Lit, Lit),
    Xor(Lit, Lit),
    Mux(Lit, Lit, Lit),
    /// At least two of three.
    Majority(Lit, Lit, Lit),
}

/// Builds gates over literals; variable 0 is always true.
pub(crate) struct Gates<S> {
    pub(crate) sink: S,
    variables: u32,
    known: FxHashMap<Gate, Lit>,
}

pub(crate) const TRUE: Lit = Lit::positive(0);
pub(crate) const FALSE: Lit = Lit::negative(0);

impl<S: ClauseSink> Gates<S> {
    pub(crate) fn new(mut sink: S) -> Self {
        sink.add(&[TRUE]);
        Gates { sink, variables: 1, known: FxHashMap::default() }
    }

    /// The number of variables in use.
    pub(crate) fn variables(&self) -> u32 {
        self.variables
    }

    pub(crate) fn fresh(&mut self) -> Lit {
        let literal = Lit::positive(self.variables);
        self.variables += 1;
        literal
    }

    pub(crate) fn fresh_word(&mut self, width: u32) -> Vec<Lit> {
        (0..width).map(|_| self.fresh()).collect()
    }

    pub(crate) fn clause(&mut self, clause: &[Lit]) {
        self.sink.add(clause);
    }

    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if a == FALSE || b == FALSE || a == !b {
            return FALSE;
        }
        if a == TRUE || a == b {
            return b;
        }
        if b == TRUE {
            return a;
        }
        let gate = Gate::And(a.min(b), a.max(b));
        if let Some(&out) = self.known.get(&gate) {
            return out;
        }
        let out = self.fresh();
        self.known.insert(gate, out);
        self.clause(&[!out, a]);
        self.clause(&[!out, b]);
        self.clause(&[out, !a, !b]);
        out
    }

    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// The conjunction of any number of literals as one gate.
    pub(crate) fn and_all(&mut self, literals: &[Lit]) -> Lit {
        let mut inputs: Vec<Lit> = literals.iter().copied().filter(|&a| a != TRUE).collect();
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.contains(&FALSE) || inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return FALSE;
        }
        match inputs.as_slice() {
            [] => TRUE,
            [a] => *a,
            [a, b] => self.and(*a, *b),
            _ => {
                let out = self.fresh();
                for &input in &inputs {
                    self.clause(&[!out, input]);
                }
                let mut clause: Vec<Lit> = inputs.iter().map(|&input| !input).collect();
                clause.push(out);
                self.clause(&clause);
                out
            }
        }
    }

    pub(crate) fn or_all(&mut self, literals: &[Lit]) -> Lit {
        let negated: Vec<Lit> = literals.iter().map(|&a| !a).collect();
        !self.and_all(&negated)
    }

    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        if a == FALSE {
            return b;
        }
        if b == FALSE {
            return a;
        }
        if a == TRUE {
            return !b;
        }
        if b == TRUE {
            return !a;
        }
        if a == b {
            return FALSE;
        }
        if a == !b {
            return TRUE;
        }
        // The gate is kept for positive inputs; the signs go to the output.
        let flip = a.is_neg() != b.is_neg();
        let (p, q) = (a.var().pos_lit(), b.var().pos_lit());
        let (p, q) = (p.min(q), p.max(q));
        let gate = Gate::Xor(p, q);
        let out = match self.known.get(&gate) {
            Some(&out) => out,
            None => {
                let out = self.fresh();
                self.known.insert(gate, out);
                self.clause(&[!out, p, q]);
                self.clause(&[!out, !p, !q]);
                self.clause(&[out, !p, q]);
                self.clause(&[out, p, !q]);
                out
            }
        };
        if flip { !out } else { out }
    }

    /// `condition ? yes : no`.
    pub(crate) fn mux(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        if condition == TRUE || yes == no {
            return yes;
        }
        if condition == FALSE {
            return no;
        }
        if condition.is_neg() {
            return self.mux(!condition, no, yes);
        }
        if yes == TRUE || yes == condition {
            return self.or(condition, no);
        }
        if yes == FALSE || yes == !condition {
            return self.and(!condition, no);
        }
        if no == TRUE || no == !condition {
            return self.or(!condition, yes);
        }
        if no == FALSE || no == condition {
            return self.and(condition, yes);
        }
        if yes == !no {
            return self.xor(condition, no);
        }
        if yes.is_neg() {
            return !self.mux(condition, !yes, !no);
        }
        let gate = Gate::Mux(condition, yes, no);
        if let Some(&out) = self.known.get(&gate) {
            return out;
        }
        let out = self.fresh();
        self.known.insert(gate, out);
        self.clause(&[!condition, !yes, out]);
        self.clause(&[!condition, yes, !out]);
        self.clause(&[condition, !no, out]);
        self.clause(&[condition, no, !out]);
        self.clause(&[!yes, !no, out]);
        self.clause(&[yes, no, !out]);
        out
    }

    /// The carry of a full adder.
    pub(crate) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        if a == TRUE {
            return self.or(b, c);
        }
        if a == FALSE {
            return self.and(b, c);
        }
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        if a.is_neg() {
            return !self.majority(!a, !b, !c);
        }
        let gate = Gate::Majority(a, b, c);
        if let Some(&out) = self.known.get(&gate) {
            return out;
        }
        let out = self.fresh();
        self.known.insert(gate, out);
        for (p, q) in [(a, b), (a, c), (b, c)] {
            self.clause(&[!p, !q, out]);
            self.clause(&[p, q, !out]);
        }
        out
    }

    /// Sum and carry of three bits.
    pub(crate) fn full_adder(&mut self, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
        let half = self.xor(a, b);
        (self.xor(half, c), self.majority(a, b, c))
    }
}

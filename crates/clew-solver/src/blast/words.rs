//! Arithmetic on words of literals, the lowest bit first.

use rustsat::types::Lit;

use super::gates::{ClauseSink, FALSE, Gates, TRUE};

pub(super) fn constant(width: u32, value: u128) -> Vec<Lit> {
    (0..width).map(|bit| if value >> bit & 1 == 1 { TRUE } else { FALSE }).collect()
}

/// The value of a word of constants.
pub(super) fn as_constant(word: &[Lit]) -> Option<u128> {
    word.iter().enumerate().try_fold(0u128, |value, (bit, &literal)| match literal {
        TRUE => Some(value | 1 << bit),
        FALSE => Some(value),
        _ => None,
    })
}

pub(super) fn not(word: &[Lit]) -> Vec<Lit> {
    word.iter().map(|&bit| !bit).collect()
}

/// How many of the lowest bits make the word: the others repeat the highest of them. Promotion
/// to `int` makes most words of a C program wider than what is in them.
fn signed_length(word: &[Lit]) -> usize {
    let Some(&sign) = word.last() else { return 0 };
    word.iter().rposition(|&bit| bit != sign).map_or(1, |place| place + 2)
}

/// The length without the zeros at the top, but at least one.
fn unsigned_length(word: &[Lit]) -> usize {
    word.iter().rposition(|&bit| bit != FALSE).map_or(1, |place| place + 1)
}

fn sign_extended(mut word: Vec<Lit>, width: usize) -> Vec<Lit> {
    let sign = word[word.len() - 1];
    word.resize(width, sign);
    word
}

impl<S: ClauseSink> Gates<S> {
    /// `a + b + carry` and the carry out.
    pub(super) fn add_with_carry(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Vec<Lit>, Lit) {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let (bit, next) = self.full_adder(a, b, carry);
            sum.push(bit);
            carry = next;
        }
        (sum, carry)
    }

    /// `a + b`, the last carry not built.
    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> Vec<Lit> {
        let width = a.len();
        let length = (signed_length(a).max(signed_length(b)) + 1).min(width);
        let (a, b) = (&a[..length], &b[..length]);
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (place, (&a_bit, &b_bit)) in a.iter().zip(b).enumerate() {
            let half = self.xor(a_bit, b_bit);
            sum.push(self.xor(half, carry));
            if place + 1 < a.len() {
                carry = self.majority(a_bit, b_bit, carry);
            }
        }
        sign_extended(sum, width)
    }

    pub(super) fn neg(&mut self, a: &[Lit]) -> Vec<Lit> {
        let zero = constant(a.len() as u32, 0);
        self.add(&not(a), &zero, TRUE)
    }

    pub(super) fn mux_word(&mut self, condition: Lit, yes: &[Lit], no: &[Lit]) -> Vec<Lit> {
        yes.iter().zip(no).map(|(&yes, &no)| self.mux(condition, yes, no)).collect()
    }

    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Vec<Lit> = a.iter().zip(b).map(|(&a, &b)| !self.xor(a, b)).collect();
        self.and_all(&same)
    }

    /// Unsigned `a < b`: there is no carry out of `a + ~b + 1`.
    pub(super) fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        // Sign extension keeps the order.
        let length = signed_length(a).max(signed_length(b));
        let mut carry = TRUE;
        for (&a, &b) in a.iter().zip(b).take(length) {
            carry = self.majority(a, !b, carry);
        }
        !carry
    }

    /// Signed `a < b`.
    pub(super) fn less_signed(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let length = signed_length(a).max(signed_length(b));
        let flip = |word: &[Lit]| {
            let mut word = word[..length].to_vec();
            if let Some(sign) = word.last_mut() {
                *sign = !*sign;
            }
            word
        };
        self.less(&flip(a), &flip(b))
    }

    /// `a * b` modulo the width. A constant factor is written with digits -1, 0 and 1.
    pub(super) fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        if let Some(factor) = as_constant(b) {
            return self.multiply_by_constant(a, factor);
        }
        if let Some(factor) = as_constant(a) {
            return self.multiply_by_constant(b, factor);
        }
        let width = a.len();
        let length = (signed_length(a) + signed_length(b)).min(width);
        let mut result: Vec<Lit> = a[..length].iter().map(|&bit| self.and(bit, b[0])).collect();
        for shift in 1..length {
            let row: Vec<Lit> =
                a[..length - shift].iter().map(|&bit| self.and(bit, b[shift])).collect();
            let upper = self.add(&result[shift..], &row, FALSE);
            result[shift..].copy_from_slice(&upper);
        }
        sign_extended(result, width)
    }

    fn multiply_by_constant(&mut self, a: &[Lit], factor: u128) -> Vec<Lit> {
        let width = a.len();
        let mut result = constant(width as u32, 0);
        let mut rest = factor;
        for shift in 0..width {
            if rest & 1 == 1 {
                // A run of ones is subtracted once below and added once above.
                let subtract = rest & 2 == 2;
                let row =
                    if subtract { not(&a[..width - shift]) } else { a[..width - shift].to_vec() };
                let carry = if subtract { TRUE } else { FALSE };
                let upper = self.add(&result[shift..], &row, carry);
                result[shift..].copy_from_slice(&upper);
                rest = if subtract { rest.wrapping_add(1) } else { rest - 1 };
                if subtract && rest == 0 {
                    // The carry went beyond 128 bits.
                    break;
                }
            }
            rest >>= 1;
        }
        result
    }

    /// Unsigned quotient and remainder, by zero as SMT-LIB defines them. The two words are fresh
    /// and tied to the operands: `q * b + r = a` without overflow, and `r < b` unless `b` is zero.
    /// Such words exist for all operands, so the clauses exclude nothing.
    pub(super) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let full = a.len();
        let width = unsigned_length(a).max(unsigned_length(b));
        let (a, b) = (&a[..width], &b[..width]);
        let mut quotient = self.fresh_word(width as u32);
        let mut remainder = self.fresh_word(width as u32);
        let nonzero = self.or_all(b);
        let mut sum = remainder.clone();
        for (shift, &q) in quotient.iter().enumerate() {
            for &high in &b[width - shift..] {
                self.clause(&[!q, !high]);
            }
            let row: Vec<Lit> = b[..width - shift].iter().map(|&bit| self.and(bit, q)).collect();
            let (upper, carry) = self.add_with_carry(&sum[shift..], &row, FALSE);
            sum[shift..].copy_from_slice(&upper);
            self.clause(&[!carry]);
        }
        for (&left, &right) in sum.iter().zip(a) {
            self.clause(&[!left, right]);
            self.clause(&[left, !right]);
        }
        let smaller = self.less(&remainder, b);
        self.clause(&[!nonzero, smaller]);
        quotient.resize(full, FALSE);
        remainder.resize(full, FALSE);
        let ones = constant(full as u32, u128::MAX);
        let quotient = self.mux_word(nonzero, &quotient, &ones);
        (quotient, remainder)
    }

    /// Signed quotient and remainder, from those of the absolute values.
    pub(super) fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        // One bit more than the operands have, for the least value divided by minus one.
        let full = a.len();
        let width = (signed_length(a).max(signed_length(b)) + 1).min(full);
        let (a, b) = (&a[..width], &b[..width]);
        let (sign_a, sign_b) = (a[width - 1], b[width - 1]);
        let (minus_a, minus_b) = (self.neg(a), self.neg(b));
        let absolute_a = self.mux_word(sign_a, &minus_a, a);
        let absolute_b = self.mux_word(sign_b, &minus_b, b);
        let (quotient, remainder) = self.divide(&absolute_a, &absolute_b);
        let differ = self.xor(sign_a, sign_b);
        let minus_quotient = self.neg(&quotient);
        let minus_remainder = self.neg(&remainder);
        let quotient = self.mux_word(differ, &minus_quotient, &quotient);
        let remainder = self.mux_word(sign_a, &minus_remainder, &remainder);
        (sign_extended(quotient, full), sign_extended(remainder, full))
    }

    /// A shift towards the lowest bit, vacated bits taken from `fill`.
    pub(super) fn shift_right(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Vec<Lit> {
        let width = a.len();
        let mut word = a.to_vec();
        let stages = usize::BITS - (width - 1).leading_zeros();
        for (stage, &bit) in by.iter().enumerate().take(stages as usize) {
            let distance = 1usize << stage;
            word = (0..width)
                .map(|place| {
                    let from = word.get(place + distance).copied().unwrap_or(fill);
                    self.mux(bit, from, word[place])
                })
                .collect();
        }
        let beyond = by.get(stages as usize..).unwrap_or(&[]).to_vec();
        let far = self.or_all(&beyond);
        word.iter().map(|&bit| self.mux(far, fill, bit)).collect()
    }

    pub(super) fn shift_left(&mut self, a: &[Lit], by: &[Lit]) -> Vec<Lit> {
        let reversed: Vec<Lit> = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, by, FALSE);
        shifted.reverse();
        shifted
    }
}

//! Exact decimal digits of binary floats.

/// A number that is not negative, exactly: `0.d1d2d3… × 10^point`, without leading or trailing
/// zero digits. Zero has no digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decimal {
    /// The digits, 0 to 9.
    pub(super) digits: Vec<u8>,
    /// Where the point stands, counted from the first digit.
    pub(super) point: i64,
}

/// A natural number in base 10^9, least significant part first.
struct Natural(Vec<u32>);

impl Natural {
    const BASE: u64 = 1_000_000_000;

    fn new(mut value: u64) -> Self {
        let mut parts = Vec::new();
        while value > 0 {
            parts.push((value % Self::BASE) as u32);
            value /= Self::BASE;
        }
        Self(parts)
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for part in &mut self.0 {
            let product = u64::from(*part) * u64::from(factor) + carry;
            *part = (product % Self::BASE) as u32;
            carry = product / Self::BASE;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Multiplies by a power of `base`, in steps as large as fit.
    fn multiply_power(&mut self, base: u32, mut exponent: u32) {
        let step = if base == 2 { 29 } else { 12 };
        while exponent > 0 {
            let now = exponent.min(step);
            self.multiply(base.pow(now));
            exponent -= now;
        }
    }

    /// The decimal digits, most significant first.
    fn digits(&self) -> Vec<u8> {
        let mut digits = Vec::with_capacity(self.0.len() * 9);
        for part in self.0.iter().rev() {
            let mut place = 100_000_000;
            while place > 0 {
                digits.push((part / place % 10) as u8);
                place /= 10;
            }
        }
        let leading = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..leading);
        digits
    }
}

impl Decimal {
    /// `mantissa × 2^exponent`, exactly.
    pub(super) fn new(mantissa: u64, exponent: i32) -> Self {
        if mantissa == 0 {
            return Self { digits: Vec::new(), point: 0 };
        }
        // The fewer factors of two, the fewer digits.
        let twos = mantissa.trailing_zeros();
        let (mantissa, exponent) = (mantissa >> twos, exponent + twos as i32);
        let mut number = Natural::new(mantissa);
        let fraction_digits = if exponent >= 0 {
            number.multiply_power(2, exponent.unsigned_abs());
            0
        } else {
            // m / 2^k = m × 5^k / 10^k.
            number.multiply_power(5, exponent.unsigned_abs());
            i64::from(exponent.unsigned_abs())
        };
        let mut digits = number.digits();
        let point = digits.len() as i64 - fraction_digits;
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Self { digits, point }
    }

    /// Rounds to `count` digits from the first one on, ties to even; a count below zero rounds
    /// to a place left of the first digit. At least as many digits as the number has change
    /// nothing.
    pub(super) fn round(&mut self, count: i64) {
        if count >= self.digits.len() as i64 {
            return;
        }
        if count < 0 {
            self.digits.clear();
            return;
        }
        let count = count as usize;
        let rest = &self.digits[count..];
        let is_tie = rest[0] == 5 && rest[1..].iter().all(|digit| *digit == 0);
        let is_odd = count > 0 && self.digits[count - 1] % 2 == 1;
        let goes_up = if is_tie { is_odd } else { rest[0] >= 5 };
        self.digits.truncate(count);
        if goes_up {
            self.increment();
        }
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
    }

    /// Adds one to the last digit kept.
    fn increment(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            if *digit < 9 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
        self.point += 1;
    }

    /// The digit at a place counted from the first; 0 outside of those there are.
    pub(super) fn digit(&self, place: i64) -> u8 {
        let index = usize::try_from(place).ok();
        index.and_then(|index| self.digits.get(index)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(digits: &[u8], point: i64) -> Decimal {
        Decimal { digits: digits.to_vec(), point }
    }

    #[test]
    fn digits_are_exact() {
        assert_eq!(Decimal::new(1, 0), decimal(&[1], 1));
        assert_eq!(Decimal::new(1, -4), decimal(&[6, 2, 5], -1));
        assert_eq!(Decimal::new(10, 3), decimal(&[8], 2));
        assert_eq!(Decimal::new(1, 64).digits.len(), 20);
        assert_eq!(Decimal::new(0, 5), decimal(&[], 0));
    }

    #[test]
    fn ties_round_to_even() {
        let rounded = |digits: &[u8], count| {
            let mut number = decimal(digits, 1);
            number.round(count);
            number
        };
        assert_eq!(rounded(&[2, 5], 1), decimal(&[2], 1));
        assert_eq!(rounded(&[3, 5], 1), decimal(&[4], 1));
        assert_eq!(rounded(&[2, 5, 1], 1), decimal(&[3], 1));
        assert_eq!(rounded(&[9, 9], 1), decimal(&[1], 2));
        assert_eq!(rounded(&[5], 0), decimal(&[], 1));
        assert_eq!(rounded(&[5, 1], 0), decimal(&[1], 2));
        assert_eq!(rounded(&[9], -1), decimal(&[], 1));
    }
}

//! The programs.

use clew_logic::float::{self, Format, Rounding};
use clew_logic::{TermId, TermPool};

use super::{Program, Run};

/// Every program.
pub const PROGRAMS: &[Program] = &[
    Program { name: "tcas", body: tcas },
    Program { name: "sort", body: sort },
    Program { name: "keywords", body: keywords },
    Program { name: "utf8", body: utf8 },
    Program { name: "expression", body: expression },
    Program { name: "binary_search", body: binary_search },
    Program { name: "table", body: table },
    Program { name: "date", body: date },
    Program { name: "gcd", body: gcd },
    Program { name: "atoi", body: atoi },
    Program { name: "triangle", body: triangle },
    Program { name: "floats", body: floats },
    Program { name: "hash", body: hash },
];

/// Resolution advisories in the manner of the Siemens program: comparisons of many integers.
fn tcas(run: &mut Run<'_>) {
    let names = [
        "separation",
        "high_confidence",
        "valid",
        "altitude",
        "rate",
        "other",
        "layer",
        "up_separation",
        "down_separation",
        "other_rac",
        "other_capability",
        "inhibit",
    ];
    let v: Vec<TermId> = names.iter().map(|name| run.input(name, 32)).collect();
    let c = |run: &mut Run<'_>, value| run.constant(32, value);
    let thresholds = [400, 500, 640, 740];
    let mut limit = c(run, thresholds[3]);
    for (place, &threshold) in thresholds.iter().enumerate() {
        let number = c(run, place as i128);
        let equal = run.pool.eq(v[6], number);
        if run.branch(equal) {
            limit = c(run, threshold);
            break;
        }
    }
    let zero = c(run, 0);
    let confident = run.pool.ne(v[1], zero);
    let rate_limit = c(run, 600);
    let separation_limit = c(run, 600);
    if run.branch(confident) {
        let slow = run.pool.sle(v[4], rate_limit);
        if run.branch(slow) {
            let far = run.pool.sgt(v[0], separation_limit);
            run.branch(far);
        }
    }
    let one = c(run, 1);
    let equipped = run.pool.eq(v[10], one);
    let equipped = run.branch(equipped);
    let valid = run.pool.ne(v[2], zero);
    let no_intent = run.pool.eq(v[9], zero);
    if !equipped || run.branch(valid) && run.branch(no_intent) {
        let hundred = c(run, 100);
        let inhibit = run.pool.ne(v[11], zero);
        let up = if run.branch(inhibit) { run.pool.add(v[7], hundred) } else { v[7] };
        let preferred = run.pool.sgt(up, v[8]);
        let below = run.pool.slt(v[3], v[5]);
        if run.branch(preferred) {
            if run.branch(below) {
                let enough = run.pool.sge(v[8], limit);
                run.branch(enough);
            }
        } else {
            let above = run.pool.slt(v[5], v[3]);
            if run.branch(above) {
                let enough = run.pool.sge(v[7], limit);
                run.branch(enough);
            }
        }
    }
}

/// Bubble sort of five integers.
fn sort(run: &mut Run<'_>) {
    let mut v = run.inputs("v", 5, 32);
    for end in (1..v.len()).rev() {
        for place in 0..end {
            let greater = run.pool.sgt(v[place], v[place + 1]);
            if run.branch(greater) {
                v.swap(place, place + 1);
            }
        }
    }
    let duplicate = run.pool.eq(v[0], v[1]);
    run.branch(duplicate);
}

fn equals_byte(run: &mut Run<'_>, byte: TermId, value: u8) -> bool {
    let value = run.constant(8, value.into());
    let equal = run.pool.eq(byte, value);
    run.branch(equal)
}

fn in_range(run: &mut Run<'_>, byte: TermId, low: u8, high: u8) -> bool {
    // As C compares a promoted unsigned char.
    let wide = run.pool.zero_extend(byte, 32);
    let (low, high) = (run.constant(32, low.into()), run.constant(32, high.into()));
    let above = run.pool.sge(wide, low);
    if !run.branch(above) {
        return false;
    }
    let below = run.pool.sle(wide, high);
    run.branch(below)
}

/// A command word compared with several others, byte by byte.
fn keywords(run: &mut Run<'_>) {
    let text = run.inputs("s", 9, 8);
    for word in ["get", "put", "delete", "delta", "list", "quit", "get-all"] {
        let mut all = true;
        for (place, byte) in word.bytes().chain([0]).enumerate() {
            if !equals_byte(run, text[place], byte) {
                all = false;
                break;
            }
        }
        if all {
            return;
        }
    }
}

/// The state machine of a UTF-8 validator.
fn utf8(run: &mut Run<'_>) {
    let text = run.inputs("u", 8, 8);
    let mut place = 0;
    while place < text.len() {
        let first = text[place];
        if equals_byte(run, first, 0) {
            return;
        }
        let length = if in_range(run, first, 0x01, 0x7f) {
            0
        } else if in_range(run, first, 0xc2, 0xdf) {
            1
        } else if in_range(run, first, 0xe0, 0xef) {
            2
        } else if in_range(run, first, 0xf0, 0xf4) {
            3
        } else {
            return;
        };
        let mut point = run.pool.zero_extend(first, 32);
        for next in 1..=length {
            let Some(&byte) = text.get(place + next) else { return };
            if !in_range(run, byte, 0x80, 0xbf) {
                return;
            }
            let six = run.constant(32, 6);
            let mask = run.constant(32, 0x3f);
            let wide = run.pool.zero_extend(byte, 32);
            let low = run.pool.and(wide, mask);
            let high = run.pool.shl(point, six);
            point = run.pool.or(high, low);
        }
        if length == 2 {
            let mask = run.constant(32, 0xffff);
            let point = run.pool.and(point, mask);
            let (low, high) = (run.constant(32, 0xd800), run.constant(32, 0xdfff));
            let above = run.pool.uge(point, low);
            let below = run.pool.ule(point, high);
            if run.branch(above) && run.branch(below) {
                return;
            }
        }
        place += 1 + length;
    }
}

/// A recursive descent parser for sums of products with parentheses.
fn expression(run: &mut Run<'_>) {
    let text = run.inputs("e", 8, 8);
    let mut place = 0;
    let value = sum(run, &text, &mut place, 0);
    if let (Some(value), Some(&byte)) = (value, text.get(place))
        && equals_byte(run, byte, 0)
    {
        let answer = run.constant(32, 42);
        let right = run.pool.eq(value, answer);
        run.branch(right);
    }
}

fn sum(run: &mut Run<'_>, text: &[TermId], place: &mut usize, depth: u32) -> Option<TermId> {
    let mut value = product(run, text, place, depth)?;
    while let Some(&byte) = text.get(*place) {
        if equals_byte(run, byte, b'+') {
            *place += 1;
            let right = product(run, text, place, depth)?;
            value = run.pool.add(value, right);
        } else if equals_byte(run, byte, b'-') {
            *place += 1;
            let right = product(run, text, place, depth)?;
            value = run.pool.sub(value, right);
        } else {
            break;
        }
    }
    Some(value)
}

fn product(run: &mut Run<'_>, text: &[TermId], place: &mut usize, depth: u32) -> Option<TermId> {
    let mut value = atom(run, text, place, depth)?;
    while let Some(&byte) = text.get(*place) {
        if !equals_byte(run, byte, b'*') {
            break;
        }
        *place += 1;
        let right = atom(run, text, place, depth)?;
        value = run.pool.mul(value, right);
    }
    Some(value)
}

fn atom(run: &mut Run<'_>, text: &[TermId], place: &mut usize, depth: u32) -> Option<TermId> {
    let &byte = text.get(*place)?;
    if depth < 3 && equals_byte(run, byte, b'(') {
        *place += 1;
        let value = sum(run, text, place, depth + 1)?;
        let &byte = text.get(*place)?;
        if !equals_byte(run, byte, b')') {
            return None;
        }
        *place += 1;
        return Some(value);
    }
    let mut value = None;
    while let Some(&byte) = text.get(*place) {
        if !in_range(run, byte, b'0', b'9') {
            break;
        }
        *place += 1;
        let wide = run.pool.zero_extend(byte, 32);
        let (ten, zero) = (run.constant(32, 10), run.constant(32, b'0'.into()));
        let digit = run.pool.sub(wide, zero);
        value = Some(match value {
            None => digit,
            Some(so_far) => {
                let tens = run.pool.mul(so_far, ten);
                run.pool.add(tens, digit)
            }
        });
    }
    value
}

/// Binary search in a sorted array of inputs.
fn binary_search(run: &mut Run<'_>) {
    let v = run.inputs("a", 7, 32);
    let key = run.input("key", 32);
    for pair in v.windows(2) {
        let sorted = run.pool.sle(pair[0], pair[1]);
        if !run.branch(sorted) {
            return;
        }
    }
    let (mut low, mut high) = (0, v.len());
    while low < high {
        let middle = (low + high) / 2;
        let found = run.pool.eq(v[middle], key);
        if run.branch(found) {
            return;
        }
        let less = run.pool.slt(v[middle], key);
        if run.branch(less) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
}

/// Classes of characters by a table with a symbolic index, and writes to a small buffer.
fn table(run: &mut Run<'_>) {
    let mut classes = [0u8; 256];
    for byte in 0..=255u8 {
        classes[usize::from(byte)] = match byte {
            b'0'..=b'9' => 1,
            b'a'..=b'f' | b'A'..=b'F' => 2,
            b' ' | b'\t' => 3,
            b'g'..=b'z' | b'G'..=b'Z' => 4,
            _ => 0,
        };
    }
    let array = run.pool.byte_array(64, &classes);
    let text = run.inputs("t", 5, 8);
    let zero = run.constant(8, 0);
    let mut counts = run.pool.const_array(64, zero);
    for &byte in &text {
        let index = run.pool.zero_extend(byte, 64);
        let class = run.pool.select(array, index);
        for kind in 0..4 {
            let number = run.constant(8, kind);
            let equal = run.pool.eq(class, number);
            if run.branch(equal) {
                break;
            }
        }
        let place = run.pool.zero_extend(class, 64);
        let one = run.constant(8, 1);
        let count = run.pool.select(counts, place);
        let more = run.pool.add(count, one);
        counts = run.pool.store(counts, place, more);
    }
    let index = run.input("which", 64);
    let limit = run.constant(64, 5);
    let inside = run.pool.ult(index, limit);
    if run.branch(inside) {
        let count = run.pool.select(counts, index);
        let two = run.constant(8, 2);
        let many = run.pool.ugt(count, two);
        run.branch(many);
    }
}

/// Validation of a date and the day of the week, with divisions.
fn date(run: &mut Run<'_>) {
    let (year, month, day) = (run.input("year", 32), run.input("month", 32), run.input("day", 32));
    let c = |run: &mut Run<'_>, value| run.constant(32, value);
    let (first, last) = (c(run, 1583), c(run, 9999));
    let early = run.pool.slt(year, first);
    let late = run.pool.sgt(year, last);
    if run.branch(early) || run.branch(late) {
        return;
    }
    let (one, twelve) = (c(run, 1), c(run, 12));
    let before = run.pool.slt(month, one);
    let after = run.pool.sgt(month, twelve);
    if run.branch(before) || run.branch(after) {
        return;
    }
    let zero = c(run, 0);
    let divisible = |run: &mut Run<'_>, by| {
        let by = run.constant(32, by);
        let rest = run.pool.srem(year, by);
        let equal = run.pool.eq(rest, zero);
        run.branch(equal)
    };
    let leap = divisible(run, 4) && (!divisible(run, 100) || divisible(run, 400));
    let lengths = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut length = c(run, 31);
    for (place, &days) in lengths.iter().enumerate() {
        let number = c(run, place as i128 + 1);
        let equal = run.pool.eq(month, number);
        if run.branch(equal) {
            length = c(run, days);
            break;
        }
    }
    let none = run.pool.slt(day, one);
    let beyond = run.pool.sgt(day, length);
    if run.branch(none) || run.branch(beyond) {
        return;
    }
    let four = c(run, 4);
    let leaps = run.pool.sdiv(year, four);
    let shifted = run.pool.add(year, leaps);
    let shifted = run.pool.add(shifted, day);
    let seven = c(run, 7);
    let weekday = run.pool.srem(shifted, seven);
    let sunday = run.pool.eq(weekday, zero);
    run.branch(sunday);
}

/// Euclid's algorithm with a bound on the steps.
fn gcd(run: &mut Run<'_>) {
    let (mut a, mut b) = (run.input("a", 16), run.input("b", 16));
    for _ in 0..5 {
        let done = run.pool.is_zero(b);
        if run.branch(done) {
            break;
        }
        let rest = run.pool.urem(a, b);
        (a, b) = (b, rest);
    }
    let one = run.constant(16, 1);
    let coprime = run.pool.eq(a, one);
    run.branch(coprime);
}

/// A decimal number with a sign, and a check for overflow.
fn atoi(run: &mut Run<'_>) {
    let text = run.inputs("n", 7, 8);
    let mut place = 0;
    let negative = equals_byte(run, text[0], b'-');
    if negative || equals_byte(run, text[0], b'+') {
        place = 1;
    }
    let mut value = run.constant(32, 0);
    while place < text.len() && in_range(run, text[place], b'0', b'9') {
        let wide = run.pool.zero_extend(text[place], 32);
        let (ten, zero) = (run.constant(32, 10), run.constant(32, b'0'.into()));
        let digit = run.pool.sub(wide, zero);
        let tens = run.pool.mul(value, ten);
        value = run.pool.add(tens, digit);
        place += 1;
    }
    if negative {
        value = run.pool.neg(value);
    }
    for limit in [-32768, 32767, 100, 65536] {
        let limit = run.constant(32, limit);
        let less = run.pool.slt(value, limit);
        run.branch(less);
    }
}

/// The classification of triangles.
fn triangle(run: &mut Run<'_>) {
    let v: Vec<TermId> = ["x", "y", "z"].iter().map(|name| run.input(name, 32)).collect();
    let zero = run.constant(32, 0);
    for &side in &v {
        let positive = run.pool.sgt(side, zero);
        if !run.branch(positive) {
            return;
        }
    }
    for (a, b, c) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
        let sum = run.pool.add(v[a], v[b]);
        let flat = run.pool.sle(sum, v[c]);
        if run.branch(flat) {
            return;
        }
    }
    for (a, b) in [(0, 1), (1, 2), (0, 2)] {
        let same = run.pool.eq(v[a], v[b]);
        run.branch(same);
    }
    let squares: Vec<TermId> = v.iter().map(|&side| run.pool.mul(side, side)).collect();
    let sum = run.pool.add(squares[0], squares[1]);
    let right = run.pool.eq(sum, squares[2]);
    run.branch(right);
}

/// Comparisons and a little arithmetic of single precision.
fn floats(run: &mut Run<'_>) {
    let format = Format::F32;
    let (x, y) = (run.input("fx", 32), run.input("fy", 32));
    let constant = |pool: &mut TermPool, value: f32| pool.bv(32, value.to_bits().into());
    let (low, high) = (constant(run.pool, -100.0), constant(run.pool, 1000.0));
    for term in [x, y] {
        let above = float::le(run.pool, format, low, term);
        let below = float::le(run.pool, format, term, high);
        if !run.branch(above) || !run.branch(below) {
            return;
        }
    }
    let sum = float::add(run.pool, format, Rounding::NearestEven, x, y);
    let target = constant(run.pool, 12.5);
    let equal = float::eq(run.pool, format, sum, target);
    run.branch(equal);
    let larger = float::lt(run.pool, format, x, y);
    run.branch(larger);
    let half = constant(run.pool, 0.5);
    let scaled = float::mul(run.pool, format, Rounding::NearestEven, x, half);
    let less = float::lt(run.pool, format, scaled, y);
    run.branch(less);
}

/// A rolling hash over a key and a comparison with a bucket.
fn hash(run: &mut Run<'_>) {
    let key = run.inputs("k", 4, 8);
    let mut state = run.constant(32, 5381);
    for &byte in &key {
        let wide = run.pool.zero_extend(byte, 32);
        let factor = run.constant(32, 33);
        let product = run.pool.mul(state, factor);
        state = run.pool.xor(product, wide);
    }
    let mask = run.constant(32, 7);
    let bucket = run.pool.and(state, mask);
    for number in 0..7 {
        let number = run.constant(32, number);
        let equal = run.pool.eq(bucket, number);
        if run.branch(equal) {
            break;
        }
    }
    let limit = run.constant(32, 1 << 20);
    let small = run.pool.ult(state, limit);
    run.branch(small);
}

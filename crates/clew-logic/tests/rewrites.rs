//! Every rewrite by itself, on all inputs at small widths; and all of them together.

use std::collections::BTreeMap;

use clew_logic::testing::{Random, TermSampler, scale};
use clew_logic::{Evaluator, InputId, Model, Op, Sort, TermId, TermPool, Translator, rules};

/// Every assignment to the scalar inputs of two terms, as models.
fn assignments(pool: &TermPool, inputs: &[InputId]) -> Vec<Model> {
    let widths: Vec<u32> =
        inputs.iter().map(|&input| pool.input_decl(input).sort.width().max(1)).collect();
    let bits: u32 = widths.iter().sum();
    (0..1u128 << bits)
        .map(|mut number| {
            let mut model = Model::new();
            for (&input, &width) in inputs.iter().zip(&widths) {
                model.set_bits(input, number & ((1 << width) - 1));
                number >>= width;
            }
            model
        })
        .collect()
}

/// Terms of one width that show the shapes rewrites look for.
fn zoo(pool: &mut TermPool, width: u32, rng: &mut Random) -> Vec<TermId> {
    let sort = Sort::BitVec(width);
    let x = pool.input(&format!("x{width}"), sort);
    let y = pool.input(&format!("y{width}"), sort);
    let p = pool.input("p", Sort::Bool);
    let q = pool.input("q", Sort::Bool);
    let constants: Vec<TermId> = (0..1u128 << width).map(|value| pool.bv(width, value)).collect();
    let mut terms = vec![x, y];
    let any = |rng: &mut Random| constants[rng.below(constants.len() as u64) as usize];
    terms.extend([pool.not(x), pool.not(y), pool.neg(x), pool.neg(y)]);
    for (a, b) in [(x, y), (x, x), (y, x)] {
        terms.extend([pool.add(a, b), pool.sub(a, b), pool.xor(a, b), pool.and(a, b)]);
        terms.extend([pool.or(a, b), pool.mul(a, b)]);
        let not_a = pool.not(a);
        terms.extend([pool.and(not_a, b), pool.or(not_a, b)]);
    }
    for &c in &constants {
        terms.extend([pool.add(x, c), pool.mul(x, c), pool.xor(x, c), pool.and(x, c)]);
        terms.push(pool.or(x, c));
        let d = any(rng);
        let choice = pool.ite(p, c, d);
        let choices = pool.ite(q, d, choice);
        terms.extend([choice, choices, pool.add(x, choice)]);
        terms.extend([pool.ite(p, x, c), pool.ite(q, c, y)]);
    }
    terms.extend([pool.ite(p, x, y), pool.ite(q, x, y)]);
    for low in 1..width {
        let (h, l) = (width - low, low);
        let high = pool.input(&format!("x{h}"), Sort::BitVec(h));
        let part = pool.input(&format!("x{l}"), Sort::BitVec(l));
        let (zeros, ones) = (pool.bv(h, 0), pool.bv(h, u128::MAX));
        let low_zeros = pool.bv(l, 0);
        terms.extend([pool.concat(zeros, part), pool.concat(ones, part)]);
        terms.extend([pool.concat(high, part), pool.concat(high, low_zeros)]);
        terms.push(pool.sign_extend(part, width));
        let upper = pool.extract(width - 1, low, x);
        let lower = pool.extract(low - 1, 0, x);
        terms.extend([pool.concat(upper, lower), pool.concat(lower, upper)]);
    }
    if width < 4 {
        let wide = pool.input(&format!("x{}", width + 1), Sort::BitVec(width + 1));
        terms.extend([pool.extract(width, 1, wide), pool.extract(width - 1, 0, wide)]);
    }
    terms.extend(constants);
    terms.sort_unstable();
    terms.dedup();
    terms
}

fn candidates(pool: &mut TermPool, rng: &mut Random) -> Vec<TermId> {
    let mut result = Vec::new();
    for width in 1..=3u32 {
        let terms = zoo(pool, width, rng);
        for &a in &terms {
            result.extend([pool.not(a), pool.neg(a), pool.sign_extend(a, width + 1)]);
            result.push(pool.sign_extend(a, width + 2));
            for high in 0..width {
                for low in 0..=high {
                    result.push(pool.extract(high, low, a));
                }
            }
            for &b in &terms {
                if rng.below(8) >= 3 && width == 3 {
                    continue;
                }
                result.extend([pool.and(a, b), pool.or(a, b), pool.xor(a, b), pool.add(a, b)]);
                result.extend([pool.mul(a, b), pool.eq(a, b), pool.ult(a, b), pool.slt(a, b)]);
                result.extend([pool.udiv(a, b), pool.urem(a, b), pool.sdiv(a, b)]);
                result.extend([pool.srem(a, b), pool.shl(a, b), pool.lshr(a, b)]);
                result.extend([pool.ashr(a, b), pool.concat(a, b)]);
            }
        }
        let conditions: Vec<TermId> = {
            let (p, q) = (pool.input("p", Sort::Bool), pool.input("q", Sort::Bool));
            let lesser = pool.ult(terms[0], terms[1]);
            let mut list = vec![p, q, TermPool::TRUE, TermPool::FALSE, lesser];
            list.extend([pool.not(p), pool.and(p, q), pool.or(p, q), pool.xor(p, q)]);
            let not_q = pool.not(q);
            list.extend([not_q, pool.and(not_q, p), pool.or(not_q, p)]);
            list
        };
        for &c in &conditions {
            result.push(pool.not(c));
            for _ in 0..300 {
                let (a, b) = (rng.pick(&terms), rng.pick(&terms));
                let inner_condition = rng.pick(&conditions);
                let inner = pool.ite(inner_condition, a, b);
                let other = rng.pick(&terms);
                result.extend([pool.ite(c, a, b), pool.ite(c, inner, other)]);
                result.extend([pool.ite(c, other, inner), pool.ite(c, a, inner)]);
            }
            for &d in &conditions {
                result.extend([pool.and(c, d), pool.or(c, d), pool.xor(c, d)]);
                for &e in &conditions {
                    result.push(pool.ite(c, d, e));
                }
            }
        }
        array_candidates(pool, rng, &terms, width, &mut result);
    }
    polynomial_candidates(pool, &mut result);
    // Prefixes of three parts, which no pair above builds.
    for (a, b, c) in [(1, 1, 1), (1, 1, 2), (2, 1, 1)] {
        let x = pool.input("x4", Sort::BitVec(4));
        let part = pool.extract(b + c - 1, c, x);
        let next = pool.extract(c - 1, 0, x);
        let free = pool.input(&format!("x{a}"), Sort::BitVec(a));
        let tail = pool.concat(next, free);
        result.push(pool.concat(part, tail));
        let (zeros, ones) = (pool.bv(a, 0), pool.bv(b, 1));
        let tail = pool.concat(ones, next);
        result.push(pool.concat(zeros, tail));
    }
    result.sort_unstable();
    result.dedup();
    result
}

/// Products multiplied out, divisions put together again, and things that look like them.
fn polynomial_candidates(pool: &mut TermPool, result: &mut Vec<TermId>) {
    for width in 1..=4 {
        let sort = Sort::BitVec(width);
        let [x, y, z] = ["i", "j", "k"].map(|name| pool.input(&format!("{name}{width}"), sort));
        let one = pool.bv(width, 1);
        let sum = pool.add(y, z);
        let next = pool.add(z, one);
        let factored = [pool.mul(x, sum), pool.mul(sum, sum), pool.mul(next, x)];
        let (xy, xz, yz) = (pool.mul(x, y), pool.mul(x, z), pool.mul(y, z));
        let (yy, zz) = (pool.mul(y, y), pool.mul(z, z));
        let twice = pool.add(yz, yz);
        let squares = pool.add(yy, zz);
        let expanded = [pool.add(xy, xz), pool.add(squares, twice), pool.add(xz, x)];
        for a in factored {
            for b in expanded {
                let more = pool.add(b, one);
                result.extend([pool.eq(a, b), pool.eq(a, more)]);
            }
        }
        for (quotient, rest) in [
            (pool.udiv(x, y), pool.urem(x, y)),
            (pool.sdiv(x, y), pool.srem(x, y)),
            (pool.udiv(x, y), pool.srem(x, y)),
        ] {
            let product = pool.mul(quotient, y);
            let whole = pool.add(product, rest);
            let more = pool.add(whole, one);
            result.extend([pool.eq(whole, x), pool.eq(more, x)]);
        }
    }
}

fn array_candidates(
    pool: &mut TermPool,
    rng: &mut Random,
    terms: &[TermId],
    width: u32,
    result: &mut Vec<TermId>,
) {
    for _ in 0..2000 {
        let element = rng.pick(terms);
        let mut array = pool.const_array(width, element);
        let mut elements = vec![element];
        let index = rng.pick(terms);
        result.push(pool.select(array, index));
        for _ in 0..1 + rng.below(3) {
            let index = rng.pick(terms);
            let element = match rng.below(3) {
                0 => rng.pick(&elements),
                1 => pool.select(array, index),
                _ => rng.pick(terms),
            };
            elements.push(element);
            array = pool.store(array, index, element);
            if rng.one_in(4) {
                array = pool.store(array, index, elements[0]);
            }
        }
        let index = rng.pick(terms);
        result.push(array);
        result.push(pool.select(array, index));
    }
}

/// What an array term is at every index.
fn probes(pool: &mut TermPool, term: TermId) -> Vec<TermId> {
    match pool.sort(term) {
        Sort::Array { index, .. } => (0..1u128 << index)
            .map(|place| {
                let place = pool.bv(index, place);
                pool.select(term, place)
            })
            .collect(),
        Sort::Bool | Sort::BitVec(_) => vec![term],
    }
}

#[test]
fn each_rewrite_keeps_the_meaning() {
    let mut pool = TermPool::without_rewrites();
    let mut rng = Random::new(7);
    let candidates = candidates(&mut pool, &mut rng);
    let mut fired: BTreeMap<&str, usize> = BTreeMap::new();
    for op in Op::ALL {
        fired.extend(rules(op).iter().map(|rule| (rule.name, 0)));
    }
    let limit = 1000 * scale();
    let mut all_models: BTreeMap<Vec<InputId>, Vec<Model>> = BTreeMap::new();
    let mut evaluator = Evaluator::new();
    for term in candidates {
        for rule in rules(pool.op(term)) {
            let Some(result) = rule.apply(&mut pool, term) else { continue };
            let count = fired.get_mut(rule.name).expect("the rule is listed");
            *count += 1;
            assert_eq!(pool.sort(term), pool.sort(result), "{} changes the sort", rule.name);
            if *count > limit && !rng.one_in(1 + (*count / limit) as u64) {
                continue;
            }
            let (before, after) = (probes(&mut pool, term), probes(&mut pool, result));
            let set = pool.input_set(term);
            let set = pool.set_union(set, pool.input_set(result));
            let inputs = pool.set_members(set);
            let models =
                all_models.entry(inputs).or_insert_with_key(|inputs| assignments(&pool, inputs));
            for model in models {
                evaluator.forget();
                for (&before, &after) in before.iter().zip(&after) {
                    assert_eq!(
                        evaluator.eval(&pool, model, before),
                        evaluator.eval(&pool, model, after),
                        "{} on {} gives {} under {}",
                        rule.name,
                        clew_logic::smtlib::print_term(&pool, term),
                        clew_logic::smtlib::print_term(&pool, result),
                        model.display(&pool)
                    );
                }
            }
        }
    }
    let silent: Vec<&str> =
        fired.iter().filter(|(_, count)| **count == 0).map(|(name, _)| *name).collect();
    assert!(silent.is_empty(), "no term matches {silent:?}");
}

#[test]
fn random_terms_keep_their_meaning() {
    let mut rng = Random::new(11);
    for round in 0..2_000 * scale() {
        let mut raw = TermPool::without_rewrites();
        let width = 1 + rng.below(8) as u32;
        let inputs = vec![
            raw.input("a", Sort::BitVec(width)),
            raw.input("b", Sort::BitVec(width)),
            raw.input("p", Sort::Bool),
            raw.input("m", Sort::Array { index: 8, element: 8 }),
        ];
        let widths = vec![width, 1 + rng.below(8) as u32, 8];
        let mut sampler =
            TermSampler { rng: Random::new(round as u64), inputs, widths, arrays: round % 4 == 0 };
        let depth = 2 + rng.below(7) as u32;
        let term = sampler.boolean(&mut raw, depth);
        let mut pool = TermPool::new();
        let simplified = Translator::new().copy(&raw, &mut pool, term);
        let (mut before, mut after) = (Evaluator::new(), Evaluator::new());
        for _ in 0..64 {
            let mut model = Model::new();
            let mut translated = Model::new();
            for (input, decl) in raw.inputs() {
                let Some(other) = pool.find_input(&decl.name) else { continue };
                match decl.sort {
                    Sort::Array { .. } => {
                        for _ in 0..6 {
                            let (index, value) = (rng.value(8), rng.value(8));
                            model.set_element(input, index, value);
                            translated.set_element(other, index, value);
                        }
                    }
                    Sort::Bool | Sort::BitVec(_) => {
                        let value = rng.value(decl.sort.width().max(1));
                        model.set_bits(input, value);
                        translated.set_bits(other, value);
                    }
                }
            }
            before.forget();
            after.forget();
            if raw.inputs().any(|(input, _)| !model.contains(input)) {
                // An input that was simplified away has any value.
                for (input, decl) in raw.inputs() {
                    if !model.contains(input) && !matches!(decl.sort, Sort::Array { .. }) {
                        model.set_bits(input, rng.value(decl.sort.width().max(1)));
                    }
                }
            }
            assert_eq!(
                before.eval(&raw, &model, term),
                after.eval(&pool, &translated, simplified),
                "{}",
                clew_logic::smtlib::print_term(&raw, term)
            );
        }
    }
}

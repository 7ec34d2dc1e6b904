//! The meaning against the machine, on random C functions.

use crate::common::random::{Dice, file};
use crate::common::{Nowhere, disagreements, load};
use clew_symbolic::meaning::{Audit, AuditReport};
use clew_vm::{Config, libc};

/// Functions of a file: clang runs once for all of them.
const FUNCTIONS: usize = 250;
/// So often each function is called.
const CALLS: u64 = 3;

fn audit(seed: u64) -> AuditReport {
    let source = file(seed, FUNCTIONS);
    let program = load(&source);
    let config = Config {
        keeps_going: true,
        max_steps: 1_000_000,
        natives: libc::native,
        ..Config::default()
    };
    let mut dice = Dice::new(seed ^ 0x5eed);
    let mut audit = Audit::new(&program, config, Box::new(Nowhere::default()), 16);
    for at in 0..FUNCTIONS {
        let function = program.function(&format!("f{at}")).expect("a function of the file");
        for _ in 0..CALLS {
            let record: Vec<u8> = (0..80).map(|_| record_byte(&mut dice)).collect();
            let numbers: Vec<u8> = (0..16).map(|_| dice.next() as u8).collect();
            let (record, numbers) = (audit.object(&record), audit.object(&numbers));
            let a = if dice.below(2) == 0 { dice.below(20) } else { dice.next() };
            let d = ((dice.next() as i32) as f64 / 256.0).to_bits();
            let args =
                [a & 0xffff_ffff, dice.next() & 0xffff_ffff, dice.next(), d, record, numbers];
            audit.call(function, &args.map(u128::from));
        }
    }
    assert_eq!(disagreements(&program, audit.report()), None, "seed {seed}");
    audit.report().clone()
}

fn record_byte(dice: &mut Dice) -> u8 {
    if dice.below(3) == 0 { dice.next() as u8 } else { 0 }
}

/// Every statement that these functions run is in its relation, and few say nothing.
fn check(seeds: std::ops::Range<u64>) {
    let mut all = AuditReport::default();
    for seed in seeds.clone() {
        all.add(&audit(seed));
    }
    let functions = (seeds.end - seeds.start) * FUNCTIONS as u64;
    assert!(all.checked > 20 * functions, "{all:?}");
    assert!(all.calls > functions / 4, "{all:?}");
    assert!(all.returns > functions / 2, "{all:?}");
    let silent: u64 = all.arbitrary.values().sum();
    assert!(silent < all.checked / 4, "{all:?}");
}

#[test]
fn random_functions_keep_to_their_meaning_1() {
    check(0..2);
}

#[test]
fn random_functions_keep_to_their_meaning_2() {
    check(2..4);
}

#[test]
fn random_functions_keep_to_their_meaning_3() {
    check(4..6);
}

#[test]
fn random_functions_keep_to_their_meaning_4() {
    check(6..8);
}

use super::Status;
use super::attack::{self, Build, Claim};
use super::function::{Function, Role};
use super::writer;

/// A function with a condition on each of two lines, and how to call it.
fn planted() -> Function {
    let mut function = Function::default();
    function.set_call("f(any_int(), any_int())".to_owned());
    for (text, role) in [
        ("int f(int *ip, int *iq) {", Role::Plain),
        ("if (", Role::Plain),
        ("ip == 0", Role::Condition),
        (") return 0;", Role::Plain),
        ("if (iq == 0) return 0;", Role::Plain),
        ("*ip = 1;", Role::Plain),
        ("*iq = 2;", Role::Plain),
        ("hidden = 4;", Role::Plain),
        ("if (", Role::Plain),
        ("*ip == 2", Role::Condition),
        (") return 1;", Role::Plain),
        ("switch (hidden) {", Role::Plain),
        ("case 4:", Role::Case),
        ("break;", Role::Plain),
        ("case 5:", Role::Case),
        ("break;", Role::Plain),
        ("}", Role::Plain),
        ("return 2;", Role::Plain),
        ("}", Role::Plain),
    ] {
        function.push(String::new(), text, role);
    }
    function
}

/// How often what a text says of a line of the planted function is reached.
fn reached(line: u64, text: &str) -> u64 {
    let function = planted();
    let first = *function.counted().keys().next().expect("a condition");
    let claim =
        Claim::of(&function, first + line, text, Status::Infeasible).expect("a counted line");
    let folder = tempfile::tempdir().expect("a folder");
    let hits = attack::run(Build::Gcc, &function, folder.path(), 1, 2000).expect("a compiler");
    claim.reached(&hits.expect("the attack should end"))
}

/// The first two are claims that somebody would make who forgot that pointers may be equal, or null.
#[test]
fn claims_that_are_false_are_refuted_and_true_ones_are_not() {
    assert!(reached(7, "*ip == 2 is true") > 0, "two pointers may be equal");
    assert!(reached(0, "ip == 0 is true") > 0, "a pointer may be null");
    assert!(reached(10, "case 4") > 0, "this is the only case there is");
    assert_eq!(reached(12, "case 5"), 0, "nobody else knows `hidden`");
}

#[test]
fn what_is_not_counted_is_no_claim() {
    let function = planted();
    assert!(Claim::of(&function, 1, "ip == 0 is true", Status::Open).is_none());
    let (&line, _) = function.counted().iter().next().expect("a condition");
    assert!(Claim::of(&function, line, "ip == 0", Status::Open).is_none());
}

/// Both texts have the same lines, so that numbers mean the same.
#[test]
fn the_attack_has_the_lines_of_the_subject() {
    let function = writer::function(7);
    let subject = function.subject();
    let attack = function.attack();
    let (_, attacked) = attack.split_once("#line 1 \"subject.c\"\n").expect("the beginning");
    let (attacked, _) = attacked.split_once("#line 1 \"after.c\"\n").expect("the end");
    assert_eq!(subject.lines().count(), attacked.lines().count());
    let counted = function.counted();
    for (number, (own, other)) in (1_u64..).zip(subject.lines().zip(attacked.lines())) {
        assert_eq!(counted.contains_key(&number), own != other, "line {number}: {own}");
    }
}

/// The same seed gives the same function, and functions of many seeds end and suffer from nothing.
#[test]
fn functions_of_seeds_compile_and_end() {
    assert_eq!(writer::function(3).subject(), writer::function(3).subject());
    let folder = tempfile::tempdir().expect("a folder");
    for seed in 1..7 {
        let function = writer::function(seed);
        let hits =
            attack::run(Build::Gcc, &function, folder.path(), seed, 500).expect("a compiler");
        let hits = hits.unwrap_or_else(|how| panic!("the attack of seed {seed} {how}"));
        assert!(hits.len() > 3, "seed {seed} has conditions that are met: {hits:?}");
    }
}

//! Budgets, interruption and memory.

use std::time::{Duration, Instant};

use clew_logic::testing::{Random, scale};
use clew_logic::{Sort, TermId, TermPool};
use clew_solver::{Budget, Query, Reason, SatConfig, Solver, StackConfig, Verdict};

/// A question that takes a SAT solver far longer than any test.
fn hard(pool: &mut TermPool) -> Vec<TermId> {
    let (a, b) = (pool.input("a", Sort::BitVec(64)), pool.input("b", Sort::BitVec(64)));
    let (wide_a, wide_b) = (pool.zero_extend(a, 128), pool.zero_extend(b, 128));
    let product = pool.mul(wide_a, wide_b);
    let number = pool.bv(128, 0xb5d4_c6a1_f3e2_9787 * 0x9e37_79b9_7f4a_7c15);
    let one = pool.bv(64, 1);
    vec![pool.eq(product, number), pool.ugt(a, one), pool.ugt(b, one), pool.ule(a, b)]
}

#[test]
fn time_is_limited() {
    let mut pool = TermPool::new();
    let constraints = hard(&mut pool);
    let mut solver = Solver::default();
    let start = Instant::now();
    let budget = Budget::of_time(Duration::from_millis(300));
    let verdict = solver.check(&mut pool, &Query::new(&constraints).with_budget(budget));
    assert_eq!(verdict, Verdict::Unknown(Reason::Time));
    assert!(start.elapsed() < Duration::from_secs(20));
    // The solver is still of use.
    let verdict = solver.check(&mut pool, &Query::new(&constraints[1..]));
    assert!(matches!(verdict, Verdict::Sat(_)));
}

#[test]
fn a_solver_can_move_to_another_thread() {
    fn is_send<T: Send>(_: &T) {}
    is_send(&Solver::default());
    is_send(&TermPool::new());
}

#[test]
fn conflicts_are_limited() {
    let mut pool = TermPool::new();
    let constraints = hard(&mut pool);
    let mut solver = Solver::default();
    let budget = Budget { time: None, conflicts: Some(100) };
    let verdict = solver.check(&mut pool, &Query::new(&constraints).with_budget(budget));
    assert_eq!(verdict, Verdict::Unknown(Reason::Conflicts));
}

#[test]
fn another_thread_can_interrupt() {
    let mut pool = TermPool::new();
    let constraints = hard(&mut pool);
    let mut solver = Solver::default();
    let interrupter = solver.interrupter();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        interrupter.interrupt();
    });
    let verdict = solver.check(&mut pool, &Query::new(&constraints));
    assert_eq!(verdict, Verdict::Unknown(Reason::Interrupted));
    thread.join().expect("the thread should end");
    solver.interrupter().clear();
    assert!(matches!(solver.check(&mut pool, &Query::new(&constraints[1..])), Verdict::Sat(_)));
}

/// Resident memory in kilobytes, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Many different queries: memory grows at first and then stays.
#[test]
fn memory_is_bounded() {
    let total = 1_000 * scale();
    let mut rng = Random::new(5);
    let mut pool = TermPool::new();
    let config = StackConfig {
        sat: Some(SatConfig { max_variables: 5_000, ..SatConfig::default() }),
        nudge: false,
        recent_models: 0,
        ..StackConfig::default()
    };
    let mut solver = Solver::new(config.clone());
    let inputs: Vec<TermId> =
        (0..40).map(|n| pool.input(&format!("x{n}"), Sort::BitVec(32))).collect();
    // Warm up: the pool and the caches reach their size.
    let mut half_way = None;
    for round in 0..total {
        if pool.len() > 200_000 {
            // The owner of a pool starts a new one when it has grown large.
            pool = TermPool::new();
            for n in 0..40 {
                pool.input(&format!("x{n}"), Sort::BitVec(32));
            }
            solver = Solver::new(config.clone());
        }
        let mut constraints = Vec::new();
        for _ in 0..3 {
            let (a, b) = (rng.pick(&inputs), rng.pick(&inputs));
            let c = pool.bv(32, rng.value(32));
            let product = pool.mul(a, c);
            let sum = pool.add(product, b);
            let d = pool.bv(32, rng.value(32));
            constraints.push(pool.ult(sum, d));
        }
        let verdict = solver.check(&mut pool, &Query::new(&constraints));
        assert!(!matches!(verdict, Verdict::Unknown(_)));
        if round == total / 2 {
            half_way = resident();
        }
    }
    assert!(solver.statistics().sat_resets > 0);
    if let (Some(before), Some(after)) = (half_way, resident()) {
        assert!(after < before + before / 2 + 30_000, "{before} kB grew to {after} kB");
        if let Ok(path) = std::env::var("CLEW_TEST_REPORT") {
            use std::io::Write;
            let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
            let _ = writeln!(
                file.expect("the report should be writable"),
                "memory: {total} queries, {before} kB half way, {after} kB at the end"
            );
        }
    }
}

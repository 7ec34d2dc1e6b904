//! Choosing the next candidate costs little, however many there are.

mod common;

use clew_criteria::Criterion;
use clew_explore::{FaultSettings, Limits, SearchSettings, Settings, strategy};
use clew_ir::Program;
use common::{Covering, explore, load};

/// Every run leaves a candidate at each element; the last branch is out of reach for a long time.
const WIDE: &str = "int wide(int v[400], int x) {
    int count = 0;
    for (int i = 0; i < 400; i++) {
        if (v[i] > x) count++;
        if (v[i] == 3 * i + x) count += 2;
    }
    if (count == 1000) return 1;
    return 0;
}
";
const CANDIDATES: usize = 100_000;

/// The strategies that do more than keep a queue.
const ELABORATE: [&str; 6] = ["cfg", "rp-md2u", "pps", "pps-fair", "fitness", "pps+fitness"];
/// The most of the wall time that choosing may take.
const MOST: f64 = 0.05;
/// The best of so many measurements counts: whatever else the computer does only adds to it.
const MEASUREMENTS: usize = 6;

#[test]
fn choosing_takes_a_small_part_of_the_time() {
    let program = load(WIDE);
    for name in ELABORATE {
        let mut measured = Vec::new();
        while measured.iter().all(|share| *share >= MOST) {
            assert!(measured.len() < MEASUREMENTS, "{name} takes of the time {measured:.3?}");
            measured.push(share_of_choosing(&program, name));
        }
    }
}

/// The part of the wall time that choosing takes.
fn share_of_choosing(program: &Program, name: &str) -> f64 {
    let mut goal = Covering::new(program, "wide", &[Criterion::Branch]);
    let settings = Settings {
        limits: Limits { runs: Some(400), ..Limits::default() },
        search: SearchSettings { filter: false, ..SearchSettings::default() },
        faults: FaultSettings { seek: false, ..FaultSettings::default() },
        ..Settings::default()
    };
    let strategy = || strategy::by_name(name, 1).expect("a strategy");
    let report = explore(program, "wide", &mut goal, &settings, &strategy);
    assert!(report.pending >= CANDIDATES, "{name}: only {} candidates", report.pending);
    let statistics = report.statistics;
    statistics.choosing_time.as_secs_f64() / statistics.wall_time.as_secs_f64()
}

//! Choosing the next candidate costs little, however many there are.

use crate::common::{Covering, explore, load};
use clew_criteria::Criterion;
use clew_explore::{FaultSettings, Limits, SearchSettings, Settings, strategy};
use clew_ir::Program;

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

/// A parser, byte by byte. Empty lines before the request lead to ever new candidates at places that
/// look as good as any, and all but the first letters of a word cover nothing.
const PARSER: &str = r##"int parse(const unsigned char text[24]) {
    static const char *const words[] = {"GET", "PUT", "HEAD", "POST", "TRACE", "COPY"};
    const char *word = "";
    int state = 0, at = 0;
    for (int i = 0; i < 24; i++) {
        unsigned char c = text[i];
        switch (state) {
        case 0:
            if (c == '\r' || c == '\n') break;
            at = 1;
            state = 1;
            switch (c) {
            case 'G': word = words[0]; break;
            case 'P': word = words[1]; break;
            case 'H': word = words[2]; break;
            case 'T': word = words[4]; break;
            case 'C': word = words[5]; break;
            default: return 1;
            }
            break;
        case 1:
            if (c == ' ' && word[at] == 0) state = 2;
            else if (c == (unsigned char)word[at]) at++;
            else if (c == 'O' && at == 1) word = words[3], at++;
            else return 2;
            break;
        case 2:
            if (c == ' ') break;
            if (c != '/') return 3;
            state = 3;
            break;
        case 3:
            if (c == ' ') state = 4;
            else if (c == '?') state = 5;
            else if (c < 33 || c > 126) return 4;
            break;
        case 4:
            if (c == '1') state = 6;
            else return 5;
            break;
        case 5:
            if (c == ' ') state = 4;
            else if (c == '#') state = 7;
            else if (c < 33) return 6;
            break;
        case 6:
            if (c == '\n') return 7;
            return 8;
        default:
            if (c == ' ') return 9;
            if (c == '!') return 10;
        }
    }
    return 0;
}
"##;

/// The strategies that do more than keep a queue.
const ELABORATE: [&str; 7] =
    ["cfg", "rp-md2u", "pps", "pps-fair", "fitness", "pps+fitness", strategy::DEFAULT];
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

#[test]
fn no_order_of_candidates_traps_the_search() {
    let program = load(PARSER);
    let covered = |name: &str| {
        let mut goal = Covering::new(&program, "parse", &[Criterion::Branch]);
        let settings = Settings {
            limits: Limits { runs: Some(1_000), ..Limits::default() },
            ..Settings::default()
        };
        let strategy = || strategy::by_name(name, 1).expect("a strategy");
        let report = explore(&program, "parse", &mut goal, &settings, &strategy);
        report.progress.last().map_or(0, |last| last.covered)
    };
    let all = covered("generational");
    assert!(2 * covered("pps-fair") < all, "the parser should be a trap");
    assert_eq!(covered(strategy::DEFAULT), all);
}

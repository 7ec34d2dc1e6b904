//! What the solver has refuted is not asked again.

use crate::common::{Covering, explore, load};
use clew_criteria::Criterion;
use clew_explore::{FaultSettings, Limits, SearchSettings, Settings, strategy};

/// The last condition contradicts the first, on each of the paths in between.
const SAME: &str = "int same(int v[5], int x) {
    int count = 0;
    if (x >= 10) return 0;
    for (int i = 0; i < 5; i++)
        if (v[i] == 3) count++;
    if (x > 20) return -1;
    return count;
}
";

#[test]
fn a_contradiction_is_asked_for_once() {
    let program = load(SAME);
    for filter in [false, true] {
        let mut goal = Covering::new(&program, "same", &[Criterion::Branch]);
        let settings = Settings {
            search: SearchSettings { filter, exhaustive: !filter, ..SearchSettings::default() },
            faults: FaultSettings { seek: false, ..FaultSettings::default() },
            ..Settings::default()
        };
        let strategy = || strategy::by_name("dfs", 1).expect("a strategy");
        let report = explore(&program, "same", &mut goal, &settings, &strategy);
        let statistics = report.statistics;
        assert!(report.covers_every_path(), "{report:?}");
        assert!(statistics.infeasible_paths >= 32, "{statistics:?}");
        // Each run but the first has a question with inputs. Two have none: whether `x` can be below
        // 10 and above 20, and whether `v` can be anything but null and an array.
        let refuted = statistics.queries - (statistics.runs - 1);
        assert!(refuted <= 2, "{statistics:?}");
    }
}

/// Where the buffers are is decided by the first difference of pointers.
const SPLIT: &str = "char *one(unsigned long size);
char *other(unsigned long size);
int split(const signed char *values, int n) {
    char *low = one(64), *high = other(64), *x = low, *y = high;
    for (int i = 0; i < n; i++) {
        if ((x - low) + (y - high) > 60) return -1;
        if (values[i] > 0) *y++ = values[i];
        else *x++ = values[i];
    }
    return x - low;
}
";

#[test]
fn a_distance_in_a_buffer_is_no_question() {
    let program = load(SPLIT);
    let mut goal = Covering::new(&program, "split", &[Criterion::Branch]);
    let settings = Settings {
        limits: Limits { runs: Some(200), ..Limits::default() },
        faults: FaultSettings { seek: false, ..FaultSettings::default() },
        ..Settings::default()
    };
    let strategy = || strategy::by_name("dfs", 1).expect("a strategy");
    let report = explore(&program, "split", &mut goal, &settings, &strategy);
    let statistics = report.statistics;
    assert!(statistics.queries <= statistics.runs + 20, "{statistics:?}");
}

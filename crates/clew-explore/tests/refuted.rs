//! What the solver has refuted is not asked again.

mod common;

use clew_criteria::Criterion;
use clew_explore::{Settings, strategy};
use common::{Covering, explore, load};

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
        let settings =
            Settings { filter, exhaustive: !filter, seek_faults: false, ..Settings::default() };
        let strategy = || strategy::by_name("dfs", 1).expect("a strategy");
        let report = explore(&program, "same", &mut goal, &settings, &strategy);
        let statistics = report.statistics;
        assert!(report.covers_every_path(), "{report:?}");
        assert!(statistics.infeasible_paths >= 32, "{statistics:?}");
        // Each run but the first has a question with inputs; one question has none.
        assert_eq!(statistics.queries, statistics.runs, "{statistics:?}");
    }
}

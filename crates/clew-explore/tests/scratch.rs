mod common;
use clew_criteria::Criterion;
use clew_explore::{Settings, strategy};
use common::{Covering, explore, load};
#[test]
fn scratch() {
    let program = load("static int g8(int x) { if (x > 0) return 1; if (x == 5) return 2; return 0; }
int f8(int a, int b, int c) { int n = 0; switch (b) { case 0: n++; case 5: { switch (c) { case 2: n++; case 5: { if (b >= 0) return n; a += 1; } break; default: n--; } } break; default: n--; } if (b == 3 || c < 2) { if (c > c || a == c) { n += g8(b); } } else { } return n; }");
    for name in strategy::NAMES { for (exhaustive, filter) in [(true, false), (false, false), (false, true)] {
        let settings = Settings { exhaustive, filter, ..Settings::default() };
        let mut goal = Covering::new(&program, "f8", &Criterion::parse_list("mcc").expect("mcc"));
        let report = explore(&program, "f8", &mut goal, &settings, &|| strategy::by_name(name, 1).expect("a strategy"));
        let open: Vec<_> = goal.coverage.open().map(|id| goal.objectives.get(id).text.clone()).collect();
        println!("{name} {exhaustive} {filter} {:?} complete {} open {open:?} {:?}", report.stopped, report.is_complete(), report.statistics);
    } }
}

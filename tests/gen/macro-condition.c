// test: gen
// Conditions that come from macros, at the place of their use.
// clew-gen: -f f --exhaustive
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
// expect-paths: 4
#define BETWEEN(x, low, high) ((x) >= (low) && (x) <= (high))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

int f(int x) {
    if (BETWEEN(x, 10, 20))
        return MAX(x, 15);
    return 0;
}

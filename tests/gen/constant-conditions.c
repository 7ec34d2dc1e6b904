// test: gen
// Conditions that are constant at compile time have no outcomes.
// clew-gen: -f f --exhaustive
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
// expect-paths: 2
int f(int a) {
    if (sizeof(int) == 4) {
        while (1) {
            if (a == 1)
                return 1;
            do {
                a = 0;
            } while (0);
            return a;
        }
    }
    return 2;
}

// test: gen
// Nested loops with break and continue.
// clew-gen: -f pairs
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
int pairs(const signed char v[4]) {
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (v[i] < 0)
            continue;
        for (int j = i + 1; j < 4; j++) {
            if (v[j] == 0)
                break;
            if (v[i] + v[j] == 50)
                count++;
        }
    }
    return count;
}

// test: gen
// The same division behind a test: no finding.
// clew-gen: -f average --exhaustive
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
// expect-paths: 3
// expect-no-finding
int average(int total, int count) {
    if (total < 0)
        return -1;
    if (count <= 0)
        return 0;
    return total / count;
}

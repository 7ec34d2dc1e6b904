// test: gen
// Division by a parameter that may be zero.
// clew-gen: -f average
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
// expect-finding: division-by-zero 11
int average(int total, int count) {
    if (total < 0)
        return -1;
    return total / count; //~ division-by-zero
}

// test: gen
// A condition on the line after its declaration, which gcc counts in part on the lines beside.
// clew-gen: -f f
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
const char *used;

int f(int on, int a, int b, int big) {
    if (on) {
        int total = a + b + 1;
        const char *type =
            (total >= 32767 || big) ?
            "long" : "short";
        used = type;
        return 1;
    }
    return 0;
}

// test: gen
// Paper 5, section 3.1: a test on the hash of a parameter between two tests on the parameter.
// clew-gen: -f g
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
static int hash(int x) {
    unsigned h = (unsigned)x * 2654435761u;
    return (int)(h >> 24);
}

int g(int x) {
    int y;
    if (x < 0)
        return 0;
    y = hash(x);
    if (y == 100)
        return 10;
    if (x > 10)
        return 1;
    return 2;
}

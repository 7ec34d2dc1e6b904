// test: gen
// Paper 5, section 3.1, with a hash that has no body.
// clew-gen: -f g
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int hash(int x);

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

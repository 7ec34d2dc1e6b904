// test: gen
// A static function under test.
// clew-gen: -f middle
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
static int middle(int a, int b, int c) {
    if (a < b)
        return b < c ? b : a < c ? c : a;
    return a < c ? a : b < c ? c : b;
}

int use(int a) {
    return middle(a, 0, 10);
}

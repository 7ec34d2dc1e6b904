// test: gen
// Paper 5, section 1, with a hash that has no body: its result is an input.
// clew-gen: -f obscure
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
int hash(int y);

int obscure(int x, int y) {
    if (x == hash(y))
        return -1;
    return 0;
}

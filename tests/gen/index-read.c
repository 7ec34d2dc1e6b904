// test: gen
// A parameter as an index into a table: which entry holds a value.
// clew-gen: -f f --exhaustive
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
// expect-no-finding
// expect-complete: true
static const unsigned char squares[16] = {0,  1,  4,  9,   16,  25,  36,  49,
                                          64, 81, 100, 121, 144, 169, 196, 225};

int f(unsigned i, unsigned j) {
    if (i >= 16 || j >= 16)
        return -1;
    if (squares[i] + squares[j] == 250 && i < j)
        return 1;
    return 0;
}

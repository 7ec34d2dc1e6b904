// test: gen
// Paper 5, section 1: a value compared with a hash of another input. The hash is C code.
// clew-gen: -f obscure
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
static int hash(int y) {
    unsigned h = (unsigned)y;
    h ^= h >> 16;
    h *= 0x45d9f3bu;
    h ^= h >> 16;
    return (int)h;
}

int obscure(int x, int y) {
    if (x == hash(y))
        return -1;
    return 0;
}

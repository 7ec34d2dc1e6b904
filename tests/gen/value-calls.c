// test: gen
// A digit has 17 ways, eight of them 17^8: what `digit` returns is one term instead.
// clew-gen: -f hex --max-runs 60
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
static int digit(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

int hex(const char s[8]) {
    unsigned v = 0;
    for (int i = 0; i < 8; i++) {
        int d = digit(s[i]);
        if (d < 0)
            return -1;
        v = v * 16 + (unsigned)d;
    }
    if (v == 0x1234abcd)
        return 1;
    if (v == 0xdeadbeef)
        return 2;
    return 0;
}

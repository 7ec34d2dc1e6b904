// test: gen
// Classes by a table whose index only the path keeps inside, and a checksum of each byte.
// clew-gen: -f check --max-runs 80
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
static const unsigned char kinds[128] = {['a'] = 1, ['b'] = 2, ['_'] = 3};

static int kind(int c) {
    if (c < 0 || c > 127)
        return 9;
    switch (kinds[c]) {
    case 1:
        return 10;
    case 2:
        return 20;
    case 3:
        return 30;
    default:
        return 0;
    }
}

static unsigned char crc8(unsigned char c) {
    for (int i = 0; i < 8; i++)
        if (c & 1)
            c = (c >> 1) ^ 0x8c;
        else
            c >>= 1;
    return c;
}

int check(const char s[12]) {
    int k = 0;
    for (int i = 0; i < 12; i++)
        k += kind(s[i]);
    unsigned char c = 0;
    for (int i = 0; i < 12; i++)
        c = crc8(c ^ (unsigned char)s[i]);
    if (k == 75)
        return c == 0x5a ? 1 : 2;
    return 0;
}

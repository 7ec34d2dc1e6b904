// test: gen
// Decoding one group of four characters.
// clew-gen: -f decode_group
// expect-total: branch 18
// expect-covered: branch 18
// expect-infeasible: branch 0
static int sextet(char c) {
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

int decode_group(const char in[4], unsigned char out[3]) {
    int a = sextet(in[0]), b = sextet(in[1]);
    if (a < 0 || b < 0)
        return -1;
    out[0] = (unsigned char)(a << 2 | b >> 4);
    if (in[2] == '=')
        return in[3] == '=' ? 1 : -1;
    int c = sextet(in[2]);
    if (c < 0)
        return -1;
    out[1] = (unsigned char)(b << 4 | c >> 2);
    if (in[3] == '=')
        return 2;
    int d = sextet(in[3]);
    if (d < 0)
        return -1;
    out[2] = (unsigned char)(c << 6 | d);
    return out[0] == 'C' && out[1] == 'l' ? 4 : 3;
}

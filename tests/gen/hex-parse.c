// test: gen
// Hexadecimal digits read into a number, with a prefix and separators.
// clew-gen: -f parse_hex
// expect-total: branch 24
// expect-covered: branch 24
// expect-infeasible: branch 0
long parse_hex(const char *s) {
    long value = 0;
    int digits = 0;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
        s += 2;
    for (; *s && digits < 4; s++) {
        int d;
        if (*s >= '0' && *s <= '9')
            d = *s - '0';
        else if (*s >= 'a' && *s <= 'f')
            d = *s - 'a' + 10;
        else if (*s == '_')
            continue;
        else
            return -1;
        value = value * 16 + d;
        digits++;
    }
    return value == 0xbe ? 0 : digits ? value : -2;
}

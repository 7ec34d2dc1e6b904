// test: gen
// An address with four numbers and three dots.
// clew-gen: -f parse_ipv4
// expect-total: branch 20
// expect-covered: branch 20
// expect-infeasible: branch 0
int parse_ipv4(const char text[16], unsigned *address) {
    unsigned result = 0;
    int i = 0;
    for (int part = 0; part < 4; part++) {
        unsigned value = 0;
        int digits = 0;
        while (i < 15 && text[i] >= '0' && text[i] <= '9') {
            value = value * 10 + (unsigned)(text[i++] - '0');
            if (++digits > 3)
                return -1;
        }
        if (digits == 0 || value > 255)
            return -2;
        result = result << 8 | value;
        if (part < 3 && text[i++] != '.')
            return -3;
    }
    if (text[i] != '\0')
        return -4;
    *address = result;
    return 0;
}

// test: gen
// UTF-8 check of three bytes, exhaustively.
// clew-gen: -f valid_utf8 --exhaustive
// expect-total: branch 24
// expect-covered: branch 24
// expect-infeasible: branch 0
int valid_utf8(const unsigned char s[3]) {
    int i = 0;
    while (i < 3) {
        unsigned char lead = s[i];
        int more;
        if (lead < 0x80) {
            i++;
            continue;
        }
        if (lead < 0xC2)
            return 0;
        if (lead < 0xE0)
            more = 1;
        else if (lead < 0xF0)
            more = 2;
        else
            return 0;
        if (i + more >= 3)
            return 0;
        for (int k = 1; k <= more; k++)
            if ((s[i + k] & 0xC0) != 0x80)
                return 0;
        if (lead == 0xE0 && s[i + 1] < 0xA0)
            return 0;
        if (lead == 0xED && s[i + 1] > 0x9F)
            return 0;
        i += more + 1;
    }
    return 1;
}

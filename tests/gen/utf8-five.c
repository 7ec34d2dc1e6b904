// test: gen
// UTF-8 check of five bytes with sequences of up to four.
// clew-gen: -f valid_utf8
// expect-total: branch 28
// expect-covered: branch 28
// expect-infeasible: branch 0
int valid_utf8(const unsigned char s[5]) {
    int i = 0;
    while (i < 5) {
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
        else if (lead < 0xF5)
            more = 3;
        else
            return 0;
        if (i + more >= 5)
            return 0;
        for (int k = 1; k <= more; k++)
            if ((s[i + k] & 0xC0) != 0x80)
                return 0;
        if (more == 3) {
            if (lead == 0xF0 && s[i + 1] < 0x90)
                return 0;
            if (lead == 0xF4 && s[i + 1] > 0x8F)
                return 0;
        }
        i += more + 1;
    }
    return 1;
}

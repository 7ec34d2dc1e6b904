// test: gen
// UTF-8 code points decoded from seven bytes; one of them must be the euro sign.
// clew-gen: -f count_euros
// expect-total: branch 14
// expect-covered: branch 14
// expect-infeasible: branch 0
int count_euros(const unsigned char s[7]) {
    int euros = 0;
    for (int i = 0; i < 7;) {
        unsigned point;
        if (s[i] < 0x80) {
            point = s[i++];
        } else if ((s[i] & 0xE0) == 0xC0 && i + 1 < 7) {
            point = (s[i] & 0x1Fu) << 6 | (s[i + 1] & 0x3Fu);
            i += 2;
        } else if ((s[i] & 0xF0) == 0xE0 && i + 2 < 7) {
            point = (s[i] & 0x0Fu) << 12 | (s[i + 1] & 0x3Fu) << 6 | (s[i + 2] & 0x3Fu);
            i += 3;
        } else {
            return -1;
        }
        if (point == 0x20AC)
            euros++;
    }
    return euros;
}

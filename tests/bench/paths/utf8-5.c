// test: paths
// UTF-8 check of 5 bytes: lead byte, truncation, continuation bytes, then overlong forms,
// surrogates and code points past U+10FFFF.
// clew-gen: --entry main --exhaustive
// expect-paths: 169
void klee_make_symbolic(void *, unsigned long, const char *);

enum { LENGTH = 5 };

static int valid_utf8(const unsigned char *s, int n) {
    int i = 0;
    while (i < n) {
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
        if (i + more >= n)
            return 0;
        for (int k = 1; k <= more; k++)
            if ((s[i + k] & 0xC0) != 0x80)
                return 0;
        if (lead == 0xE0 && s[i + 1] < 0xA0)
            return 0;
        if (lead == 0xED && s[i + 1] > 0x9F)
            return 0;
        if (lead == 0xF0 && s[i + 1] < 0x90)
            return 0;
        if (lead == 0xF4 && s[i + 1] > 0x8F)
            return 0;
        i += more + 1;
    }
    return 1;
}

int main(void) {
    unsigned char text[LENGTH];
    klee_make_symbolic(text, sizeof text, "text");
    return valid_utf8(text, LENGTH);
}

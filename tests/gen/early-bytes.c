// test: gen
// Bytes that are read beyond what strings begin with: by a constant, by a copy of some length, far away.
// expect-total: branch 52
// expect-covered: branch 52
#include <stdint.h>
#include <string.h>

int thirteenth(const uint8_t *k) {
    if (k[0] == 1 && k[12] == 200)
        return 1;
    return 0;
}

int last_of_key(const uint8_t *k) {
    if (k[15] == 0x80)
        return 1;
    return 0;
}

int copied(const uint8_t *k) {
    uint8_t x[16];
    memcpy(x, k, 16);
    if (x[15] == 3 && x[0] == 9)
        return 1;
    return 0;
}

int compared(const char *p) {
    if (memcmp(p + 4, "hello, world", 12) == 0)
        return 1;
    return 0;
}

int summed(const unsigned char *p) {
    unsigned sum = 0;
    for (int i = 0; i < 20; i++)
        sum += p[i];
    if (sum == 5000)
        return 1;
    return 0;
}

int far_away(const uint8_t *k) {
    if (k[100] == 1)
        return 1;
    if (k[300] == 2)
        return 2;
    return 0;
}

// The length is known to nobody: the string grows until it is enough.
static int at(const uint8_t *k, int place) {
    return k[place];
}

int beyond_all_guesses(const uint8_t *k) {
    if (at(k, 40) == 7)
        return 1;
    return 0;
}

int words(const uint32_t *w) {
    if (w[0] == 1 && w[19] == 7)
        return 1;
    return 0;
}

int long_text(const char *s) {
    if (strcmp(s, "a text of more than twenty characters") == 0)
        return 1;
    return 0;
}

int prefix(const char *s) {
    if (strncmp(s, "Content-Length: ", 16) == 0) {
        if (s[16] == '0')
            return 1;
        return 2;
    }
    return 0;
}

int long_one(const char *s) {
    int n = 0;
    while (*s++)
        n++;
    if (n > 30)
        return 1;
    return 0;
}

struct buffer {
    unsigned char *data;
    unsigned length;
};

int full(struct buffer *b) {
    unsigned sum = 0;
    if (!b || !b->data)
        return -1;
    for (unsigned i = 0; i < b->length; i++)
        sum += b->data[i];
    if (b->length == 20 && sum == 4000)
        return 1;
    return 0;
}

int sixth(char **names) {
    if (names && names[5] && !strcmp(names[5], "zeta"))
        return 1;
    return 0;
}

/* Helpers that depend on who calls them, with loops of their own. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static int clamp(int x, int low, int high) {
    if (x < low)
        return low;
    if (x > high)
        return high;
    return x;
}

int volume(const int *changes, int n) {
    int level = 50;
    for (int i = 0; i < n; i++)
        level = clamp(level + changes[i], 0, 100);
    if (level < 0) /* never */
        return -1;
    if (level > 100) /* never */
        return -2;
    if (level == 100) /* trap */
        return 1;
    return 0;
}

static size_t skip_spaces(const char *s, size_t at, size_t end) {
    while (at < end && s[at] == ' ')
        at++;
    return at;
}

int count_words(const char *s, size_t n) {
    int words = 0;
    size_t at = 0;
    if (n > 100000)
        return -2;
    at = skip_spaces(s, at, n);
    while (at < n) {
        words++;
        while (at < n && s[at] != ' ')
            at++;
        at = skip_spaces(s, at, n);
        if (at > n) /* never */
            return -1;
    }
    if (at != n) /* never */
        return -3;
    if (words == 3) /* trap */
        return 1;
    return 0;
}

static unsigned count_bits(uint32_t word) {
    unsigned count = 0;
    while (word) {
        word &= word - 1;
        if (count < 32)
            count++;
    }
    return count;
}

int parity_of(const uint32_t *words, int n) {
    unsigned total = 0;
    for (int i = 0; i < n; i++) {
        unsigned bits = count_bits(words[i]);
        if (bits > 32) /* never */
            return -1;
        total ^= bits & 1;
    }
    if (total > 1) /* never */
        return -2;
    if (total == 1) /* trap */
        return 1;
    return 0;
}

static int checked(int command, int strict) {
    if (strict && command > 7)
        return -1;
    return command;
}

int dispatch(const int *commands, int n) {
    int done = 0;
    for (int i = 0; i < n; i++) {
        int command = checked(commands[i], 1);
        if (command > 7) /* never */
            return -1;
        if (checked(commands[i], 0) > 7) /* trap */
            done++;
        if (command < -1) /* trap */
            return -2;
    }
    return done;
}

static void advance(unsigned *index, unsigned size) {
    *index = *index + 1 == size ? 0 : *index + 1;
}

int turn(unsigned n) {
    unsigned index = 0;
    for (unsigned i = 0; i < n; i++) {
        advance(&index, 10);
        if (index >= 10) /* never */
            return -1;
        if (index == 9) /* trap */
            return 1;
    }
    return 0;
}

static int index_of(const char *names[], int n, const char *name) {
    for (int i = 0; i < n; i++) {
        if (strcmp(names[i], name) == 0)
            return i;
    }
    return -1;
}

int lookup(const char *names[], int n, const char *name) {
    if (n < 0 || n > 50)
        return -5;
    int at = index_of(names, n, name);
    if (at < -1) /* never */
        return -2;
    if (at >= n && n > 0) /* never: 1 */
        return -3;
    if (at == -1) /* trap */
        return -4;
    return at;
}

static int trim(const char *s, int n) {
    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\n'))
        n--;
    return n;
}

int line_length(const char *s, int n) {
    if (n < 0)
        return -1;
    int was = n;
    n = trim(s, n);
    if (n > was) /* never */
        return -2;
    if (n < 0) /* never */
        return -3;
    if (n == 0) /* trap */
        return 1;
    return 0;
}

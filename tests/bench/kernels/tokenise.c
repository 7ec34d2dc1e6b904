// test: bench
// size: 540
// String scanning: splits a text into words and numbers, and counts them in a table.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 200000, TABLE = 1024 };
struct word { char name[16]; unsigned count; };

static char text[TEXT + 1];
static struct word table[TABLE];

static void write_text(void) {
    static const char *const words[] = {"alpha", "beta", "gamma", "delta", "if", "while", "return", "x1", "y_2", "counter"};
    unsigned seed = 99;
    size_t at = 0;
    while (at + 24 < TEXT) {
        seed = seed * 1664525u + 1013904223u;
        if (seed >> 28 < 4)
            at += (size_t)sprintf(text + at, "%u ", seed >> 12 & 0xffff);
        else
            at += (size_t)sprintf(text + at, "%s%c", words[(seed >> 20) % 10], " \n\t,;+"[seed >> 16 & 3]);
    }
    text[at] = 0;
}

static void count(const char *s, size_t n) {
    unsigned h = 5381;
    if (n > 15)
        n = 15;
    for (size_t i = 0; i < n; i++)
        h = h * 33 ^ (unsigned char)s[i];
    for (unsigned i = h % TABLE;; i = (i + 1) % TABLE) {
        if (table[i].count == 0) {
            memcpy(table[i].name, s, n);
            table[i].name[n] = 0;
        } else if (strncmp(table[i].name, s, n) != 0 || table[i].name[n])
            continue;
        table[i].count++;
        return;
    }
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 170;
    unsigned long numbers = 0, sum = 0, other = 0;
    write_text();
    for (int r = 0; r < rounds; r++)
        for (const char *p = text; *p;) {
            if (isdigit((unsigned char)*p)) {
                unsigned long v = 0;
                while (isdigit((unsigned char)*p))
                    v = v * 10 + (unsigned long)(*p++ - '0');
                numbers++;
                sum += v;
            } else if (isalpha((unsigned char)*p) || *p == '_') {
                const char *start = p;
                while (isalnum((unsigned char)*p) || *p == '_')
                    p++;
                count(start, (size_t)(p - start));
            } else {
                other++;
                p++;
            }
        }
    unsigned long words = 0;
    for (int i = 0; i < TABLE; i++)
        words = words * 7 + table[i].count;
    printf("%lu %lu %lu %lu\n", numbers, sum, other, words);
    return 0;
}

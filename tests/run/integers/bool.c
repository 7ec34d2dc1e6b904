// test: run
// _Bool: any non-zero value becomes 1; arithmetic, increments and storage.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct flags {
    bool a, b;
    _Bool c : 1;
};

static bool as_bool(double d) { return d; }

int main(void) {
    bool t = 42, f = 0, p = "text" != NULL, d = 0.25, e = 0x100;
    printf("%d %d %d %d %d\n", t, f, p, d, e);
    t++;
    printf("%d\n", t);
    t = 0;
    t++;
    t += 5;
    printf("%d\n", t);
    t -= 1;
    printf("%d\n", t);
    t = 1;
    t--;
    printf("%d\n", t);
    t |= 4;
    t &= 3;
    printf("%d\n", t);
    printf("%d %d %d\n", as_bool(0.0), as_bool(-0.0), as_bool(1e-300));
    printf("%zu %zu\n", sizeof(bool), sizeof(struct flags));
    struct flags fl = {2, 0, 6};
    fl.c = 2;
    printf("%d %d %d\n", fl.a, fl.b, fl.c);
    unsigned char raw;
    memcpy(&raw, &fl.a, 1);
    printf("%d\n", raw);
    printf("%d %d\n", true + true, (bool)0.1f + !t);
    int *null = 0;
    bool q = null;
    printf("%d %d\n", q, (bool)&t);
    return 0;
}

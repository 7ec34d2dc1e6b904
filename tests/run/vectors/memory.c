// test: run
// Vectors in structs and unions, in memory, and moved by memcpy.
#include <stdio.h>
#include <string.h>

typedef short v8 __attribute__((vector_size(16)));
union u { v8 v; short s[8]; };
struct s { char c; v8 v; };

int main(void) {
    short raw[8] = {1, -2, 3, -4, 5, -6, 7, -8};
    v8 v;
    memcpy(&v, raw, sizeof v);
    v = -v + (v8){100, 100};
    union u u = {v};
    for (int i = 0; i < 8; i++)
        printf("%d ", u.s[i]);
    printf("\n");
    struct s s = {'x', v};
    printf("%zu %d\n", sizeof s, s.v[7]);
    v8 *p = &s.v;
    *p ^= v;
    printf("%d\n", s.v[0]);
    return 0;
}

// test: run
// Labels as values: dispatch tables, stored in statics, computed from data.
#include <stdio.h>

static int run(const unsigned char *code) {
    static const void *const table[] = {&&halt, &&inc, &&dbl, &&neg, &&loop};
    int acc = 0, n = 3;
#define NEXT goto *table[*code++]
    NEXT;
inc:
    acc++;
    NEXT;
dbl:
    acc *= 2;
    NEXT;
neg:
    acc = -acc;
    NEXT;
loop:
    if (--n > 0) {
        code -= 2;
        NEXT;
    }
    NEXT;
halt:
    return acc;
}

int main(void) {
    printf("%d\n", run((const unsigned char[]){1, 1, 2, 3, 1, 0}));
    printf("%d\n", run((const unsigned char[]){1, 4, 0}));
    void *p = &&first;
    int visits = 0;
again:
    goto *p;
first:
    p = &&second;
    visits += 1;
    goto again;
second:
    p = visits < 5 ? &&first : &&last;
    visits += 2;
    goto again;
last:
    printf("%d\n", visits);
    return 0;
}

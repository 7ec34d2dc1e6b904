// test: run
// sizeof of a variable length type evaluates its size expression; of other types it does not.
#include <stdio.h>

static int calls;
static int count(int n) { calls++; return n; }

int main(void) {
    int i = 3;
    int fixed[10];
    printf("%zu ", sizeof fixed[i++]);
    printf("%d\n", i);
    printf("%zu ", sizeof(int[i++]));
    printf("%d\n", i);
    printf("%zu ", sizeof(char[count(7)][count(3)]));
    printf("%d\n", calls);
    int v[i];
    i = 50;
    printf("%zu\n", sizeof v);
    typedef short row[count(6)];
    printf("%d\n", calls);
    row r;
    row *rp = &r;
    printf("%zu %zu %d\n", sizeof r, sizeof *rp, calls);
    printf("%zu ", sizeof(i = 9));
    printf("%d\n", i);
    return 0;
}

// test: fault
// Writes past memory from alloca.
#include <alloca.h>
#include <stdio.h>

int main(void) {
    int n = 12;
    char *p = alloca(n);
    for (int i = 0; i <= n; i++)
        p[i] = 'a'; //~ out-of-bounds
    printf("%c\n", p[0]);
    return 0;
}

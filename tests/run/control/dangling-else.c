// test: run
// An else belongs to the nearest if; empty statements; nested ifs without braces.
#include <stdio.h>

static int classify(int a, int b) {
    if (a)
        if (b)
            return 1;
        else
            return 2;
    return 3;
}
static int chain(int n) {
    if (n < 0) return -1;
    else if (n == 0) return 0;
    else if (n < 10) return 1;
    else if (n < 100) ;
    else { return 3; }
    return 2;
}

int main(void) {
    printf("%d %d %d %d\n", classify(0, 0), classify(0, 1), classify(1, 0), classify(1, 1));
    printf("%d %d %d %d %d\n", chain(-4), chain(0), chain(5), chain(50), chain(500));
    for (int i = 0; i < 3; i++)
        if (i == 1)
            for (int j = 0; j < 2; j++)
                if (j)
                    printf("a");
                else
                    printf("b");
        else
            printf("c");
    printf("\n");
    ;;;
    if (0);
    else printf("else\n");
    {{{ printf("blocks\n"); }}}
    return 0;
}

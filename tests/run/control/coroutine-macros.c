// test: run
// Coroutines by switch and __LINE__: case labels inside nested loops.
#include <stdio.h>

struct gen { int state, i, j; };
#define BEGIN(g) switch ((g)->state) { case 0:
#define YIELD(g, v) do { (g)->state = __LINE__; return (v); case __LINE__:; } while (0)
#define END(g) } (g)->state = 0; return -1

static int pairs(struct gen *g, int n) {
    BEGIN(g);
    for (g->i = 0; g->i < n; g->i++) {
        if (g->i % 2)
            for (g->j = 0; g->j < g->i; g->j++)
                YIELD(g, g->i * 10 + g->j);
        else
            YIELD(g, 1000 + g->i);
    }
    YIELD(g, 9999);
    END(g);
}

int main(void) {
    struct gen g = {0};
    for (int v; (v = pairs(&g, 5)) >= 0;)
        printf("%d ", v);
    printf("\n");
    printf("%d\n", pairs(&g, 1));
    return 0;
}

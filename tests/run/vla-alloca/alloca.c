// test: run
// alloca: memory lives until the function returns, also across loop iterations and blocks.
#include <alloca.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct item { int v; struct item *next; };

static int chain(int n) {
    struct item *head = NULL;
    for (int i = 0; i < n; i++) {
        struct item *it = alloca(sizeof *it);
        it->v = i;
        it->next = head;
        head = it;
    }
    int s = 0;
    for (; head; head = head->next)
        s = s * 2 + head->v;
    return s;
}

static int copy_length(const char *s) {
    char *c = strcpy(__builtin_alloca(strlen(s) + 1), s);
    c[0] = '!';
    return printf("%s\n", c);
}

int main(void) {
    printf("%d %d\n", chain(5), chain(10));
    printf("%d\n", copy_length("hello alloca"));
    char *p;
    {
        p = alloca(4);
        memcpy(p, "abc", 4);
    }
    char *q = alloca(100);
    memset(q, 'q', 100);
    printf("%s %d\n", p, (int)((uintptr_t)q % 16));
    return 0;
}

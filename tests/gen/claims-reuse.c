// test: gen
// A new object may lie where others have been, and has none of their bytes.
// expect-infeasible: branch 0
#include <stdint.h>
#include <stdlib.h>

int more(void);

int allocated_again(void) {
    unsigned char *p = malloc(24);
    if (!p)
        return 0;
    p[0] = 1;
    uintptr_t place = (uintptr_t)p;
    free(p);
    unsigned char *q = malloc(24);
    if ((uintptr_t)q == place) {
        if (q[0] != 1)
            return 1;
        return 2;
    }
    free(q);
    return 3;
}

int cleared_again(unsigned char *p) {
    if (!p)
        return 0;
    p[0] = 1;
    uintptr_t place = (uintptr_t)p;
    free(p);
    unsigned char *q = calloc(1, 24);
    if ((uintptr_t)q == place) {
        if (q[0] != 1)
            return 1;
        return 2;
    }
    free(q);
    return 3;
}

int cleared_behind_a_loop(unsigned char *p) {
    if (!p)
        return 0;
    p[0] = 1;
    uintptr_t place = (uintptr_t)p;
    int first = p[0];
    free(p);
    while (more())
        ;
    unsigned char *q = calloc(1, 24);
    if ((uintptr_t)q == place) {
        if (q[0] != first)
            return 1;
        return 2;
    }
    free(q);
    return 3;
}

int freed_on_one_way(unsigned char *p, int n) {
    if (!p)
        return 0;
    p[0] = 1;
    uintptr_t place = (uintptr_t)p;
    if (n > 3)
        free(p);
    unsigned char *q = calloc(1, 24);
    if ((uintptr_t)q == place) {
        if (q[0] != 1)
            return 1;
        return 2;
    }
    free(q);
    return 3;
}

void told(void *);

int on_the_stack_again(void) {
    uintptr_t place;
    {
        int a;
        told(&a);
        a = 1;
        place = (uintptr_t)&a;
    }
    int b, *p = &b;
    if ((uintptr_t)p == place) {
        if (*p != 1)
            return 1;
        return 2;
    }
    return 0;
}

/* What has ended before a loop may leave its place to others. */
int ended_before_a_loop(uintptr_t place) {
    {
        int a;
        told(&a);
        if (place != (uintptr_t)&a)
            return 0;
    }
    while (more())
        ;
    int b;
    told(&b);
    if ((uintptr_t)&b == place)
        return 1;
    return 2;
}

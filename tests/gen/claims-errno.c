// test: gen
// An allocation may change errno, and a pointer may lead to it.
// expect-infeasible: branch 0
#include <errno.h>
#include <stdlib.h>

int kept_pointer(size_t n) {
    int *e = &errno;
    *e = 0;
    void *p = aligned_alloc(16, n);
    if (*e == ENOMEM)
        return 1;
    free(p);
    return 0;
}

int after_free(void *p) {
    int *e = &errno;
    *e = 5;
    free(p);
    if (*e != 5)
        return 1;
    return 0;
}

int any_pointer(int *p, size_t n) {
    if (!p)
        return -1;
    *p = 0;
    void *q = calloc(n, 1);
    if (*p)
        return 1;
    free(q);
    return 0;
}

// test: gen
// What a parameter points to may be atomic: no pointer to the bare type is compatible with it.
// expect-covered: branch 12
#include <stdatomic.h>

int of_number(_Atomic double *p, double e) {
    if (!p)
        return -1;
    if (atomic_load(p) > e)
        return 1;
    return 0;
}

int of_array(atomic_uint (*rows)[2], atomic_int *end) {
    if (!rows || !end)
        return -1;
    if ((*rows)[1] == 4 && *end == 3)
        return 1;
    return 0;
}

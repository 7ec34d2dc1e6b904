// test: gen
// Memory that comes from another thread shows what that thread wrote; padding of initialised objects is not known.
// expect-infeasible: branch 0
#include <stdlib.h>
#include <string.h>

struct padded {
    char c;
    int i;
};
static const struct padded initialised = {1, 2};
int shared;

int after_release(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    char *p = malloc(4);
    shared = 1;
    free(p);
    p = malloc(4);
    int seen = shared;
    free(p);
    if (seen != 1)
        return 1;
    return 0;
}

int padding(void) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    if (((const unsigned char *)&initialised)[1] != 0)
        return 1;
    return 0;
}

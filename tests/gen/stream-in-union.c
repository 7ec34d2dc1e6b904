// test: gen
// A member of a union that is written as another one is no stream: what is written to it crashes, and no test expects
// that it is taken.
// clew-gen: -f put
// expect-total: branch 4
// expect-infeasible: branch 0
#include <stdio.h>

struct sink {
    int kind;
    union {
        struct {
            unsigned char *text;
            size_t size;
        } memory;
        FILE *file;
    } to;
};

int put(struct sink *sink, const unsigned char *text, size_t size)
{
    if (sink->kind != 3)
        return -1;
    if (fwrite(text, 1, size, sink->to.file) != size)
        return 1;
    return 0;
}

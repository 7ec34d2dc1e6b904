// test: gen
// Names of the library have another meaning in the file: the tests do without them.
// compilers: all
// expect-total: branch 10
// expect-covered: branch 10
typedef int size_t;
typedef int bool;
typedef unsigned short uint8_t;
typedef struct {
    int member;
} FILE;
#define NULL 7
size_t pick(size_t n, bool b, uint8_t u, FILE *f) {
    if (n < 0 && b)
        return 1;
    if (u > 300)
        return 2;
    if (f && f->member == NULL)
        return 3;
    return 0;
}

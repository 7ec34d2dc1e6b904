// test: gen
// What fails says why: errno is set, and a loop that tries again ends.
// clew-gen: -f store
// compilers: all
// expect-total: branch 8
// expect-covered: branch 7
#include <errno.h>
#include <unistd.h>

int store(int file, const char *text, int tries) {
    if (file != 1)
        return -1;
    while (tries-- > 0) {
        if (write(file, "x", 1) == 1)
            return 0;
        if (errno != EIO)
            return 1;
    }
    return 2;
}

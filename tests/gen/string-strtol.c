// test: gen
// A number read by the library, with the place where it ends.
// clew-gen: -f read_number
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <stdlib.h>

int read_number(const char *s) {
    char *end;
    long n = strtol(s, &end, 10);
    if (end == s)
        return -1;
    if (*end != '\0')
        return -2;
    return n == 12 ? 1 : 0;
}

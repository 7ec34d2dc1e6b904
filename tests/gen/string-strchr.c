// test: gen
// Searching in strings by the library.
// clew-gen: -f split
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <string.h>

int split(const char *s) {
    const char *equals = strchr(s, '=');
    if (!equals)
        return -1;
    if (equals == s)
        return -2;
    if (strstr(equals, "=on"))
        return 1;
    return 0;
}

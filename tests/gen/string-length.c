// test: gen
// The length of a string by the library and by hand.
// clew-gen: -f f
// expect-total: branch 14
// expect-covered: branch 14
// expect-infeasible: branch 0
#include <string.h>

int f(const char *s) {
    size_t n = strlen(s);
    if (n == 0)
        return 0;
    if (n == 3 && s[0] == s[2])
        return 1;
    int upper = 0;
    while (*s) {
        if (*s >= 'A' && *s <= 'Z')
            upper++;
        s++;
    }
    return upper == 2 ? 2 : 3;
}

// test: gen
// Character classes of the library.
// clew-gen: -f kind
// expect-total: branch 14
// expect-covered: branch 14
// expect-infeasible: branch 0
#include <ctype.h>

int kind(int c) {
    if (c < 0 || c > 127)
        return -1;
    if (isalpha(c))
        return isupper(c) ? 1 : 2;
    if (isdigit(c))
        return 3;
    if (isspace(c))
        return 4;
    if (ispunct(c))
        return 5;
    return 0;
}

// test: gen
// An array of strings that ends with a null pointer.
// clew-gen: -f has_help
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <string.h>

int has_help(char **arguments) {
    for (int i = 0; i < 2 && arguments[i]; i++)
        if (strcmp(arguments[i], "-h") == 0)
            return 1;
    return 0;
}

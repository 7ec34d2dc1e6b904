// test: gen
// Strings compared with literals by the library.
// clew-gen: -f command
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
#include <string.h>

int command(const char *word) {
    if (strcmp(word, "get") == 0)
        return 1;
    if (strcmp(word, "put") == 0)
        return 2;
    if (strncmp(word, "del", 3) == 0)
        return 3;
    return 0;
}

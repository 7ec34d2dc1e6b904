// test: gen
// A string that is only printed has contents all the same.
// clew-gen: -f log_line --exhaustive
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
// expect-no-finding
#include <stdio.h>

int clew_pre_log_line(const char *text, int level) {
    return text != NULL && level < 100;
}

int log_line(const char *text, int level) {
    if (level > 3) {
        printf("%s: %d\n", text, level);
        return 1;
    }
    return 0;
}

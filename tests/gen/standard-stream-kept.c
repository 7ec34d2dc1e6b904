// test: gen
// A pointer that the function sets to a standard stream is checked without naming the model's own.
// clew-gen: -f choose
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
#include <stdio.h>

static FILE *output;

int choose(int is_quiet, int to_errors) {
    if (is_quiet) {
        output = NULL;
        return 0;
    }
    output = to_errors ? stderr : stdout;
    return 1;
}

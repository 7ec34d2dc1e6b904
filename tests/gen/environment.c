// test: gen
// The environment and the standard input are not the test's to give: no proof rests on them.
// clew-gen: -f ask
// expect-total: branch 4
// expect-infeasible: branch 0
#include <stdio.h>
#include <stdlib.h>

int ask(void) {
    const char *home = getenv("HOME");
    if (!home)
        return getchar() == EOF ? 1 : 2;
    return 0;
}

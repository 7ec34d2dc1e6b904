// test: gen
// A library function without a model makes something, and another one frees it: both are stubs.
// clew-gen: -f f
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
#include <regex.h>

int f(const char *pattern, const char *text) {
    regex_t regex;
    if (regcomp(&regex, pattern, REG_EXTENDED))
        return 2;
    int found = regexec(&regex, text, 0, 0, 0) == 0 ? 1 : 0;
    regfree(&regex);
    return found;
}

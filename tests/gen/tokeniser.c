// test: gen
// Splits a short text into names, numbers and operators, and counts them.
// clew-gen: -f count_tokens
// expect-total: branch 24
// expect-covered: branch 24
// expect-infeasible: branch 0
#include <ctype.h>

int count_tokens(const char *s, int *names, int *numbers) {
    int operators = 0;
    *names = *numbers = 0;
    while (*s) {
        if (isspace((unsigned char)*s)) {
            s++;
        } else if (isalpha((unsigned char)*s) || *s == '_') {
            ++*names;
            do
                s++;
            while (isalnum((unsigned char)*s) || *s == '_');
        } else if (isdigit((unsigned char)*s)) {
            ++*numbers;
            while (isdigit((unsigned char)*s))
                s++;
            if (*s == '.')
                return -2;
        } else if (*s == '+' || *s == '-') {
            operators++;
            s += s[1] == s[0] ? 2 : 1;
        } else {
            return -1;
        }
    }
    return operators;
}

// test: gen
// A small pattern matcher: literals, escapes, any character, and classes with ranges.
// clew-gen: -f match_one
// expect-total: branch 26
// expect-covered: branch 26
// expect-infeasible: branch 0
int match_one(char c, const char *pattern, int *used) {
    *used = 1;
    if (pattern[0] == '?')
        return c != '\n';
    if (pattern[0] == '@') {
        *used = 2;
        return c == (pattern[1] == 't' ? '\t' : pattern[1]);
    }
    if (pattern[0] != '[')
        return c == pattern[0];
    int i = 1, negated = 0, found = 0;
    if (pattern[i] == '^') {
        negated = 1;
        i++;
    }
    while (pattern[i] != ']' && pattern[i] != '\0') {
        if (pattern[i + 1] == '-' && pattern[i + 2] != ']' && pattern[i + 2] != '\0') {
            if (pattern[i] <= c && c <= pattern[i + 2])
                found = 1;
            i += 3;
        } else {
            if (pattern[i] == c)
                found = 1;
            i++;
        }
    }
    *used = i + 1;
    return found != negated;
}

// test: gen
// A recursive wildcard matcher with `*` and `?`.
// clew-gen: -f glob
// expect-total: branch 16
// expect-covered: branch 16
// expect-infeasible: branch 0
int glob(const char *pattern, const char *text) {
    if (*pattern == '\0')
        return *text == '\0';
    if (*pattern == '*')
        return glob(pattern + 1, text) || (*text != '\0' && glob(pattern, text + 1));
    if (*text == '\0')
        return 0;
    if (*pattern == '?' || *pattern == *text)
        return glob(pattern + 1, text + 1);
    return 0;
}

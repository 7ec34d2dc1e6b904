// test: gen
// What is before the place that a pointer leads to may be there.
// expect-covered: branch 12
// expect-infeasible: branch 0
int last_character(const char *s) {
    if (!s)
        return -1;
    while (*s)
        s++;
    if (s[-1] == 'x')
        return 1;
    return 0;
}

int neighbours(const int *v) {
    if (!v)
        return -1;
    if (v[-1] > v[0])
        return 1;
    if (v[-2] == 8)
        return 2;
    return 0;
}

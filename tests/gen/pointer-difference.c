// test: gen
// Two pointers into one array made from indices.
// clew-gen: -f span
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
int span(const char text[8], unsigned from, unsigned to) {
    if (from > 8 || to > 8)
        return -1;
    const char *a = text + from, *b = text + to;
    if (a > b)
        return -2;
    if (b - a == 3 && *a == '<')
        return 1;
    return (int)(b - a);
}

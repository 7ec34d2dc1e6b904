// test: gen
// A copy into a buffer that is too small for long strings.
// clew-gen: -f copy --exhaustive
// expect-total: branch 4
// expect-finding: out-of-bounds 10
int copy(const char *from) {
    char buffer[3];
    int i = 0;
    while (from[i] != '\0') {
        buffer[i] = from[i]; //~ out-of-bounds
        i++;
    }
    return i > 0 ? buffer[0] : 0;
}

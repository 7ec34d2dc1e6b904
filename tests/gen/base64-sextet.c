// test: gen
// The value of one character, tested alone.
// clew-gen: -f sextet --exhaustive
// expect-total: branch 16
// expect-covered: branch 16
// expect-infeasible: branch 0
// expect-paths: 9
// expect-complete: true
// expect-no-finding
int sextet(char c) {
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

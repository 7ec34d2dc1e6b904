// test: gen
// Paper 5, section 4, function under test without a harness: the string is the input.
// clew-gen: -f top
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
static int locate(const char *s, int c) {
    int i = 0;
    while (s[i] != c) {
        if (s[i] == 0)
            return -1;
        i++;
    }
    return i;
}

int top(const char *input) {
    int z;
    z = locate(input, 'a');
    if (z == -1)
        return -1;
    if (input[z + 1] != ':')
        return 1;
    return 0;
}

// test: gen
// A range given by two pointers: what addresses have by chance is not checked.
// clew-gen: -f count_spaces
// expect-total: branch 6
int count_spaces(const char *from, const char *to) {
    int count = 0;
    if (to - from > 100)
        return -1;
    while (from < to)
        if (*from++ == ' ')
            count++;
    return count;
}

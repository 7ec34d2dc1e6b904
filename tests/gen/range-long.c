// test: gen
// Two pointers into one array that must be further apart than the first bounds admit.
// clew-gen: -f is_long
// expect-total: branch 4
// expect-covered: branch 4
int is_long(const char *start, const char *end)
{
    if (end - start < 12)
        return 0;
    if (start[11] == 'x')
        return 2;
    return 1;
}

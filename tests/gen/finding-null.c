// test: gen
// A pointer parameter used without a test.
// clew-gen: -f length
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
// expect-finding: null-dereference 16
struct text {
    int length;
    const char *data;
};

int length(const struct text *text, int extra) {
    if (extra < 0)
        return 0;
    return text->length + extra; //~ null-dereference
}

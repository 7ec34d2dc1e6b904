// test: gen
// A pointer that is tested but used on the wrong side.
// clew-gen: -f value_of
// expect-total: branch 4
// expect-finding: null-dereference 9
int value_of(const int *p, int fallback) {
    if (!p && fallback > 10)
        return fallback;
    return *p; //~ null-dereference
}

// test: gen
// Private tables that something outside of C's sight can change: by another name, or where the linker
// collects them.
// expect-infeasible: branch 0
static int by_name[4] = {1, 2, 3, 4};
extern int other_name[4] __attribute__((alias("by_name")));

static int by_section[4] __attribute__((section("calibration"), used)) = {1, 2, 3, 4};

int named_twice(int i) {
    if (by_name[i & 3] > 4)
        return 1;
    return 0;
}

int collected(int i) {
    if (by_section[i & 3] > 4)
        return 1;
    return 0;
}

static const char text[] = "abc";

int shared_with_a_literal(void) {
    const char *s = "abc";
    if (s == text)
        return 1;
    return 0;
}

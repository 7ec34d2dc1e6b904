// test: gen
// Objects that another file defines are inputs, whether they can change or not.
// clew-gen: -f above -f check
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
extern int limit;
extern const int revision;
extern struct settings { int level; char name[4]; } settings;

int above(int x) {
    if (x > limit)
        return 1;
    if (settings.level == 3)
        return 2;
    return 0;
}

int check(void) {
    if (revision > 2)
        return 1;
    return 0;
}

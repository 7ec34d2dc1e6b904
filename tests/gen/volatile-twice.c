// test: gen
// A volatile object may change between two reads: no proof says that it does not.
// clew-gen: -f stable -f changed
// expect-total: branch 8
// expect-infeasible: branch 0
volatile int flag;

int stable(void) {
    if (flag) {
        if (!flag)
            return 1;
        return 2;
    }
    return 0;
}

int changed(const volatile int *status) {
    if (*status == 1) {
        if (*status == 2)
            return 1;
        return 2;
    }
    return 0;
}

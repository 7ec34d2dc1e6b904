// test: gen
// Two copies of a record with volatile parts may differ, however the copies are made.
// expect-infeasible: branch 0
typedef volatile int cell;
struct device {
    cell value[1];
};
struct outer {
    struct device device;
};
union view {
    struct outer outer;
    int number;
};

static int differ(struct outer a, struct outer b) {
    return a.device.value[0] != b.device.value[0];
}

int by_union(struct outer *p) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    union view a, b;
    a.outer = *p;
    b.outer = *p;
    if (a.number != b.number)
        return 1;
    return 0;
}

int by_arguments(struct outer *p) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    if (differ(*p, *p))
        return 1;
    return 0;
}

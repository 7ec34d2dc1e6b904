// test: gen
// A bit-field that wraps when it is written.
// clew-gen: -f bump
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
struct counter {
    unsigned low : 4;
    unsigned high : 4;
};

int bump(struct counter *counter) {
    counter->low++;
    if (counter->low == 0) {
        counter->high++;
        if (counter->high == 0)
            return 2;
        return 1;
    }
    return 0;
}

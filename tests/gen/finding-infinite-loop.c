// test: gen
// A loop that never ends for one input.
// clew-gen: -f countdown
// expect-total: branch 4
// expect-finding: step-limit 9
int countdown(unsigned char from) {
    volatile int steps = 0;
    if (from == 77)
        while (from == 77) //~ step-limit
            steps = steps + 1;
    return from;
}

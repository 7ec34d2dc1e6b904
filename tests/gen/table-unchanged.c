// test: gen
// A table that lacks its `const`: nothing changes it, so it is no input.
// clew-gen: -f classify
// expect-total: branch 8
// expect-covered: branch 7
// expect-infeasible: branch 1
static char *names[] = {"begin", "end", "while"};
static int costs[] = {3, 1, 4};

int classify(int kind, char first) {
    if (kind < 0 || kind > 2)
        return -1;
    if (costs[kind] == 2)
        return 9;
    return names[kind][0] == first ? costs[kind] : 0;
}

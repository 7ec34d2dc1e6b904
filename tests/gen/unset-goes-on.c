// test: gen
// After a read of what was never set the run goes on. What depends on the value is neither covered nor
// infeasible, whatever the value is compared with.
// expect-covered: branch 18
// expect-infeasible: branch 0
// expect-finding: uninitialised-read 9
// expect-finding: uninitialised-read 17
int returned(int x) {
    unsigned char bytes[2], c = bytes[1];
    if (x > 10)
        return c == 3;
    return 0;
}

// Three branches stay open: every way beside the first depends on the value.
int compared(int x) {
    unsigned char bytes[2], c = bytes[1];
    if (x > 10)
        return 1;
    if (c == 3)
        return 2;
    return 0;
}

int in_register(int x) {
    int unset;
    int copy = unset;
    if (x == 3)
        return 1;
    if (x == 4)
        return copy;
    return 0;
}

double floating(int x) {
    double unset;
    double copy = unset;
    if (x)
        return copy;
    return 1;
}

// The first branch is open one way: what comes behind depends on the value.
int index(int x) {
    int table[4] = {1, 2, 3, 4};
    int at;
    if (x > 2)
        return table[at & 3];
    return 0;
}

int sum;

int left_in_memory(int *into, int x) {
    int unset;
    if (!into)
        return -1;
    sum = unset;
    *into = unset + 1;
    if (x)
        return 1;
    return 0;
}

int loop(int n) {
    int total;
    for (int i = 0; i < n; i++)
        total += i;
    if (n > 4)
        return 1;
    return total > 7;
}

// test: gen
// What comes behind a read of a value that was never set is not infeasible, and no test depends on the value.
// expect-covered: branch 1
// expect-infeasible: branch 0
int unset_byte(int x) {
    unsigned char b[2], c = b[1];
    if (x > 10)
        return 1;
    return c ? 2 : 0;
}

int unset_sum(int n) {
    int sum;
    for (int i = 0; i < n; i++)
        sum += i;
    if (sum > 7)
        return 1;
    return 0;
}

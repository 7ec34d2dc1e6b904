// test: gen
// Error handling by goto in the style of system code.
// clew-gen: -f open_all
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
int acquire(int what);
void release(int what);

int open_all(void) {
    int result = -1;
    if (acquire(1) < 0)
        goto out;
    if (acquire(2) < 0)
        goto first;
    if (acquire(3) < 0)
        goto second;
    result = 0;
    goto out;
second:
    release(2);
first:
    release(1);
out:
    return result;
}

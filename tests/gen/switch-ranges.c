// test: gen
// A switch with ranges, as GNU C has them, and no default.
// clew-gen: -f class
// expect-total: branch 5
// expect-covered: branch 5
// expect-infeasible: branch 0
int class(int c) {
    int r = 0;
    switch (c) {
    case '0' ... '9':
        r = 1;
        break;
    case 'a' ... 'f':
    case 'A' ... 'F':
        r = 2;
        break;
    case -5 ... -1:
        r = 3;
    }
    return r;
}

// test: gen
// Values of several widths that were never set are read on different paths of one search.
// expect-covered: branch 3
// expect-infeasible: branch 0
// expect-finding: uninitialised-read 15
// expect-finding: uninitialised-read 18
// expect-finding: uninitialised-read 21

int f(int a, int b)
{
    char small;
    int number;
    long wide;
    if (a > 10) {
        if (b == small)
            return 1;
    } else if (a > 5) {
        if (b == number)
            return 2;
    } else if (a < -5) {
        if (b == wide)
            return 3;
    }
    return b > 100;
}

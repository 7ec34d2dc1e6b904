// test: gen
// gcc gives decimal numbers that are too large for any standard signed type 128 bits, clang makes them unsigned.
// expect-infeasible: branch 0
int size_of_large(int n) {
    volatile int gate = 0;
    if (gate != 77)
        return -1;
    n &= 1;
    if (sizeof(9223372036854775808) + n > 15)
        return 1;
    return 0;
}

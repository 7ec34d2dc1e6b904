// test: gen
// A variable that one path leaves unset.
// clew-gen: -f f
// expect-total: branch 4
// expect-finding: uninitialised-read 12
int f(int x) {
    int result;
    if (x > 0)
        result = 1;
    else if (x < 0)
        result = -1;
    return result + 1; //~ uninitialised-read
}

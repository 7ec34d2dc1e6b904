// test: gen
// A 128-bit parameter.
// clew-gen: -f f
// expect-total: branch 2
// expect-covered: branch 2
// expect-infeasible: branch 0
int f(__int128 wide) {
    if (wide >> 100 == 7)
        return 1;
    return 0;
}

// test: gen
// The default arm stands first and falls into a case; another arm can never be taken.
// clew-gen: -f f --exhaustive
// expect-total: branch 4
// expect-covered: branch 3
// expect-infeasible: branch 1
// expect-complete: true
int f(unsigned x) {
    switch (x % 4) {
    default:
        x++;
        /* fall through */
    case 1:
        return (int)x;
    case 2:
        return 2;
    case 4:
        return 4;
    }
}

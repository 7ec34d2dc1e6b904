// test: gen
// Code after a loop that never ends normally, and a case outside the range of its switch.
// clew-gen: -f f --exhaustive
// expect-total: branch 8
// expect-covered: branch 5
// expect-infeasible: branch 3
// expect-complete: true
int f(unsigned char x) {
    for (int i = 0;; i++) {
        if (i == 3)
            return 1;
        switch (x & 6) {
        case 2:
            return 2;
        case 3:
            return 3;
        case 7:
            return 7;
        default:
            break;
        }
        if (i > 3)
            return 4;
    }
}

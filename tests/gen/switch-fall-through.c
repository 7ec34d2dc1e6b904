// test: gen
// A switch that falls through, with several labels on one arm.
// clew-gen: -f score --exhaustive
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
// expect-complete: true
int score(int grade) {
    int total = 0;
    switch (grade) {
    case 5:
        total += 1;
        /* fall through */
    case 4:
        total += 10;
        break;
    case 2:
    case 3:
        total = 7;
        break;
    case -1:
        return -1;
    default:
        total = 99;
    }
    return total;
}

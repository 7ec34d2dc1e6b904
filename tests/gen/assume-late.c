// test: gen
// What a run has met before its inputs turn out to be excluded is still to be met: the way on from
// there is never left out, however many such runs there are.
// clew-gen: -f weekday
// expect-total: branch 41
// expect-covered: branch 41
// expect-infeasible: branch 0
// expect-no-finding
void clew_assume(int);

int weekday(int day, int is_open) {
    int shift = 0;
    switch (day) {
    case 1: shift = 0; break;
    case 2: shift = 3; break;
    case 3: shift = 6; break;
    case 4: shift = 2; break;
    case 5: shift = 5; break;
    case 6: shift = 1; break;
    case 7: shift = 4; break;
    case 8: shift = 0; break;
    case 9: shift = 3; break;
    case 10: shift = 6; break;
    case 11: shift = 2; break;
    case 12: shift = 5; break;
    case 13: shift = 1; break;
    case 14: shift = 4; break;
    case 15: shift = 0; break;
    case 16: shift = 3; break;
    case 17: shift = 6; break;
    case 18: shift = 2; break;
    case 19: shift = 5; break;
    case 20: shift = 1; break;
    case 21: shift = 4; break;
    case 22: shift = 0; break;
    case 23: shift = 3; break;
    case 24: shift = 6; break;
    case 25: shift = 2; break;
    case 26: shift = 5; break;
    case 27: shift = 1; break;
    case 28: shift = 4; break;
    case 29: shift = 0; break;
    case 30: shift = 3; break;
    case 31: shift = 6; break;
    case 32: shift = 2; break;
    case 33: shift = 5; break;
    case 34: shift = 1; break;
    case 35: shift = 4; break;
    case 36: shift = 0; break;
    case 37: shift = 3; break;
    case 38: shift = 6; break;
    case 39: shift = 2; break;
    case 40: shift = 5; break;
    default: break;
    }
    clew_assume(is_open > 0);
    return shift;
}

// test: gen
// Twenty conditions in one decision.
// clew-gen: -f f -c mcdc,mcdc:unique --max-runs 200
// expect-total: mcdc 20
// expect-covered: mcdc 20
// expect-infeasible: mcdc 0
// expect-covered: mcdc:unique 20
int f(const int v[20]) {
    if ((v[0] == 3 || v[1] == 10) &&
        (v[2] == 17 || v[3] == 24) &&
        (v[4] == 31 || v[5] == 38) &&
        (v[6] == 45 || v[7] == 52) &&
        (v[8] == 59 || v[9] == 66) &&
        (v[10] == 73 || v[11] == 80) &&
        (v[12] == 87 || v[13] == 94) &&
        (v[14] == 101 || v[15] == 108) &&
        (v[16] == 115 || v[17] == 122) &&
        (v[18] == 129 || v[19] == 136))
        return 1;
    return 0;
}

// test: gen
// An index parameter into a global array, with a test that is off by one.
// clew-gen: -f month_length
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
// expect-finding: out-of-bounds 13
static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int month_length(int month) {
    if (month < 0 || month > 12)
        return -1;
    return days[month]; //~ out-of-bounds
}

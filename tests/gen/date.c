// test: gen
// Validation of a date with leap years.
// clew-gen: -f valid_date --exhaustive
// expect-total: branch 26
// expect-covered: branch 26
// expect-infeasible: branch 0
// expect-complete: true
// expect-no-finding
int valid_date(int year, int month, int day) {
    if (year < 1583 || month < 1 || month > 12 || day < 1)
        return 0;
    if (month == 2) {
        int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        return day <= 28 + leap;
    }
    if (month == 4 || month == 6 || month == 9 || month == 11)
        return day <= 30;
    if (day > 31)
        return 0;
    return 1;
}

// test: gen
// A function without a body that returns a struct by value.
// clew-gen: -f weekend
// expect-total: branch 6
// expect-covered: branch 6
// expect-infeasible: branch 0
struct date {
    short year;
    unsigned char month, day;
};

struct date today(void);

int weekend(void) {
    struct date d = today();
    if (d.year < 1970)
        return -1;
    if (d.month == 12 && d.day > 24)
        return 1;
    return 0;
}

// test: gen
// A loop that tests at its end.
// clew-gen: -f digits
// expect-total: branch 4
// expect-covered: branch 4
// expect-infeasible: branch 0
int digits(unsigned n) {
    int count = 0;
    do {
        count++;
        n /= 10;
    } while (n != 0);
    return count == 10 ? -1 : count;
}

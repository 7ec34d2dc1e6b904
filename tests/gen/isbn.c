// test: gen
// The check digit of an ISBN-10.
// clew-gen: -f valid_isbn
// expect-total: branch 14
// expect-covered: branch 14
// expect-infeasible: branch 0
int valid_isbn(const char isbn[10]) {
    int sum = 0;
    for (int i = 0; i < 9; i++) {
        if (isbn[i] < '0' || isbn[i] > '9')
            return -1;
        sum += (10 - i) * (isbn[i] - '0');
    }
    if (isbn[9] == 'X')
        sum += 10;
    else if (isbn[9] >= '0' && isbn[9] <= '9')
        sum += isbn[9] - '0';
    else
        return -1;
    return sum % 11 == 0 ? 1 : 0;
}

// test: gen
// The Luhn check of a card number given as digits.
// clew-gen: -f luhn
// expect-total: branch 12
// expect-covered: branch 12
// expect-infeasible: branch 0
int luhn(const unsigned char digits[8]) {
    unsigned sum = 0;
    for (int i = 0; i < 8; i++) {
        unsigned d = digits[i];
        if (d > 9)
            return -1;
        if (i % 2 == 0) {
            d *= 2;
            if (d > 9)
                d -= 9;
        }
        sum += d;
    }
    if (sum == 0)
        return 2;
    return sum % 10 == 0 ? 1 : 0;
}

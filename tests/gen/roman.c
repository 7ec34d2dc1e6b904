// test: gen
// Roman numerals with the subtractive rule.
// clew-gen: -f roman
// expect-total: branch 8
// expect-covered: branch 8
// expect-infeasible: branch 0
static int digit(char c) {
    switch (c) {
    case 'I':
        return 1;
    case 'V':
        return 5;
    case 'X':
        return 10;
    case 'L':
        return 50;
    case 'C':
        return 100;
    default:
        return 0;
    }
}

int roman(const char *s) {
    int total = 0;
    for (; *s; s++) {
        int value = digit(*s);
        if (value == 0)
            return -1;
        if (value < digit(s[1]))
            total -= value;
        else
            total += value;
    }
    if (total == 94)
        return 1000;
    return total;
}

// test: gen
// Rules for a password: length, kinds of characters, no repeated one.
// clew-gen: -f acceptable
// expect-total: branch 26
// expect-covered: branch 26
// expect-infeasible: branch 0
int acceptable(const char *password) {
    int lower = 0, upper = 0, digit = 0, length = 0;
    for (; password[length]; length++) {
        char c = password[length];
        if (c >= 'a' && c <= 'z')
            lower = 1;
        else if (c >= 'A' && c <= 'Z')
            upper = 1;
        else if (c >= '0' && c <= '9')
            digit = 1;
        if (length > 0 && password[length - 1] == c)
            return -2;
    }
    if (length < 5)
        return -1;
    return lower && upper && digit;
}

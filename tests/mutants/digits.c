// The sum of the digits of a number, and how many there are.
int f(unsigned u, int base) {
    int sum = 0;
    int count = 0;
    if (/*[*/base < 2/*]*/ || /*[*/base > 16/*]*/)
        return 0;
    while (/*[*/u > 0/*]*/) {
        sum = sum + (int)(u % (unsigned int)base); /*; u base sum count */
        u = u / (unsigned int)base; /*; u base sum count */
        count = count + 1; /*; u base sum count */
    }
    return sum * 64 + count;
}

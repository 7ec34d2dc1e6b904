// The greatest common divisor, by subtraction and by remainder.
int f(int a, int b) {
    int n = 0;
    int r = 0;
    if (/*[*/a <= 0/*]*/ || /*[*/b <= 0/*]*/ || /*[*/a > 50/*]*/ || /*[*/b > 50/*]*/)
        return -1;
    while (/*[*/b != 0/*]*/) {
        r = a % b; /*; a b n r */
        a = b; /*; a b n r */
        b = r; /*; a b n r */
        n = n + 1; /*; a b n r */
    }
    return a * 100 + n;
}

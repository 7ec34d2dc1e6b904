// Arguments are mutated where they are passed.
static int larger(int a, int b) {
    if (a > b)
        return a;
    return b;
}
int f(int a, int b, int c) {
    int m = larger(/*(*/a + 1/*)*/, /*(*/b - c/*)*/); /*; a b c m */
    int n = larger(/*(*/m/*)*/, /*(*/c * 2/*)*/); /*; a b c m n */
    if (/*[*/m - n < a/*]*/ && (/*[*/b > c/*]*/ || /*[*/a != 3/*]*/)) {
        m = n / 3; /*; a b c m n */
    }
    return m + n % 4;
}

// Something is written where a pointer leads: two variables, or one twice.
int f(int c, int v) {
    int x = 1;
    int y = 2;
    int *p = &x;
    int *q = &y;
    if (/*[*/c > 0/*]*/) {
        p = &y; /*; c v x y p==&x q==&x */
    }
    if (/*[*/c > 10/*]*/) {
        q = &x; /*; c v x y p==&x q==&x */
    }
    *p = v + 1; /*; c v x y p==&x q==&x */
    *q = *p - 2; /*; c v x y p==&x q==&x */
    x = x + *q; /*; c v x y p==&x q==&x */
    y = x * v; /*; c v x y p==&x q==&x */
    return x - y;
}

// Wide and unsigned numbers: what wraps and what does not.
long f(unsigned a, long b, int c) {
    unsigned d = a - 5; /*; a b c d */
    long e = b; /*; a b c d e */
    if (/*[*/a < 5/*]*/) {
        d = a; /*; a b c d e */
    }
    if (/*[*/b < 0/*]*/ && /*[*/c < 0/*]*/) {
        e = -b; /*; a b c d e */
        c = c + 1; /*; a b c d e */
    }
    while (/*[*/c > 0/*]*/ && /*[*/c < 4/*]*/) {
        e = e - c; /*; a b c d e */
        c = c - 1; /*; a b c d e */
    }
    return e + c;
}

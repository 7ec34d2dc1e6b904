// test: gen
// Loops that look as if they kept a bound, and do not: what is behind is covered.
// expect-infeasible: branch 0

/* Trap: wraps. */
int wraps(unsigned char n) {
    unsigned char c = 0;
    for (int i = 0; i < 1000 + n; i++) c++;
    if (c > 250) return 1;               /* reachable */
    return 0;
}

/* Trap. */
int maxrun(const char *s, int n) {
    int run = 0;
    for (int i = 0; i < n; i++) {
        if (s[i] == 'a') run++; else run = 0;
        if (run > 3) return 1;           /* reachable */
    }
    return 0;
}

/* The step jumps over the value. */
int jumps(unsigned n) {
    unsigned x = 0;
    for (unsigned i = 0; i < n && i < 100; i++)
        x += 3;
    if (x == 9)
        return 1;
    return 0;
}

/* An element that is written between two looks at it. */
int rewritten(int *v, int n, int key) {
    int i = 0;
    if (!v || n < 2 || n > 4)
        return -1;
    while (i < n && v[i] != key)
        i++;
    if (i == n)
        return 0;
    v[n - 1] = key + 1;
    if (v[i] != key)
        return 1;
    return 2;
}

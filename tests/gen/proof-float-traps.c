// test: gen
// Branches on floats that look as if no value took them, and some does.
// expect-infeasible: branch 0

/* NaN: neither below nor above nor equal. */
int neither(double x) {
    if (x < 1.0) return 0;
    if (x > 1.0) return 1;
    if (x == 1.0) return 2;
    return 3;
}

/* Not every int is a float. */
int there_and_back(int n) {
    if (n > -100000000 && n < 100000000) {
        float f = n;
        if ((int)f != n) return 1;
    }
    return 0;
}

/* The two zeros are equal, and their quotients are not. */
int zeros(double x) {
    if (x == 0.0) {
        if (1.0 / x < 0.0) return 1;
        return 2;
    }
    return 0;
}

/* Overflow to infinity: doubling keeps what is infinite. */
int doubled(float x) {
    if (x > 1.0f) {
        if (x * 2.0f == x) return 1;
        return 2;
    }
    return 0;
}

/* Adding one may be lost. */
int absorbed(double x) {
    if (x > 0.0 && x < 1e300) {
        if (x + 1.0 == x) return 1;
    }
    return 0;
}

/* Infinity less itself is not a number. */
int difference(double x) {
    if (x > 0.0) {
        if (x - x != 0.0) return 1;
        return 2;
    }
    return 0;
}

/* A sum that rounds is not what it was, but for two. */
int order(float a) {
    if (a > 0.0f && a < 3.0f) {
        if ((a + 16777216.0f) - 16777216.0f != a) return 1;
        return 2;
    }
    return 0;
}

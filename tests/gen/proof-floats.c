// test: gen
// Branches on floats that no value takes: ranges, NaN, conversions, rounding.
// expect-infeasible: branch 8
#include <math.h>

/* Above one is not below zero. */
int ranges(double x) {
    if (x > 1.0) {
        if (x < 0.0)
            return 1;               /* infeasible */
        return 2;
    }
    return 0;
}

/* What differs from itself is ordered with nothing. */
int nan_logic(float x, float y) {
    if (x != x) {
        if (x < y || x >= y)        /* both infeasible: the conditions are never true */
            return 1;
        return 2;
    }
    return 0;
}

/* Every int is a double, and comes back. */
int there_and_back(int n) {
    double d = n;
    if ((int)d != n)
        return 1;                   /* infeasible */
    return 0;
}

/* A byte is small as a float, too. */
int byte(unsigned char c) {
    float f = c;
    if (f > 255.0f)
        return 1;                   /* infeasible */
    if (f < 0.0f)
        return 2;                   /* infeasible */
    return 0;
}

/* Cut to an integer, what is between 0 and 10 is one of eleven. */
int cut(double x) {
    if (x >= 0.0 && x <= 10.0) {
        int n = (int)x;
        if (n > 10)
            return 1;               /* infeasible */
        return 2;
    }
    return 0;
}

/* Halving keeps the order. */
int half(float x) {
    if (x > 4.0f && x < 8.0f) {
        float h = x * 0.5f;
        if (h > 4.0f)
            return 1;               /* infeasible */
        return 2;
    }
    return 0;
}

// test: gen
// Roots of a quadratic equation, classified; NaN falls through every ordering test.
// clew-gen: -f roots
// expect-total: branch 10
// expect-covered: branch 10
// expect-infeasible: branch 0
enum kind { NOT_A_NUMBER, NO_EQUATION, LINEAR, NONE, ONE, TWO };

enum kind roots(double a, double b, double c) {
    double d = b * b - 4 * a * c;
    if (d != d)
        return NOT_A_NUMBER;
    if (a == 0) {
        if (b == 0)
            return NO_EQUATION;
        return LINEAR;
    }
    if (d < 0)
        return NONE;
    if (d == 0)
        return ONE;
    return TWO;
}

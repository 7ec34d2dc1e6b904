// test: gen
// Compilers count the branches of a conditional expression on the line of either arm.
// clew-gen:
// expect-total: branch 4
// expect-covered: branch 4
double scale(const double *value, int mode) {
    double result;
    result = (mode == 'x') ? value[0] * 16
                           : value[0] / 16;
    return (result > 1)
               ? result
               : 1;
}

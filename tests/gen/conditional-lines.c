// test: gen
// Compilers count the branches of a conditional expression on the line of either arm.
// clew-gen:
// expect-total: branch 12
// expect-covered: branch 12
double scale(const double *value, int mode) {
    double result;
    result = (mode == 'x') ? value[0] * 16
                           : value[0] / 16;
    return (result > 1)
               ? result
               : 1;
}

/* A value of several lines. */
int is_mode(const char *mode) {
    return (*mode != 0 && *(mode++) == 'r' &&
            (*mode != '+' || ((void)(++mode), 1)) &&
            (*mode == 0));
}

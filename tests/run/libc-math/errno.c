// test: run
// cflags: -lm
// Domain and range errors set errno.
#include <errno.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile double minus = -1, zero = 0, big = 1e10;
    errno = 0;
    double r = sqrt(minus);
    printf("%d %d\n", isnan(r) != 0, errno == EDOM);
    errno = 0;
    r = log(zero);
    printf("%g %d\n", r, errno == ERANGE);
    errno = 0;
    r = exp(big);
    printf("%g %d\n", r, errno == ERANGE);
    errno = 0;
    r = pow(minus, 0.5);
    printf("%d %d\n", isnan(r) != 0, errno == EDOM);
    errno = 0;
    r = fmod(big, zero);
    printf("%d %d\n", isnan(r) != 0, errno == EDOM);
    errno = 0;
    r = sqrt(big);
    printf("%g %d\n", r, errno);
    return 0;
}

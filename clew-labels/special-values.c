#include "clew_labels.h"
#line 1 "tests/run/complex/special-values.c"
// test: run
// cflags: -lm
// Products and quotients of infinities, zeros and values that are no numbers.
#include <stdio.h>

static const double values[] = {0.0, -0.0, 1.0, -2.5, 1e308, 4.9e-324, __builtin_inf(), -__builtin_inf(), __builtin_nan("")};
enum { COUNT = sizeof values / sizeof values[0] };

static void part(double x)
{
    if (((__builtin_isnan(x)) ? ((void)(clew_choice() && !clew_is_covered(1) ? (clew_require(1), clew_set_covered(1), clew_stop(1)) : (void)0), 1) : ((void)(clew_choice() && !clew_is_covered(2) ? (clew_require(1), clew_set_covered(2), clew_stop(2)) : (void)0), 0)))
        printf(" nan");
    else
        printf(" %s%g", ((__builtin_signbit(x)) ? ((void)(clew_choice() && !clew_is_covered(3) ? (clew_require(1), clew_set_covered(3), clew_stop(3)) : (void)0), 1) : ((void)(clew_choice() && !clew_is_covered(4) ? (clew_require(1), clew_set_covered(4), clew_stop(4)) : (void)0), 0)) ? "-" : "+", __builtin_fabs(x));
}

static void show(_Complex double z) { part(__real__ z); part(__imag__ z); }
static void show_float(_Complex float z) { part(__real__ z); part(__imag__ z); }

int main(void)
{
    for (int a = 0; ((a < COUNT) ? ((void)(clew_choice() && !clew_is_covered(5) ? (clew_require(1), clew_set_covered(5), clew_stop(5)) : (void)0), 1) : ((void)(clew_choice() && !clew_is_covered(6) ? (clew_require(1), clew_set_covered(6), clew_stop(6)) : (void)0), 0)); a++)
        for (int b = 0; ((b < COUNT) ? ((void)(clew_choice() && !clew_is_covered(7) ? (clew_require(1), clew_set_covered(7), clew_stop(7)) : (void)0), 1) : ((void)(clew_choice() && !clew_is_covered(8) ? (clew_require(1), clew_set_covered(8), clew_stop(8)) : (void)0), 0)); b++) {
            _Complex double x, y;
            __real__ x = values[a];
            __imag__ x = values[b];
            for (int c = 0; ((c < COUNT) ? ((void)(clew_choice() && !clew_is_covered(9) ? (clew_require(1), clew_set_covered(9), clew_stop(9)) : (void)0), 1) : ((void)(clew_choice() && !clew_is_covered(10) ? (clew_require(1), clew_set_covered(10), clew_stop(10)) : (void)0), 0)); c++) {
                for (int d = 0; ((d < COUNT) ? ((void)(clew_choice() && !clew_is_covered(11) ? (clew_require(1), clew_set_covered(11), clew_stop(11)) : (void)0), 1) : ((void)(clew_choice() && !clew_is_covered(12) ? (clew_require(1), clew_set_covered(12), clew_stop(12)) : (void)0), 0)); d += 1 + (c & 1)) {
                    __real__ y = values[c];
                    __imag__ y = values[d];
                    show(x * y);
                    show(x / y);
                    if (((((a + b + c + d) & 7) == 0) ? ((void)(clew_choice() && !clew_is_covered(13) ? (clew_require(1), clew_set_covered(13), clew_stop(13)) : (void)0), 1) : ((void)(clew_choice() && !clew_is_covered(14) ? (clew_require(1), clew_set_covered(14), clew_stop(14)) : (void)0), 0))) {
                        _Complex float f = x, g = y;
                        show_float(f * g);
                        show_float(f / g);
                        _Complex long double l = x, m = y;
                        show(l * m);
                        show(l / m);
                    }
                }
                printf("\n");
            }
        }
    return 0;
}

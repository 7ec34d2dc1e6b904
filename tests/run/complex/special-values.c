// test: run
// cflags: -lm
// Products and quotients of infinities, zeros and values that are no numbers.
#include <stdio.h>

static const double values[] = {0.0, -0.0, 1.0, -2.5, 1e308, 4.9e-324, __builtin_inf(), -__builtin_inf(), __builtin_nan("")};
enum { COUNT = sizeof values / sizeof values[0] };

static void part(double x)
{
    if (__builtin_isnan(x))
        printf(" nan");
    else
        printf(" %s%g", __builtin_signbit(x) ? "-" : "+", __builtin_fabs(x));
}

static void show(_Complex double z) { part(__real__ z); part(__imag__ z); }
static void show_float(_Complex float z) { part(__real__ z); part(__imag__ z); }

int main(void)
{
    for (int a = 0; a < COUNT; a++)
        for (int b = 0; b < COUNT; b++) {
            _Complex double x, y;
            __real__ x = values[a];
            __imag__ x = values[b];
            for (int c = 0; c < COUNT; c++) {
                for (int d = 0; d < COUNT; d += 1 + (c & 1)) {
                    __real__ y = values[c];
                    __imag__ y = values[d];
                    show(x * y);
                    show(x / y);
                    if (((a + b + c + d) & 7) == 0) {
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

// test: run
// Arguments and results are converted to the declared types.
#include <stdio.h>

static int take_char(signed char c) { return c; }
static unsigned take_u16(unsigned short s) { return s; }
static double take_float(float f) { return f; }
static long take_long(long l) { return l; }
static int take_bool(_Bool b) { return b; }
static unsigned char give_char(int x) { return x; }
static int give_int(double d) { return d; }
static float give_float(double d) { return d; }
static _Bool give_bool(double d) { return d; }
static short give_short(long l) { return l; }

int main(void) {
    printf("%d %u\n", take_char(200), take_u16(-1));
    printf("%.17g %ld %ld\n", take_float(0.1), take_long(-5), take_long(4000000000u));
    printf("%d %d\n", take_bool(256), take_bool(0.5));
    printf("%d %d %.17g\n", give_char(300), give_int(-2.9), give_float(0.1));
    printf("%d %d\n", give_bool(0.001), give_short(98304));
    printf("%g\n", take_float(7) / 2);
    printf("%ld\n", take_long('\xff'));
    unsigned u = 4294967295u;
    printf("%ld %d\n", take_long(u), take_char(u));
    return 0;
}

// test: gen
// Complex numbers as parameters, results, members and globals: inputs, conditions and checks.
// clew-gen: -f classify
// expect-total: branch 10
// expect-covered: branch 10
// compilers: all
// expect-no-finding
struct signal { int gain; _Complex float sample; };

_Complex double last;
_Complex int steps;

_Complex double classify(_Complex double z, struct signal s, _Complex int n)
{
    if (__real__ z > 2)
        last = ~z;
    if (__imag__ z == -3.5)
        last = 1i;
    if (__imag__ s.sample < 0.25f)
        s.gain++;
    if (!n)
        return s.gain + 1i;
    if (__real__ n == 40)
        steps = n + 2i;
    return 0;
}

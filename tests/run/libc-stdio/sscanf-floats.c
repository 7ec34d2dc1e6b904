// test: run
// sscanf of floating values: forms, widths, float against double, partial matches.
#include <stdio.h>

int main(void) {
    float f = 0;
    double d = 0, e = 0;
    char s[16];
    int r;
    r = sscanf("3.25 -1e3", "%f %lf", &f, &d); printf("%d %g %g\n", r, f, d);
    r = sscanf("0.1 0.1", "%f %lf", &f, &d); printf("%d %.17g %.17g\n", r, f, d);
    r = sscanf("12.345", "%4lf%lf", &d, &e); printf("%d %g %g\n", r, d, e);
    r = sscanf("inf -nan 5", "%lf %lf %lf", &d, &e, &d); printf("%d %g\n", r, d);
    r = sscanf(".5 5. 5e1", "%lf%lf%f", &d, &e, &f); printf("%d %g %g %g\n", r, d, e, f);
    r = sscanf("1.5abc", "%lf%s", &d, s); printf("%d %g %s\n", r, d, s);
    r = sscanf("0x1.8p1", "%lf", &d); printf("%d %g\n", r, d);
    r = sscanf("abc", "%lf", &d); printf("%d\n", r);
    r = sscanf("1e5 2E-2", "%le %lg", &d, &e); printf("%d %g %g\n", r, d, e);
    r = sscanf("1.5 2.5", "%*f %lf", &d); printf("%d %g\n", r, d);
    return 0;
}

// test: run
// float and double through parameters, results, arrays, structs, pointers and function pointers.
#include <stdio.h>

struct v { float x, y; double w; };
static float scale(float f, double k) { return f * k; }
static double dot(const float *a, const double *b, int n) { double s = 0; while (n--) s += *a++ * *b++; return s; }
static struct v add(struct v a, struct v b) { return (struct v){a.x + b.x, a.y + b.y, a.w + b.w}; }
static double apply(double (*f)(double), double x) { return f(x); }
static double half(double x) { return x / 2; }
static float horner(const float *c, int n, float x) { float r = 0; while (n--) r = r * x + c[n]; return r; }

int main(void) {
    printf("%.9g\n", scale(0.1f, 3));
    float a[] = {1, 2.5f, -3};
    double b[] = {0.1, 0.2, 0.3};
    printf("%.17g\n", dot(a, b, 3));
    struct v s = add((struct v){1, 2, 3}, (struct v){0.1f, 0.2f, 0.3});
    printf("%.9g %.9g %.17g\n", s.x, s.y, s.w);
    printf("%g\n", apply(half, 5));
    printf("%.9g\n", horner(a, 3, 0.7f));
    float *p = &s.x;
    p[1] -= 1;
    printf("%.9g\n", s.y);
    int i = 7;
    i += 0.5f;
    i *= 2.5;
    printf("%d\n", i);
    printf("%g %g\n", 7 / 2 * 1.0, 7 / 2.0);
    printf("%g\n", -a[1] - -a[2] + +a[0]);
    unsigned char c = 200;
    c += 50.7;
    printf("%d\n", c);
    double acc = 0;
    for (float f = 0; f < 1; f += 0.1f) acc += f;
    printf("%.17g\n", acc);
    return 0;
}

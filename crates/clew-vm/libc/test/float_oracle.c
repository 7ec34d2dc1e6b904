/* Answers questions about floats by the host's library: lines of
 *     p text                      the value of a number as float, double and long double
 *     name high low high low n    a long double function of two long doubles and an int
 * Answers are bits in hexadecimal. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(long double value)
{
    unsigned long low;
    unsigned long high = 0;
    memcpy(&low, &value, 8);
    memcpy(&high, (char *)&value + 8, 2);
    printf("%lx%016lx", high, low);
}

static void parse(const char *text)
{
    float f;
    double d;
    unsigned int f_bits;
    unsigned long d_bits;
    int f_error;
    int d_error;
    long double l;
    errno = 0;
    f = strtof(text, NULL);
    f_error = errno != 0;
    errno = 0;
    d = strtod(text, NULL);
    d_error = errno != 0;
    errno = 0;
    l = strtold(text, NULL);
    memcpy(&f_bits, &f, 4);
    memcpy(&d_bits, &d, 8);
    printf("%x %d %lx %d ", f_bits, f_error, d_bits, d_error);
    show(l);
    printf(" %d\n", errno != 0);
}

static long double make(unsigned long high, unsigned long low)
{
    long double value = 0;
    memcpy(&value, &low, 8);
    memcpy((char *)&value + 8, &high, 2);
    return value;
}

int main(void)
{
    static char line[4096];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char name[32];
        unsigned long a, b, c, d;
        long double x, y, r;
        int n;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == 'p' && line[1] == ' ') {
            parse(line + 2);
            continue;
        }
        if (sscanf(line, "%31s %lx %lx %lx %lx %d", name, &a, &b, &c, &d, &n) != 6)
            return 1;
        x = make(a, b);
        y = make(c, d);
#define F1(f) else if (strcmp(name, #f) == 0) r = f(x)
#define F2(f) else if (strcmp(name, #f) == 0) r = f(x, y)
        if (0)
            return 1;
        F1(fabsl); F1(floorl); F1(ceill); F1(truncl); F1(roundl); F1(rintl); F1(sqrtl);
        F2(copysignl); F2(fmaxl); F2(fminl); F2(fmodl); F2(remainderl); F2(fdiml);
        F1(sinl); F1(expl); F1(logl); F1(cbrtl); F1(tgammal); F2(powl); F2(atan2l); F2(hypotl); F2(nextafterl);
        else if (strcmp(name, "ldexpl") == 0) r = ldexpl(x, n);
        else if (strcmp(name, "lrintl") == 0) r = lrintl(x);
        else if (strcmp(name, "lroundl") == 0) r = lroundl(x);
        else if (strcmp(name, "frexpl") == 0) { r = frexpl(x, &n); if (isfinite(x)) r += 4 * n; }
        else if (strcmp(name, "modfl") == 0) { r = modfl(x, &y); }
        else if (strcmp(name, "fmal") == 0) { r = fmal(x, y, x); }
        else return 1;
        show(r);
        putchar('\n');
    }
    return 0;
}

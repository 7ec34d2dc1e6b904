#include "check.h"
#include <inttypes.h>
#include <math.h>

MODEL(strtol); MODEL(strtoul); MODEL(strtoll); MODEL(strtoull); MODEL(atoi); MODEL(atol);
MODEL(strtod); MODEL(strtof); MODEL(strtold); MODEL(atof); MODEL(abs); MODEL(labs); MODEL(div);
MODEL(ldiv);

static void test_integers(void)
{
    static const int bases[] = { 0, 10, 16, 8, 2, 36, 1, 37, -1 };
    char text[64];
    int base = bases[random_below(9)];
    char *end_ours = NULL;
    char *end_host = NULL;
    long ours;
    long host;
    unsigned long uours;
    unsigned long uhost;
    int length;
    random_text(text, 2, " \t-+0");
    length = strlen(text);
    random_text(text + length, random_below(3) == 0 ? 26 : 4, "0123456789xXaAfFzZ8. -");
    if (random_below(8) == 0)
        sprintf(text, "%s%lu", random_below(2) ? "-" : "", random_bits() >> random_below(3));
    if (random_below(20) == 0)
        strcpy(text, random_below(2) ? "-9223372036854775808" : "9223372036854775807");
    if (random_below(20) == 0)
        strcpy(text, random_below(2) ? "-9223372036854775809" : "18446744073709551615");
    clew_errno = 0;
    errno = 0;
    ours = clew_strtol(text, &end_ours, base);
    host = strtol(text, &end_host, base);
    CHECK(ours == host && end_ours == end_host && clew_errno == errno,
          "strtol \"%s\" %d: %ld %ld, errno %d %d", text, base, ours, host, clew_errno, errno);
    clew_errno = 0;
    errno = 0;
    uours = clew_strtoul(text, &end_ours, base);
    uhost = strtoul(text, &end_host, base);
    CHECK(uours == uhost && end_ours == end_host && clew_errno == errno,
          "strtoul \"%s\" %d: %lu %lu", text, base, uours, uhost);
    CHECK(clew_atoi(text) == atoi(text), "atoi %s", text);
}

static void test_floats(void)
{
    char text[80];
    char *end_ours = NULL;
    char *end_host = NULL;
    double ours;
    double host;
    static const char *const words[] = {
        "inf", "INFINITY", "infinit", "nan", "nan(123)", "nan(", "nan(x y)", "NaN()", "0x", "0x.",
        "0x.8", "0x1p", "0x1p+", "0x1.8p-3", "1e", "1e+", "1e-5", ".", ".e1", "-.5", "5.", "0x1p99999",
        "1e400", "1e-400", "1e-310", "-1e999", "0X1.FFFFFFFFFFFFFFp0", "4.9e-324", "2.2250738585072014e-308",
    };
    int length;
    random_text(text, 2, " -+\t");
    length = strlen(text);
    if (random_below(3) == 0)
        strcpy(text + length, words[random_below(sizeof words / sizeof words[0])]);
    else if (random_below(2) == 0)
        sprintf(text + length, "%.*g", (int)random_below(25), ldexp(random_bits(), random_below(200) - 100));
    else
        random_text(text + length, 12, "0123456789.eExXpP-+");
    clew_errno = 0;
    errno = 0;
    ours = clew_strtod(text, &end_ours);
    host = strtod(text, &end_host);
    CHECK(memcmp(&ours, &host, 8) == 0 && end_ours == end_host && clew_errno == errno,
          "strtod \"%s\": %g %g, end %d %d, errno %d %d", text, ours, host, (int)(end_ours - text),
          (int)(end_host - text), clew_errno, errno);
    CHECK(clew_strtof(text, NULL) == strtof(text, NULL) || isnan(strtof(text, NULL)), "%s", text);
    CHECK(clew_strtold(text, NULL) == strtold(text, NULL) || isnan(strtof(text, NULL)), "%s", text);
    CHECK(clew_atof(text) == atof(text) || isnan(atof(text)), "%s", text);
}

void test(void)
{
    int i;
    for (i = 0; i < 200000; i++)
        test_integers();
    for (i = 0; i < 100000; i++)
        test_floats();
    CHECK(clew_abs(-5) == 5 && clew_labs(-5L) == 5, "abs");
    CHECK(clew_div(-7, 2).quot == -3 && clew_div(-7, 2).rem == -1, "div");
    CHECK(clew_ldiv(7, -2).quot == -3 && clew_ldiv(7, -2).rem == 1, "ldiv");
}

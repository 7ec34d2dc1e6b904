#include "check.h"
#include <search.h>

MODEL(qsort); MODEL(qsort_r); MODEL(bsearch); MODEL(lfind); MODEL(lsearch); MODEL(rand);
MODEL(srand); MODEL(random); MODEL(srandom); MODEL(rand_r); MODEL(drand48); MODEL(lrand48);
MODEL(mrand48); MODEL(srand48); MODEL(erand48); MODEL(nrand48); MODEL(jrand48); MODEL(seed48);
MODEL(lcong48); MODEL(getenv); MODEL(setenv); MODEL(unsetenv); MODEL(putenv);

/* The sequence of comparisons, as a hash. */
static unsigned long trace;

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a;
    int y = *(const int *)b;
    trace = trace * 31 + x * 7 + y;
    return x / 4 < y / 4 ? -1 : x / 4 > y / 4;
}

static int compare_with(const void *a, const void *b, void *context)
{
    return *(int *)context * compare_ints(a, b);
}

struct large {
    int key;
    char rest[60];
};

static void test_sort(void)
{
    int a[300];
    int b[300];
    struct large c[50];
    struct large d[50];
    int n = (int)random_below(random_below(2) ? 10 : 300);
    unsigned long ours;
    int i;
    int direction = -1;
    for (i = 0; i < n; i++)
        a[i] = b[i] = (int)random_below(200);
    trace = 0;
    clew_qsort(a, n, sizeof(int), compare_ints);
    ours = trace;
    trace = 0;
    qsort(b, n, sizeof(int), compare_ints);
    CHECK(memcmp(a, b, n * sizeof(int)) == 0 && ours == trace, "qsort of %d", n);
    trace = 0;
    clew_qsort_r(a, n, sizeof(int), compare_with, &direction);
    ours = trace;
    trace = 0;
    qsort_r(b, n, sizeof(int), compare_with, &direction);
    CHECK(memcmp(a, b, n * sizeof(int)) == 0 && ours == trace, "qsort_r of %d", n);
    n %= 50;
    memset(c, 0, sizeof c);
    for (i = 0; i < n; i++) {
        c[i].key = (int)random_below(50);
        c[i].rest[7] = (char)i;
    }
    memcpy(d, c, sizeof c);
    trace = 0;
    clew_qsort(c, n, sizeof c[0], compare_ints);
    ours = trace;
    trace = 0;
    qsort(d, n, sizeof c[0], compare_ints);
    CHECK(memcmp(c, d, sizeof c) == 0 && ours == trace, "qsort of %d large", n);
    for (i = 0; i < 20; i++) {
        int key = (int)random_below(200);
        size_t count = n;
        int p[400];
        int q[400];
        size_t other = n;
        memcpy(p, b, sizeof b);
        memcpy(q, b, sizeof b);
        CHECK(clew_bsearch(&key, b, n, sizeof(int), compare_ints)
                  == bsearch(&key, b, n, sizeof(int), compare_ints), "bsearch");
        CHECK(clew_lfind(&key, b, &count, sizeof(int), compare_ints)
                  == lfind(&key, b, &count, sizeof(int), compare_ints), "lfind");
        clew_lsearch(&key, p, &count, sizeof(int), compare_ints);
        lsearch(&key, q, &other, sizeof(int), compare_ints);
        CHECK(count == other && memcmp(p, q, count * sizeof(int)) == 0, "lsearch");
    }
}

static void test_random(void)
{
    static const unsigned seeds[] = { 0, 1, 2, 42, 12345, 0x7fffffff, 0x80000000, 0xffffffff };
    int i;
    int s;
    CHECK(clew_rand() == rand(), "first rand");
    for (s = 0; s < 8; s++) {
        unsigned x = seeds[s];
        unsigned y = seeds[s];
        unsigned short u[3] = { 1, 2, (unsigned short)s };
        unsigned short v[3] = { 1, 2, (unsigned short)s };
        unsigned short seven[7] = { 1, 2, 3, 4, 5, 6, (unsigned short)s };
        clew_srand(x);
        srand(x);
        clew_srand48(x);
        srand48(x);
        for (i = 0; i < 1000; i++) {
            CHECK(clew_rand() == rand(), "rand %d of seed %u", i, seeds[s]);
            CHECK(clew_random() == random(), "random %d of seed %u", i, seeds[s]);
            CHECK(clew_rand_r(&x) == rand_r(&y), "rand_r");
            CHECK(clew_drand48() == drand48(), "drand48");
            CHECK(clew_lrand48() == lrand48(), "lrand48");
            CHECK(clew_mrand48() == mrand48(), "mrand48");
            CHECK(clew_erand48(u) == erand48(v), "erand48");
            CHECK(clew_nrand48(u) == nrand48(v), "nrand48");
            CHECK(clew_jrand48(u) == jrand48(v), "jrand48");
        }
        clew_lcong48(seven);
        lcong48(seven);
        CHECK(clew_lrand48() == lrand48(), "lcong48");
        CHECK(memcmp(clew_seed48(u), seed48(v), 6) == 0 && clew_lrand48() == lrand48(), "seed48");
    }
}

static void test_environment(void)
{
    char text[] = "CLEW_B=two";
    setenv("CLEW_A", "outside", 1);
    CHECK(strcmp(clew_getenv("CLEW_A"), "outside") == 0, "outside");
    CHECK(clew_getenv("CLEW_NOTHING") == NULL, "absent");
    CHECK(clew_setenv("CLEW_A", "kept", 0) == 0 && strcmp(clew_getenv("CLEW_A"), "outside") == 0, "kept");
    CHECK(clew_setenv("CLEW_A", "new", 1) == 0 && strcmp(clew_getenv("CLEW_A"), "new") == 0, "new");
    CHECK(clew_unsetenv("CLEW_A") == 0 && clew_getenv("CLEW_A") == NULL, "unset");
    CHECK(clew_putenv(text) == 0 && clew_getenv("CLEW_B") == text + 7, "putenv");
    CHECK(clew_setenv("A=B", "x", 1) == -1 && clew_errno == EINVAL, "invalid");
}

void test(void)
{
    int i;
    for (i = 0; i < 500; i++)
        test_sort();
    test_random();
    test_environment();
}

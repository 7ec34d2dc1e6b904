#include "check.h"
#include <stddef.h>

MODEL(sscanf); MODEL(fscanf); MODEL(fopen); MODEL(fclose); MODEL(fgetc);

/* Scans with both and compares results and everything stored. */
#define SCAN(text, format, ...) \
    do { \
        union all ours; \
        union all host; \
        union all *at = &ours; \
        int n; \
        int m; \
        memset(&ours, 0x5a, sizeof ours); \
        memset(&host, 0x5a, sizeof host); \
        n = clew_sscanf(text, format, __VA_ARGS__); \
        at = &host; \
        m = sscanf(text, format, __VA_ARGS__); \
        CHECK(n == m && memcmp(&ours, &host, sizeof ours) == 0, "\"%s\" %s: %d %d; %x %x", text, \
              format, n, m, ours.numbers[0], host.numbers[0]); \
    } while (0)

union all {
    char bytes[400];
    int numbers[100];
};

#define P(i) (at->bytes + 32 * (i))

static void test_random_texts(void)
{
    static const char *const formats[] = {
        "%d%n", "%i%n", "%x%n", "%o%n", "%u%n", "%3d%n", "%2i%d%n", "%1x%x%n", "%*d%d%n", "%d,%d%n",
        "%d %c%n", "%s%n", "%3s%n", "%[a-f0-9]%n", "%[^,]%n", "%[]x]%n", "%[^]x]%n", "%2c%n", "%hhd%n",
        "%hd%n", "%ld%n", "%lld%n", "%f%n", "%lf%n", "%Lf%n", "%5lf%n", "%a%n", "%p%n", "%%%d%n",
        " %d x%d%n", "%[0-9-]%n", "%*s%d%n", "%ls%n", "%d%%%n", "%2[ab]%s%n", "%jd%n", "%zu%n", "%hhx%n",
        "%le%n", "%4x%n", "%5i%n", "%[z-a]%n", "a%db%n", "%lc%n", "%c%c%n", "%c%*c%d%n",
    };
    char text[64];
    const char *format = formats[random_below(sizeof formats / sizeof formats[0])];
    random_text(text, 12, random_below(2) ? "0123456789 -+x" : "01 ab,x]f.e%-+\tinfNA");
    SCAN(text, format, P(0), P(1), P(2), P(3));
}

static void test_stream(void)
{
    char path[] = "/tmp/clew-scanf-test-XXXXXX";
    FILE *host;
    FILE *ours;
    int descriptor = mkstemp(path);
    int i;
    if (descriptor < 0)
        return;
    host = fdopen(descriptor, "w");
    for (i = 0; i < 3000; i++)
        fprintf(host, "%d %g word%d\n", i * 7 - 100, i / 3.0, i);
    fclose(host);
    host = fopen(path, "r");
    ours = clew_fopen(path, "r");
    for (i = 0; i < 3001; i++) {
        int a = 0;
        int b = 0;
        double x = 0;
        double y = 0;
        char s[20] = "";
        char t[20] = "";
        int n = clew_fscanf(ours, "%d%lf %19s", &a, &x, s);
        int m = fscanf(host, "%d%lf %19s", &b, &y, t);
        CHECK(n == m && a == b && x == y && strcmp(s, t) == 0, "line %d: %d %d", i, n, m);
        CHECK(clew_fgetc(ours) == fgetc(host), "line %d", i);
    }
    clew_fclose(ours);
    fclose(host);
    remove(path);
}

void test(void)
{
    int i;
    char *ours = NULL;
    char *host = NULL;
    for (i = 0; i < 300000; i++)
        test_random_texts();
    CHECK(clew_sscanf("hello world", "%ms", &ours) == 1 && strcmp(ours, "hello") == 0, "%%ms");
    CHECK(sscanf("hello world", "%ms", &host) == 1 && strcmp(host, ours) == 0, "%%ms");
    free(ours);
    free(host);
    test_stream();
}

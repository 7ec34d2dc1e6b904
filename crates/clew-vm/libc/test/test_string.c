#include "check.h"
#include <strings.h>
#include <unistd.h>

MODEL(strlen); MODEL(strnlen); MODEL(strcpy); MODEL(stpcpy); MODEL(strncpy); MODEL(stpncpy);
MODEL(strcat); MODEL(strncat); MODEL(strcmp); MODEL(strncmp); MODEL(strcasecmp);
MODEL(strncasecmp); MODEL(strcoll); MODEL(strxfrm); MODEL(index); MODEL(rindex);
MODEL(strspn); MODEL(strcspn); MODEL(strtok); MODEL(strtok_r); MODEL(strsep); MODEL(strdup);
MODEL(strndup); MODEL(memcmp); MODEL(bcmp); MODEL(memmem); MODEL(memccpy); MODEL(memfrob);
MODEL(swab); MODEL(ffs); MODEL(ffsl); MODEL(ffsll); MODEL(strerror); MODEL(strsignal);
extern char *clew_strchr(const char *, int);
extern char *clew_strrchr(const char *, int);
extern char *clew_strchrnul(const char *, int);
extern char *clew_strstr(const char *, const char *);
extern char *clew_strcasestr(const char *, const char *);
extern char *clew_strpbrk(const char *, const char *);
extern void *clew_memchr(const void *, int, size_t);
extern void *clew_memrchr(const void *, int, size_t);
extern void *clew_rawmemchr(const void *, int);
extern size_t clew_strlcpy(char *, const char *, size_t);
extern size_t clew_strlcat(char *, const char *, size_t);

static int sign(int value) { return value < 0 ? -1 : value > 0; }

static void test_pairs(void)
{
    char a[64];
    char b[64];
    char x[200];
    char y[200];
    int n = (int)random_below(20);
    int c = "abAB\xe9"[random_below(6)];
    size_t l = random_below(20);
    random_text(a, 12, "aabAB\xe9z");
    random_text(b, random_below(4) == 0 ? 12 : 3, "aabAB\xe9z");
    if (random_below(4) == 0)
        strcpy(b, a);
    CHECK(clew_strlen(a) == strlen(a), "%s", a);
    CHECK(clew_strnlen(a, l) == strnlen(a, l), "%s", a);
    CHECK(clew_strcmp(a, b) == strcmp(a, b), "%s %s", a, b);
    CHECK(sign(clew_strncmp(a, b, n)) == sign(strncmp(a, b, n)), "%s %s %d", a, b, n);
    CHECK(sign(clew_strcasecmp(a, b)) == sign(strcasecmp(a, b)), "%s %s", a, b);
    CHECK(sign(clew_strncasecmp(a, b, n)) == sign(strncasecmp(a, b, n)), "%s %s %d", a, b, n);
    CHECK(sign(clew_strcoll(a, b)) == sign(strcoll(a, b)), "%s %s", a, b);
    CHECK(clew_strchr(a, c) == strchr(a, c), "%s %d", a, c);
    CHECK(clew_index(a, c) == strchr(a, c), "%s %d", a, c);
    CHECK(clew_strrchr(a, c) == strrchr(a, c), "%s %d", a, c);
    CHECK(clew_rindex(a, c) == strrchr(a, c), "%s %d", a, c);
    CHECK(clew_strchrnul(a, c) == strchrnul(a, c), "%s %d", a, c);
    CHECK(clew_strstr(a, b) == strstr(a, b), "%s %s", a, b);
    CHECK(clew_strcasestr(a, b) == strcasestr(a, b), "%s %s", a, b);
    CHECK(clew_strspn(a, b) == strspn(a, b), "%s %s", a, b);
    CHECK(clew_strcspn(a, b) == strcspn(a, b), "%s %s", a, b);
    CHECK(clew_strpbrk(a, b) == strpbrk(a, b), "%s %s", a, b);
    l = strlen(a);
    CHECK(clew_memchr(a, c, l) == memchr(a, c, l), "%s %d", a, c);
    CHECK(clew_memrchr(a, c, l) == memrchr(a, c, l), "%s %d", a, c);
    CHECK(clew_rawmemchr(a, 0) == a + l, "%s", a);
    CHECK(clew_memmem(a, l, b, strlen(b)) == memmem(a, l, b, strlen(b)), "%s %s", a, b);
    l = l < strlen(b) ? l : strlen(b);
    CHECK(sign(clew_memcmp(a, b, l)) == sign(memcmp(a, b, l)), "%s %s", a, b);
    CHECK(!clew_bcmp(a, b, l) == !bcmp(a, b, l), "%s %s", a, b);
    memset(x, 'x', sizeof x);
    memset(y, 'x', sizeof y);
    clew_strcpy(x, a);
    strcpy(y, a);
    clew_strcat(x, b);
    strcat(y, b);
    clew_strncat(x, a, n);
    strncat(y, a, n);
    CHECK(memcmp(x, y, sizeof x) == 0, "%s %s", a, b);
    CHECK(clew_stpcpy(x, b) - x == stpcpy(y, b) - y, "%s", b);
    clew_strncpy(x, a, n);
    strncpy(y, a, n);
    CHECK(memcmp(x, y, sizeof x) == 0, "%s %d", a, n);
    CHECK(clew_stpncpy(x, b, n) - x == stpncpy(y, b, n) - y, "%s %d", b, n);
    CHECK(memcmp(x, y, sizeof x) == 0, "%s %d", b, n);
    CHECK(clew_strxfrm(x, a, n) == strxfrm(y, a, n), "%s %d", a, n);
    {
        char *p = clew_memccpy(x, a, c, strlen(a) + 1);
        char *q = memccpy(y, a, c, strlen(a) + 1);
        CHECK((p == NULL) == (q == NULL) && (p == NULL || p - x == q - y), "%s %d", a, c);
        CHECK(p == NULL || memcmp(x, y, p - x) == 0, "%s %d", a, c);
    }
    {
        char *p = clew_strdup(a);
        char *q = clew_strndup(a, n);
        char *r = strndup(a, n);
        CHECK(strcmp(p, a) == 0 && strcmp(q, r) == 0, "%s %d", a, n);
        free(p);
        free(q);
        free(r);
    }
    CHECK(clew_strlcpy(x, a, n) == strlen(a), "%s %d", a, n);
    CHECK(n == 0 || (strncmp(x, a, n - 1) == 0 && strlen(x) == strnlen(a, n - 1)), "%s %d", a, n);
    strcpy(x, b);
    l = strlen(b) + random_below(10);
    CHECK(clew_strlcat(x, a, l + 1) == strlen(a) + strlen(b), "%s %s", a, b);
    snprintf(y, l + 1, "%s%s", b, a);
    CHECK(strcmp(x, y) == 0, "%s: %s %s", x, a, b);
}

static void test_tokens(void)
{
    char a[64];
    char b[64];
    char *p;
    char *q;
    char *rest_a;
    char *rest_b;
    random_text(a, 20, "ab,; ,");
    strcpy(b, a);
    p = clew_strtok(a, ", ;");
    q = strtok(b, ", ;");
    while (p != NULL && q != NULL) {
        CHECK(p - a == q - b && strcmp(p, q) == 0, "%s %s", p, q);
        p = clew_strtok(NULL, ", ;");
        q = strtok(NULL, ", ;");
    }
    CHECK(p == NULL && q == NULL, "tokens");
    CHECK(clew_strtok(NULL, ",") == NULL, "after the end");
    random_text(a, 20, "ab,; ,");
    strcpy(b, a);
    rest_a = a;
    rest_b = b;
    do {
        p = clew_strsep(&rest_a, ",;");
        q = strsep(&rest_b, ",;");
        CHECK((p == NULL) == (q == NULL) && (p == NULL || strcmp(p, q) == 0), "%s", b);
    } while (p != NULL && q != NULL);
    random_text(a, 20, "ab,; ,");
    strcpy(b, a);
    p = clew_strtok_r(a, ";", &rest_a);
    q = strtok_r(b, ";", &rest_b);
    CHECK((p == NULL) == (q == NULL) && (p == NULL || strcmp(p, q) == 0), "%s", b);
}

void test(void)
{
    int i;
    char x[16];
    char y[16];
    for (i = 0; i < 20000; i++)
        test_pairs();
    for (i = 0; i < 2000; i++)
        test_tokens();
    for (i = -3; i < 200; i++) {
        strcpy(x, "");
        CHECK(strcmp(clew_strerror(i), strerror(i)) == 0, "%d", i);
        CHECK(strcmp(clew_strsignal(i), strsignal(i)) == 0, "%d: %s", i, clew_strsignal(i));
    }
    for (i = 0; i < 64; i++) {
        CHECK(clew_ffsll(1LL << i) == i + 1 && clew_ffsl(3L << i) == ffsl(3L << i), "%d", i);
        CHECK(clew_ffs(1 << (i % 32)) == i % 32 + 1, "%d", i);
    }
    CHECK(clew_ffs(0) == 0, "ffs");
    clew_swab("abcdef", x, 5);
    swab("abcdef", y, 5);
    CHECK(memcmp(x, y, 4) == 0, "swab");
}

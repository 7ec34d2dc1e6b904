#include "check.h"
#include <wchar.h>

MODEL(wcslen); MODEL(wcsnlen); MODEL(wcscpy); MODEL(wcsncpy); MODEL(wcscat); MODEL(wcsncat);
MODEL(wcscmp); MODEL(wcsncmp); MODEL(wcsspn); MODEL(wcscspn); MODEL(wmemcmp); MODEL(wcstok);
MODEL(mbstowcs); MODEL(wcstombs); MODEL(mbtowc); MODEL(wctomb); MODEL(mblen); MODEL(wcstol);
MODEL(wcstod); MODEL(btowc); MODEL(wctob);
extern wchar_t *clew_wcschr(const wchar_t *, wchar_t);
extern wchar_t *clew_wcsrchr(const wchar_t *, wchar_t);
extern wchar_t *clew_wcsstr(const wchar_t *, const wchar_t *);
extern wchar_t *clew_wcspbrk(const wchar_t *, const wchar_t *);

static void random_wide(wchar_t *to, int limit)
{
    char text[64];
    int i;
    random_text(text, limit, "aab\x01z ");
    for (i = 0; text[i] != '\0'; i++)
        to[i] = text[i] == 1 ? 0x20ac : text[i];
    to[i] = 0;
}

static int sign(int value) { return value < 0 ? -1 : value > 0; }

void test(void)
{
    int i;
    for (i = 0; i < 5000; i++) {
        wchar_t a[64];
        wchar_t b[64];
        wchar_t x[200];
        wchar_t y[200];
        char s[64];
        char t[64];
        int n = (int)random_below(12);
        random_wide(a, 10);
        random_wide(b, 3);
        CHECK(clew_wcslen(a) == wcslen(a), "wcslen");
        CHECK(clew_wcsnlen(a, n) == wcsnlen(a, n), "wcsnlen");
        CHECK(sign(clew_wcscmp(a, b)) == sign(wcscmp(a, b)), "wcscmp");
        CHECK(sign(clew_wcsncmp(a, b, n)) == sign(wcsncmp(a, b, n)), "wcsncmp");
        CHECK(clew_wcschr(a, 'b') == wcschr(a, 'b'), "wcschr");
        CHECK(clew_wcsrchr(a, 'a') == wcsrchr(a, 'a'), "wcsrchr");
        CHECK(clew_wcsstr(a, b) == wcsstr(a, b), "wcsstr");
        CHECK(clew_wcsspn(a, b) == wcsspn(a, b), "wcsspn");
        CHECK(clew_wcscspn(a, b) == wcscspn(a, b), "wcscspn");
        CHECK(clew_wcspbrk(a, b) == wcspbrk(a, b), "wcspbrk");
        wmemset(x, 7, 200);
        wmemset(y, 7, 200);
        clew_wcscpy(x, a);
        clew_wcscat(x, b);
        clew_wcsncat(x, a, n);
        clew_wcsncpy(x + 100, a, n);
        wcscpy(y, a);
        wcscat(y, b);
        wcsncat(y, a, n);
        wcsncpy(y + 100, a, n);
        CHECK(memcmp(x, y, sizeof x) == 0, "copies");
        memset(s, 1, sizeof s);
        memset(t, 1, sizeof t);
        CHECK(clew_wcstombs(s, a, n) == wcstombs(t, a, n), "wcstombs");
        CHECK(clew_wcstombs(NULL, a, 0) == wcstombs(NULL, a, 0), "wcstombs");
        random_text(s, 8, "ab\xe9");
        CHECK(clew_mbstowcs(x, s, n) == mbstowcs(y, s, n), "mbstowcs");
        CHECK(clew_mbtowc(x, s, n) == mbtowc(y, s, n), "mbtowc %s %d", s, n);
        CHECK(clew_mblen(s, n) == mblen(s, n), "mblen");
        CHECK(clew_wctomb(s, a[0]) == wctomb(t, a[0]), "wctomb");
    }
    {
        wchar_t *end;
        CHECK(clew_wcstol(L" -42x", &end, 0) == -42 && *end == 'x', "wcstol");
        CHECK(clew_wcstod(L"1.5e2y", &end) == 150 && *end == 'y', "wcstod");
    }
}

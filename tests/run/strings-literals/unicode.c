// test: run
// u8, u, U and L literals: element sizes, code units, universal character names.
#include <stddef.h>
#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

int main(void) {
    const char *u8 = u8"a\u00e9\u20ac\U0001F600";
    for (const char *p = u8; *p; p++)
        printf("%02x ", (unsigned char)*p);
    printf("\n");
    const char16_t u16[] = u"a\u00e9\u20ac\U0001F600";
    for (unsigned i = 0; i < sizeof u16 / 2; i++)
        printf("%04x ", u16[i]);
    printf("\n");
    const char32_t u32[] = U"a\u00e9\U0001F600";
    for (unsigned i = 0; i < sizeof u32 / 4; i++)
        printf("%x ", (unsigned)u32[i]);
    printf("\n");
    const wchar_t w[] = L"w\x1234\u20ac\n";
    for (unsigned i = 0; i < sizeof w / sizeof *w; i++)
        printf("%x ", (unsigned)w[i]);
    printf("\n");
    printf("%d %d %d %d\n", L'\xffff', u'\u00e9', (int)U'\U0001F600', L'x');
    printf("%zu %zu %zu %zu\n", sizeof u8"x", sizeof u"x", sizeof U"x", sizeof L"x");
    wchar_t arr[6] = L"ab";
    printf("%d %d %d\n", (int)arr[1], (int)arr[2], (int)arr[5]);
    printf("%zu %zu %zu\n", sizeof(L'a'), sizeof(u'a'), sizeof(U'a'));
    printf("%zu\n", sizeof(L"wide" L" joined") / sizeof(wchar_t));
    printf("\u00e9t\u00e9 %zu\n", sizeof "\u00e9");
    return 0;
}

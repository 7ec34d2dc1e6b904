// test: run
// wchar_t is a signed 32-bit integer: arithmetic, arrays, own loops over wide strings.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static size_t length(const wchar_t *s) {
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}
static unsigned hash(const wchar_t *s) {
    unsigned h = 17;
    while (*s)
        h = h * 31 + (unsigned)*s++;
    return h;
}

int main(void) {
    wchar_t c = L'\x7fffffff', d = -1;
    printf("%d %d %zu\n", c > 0, d < 0, sizeof c);
    printf("%d %d\n", WCHAR_MAX == 2147483647, WCHAR_MIN < 0);
    printf("%zu %zu\n", length(L"hello \u20ac"), length(L""));
    printf("%u\n", hash(L"wide \u00fc string"));
    wchar_t s[] = L"abc";
    for (int i = 0; s[i]; i++)
        s[i] += L'A' - L'a';
    printf("%c%c%c\n", (char)s[0], (char)s[1], (char)s[2]);
    const wchar_t *const words[] = {L"x", L"yy", L"zzz"};
    printf("%zu\n", length(words[2]) + length(words[1]));
    printf("%d\n", L"abc"[1] - L'a');
    return 0;
}

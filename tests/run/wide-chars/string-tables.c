// test: run
// Arrays of wide strings, wide character constants in switch, mixed narrow and wide initialisers.
#include <stddef.h>
#include <stdio.h>

static const wchar_t *const days[] = {L"Mo", L"Tu", L"\u00e9t\u00e9"};
static struct { char n[4]; wchar_t w[4]; unsigned short h[3]; } mixed = {"ab", L"cd", u"e"};

static int kind(wchar_t c) {
    switch (c) {
    case L'a' ... L'z': return 1;
    case L'\u00e9': return 2;
    case L'\0': return 0;
    default: return 3;
    }
}

int main(void) {
    for (int i = 0; i < 3; i++)
        for (const wchar_t *p = days[i];; p++) {
            printf("%d ", kind(*p));
            if (!*p) break;
        }
    printf("\n%s %d %d %d\n", mixed.n, (int)mixed.w[1], (int)mixed.w[3], mixed.h[0]);
    printf("%zu\n", sizeof mixed);
    return 0;
}

// test: run
// UTF-8 source characters inside plain and wide literals.
#include <stdio.h>
#include <wchar.h>

int main(void) {
    const char s[] = "naïve – ∑";
    for (unsigned i = 0; i < sizeof s; i++)
        printf("%02x ", (unsigned char)s[i]);
    printf("\n%s\n", s);
    const wchar_t w[] = L"ï∑😀";
    for (unsigned i = 0; i < sizeof w / sizeof *w; i++)
        printf("%x ", (unsigned)w[i]);
    printf("\n");
    return 0;
}

// test: run
// std: may-be-unsupported wchar-library
// wcslen, wcscpy, wcscat, wcscmp, wcschr, wcstol, wmemset, iswalpha, towupper.
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    wchar_t b[20];
    wcscpy(b, L"wide");
    wcscat(b, L" text");
    printf("%zu %d %d\n", wcslen(b), wcscmp(b, L"wide text"), wcscmp(L"a", L"b") < 0);
    printf("%td %d\n", wcschr(b, L't') - b, wcschr(b, L'z') == NULL);
    printf("%ld\n", wcstol(L"-42x", NULL, 10));
    wmemset(b, L'q', 3);
    printf("%d %d\n", b[2] == L'q', b[3] == L'e');
    printf("%d %d %lc\n", iswalpha(L'x') != 0, iswdigit(L'x') != 0, towupper(L'x'));
    printf("%ls\n", b);
    return 0;
}

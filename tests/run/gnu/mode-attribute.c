// test: run
// The mode attribute names integer and floating widths.
#include <stdio.h>

typedef int byte __attribute__((mode(QI)));
typedef unsigned half __attribute__((mode(HI)));
typedef int word __attribute__((mode(SI)));
typedef unsigned dword __attribute__((mode(DI)));
typedef float single __attribute__((mode(SF)));
typedef float twice __attribute__((mode(DF)));

int main(void) {
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(byte), sizeof(half), sizeof(word), sizeof(dword), sizeof(single), sizeof(twice));
    byte b = 200;
    half h = -1;
    dword d = -1;
    twice t = 1.0 / 3;
    printf("%d %u %lu %.17g\n", b, h, (unsigned long)d, (double)t);
    return 0;
}

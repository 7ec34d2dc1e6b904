// test: run
// Narrow loop variables wrap or truncate; comparisons happen after promotion.
#include <stdio.h>

int main(void) {
    int n = 0;
    for (unsigned char c = 250; c != 5; c++) n++;
    printf("%d\n", n);
    n = 0;
    for (signed char c = 100; c != -100; c++) n++;
    printf("%d\n", n);
    unsigned short s = 0;
    s--;
    printf("%d\n", s);
    for (n = 0; s; s >>= 1) n++;
    printf("%d\n", n);
    unsigned char a = 255, b = 1;
    if (a + b == 256) printf("promoted\n");
    if ((unsigned char)(a + b) == 0) printf("truncated\n");
    a = a + b;
    printf("%d\n", a);
    short x = 32767;
    x += 1;
    printf("%d\n", x);
    char t = 127;
    printf("%d ", ++t);
    printf("%d\n", t);
    unsigned u = 10;
    int m = -20;
    if (u + m > 0) printf("unsigned sum\n");
    if ((int)u + m < 0) printf("signed sum\n");
    long l = u + m;
    printf("%ld %ld\n", l, (long)(int)(u + m));
    printf("%d\n", (unsigned char)-1 == 255 && (char)-1 == -1);
    return 0;
}

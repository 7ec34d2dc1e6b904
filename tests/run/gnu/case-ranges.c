// test: run
// Case ranges, with characters, negative bounds, single elements and neighbours.
#include <stdio.h>

static const char *grade(int n) {
    switch (n) {
    case -2147483647 - 1 ... -1: return "negative";
    case 0: return "zero";
    case 1 ... 9: return "digit";
    case 10 ... 10: return "ten";
    case 11 ... 2147483647: return "more";
    }
    return "none";
}
static char fold(char c) {
    switch (c) {
    case 'a' ... 'z': return c - 32;
    case 'A' ... 'Z': return c + 32;
    case '0' ... '4':
    case '6' ... '9': return '#';
    default: return c;
    }
}
static int wide(unsigned long u) {
    switch (u) {
    case 0x100000000 ... 0x1ffffffff: return 1;
    case 0xffffffffffffff00 ... 0xffffffffffffffff: return 2;
    }
    return 0;
}

int main(void) {
    int v[] = {-2147483647 - 1, -1, 0, 1, 9, 10, 11, 2147483647};
    for (int i = 0; i < 8; i++)
        printf("%s ", grade(v[i]));
    printf("\n");
    for (const char *s = "Hello World 4567!"; *s; s++)
        putchar(fold(*s));
    putchar('\n');
    printf("%d %d %d %d\n", wide(1ul << 32), wide(-1), wide(-257), wide(0x1fffffffful));
    return 0;
}

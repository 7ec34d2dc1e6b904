// test: run
// switch: fall-through, default in the middle, negative and large cases, nested, on every integer type.
#include <stdio.h>

static int fall(int x) {
    int r = 0;
    switch (x) {
    case 1: r += 1;
    default: r += 10;
    case 2: r += 100; break;
    case -5: r = -5; break;
    case 2147483647: return 99;
    }
    return r;
}
static const char *kind(char c) {
    switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u': return "vowel";
    case '\xe9': return "accent";
    case ' ': return "space";
    }
    return "other";
}
static int wide(unsigned long x) {
    switch (x) {
    case 0xffffffffffffffff: return 1;
    case 0x100000000: return 2;
    case 0: return 3;
    default: return 4;
    }
}
static int narrow(unsigned char c) {
    switch (c) {
    case 255: return 1;
    case 0: return 2;
    }
    return 3;
}

int main(void) {
    for (int i = -6; i < 4; i++)
        printf("%d ", fall(i));
    printf("%d\n", fall(2147483647));
    printf("%s %s %s %s\n", kind('e'), kind('x'), kind(' '), kind('\xe9'));
    printf("%d %d %d %d\n", wide(-1), wide(4294967296), wide(0), wide(1));
    printf("%d %d %d\n", narrow(-1), narrow(256), narrow(7));
    switch (3)
        printf("skipped\n");
    switch (1)
    case 1: printf("lone case\n");
    switch (2) {
        int x;
    case 1: x = 5; printf("%d\n", x); break;
    case 2: x = 6; printf("%d\n", x);
    }
    for (int i = 0; i < 6; i++) {
        switch (i) {
        case 1: continue;
        case 2:
            switch (i + 1) {
            case 3: printf("inner "); break;
            default: printf("bad ");
            }
            break;
        case 4: goto out;
        default: printf("%d ", i);
        }
        printf("after%d ", i);
    }
out:
    printf("\n");
    return 0;
}

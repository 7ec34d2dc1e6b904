// test: run
// The type of an integer literal follows from its base, value and suffix.
#include <stdio.h>

#define KIND(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", \
    unsigned long: "unsigned long", long long: "long long", unsigned long long: "unsigned long long", default: "?")

int main(void) {
    printf("%s %s %s\n", KIND(1), KIND(2147483647), KIND(2147483648));
    printf("%s %s %s\n", KIND(0x7fffffff), KIND(0x80000000), KIND(0x100000000));
    printf("%s %s\n", KIND(0x7fffffffffffffff), KIND(0x8000000000000000));
    printf("%s %s %s\n", KIND(1u), KIND(4294967295u), KIND(4294967296u));
    printf("%s %s %s %s\n", KIND(1l), KIND(1ul), KIND(1ll), KIND(1ull));
    printf("%s %s\n", KIND(020000000000), KIND(0));
    printf("%s %s %s\n", KIND('a'), KIND((char)1 + (char)1), KIND(-2147483648));
    printf("%d %d %d %d\n", 0b1011, 0777, 0xFf, 'A');
    printf("%d\n", -2147483648 < 0);
    printf("%d\n", -0x80000000 < 0);
    return 0;
}

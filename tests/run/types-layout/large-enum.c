// test: run
// Enumerations whose values need more than int (a common extension).
#include <stdio.h>

enum big { LOW = 1, HIGH = 0x100000000ll };
enum u32 { TOP = 0xffffffffu };
enum __attribute__((packed)) tiny { T0, T1, T200 = 200 };

int main(void) {
    enum big b = HIGH;
    enum u32 u = TOP;
    printf("%zu %zu %zu\n", sizeof(enum big), sizeof(enum u32), sizeof(enum tiny));
    printf("%ld %u\n", (long)b, (unsigned)u);
    printf("%d\n", u > 0);
    b += 1;
    printf("%ld\n", (long)b);
    enum tiny t = T200;
    printf("%d\n", t);
    struct { enum tiny a, b; short s; } s = {T1, T200, 3};
    printf("%zu %d %d\n", sizeof s, s.b, s.s);
    return 0;
}

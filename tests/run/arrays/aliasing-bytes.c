// test: run
// Reading and writing any object through character pointers.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    uint32_t x = 0x12345678;
    unsigned char *b = (unsigned char *)&x;
    printf("%x %x %x %x\n", b[0], b[1], b[2], b[3]);
    b[0] = 0xff;
    printf("%x\n", x);
    double d = 1.0;
    char *c = (char *)&d;
    c[7] |= 0x80;
    printf("%g\n", d);
    int a[2] = {-1, -1};
    memset((char *)a + 2, 0, 4);
    printf("%d %d\n", a[0], a[1]);
    void *ptrs[2] = {&x, &d};
    void *copy[2];
    for (unsigned i = 0; i < sizeof ptrs; i++)
        ((char *)copy)[i] = ((char *)ptrs)[i];
    printf("%x %g\n", *(uint32_t *)copy[0], *(double *)copy[1]);
    int (*fn)(const char *) = puts, (*fn2)(const char *);
    memcpy(&fn2, &fn, sizeof fn);
    fn2("through bytes");
    char buf[16] = {0};
    uint16_t h = 0xbeef;
    memcpy(buf + 3, &h, 2);
    printf("%02x %02x\n", (unsigned char)buf[3], (unsigned char)buf[4]);
    return 0;
}

// test: run
// Bit-fields of _Bool and enumeration type, in unions and in nested anonymous structs.
#include <stdint.h>
#include <stdio.h>

enum colour { RED, GREEN, BLUE, LAST = 7 };

struct s {
    _Bool on : 1;
    enum colour colour : 3;
    _Bool off : 1;
    struct {
        uint8_t low : 4, high : 4;
    };
};

union reg {
    uint32_t word;
    struct {
        uint32_t mode : 2, speed : 6, : 8, address : 16;
    } part;
};

int main(void) {
    struct s s = {.on = 8, .colour = LAST, .off = 0.0};
    s.low = 0x1f;
    s.high = s.low - 6;
    printf("%d %d %d %d %d\n", s.on, s.colour, s.off, s.low, s.high);
    s.colour = BLUE;
    s.off = !s.off;
    printf("%d %d\n", s.colour == BLUE, s.off);
    union reg r = {.word = 0xabcd00e7};
    printf("%u %u %x\n", r.part.mode, r.part.speed, r.part.address);
    r.part.speed = 1;
    r.part.address++;
    printf("%x\n", r.word);
    printf("%zu %zu\n", sizeof(struct s), sizeof(union reg));
    return 0;
}

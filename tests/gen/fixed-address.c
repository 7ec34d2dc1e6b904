// test: gen
// Registers at fixed addresses: what they hold is an input, tests have memory there, and no proof rests on it.
// clew-gen: -f wait_byte -f toggle -f twice
// expect-total: branch 12
// expect-covered: branch 11
// expect-infeasible: branch 0
// compilers: all
#include <stdint.h>

#define STATUS (*(volatile uint32_t *)0x40011000u)
#define DATA (*(volatile uint32_t *)0x40011004u)
#define PORT (*(volatile uint8_t *)0x40020014)

int wait_byte(uint8_t *byte, int tries) {
    while (tries-- > 0) {
        if (STATUS & 0x20) {
            *byte = (uint8_t)DATA;
            return 0;
        }
    }
    return -1;
}

int toggle(int times) {
    for (int i = 0; i < times && i < 4; i++)
        PORT ^= 0x20;
    return times;
}

/* A device may answer differently each time; memory does not. */
int twice(void) {
    if (STATUS == 1) {
        if (STATUS == 2)
            return 2;
        return 1;
    }
    return 0;
}

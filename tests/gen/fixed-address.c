// test: gen
// Registers at fixed addresses: there is nothing at them here, and no proof rests on that.
// clew-gen: -f wait_byte -f toggle
// expect-total: branch 8
// expect-infeasible: branch 0
#include <stdint.h>

#define STATUS (*(volatile uint32_t *)0x40011000u)
#define DATA (*(volatile uint32_t *)0x40011004u)
#define PORT (*(volatile uint8_t *)0x25)

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

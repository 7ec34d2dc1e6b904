// test: gen
// A device as a struct at a fixed address, its parts reached in several ways, and a table of them.
// clew-gen: -f send -f masked
// expect-total: branch 8
// expect-covered: branch 8
// compilers: all
#include <stdint.h>

typedef struct {
    volatile uint32_t control, status;
    volatile uint8_t data[8];
} serial_port;

#define PORT_A ((serial_port *)0x40013800u)
#define PORT_B ((serial_port *)(0x40013800u + 0x400u))

int send(uint8_t byte) {
    if (PORT_A->status & 1u)
        return -1;
    PORT_A->data[3] = byte;
    PORT_A->control |= 0x80u;
    if (PORT_B->control == PORT_A->control)
        return 1;
    return 0;
}

int masked(void) {
    uint32_t status = *(volatile uint32_t *)0x40013804u;
    if (status > 0xffff0000u && PORT_A->data[1] == 7)
        return 1;
    return 0;
}

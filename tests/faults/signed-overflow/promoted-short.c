// test: fault
// flags: --check signed-overflow
// Two unsigned shorts multiply as int.
#include <stdio.h>

int main(void) {
    unsigned short a = 65535, b = 65535;
    unsigned r = a * b; //~ signed-overflow
    printf("%u\n", r);
    return 0;
}

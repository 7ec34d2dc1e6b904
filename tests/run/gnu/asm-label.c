// test: run
// An assembler name on a declaration renames the symbol, not the C name.
// files: asm-label/other.c
#include <stdio.h>

extern int renamed(int) __asm__("actual_name");
extern int value __asm__("actual_value");

int main(void) {
    printf("%d %d\n", renamed(4), value);
    return 0;
}

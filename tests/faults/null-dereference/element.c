// test: fault
// Writes an element of a null array; the index is not zero.
#include <stdio.h>

static int buffer[64];
static int *lookup(int key) { return key == 7 ? NULL : buffer; }

int main(void) {
    for (int k = 5; k < 9; k++) {
        int *row = lookup(k);
        row[20] = k; //~ null-dereference
    }
    printf("%d\n", buffer[20]);
    return 0;
}

// test: fault
// The fixed twin of element.c.
#include <stdio.h>

static int buffer[64];
static int *lookup(int key) { return key == 7 ? NULL : buffer; }

int main(void) {
    for (int k = 5; k < 9; k++) {
        int *row = lookup(k);
        if (!row)
            continue;
        row[20] = k;
    }
    printf("%d\n", buffer[20]);
    return 0;
}

// test: fault
// The fixed twin of shared-child.c.
#include <stdlib.h>

int main(void) {
    int *table[3];
    for (int i = 0; i < 3; i++)
        table[i] = malloc(sizeof(int));
    for (int i = 0; i < 3; i++)
        free(table[i]);
    return 0;
}

// test: fault
// Two entries of a table own the same object.
#include <stdlib.h>

int main(void) {
    int *table[3];
    for (int i = 0; i < 3; i++)
        table[i] = malloc(sizeof(int));
    free(table[2]);
    table[2] = table[0];
    for (int i = 0; i < 3; i++)
        free(table[i]); //~ double-free
    return 0;
}

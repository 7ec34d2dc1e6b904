// test: fault
// Frees a local array.
#include <stdio.h>
#include <stdlib.h>

static void consume(char *p, int owned) {
    printf("%s\n", p);
    if (owned)
        free(p); //~ invalid-free
}

int main(void) {
    char local[8] = "stack";
    consume(local, 1);
    return 0;
}

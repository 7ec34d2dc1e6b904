// test: fault
// The fixed twin of stack.c.
#include <stdio.h>
#include <stdlib.h>

static void consume(char *p, int owned) {
    printf("%s\n", p);
    if (owned)
        free(p);
}

int main(void) {
    char local[8] = "stack";
    consume(local, 0);
    return 0;
}

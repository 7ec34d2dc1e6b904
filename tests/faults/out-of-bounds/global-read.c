// test: fault
// Reads past a global table by an unchecked index.
#include <stdio.h>

static const char *const names[] = {"zero", "one", "two"};
static int other[50];

static char initial(int n) {
    return names[n][0]; //~ out-of-bounds
}

int main(void) {
    printf("%c%c\n", initial(1), initial(3 + other[0]));
    return 0;
}

// test: fault
// The fixed twin of global-read.c.
#include <stdio.h>

static const char *const names[] = {"zero", "one", "two"};
static int other[50];

static char initial(int n) {
    if (n < 0 || n >= 3)
        return '?';
    return names[n][0];
}

int main(void) {
    printf("%c%c\n", initial(1), initial(3 + other[0]));
    return 0;
}

// A statement without its semicolon, and a brace that is never closed.
#include <stdio.h>

int main(void) {
    int n = 5
    if (n > 3) {
        printf("%d\n", n);
    return 0;
}

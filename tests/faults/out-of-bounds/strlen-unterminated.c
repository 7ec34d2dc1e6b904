// test: fault
// strlen of characters without a terminator.
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[4] = {'w', 'o', 'r', 'd'};
    size_t n = strlen(word); //~ out-of-bounds
    printf("%d\n", n >= 4);
    return 0;
}

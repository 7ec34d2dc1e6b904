// test: run
// rand with its default and explicit seeds gives the C library's sequence; rand_r.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 5; i++)
        printf("%d ", rand());
    printf("\n");
    srand(1);
    printf("%d\n", rand());
    srand(42);
    for (int i = 0; i < 5; i++)
        printf("%d ", rand() % 100);
    printf("\n");
    srand(0);
    int a = rand();
    srand(0);
    printf("%d\n", a == rand());
    unsigned in_range = 1;
    for (int i = 0; i < 1000; i++) {
        int r = rand();
        in_range &= r >= 0 && r <= RAND_MAX;
    }
    printf("%u %d\n", in_range, rand());
    return 0;
}

// test: run
// malloc, calloc, realloc, free(NULL), zero sizes, alignment, aligned_alloc, growth keeps contents.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *z = calloc(10, sizeof *z);
    int ok = 1;
    for (int i = 0; i < 10; i++)
        ok &= z[i] == 0;
    printf("%d\n", ok);
    free(z);
    free(NULL);
    char *p = realloc(NULL, 8);
    strcpy(p, "grow");
    for (int n = 16; n < 100000; n *= 3)
        p = realloc(p, n);
    printf("%s\n", p);
    p = realloc(p, 5);
    printf("%s\n", p);
    free(p);
    for (int n = 1; n < 200; n += 37) {
        void *q = malloc(n);
        printf("%d ", (int)((uintptr_t)q % 16));
        free(q);
    }
    printf("\n");
    void *a = aligned_alloc(64, 128), *b = NULL;
    printf("%d ", (int)((uintptr_t)a % 64));
    printf("%d ", posix_memalign(&b, 256, 100));
    printf("%d\n", (int)((uintptr_t)b % 256));
    free(a);
    free(b);
    void *e = malloc(0);
    free(e);
    volatile size_t huge = SIZE_MAX / 2;
    printf("%d %d\n", malloc(huge) == NULL, calloc(huge, 4) == NULL);
    void *blocks[100];
    for (int i = 0; i < 100; i++) {
        blocks[i] = malloc(i * 7 + 1);
        memset(blocks[i], i, i * 7 + 1);
    }
    for (int i = 0; i < 100; i += 2)
        free(blocks[i]);
    for (int i = 0; i < 100; i += 2)
        blocks[i] = memset(malloc(50), i, 50);
    int sum = 0;
    for (int i = 0; i < 100; i++) {
        sum += *(char *)blocks[i];
        free(blocks[i]);
    }
    printf("%d\n", sum);
    return 0;
}

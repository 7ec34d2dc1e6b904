// test: run
// bsearch: found, not found, ends, struct keys, and a key of another type.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { const char *name; int value; };

static int by_int(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_name(const void *key, const void *e) { return strcmp(key, ((const struct entry *)e)->name); }

int main(void) {
    int v[] = {1, 3, 5, 7, 9, 11};
    for (int k = 0; k <= 12; k++) {
        int *p = bsearch(&k, v, 6, sizeof *v, by_int);
        printf("%ld ", p ? (long)(p - v) : -1l);
    }
    printf("\n");
    struct entry t[] = {{"break", 1}, {"case", 2}, {"do", 3}, {"else", 4}};
    const char *keys[] = {"do", "break", "else", "goto", ""};
    for (int i = 0; i < 5; i++) {
        struct entry *e = bsearch(keys[i], t, 4, sizeof *t, by_name);
        printf("%d ", e ? e->value : 0);
    }
    printf("\n");
    int k = 1;
    printf("%d\n", bsearch(&k, v, 0, sizeof *v, by_int) == NULL);
    return 0;
}

// test: run
// qsort on numbers, strings, structs; the C library here sorts stably; zero and one element.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rec { int key; int order; char pad[12]; };

static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_key(const void *a, const void *b) { return ((const struct rec *)a)->key - ((const struct rec *)b)->key; }
static int descending(const void *a, const void *b) { return -by_int(a, b); }
static int by_char(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void) {
    int v[] = {5, -2, 9, 0, 5, 2147483647, -2147483647 - 1, 3, 3, 1};
    qsort(v, 10, sizeof *v, by_int);
    for (int i = 0; i < 10; i++) printf("%d ", v[i]);
    printf("\n");
    qsort(v, 10, sizeof *v, descending);
    printf("%d %d\n", v[0], v[9]);
    const char *w[] = {"pear", "apple", "fig", "apple pie", "", "Zoo"};
    qsort(w, 6, sizeof *w, by_text);
    for (int i = 0; i < 6; i++) printf("[%s]", w[i]);
    printf("\n");
    struct rec r[40];
    unsigned seed = 7;
    for (int i = 0; i < 40; i++) {
        seed = seed * 1103515245 + 12345;
        r[i] = (struct rec){.key = seed >> 16 & 7, .order = i};
    }
    qsort(r, 40, sizeof *r, by_key);
    for (int i = 0; i < 40; i++) printf("%d.%d ", r[i].key, r[i].order);
    printf("\n");
    char s[] = "thequickbrownfox";
    qsort(s, strlen(s), 1, by_char);
    printf("%s\n", s);
    qsort(v, 0, sizeof *v, by_int);
    qsort(v, 1, sizeof *v, by_int);
    printf("%d\n", v[0]);
    return 0;
}

// test: run
// files: two-files/other.c
// Functions and objects shared between translation units; statics of the same name stay apart.
#include <stdio.h>

extern int shared;
extern const char *const names[];
extern int table[];
int tentative;
int defined_here = 5;
static int private_value = 1;
static int helper(void) { return 10; }
int from_other(int);
int other_private(void);
struct point { int x, y; };
struct point make_point(int, int);
extern double average(const double *, int);

int main(void) {
    shared += 1;
    printf("%d %s %s %d\n", shared, names[0], names[1], table[2]);
    printf("%d %d\n", private_value + helper(), other_private());
    tentative = 3;
    printf("%d\n", from_other(4));
    printf("%d\n", tentative);
    struct point p = make_point(7, 8);
    printf("%d %d\n", p.x, p.y);
    printf("%g\n", average((double[]){1, 2, 6}, 3));
    return 0;
}

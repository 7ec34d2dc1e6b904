// test: run
// Objects of static storage without initialiser are zero, whatever their type.
#include <stdio.h>

struct s { int a; double d; void *p; struct { char c[3]; } in; };
static struct s arr[3];
static union { char *p; double d; } u;
int common;
int common;
static double *pd;
static float f;
extern int declared;
int declared;

static int counter(void) {
    static int n;
    static struct s s;
    s.a += 2;
    return ++n + s.a;
}

int main(void) {
    int zero = 1;
    for (unsigned i = 0; i < sizeof arr; i++)
        zero &= ((char *)arr)[i] == 0;
    printf("%d %d %d %d %g %d\n", zero, u.p == NULL, common, pd == NULL, f, declared);
    printf("%d ", counter());
    printf("%d ", counter());
    printf("%d\n", counter());
    return 0;
}

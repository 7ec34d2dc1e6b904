// test: run
// Qualifiers at every level of a pointer, qualified arrays and casts that add or drop them.
#include <stdio.h>

static const volatile int cv = 4;
static const int table[2][2] = {{1, 2}, {3, 4}};
typedef int pair[2];
static const pair fixed = {5, 6};

static int sum(const int (*m)[2], int n) { int s = 0; for (int i = 0; i < n; i++) s += m[i][0] * m[i][1]; return s; }
static int first(const char *const *names) { return names[0][0]; }
static void bump(volatile int *p) { *p = *p + 1; (*p)++; *p += 1; }

int main(void) {
    printf("%d %d %d\n", cv, sum(table, 2), fixed[1]);
    const char *const names[] = {"x", "y"};
    printf("%d\n", first(names));
    int v = 1;
    volatile int w = 1;
    bump(&v);
    bump(&w);
    printf("%d %d\n", v, w);
    int *const fixed_pointer = &v;
    const int *moving = &v;
    *fixed_pointer = 9;
    moving++;
    moving--;
    printf("%d\n", *moving);
    char text[] = "abc";
    const char *ro = text;
    *(char *)ro = 'z';
    printf("%s\n", ro);
    int *volatile vp = &v, *restrict rp = &v;
    *vp = *rp + 1;
    printf("%d\n", v);
    volatile struct { int a; char b[3]; } vs = {1, "q"};
    vs.a++;
    vs.b[1] = 'r';
    printf("%d %c%c\n", vs.a, vs.b[0], vs.b[1]);
    return 0;
}

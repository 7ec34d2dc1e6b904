// test: run
// Assignments through array elements, members, pointers to pointers, casts and conditionals, chained.
#include <stdio.h>

struct s { int a; struct { short b[2]; } in; };

int main(void) {
    int x = 1, y = 2, *px = &x, **ppx = &px, arr[3] = {0};
    struct s s = {0}, *ps = &s;
    **ppx = 10;
    *ppx = &y;
    **ppx += 5;
    printf("%d %d\n", x, y);
    arr[0] = arr[1] = s.a = ps->in.b[1] = 70000 % 65536;
    printf("%d %d %d %d\n", arr[0], arr[1], s.a, s.in.b[1]);
    *(x > 5 ? &x : &y) = -1;
    printf("%d %d\n", x, y);
    *((char *)&y + 1) = 1;
    printf("%d\n", y);
    *(short *)((char *)ps + sizeof(int)) = 12;
    printf("%d\n", s.in.b[0]);
    (*ps).a = (ps->a, 33);
    printf("%d\n", s.a);
    int *p = arr;
    *p++ = 7;
    *p = p[-1] + 1;
    *(p + 1) = *p * 2;
    printf("%d %d %d\n", arr[0], arr[1], arr[2]);
    (void)(x = 4), y = x--;
    printf("%d %d\n", x, y);
    char text[] = "abc", *t = text;
    *t++ += 1;
    *++t -= 1;
    printf("%s\n", text);
    return 0;
}

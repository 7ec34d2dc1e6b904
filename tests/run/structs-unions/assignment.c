// test: run
// Struct assignment copies every member, nested arrays too; self and chained assignment.
#include <stdio.h>
#include <string.h>

struct in { int a[3]; char name[8]; };
struct out { struct in x, y; const char *s; };

int main(void) {
    struct out a = {{{1, 2, 3}, "one"}, {{4, 5, 6}, "two"}, "text"};
    struct out b, c;
    c = b = a;
    a.x.a[1] = 99;
    strcpy(a.y.name, "changed");
    printf("%d %s %d %s %s\n", b.x.a[1], b.y.name, c.x.a[2], c.x.name, c.s);
    a.x = a.y;
    printf("%d %s\n", a.x.a[0], a.x.name);
    a = a;
    printf("%s\n", a.s);
    struct out arr[2] = {b, a};
    arr[0] = arr[1];
    printf("%s %d\n", arr[0].x.name, arr[0].x.a[2]);
    struct out *p = &arr[1];
    *p = c;
    printf("%s\n", p->x.name);
    printf("%d\n", (b = c).x.a[0]);
    struct in t = (1 ? b : c).y;
    printf("%s\n", t.name);
    return 0;
}

// test: run
// Operator precedence and associativity where it surprises.
#include <stdio.h>

int main(void) {
    int a = 6, b = 3, c = 2, arr[] = {10, 20, 30}, *p = arr;
    printf("%d %d\n", a - b - c, a / b * c);
    printf("%d %d\n", a & b == 3, (a & b) == 3);
    printf("%d %d\n", 1 << 2 + 1, (1 << 2) + 1);
    printf("%d %d\n", a | b ^ c & 1, !a == 0);
    printf("%d %d\n", -a % 4, ~a + 1);
    printf("%d ", *p++ + 1);
    printf("%d\n", -*p--);
    printf("%d\n", a < b < c);
    printf("%d\n", a > b > c);
    printf("%d\n", a == b == 0);
    printf("%d\n", 1 || 0 && 0);
    int x = 1 ? 2 : 0 ? 3 : 4;
    printf("%d\n", x);
    a = b = c = 5;
    printf("%d %d %d\n", a, b, c);
    a += b -= c *= 2;
    printf("%d %d %d\n", a, b, c);
    printf("%zu\n", sizeof a * 2);
    printf("%zu\n", sizeof(int) - 1);
    printf("%d\n", - -a + + +b - -c);
    printf("%d\n", a-- - --b);
    struct { int *q; } s = {arr}, *ps = &s;
    printf("%d %d %d\n", *s.q, *ps->q, (*ps).q[1]);
    printf("%d\n", (int)2.7 * 3);
    printf("%d\n", !(a & 1) << 2);
    return 0;
}

// test: run
// Statement expressions as arguments, subscripts, initialisers, conditions and operands of each other.
#include <stdio.h>

#define TWICE(x) ({ __typeof__(x) v_ = (x); v_ + v_; })
#define AT(a, i) (*({ __typeof__(&(a)[0]) p_ = (a); int i_ = (i); if (i_ < 0) i_ += (int)(sizeof(a) / sizeof *(a)); p_ + i_; }))
#define EACH(v, n) for (int v = ({ printf("start "); 0; }); v < (n); v = ({ v + 1; }))

static int add(int a, int b) { return a + b; }

int main(void) {
    int a[5] = {10, 20, 30, 40, 50};
    printf("%d\n", add(TWICE(3), TWICE(TWICE(1))));
    AT(a, -1) = 5;
    AT(a, 0) += AT(a, -2);
    printf("%d %d\n", a[4], a[0]);
    EACH(i, 3) printf("%d ", i);
    printf("\n");
    int x = ({ int t = 0; while (t < 7) t += 3; t; }) * ({ a[1] > 15 ? 2 : 3; });
    printf("%d\n", x);
    while (({ x -= 4; x > 5; })) printf("%d ", x);
    printf("%d\n", x);
    switch (({ int k = x; k & 3; })) {
    case 2: printf("two\n"); break;
    default: printf("other %d\n", x & 3);
    }
    const char *s = ({ static char b[8]; sprintf(b, "<%d>", x); b; });
    printf("%s\n", s);
    return ({ 0; });
}

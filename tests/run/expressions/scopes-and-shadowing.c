// test: run
// Names shadow each other: variables, parameters, tags, typedefs, labels and members live apart.
#include <stdio.h>

typedef int T;
struct T { T T; };
static int x = 1;
enum { E = 1 };

static int parameter(int x) { { int x = 50; x++; } return x; }
static int label(int T) {
    goto T;
T:
    return T + 1;
}

int main(void) {
    printf("%d ", x);
    int x = 2;
    printf("%d ", x);
    {
        int y = x, x = 3;
        printf("%d %d ", x, y);
        {
            extern int other;
            for (int x = 4; x < 5; x++)
                printf("%d ", x);
        }
        printf("%d ", x);
    }
    printf("%d\n", x);
    printf("%d %d\n", parameter(9), label(6));
    struct T t = {5};
    T n = t.T;
    {
        typedef double T;
        T d = 0.5;
        struct T { char c[3]; };
        printf("%g %zu %zu\n", d, sizeof(T), sizeof(struct T));
        {
            int T = 7;
            printf("%d\n", T);
        }
        enum { E = 9 };
        printf("%d\n", E);
    }
    printf("%d %zu %zu %d\n", n, sizeof(T), sizeof(struct T), E);
    struct a { int v; } one = {1};
    {
        struct a;
        struct b { struct a *p; };
        struct a { char v[100]; };
        printf("%zu\n", sizeof(*((struct b *)0)->p));
    }
    printf("%zu %d\n", sizeof(struct a), one.v);
    int printf_ = 3, main = printf_;
    printf("%d\n", main);
    return 0;
}

// test: run
// __builtin_object_size of objects whose size is evident, and when unknown.
#include <stdio.h>

struct s { char a[4]; int b; char c[8]; };
static char global[32];

static __attribute__((noinline)) unsigned long unknown(void *p) { return __builtin_object_size(p, 0); }

int main(void) {
    struct s s;
    char local[10];
    printf("%zu %zu\n", __builtin_object_size(global, 0), __builtin_object_size(&global[5], 1));
    printf("%zu %zu\n", __builtin_object_size(local, 0), __builtin_object_size(&local[9], 0));
    printf("%zu %zu\n", __builtin_object_size(s.a, 0), __builtin_object_size(s.a, 1));
    printf("%zu %zu\n", __builtin_object_size(&s.b, 0), __builtin_object_size(&s.b, 1));
    printf("%zu\n", __builtin_object_size("literal", 0));
    printf("%d\n", unknown(local) == (unsigned long)-1);
    int n = 1;
    printf("%d ", __builtin_object_size((n++, global), 0) != 0);
    printf("%d\n", n);
    return 0;
}

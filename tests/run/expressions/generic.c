// test: run
// _Generic selects by type after lvalue conversion; qualifiers, pointers, default, nesting in macros.
#include <stdio.h>

#define NAME(x) _Generic((x), \
    char: "char", signed char: "schar", unsigned char: "uchar", short: "short", int: "int", \
    unsigned: "unsigned", long: "long", float: "float", double: "double", \
    char *: "char*", const char *: "const char*", int *: "int*", void *: "void*", \
    int (*)(void): "function", default: "other")
#define maximum(a, b) _Generic((a) + (b), int: max_int, double: max_double)(a, b)

static int max_int(int a, int b) { return a > b ? a : b; }
static double max_double(double a, double b) { return a > b ? a : b; }
static int nothing(void) { return 0; }
struct s { int v; };

int main(void) {
    char c = 1;
    const int ci = 2;
    int arr[3];
    struct s s;
    printf("%s %s %s\n", NAME(c), NAME('c'), NAME((signed char)1));
    printf("%s %s %s\n", NAME(ci), NAME(arr), NAME(&arr[1]));
    printf("%s %s %s\n", NAME("x"), NAME((const char *)"x"), NAME((void *)0));
    printf("%s %s %s\n", NAME(1.0f), NAME(1.0f * 2), NAME(1.0f * 2.0));
    printf("%s %s %s\n", NAME(nothing), NAME(s), NAME(1u + 1l));
    printf("%s %s\n", NAME(c + c), NAME((short)1));
    printf("%d %g\n", maximum(3, 7), maximum(2.5, 1));
    int evaluated = 0;
    printf("%d ", _Generic(evaluated++, int: 5, default: evaluated++));
    printf("%d\n", evaluated);
    return 0;
}

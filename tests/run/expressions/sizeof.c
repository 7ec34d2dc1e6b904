// test: run
// sizeof does not evaluate its operand; on types, expressions, members, strings, parenthesised forms.
#include <stdio.h>

struct s { int a[10]; char c; };
static int calls;
static struct s f(void) { calls++; return (struct s){{0}, 0}; }

int main(void) {
    int i = 1;
    printf("%zu", sizeof(i++));
    printf("%zu", sizeof i++);
    printf(" %d\n", i);
    printf("%zu %d\n", sizeof f(), calls);
    printf("%zu %zu\n", sizeof f().a, sizeof(((struct s *)0)->a));
    int *null = 0;
    printf("%zu %zu\n", sizeof *null, sizeof null[5]);
    printf("%zu %zu %zu\n", sizeof(char), sizeof(char) + sizeof(char), sizeof((char)1 + (char)1));
    printf("%zu %zu\n", sizeof(int[3][4]), sizeof(int(*)[4]));
    printf("%d\n", (int)sizeof(int) - 5 < 0);
    printf("%zu\n", sizeof(struct s) / sizeof(int));
    printf("%zu %zu\n", sizeof "hello" "x", sizeof((const char *)"hello"));
    printf("%zu %zu\n", sizeof(void), sizeof(main));
    return 0;
}

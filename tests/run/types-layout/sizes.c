// test: run
// sizeof and _Alignof of every basic type, pointers, arrays, enums and functions pointers.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum small { A, B };
enum wide { W = 0x7fffffff };
enum negative { N = -1 };

#define SHOW(type) printf(#type " %zu %zu\n", sizeof(type), _Alignof(type))

int main(void) {
    SHOW(char);
    SHOW(short);
    SHOW(int);
    SHOW(long);
    SHOW(long long);
    SHOW(_Bool);
    SHOW(float);
    SHOW(double);
    SHOW(void *);
    SHOW(int (*)(void));
    SHOW(int[7]);
    SHOW(char[3][5]);
    SHOW(enum small);
    SHOW(enum wide);
    SHOW(enum negative);
    SHOW(size_t);
    SHOW(ptrdiff_t);
    SHOW(wchar_t);
    SHOW(int_fast16_t);
    SHOW(int_least8_t);
    SHOW(intmax_t);
    SHOW(max_align_t);
    int array[10];
    char *p = "abc";
    printf("%zu %zu %zu %zu\n", sizeof array, sizeof array[0], sizeof &array, sizeof *&array);
    printf("%zu %zu %zu %zu\n", sizeof p, sizeof *p, sizeof "abc", sizeof 'a');
    printf("%zu\n", sizeof(char[sizeof(int)]));
    return 0;
}

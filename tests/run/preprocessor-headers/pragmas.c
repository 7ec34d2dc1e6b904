// test: run
// Pragmas, _Pragma, #error in dead branches, __VA_OPT__, include guards and redefinition after #undef.
#include <stdio.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
_Pragma("GCC diagnostic pop")
#pragma unknown to every compiler
#define PACKED_BEGIN _Pragma("pack(push, 1)")
#define PACKED_END _Pragma("pack(pop)")
#if 0
#error not here
#endif
#define LOG(f, ...) printf(f "\n" __VA_OPT__(, ) __VA_ARGS__)
#define N 1
#undef N
#define N 2

PACKED_BEGIN
struct packed { char c; int i; };
PACKED_END
struct loose { char c; int i; };

int main(void) {
    printf("%zu %zu %d\n", sizeof(struct packed), sizeof(struct loose), N);
    LOG("plain");
    LOG("%d %s", 5, "five");
#pragma GCC unroll 4
    for (int i = 0; i < 3; i++)
        printf("%d", i);
    printf("\n");
    return 0;
}

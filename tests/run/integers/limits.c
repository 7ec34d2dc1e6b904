// test: run
// The limits of every integer type and what their macros evaluate to.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    printf("char %d %d %d bits\n", CHAR_MIN, CHAR_MAX, CHAR_BIT);
    printf("schar %d %d uchar %d\n", SCHAR_MIN, SCHAR_MAX, UCHAR_MAX);
    printf("short %d %d ushort %d\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("int %d %d uint %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("long %ld %ld ulong %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    printf("llong %lld %lld ullong %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("i8 %d %d u8 %d\n", INT8_MIN, INT8_MAX, UINT8_MAX);
    printf("i16 %d %d u16 %d\n", INT16_MIN, INT16_MAX, UINT16_MAX);
    printf("i32 %d %d u32 %u\n", INT32_MIN, INT32_MAX, UINT32_MAX);
    printf("i64 %ld %ld u64 %lu\n", INT64_MIN, INT64_MAX, UINT64_MAX);
    printf("size %zu ptrdiff %td %td\n", SIZE_MAX, (ptrdiff_t)PTRDIFF_MIN, (ptrdiff_t)PTRDIFF_MAX);
    printf("intptr %ld intmax %ld uintmax %lu\n", INTPTR_MAX, INTMAX_MAX, UINTMAX_MAX);
    return 0;
}

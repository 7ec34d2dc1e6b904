// test: run
// cflags: -DLEVEL=3 -DNAME=abc -UGONE
// Conditional compilation: expressions, defined, nested groups, macros from the command line.
#include <stdio.h>

#define A 5
#define B (A * 2 - 1)
#define STR(x) #x
#define XSTR(x) STR(x)

int main(void) {
#if A > 3 && B == 9 || 0
    printf("expression\n");
#endif
#if defined(A) && !defined C
    printf("defined\n");
#endif
#ifdef UNKNOWN
    printf("bad\n");
#elif UNKNOWN_IDENTIFIER == 0
    printf("unknown is zero\n");
#else
    printf("bad\n");
#endif
#if 0
#if 1
    printf("bad\n");
#else
    this is not "C
#endif
#elif LEVEL == 3
    printf("level %d %s\n", LEVEL, XSTR(NAME));
#endif
#if -1 > 0u
    printf("unsigned comparison\n");
#endif
#if (1 ? 2 : 3) == 2 && 'a' == 97 && 0x10 == 16 && 10L == 10u
    printf("constants\n");
#endif
#ifndef GONE
    printf("gone\n");
#endif
#undef A
#ifndef A
    printf("undefined\n");
#endif
#if __has_include(<stdio.h>) && !__has_include("no-such-file.h")
    printf("has_include\n");
#endif
    return 0;
}

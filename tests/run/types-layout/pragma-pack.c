// test: run
// #pragma pack that counts: not those in inactive branches, but those of included headers, of macros and of _Pragma.
#include <stddef.h>
#include <stdio.h>

#if 0
#pragma pack(1)
#endif
struct plain { char a; int b; };

#ifdef NEVER
#pragma pack(push, 2)
#else
#pragma pack(push, 4)
#endif
struct four { char a; long b; };

#include "pragma-pack/begin.h"
struct one { char a; int b; short c; };
struct in_one { struct one o; union { char c; long l; } u; };
#include "pragma-pack/end.h"
struct four_again { char a; long b; };
#pragma pack(pop)


struct none { char a; int b; }; _Pragma("pack(1)") struct here { char a; int b; }; _Pragma("pack()") struct none2 { char a; int b; };

#define PACKED(decl) _Pragma("pack(push, 1)") decl _Pragma("pack(pop)")
PACKED(struct by_macro { char a; double b; };)

/* The same text under two limits. */
#define NAME first
#pragma pack(push, 1)
#include "pragma-pack/twice.h"
#pragma pack(pop)
#undef NAME
#define NAME second
#pragma pack(push, 2)
#include "pragma-pack/twice.h"
#pragma pack(pop)

#line 300 "elsewhere.y"
#pragma pack(push, 1)
struct renamed { char a; int b; };
#pragma pack(pop)

static int local(void)
{
#pragma pack(push, 1)
    struct inner { char a; int b; };
#pragma pack(pop)
    return (int)sizeof(struct inner);
}

#define SHOW(type, member) printf(#type " %zu %zu\n", sizeof(type), offsetof(type, member))

int main(void)
{
    SHOW(struct plain, b);
    SHOW(struct four, b);
    SHOW(struct one, c);
    SHOW(struct in_one, u);
    SHOW(struct four_again, b);
    SHOW(struct none, b);
    SHOW(struct here, b);
    SHOW(struct none2, b);
    SHOW(struct by_macro, b);
    SHOW(struct first, b);
    SHOW(struct second, b);
    SHOW(struct renamed, b);
    struct one o = {1, 2, 3};
    unsigned char *bytes = (unsigned char *)&o;
    for (size_t i = 0; i < sizeof o; i++)
        printf("%d ", bytes[i]);
    printf("%d\n", local());
    return 0;
}

// test: run
// Offsets and sizes of structs with padding between and after members.
#include <stddef.h>
#include <stdio.h>

struct a { char c; int i; };
struct b { int i; char c; };
struct c { char c; double d; char e; };
struct d { char c[3]; short s; char t; long l; };
struct e { struct b b; char c; };
struct f { char c; struct { char x; short y; } in; char d; };
struct g { float f; void *p; _Bool b; };
union u { char c[9]; int i; double d; };
struct h { char c; union u u; short s[3]; };

#define OFF(t, m) printf(#t "." #m " %zu\n", offsetof(t, m))
#define SIZE(t) printf(#t " %zu/%zu\n", sizeof(t), _Alignof(t))

int main(void) {
    SIZE(struct a); OFF(struct a, i);
    SIZE(struct b); OFF(struct b, c);
    SIZE(struct c); OFF(struct c, d); OFF(struct c, e);
    SIZE(struct d); OFF(struct d, s); OFF(struct d, t); OFF(struct d, l);
    SIZE(struct e); OFF(struct e, c);
    SIZE(struct f); OFF(struct f, in); OFF(struct f, in.y); OFF(struct f, d);
    SIZE(struct g); OFF(struct g, p); OFF(struct g, b);
    SIZE(union u);
    SIZE(struct h); OFF(struct h, u); OFF(struct h, s);
    struct d arr[3];
    printf("%td %zu\n", (char *)&arr[2] - (char *)&arr[0], sizeof arr);
    return 0;
}

// test: run
// The layout of bit-fields in structs with the attribute ms_struct.
#include <stdio.h>
#include <string.h>

#define MS __attribute__((ms_struct))
struct MS a { char x : 3; char y : 4; char z : 2; };
struct MS b { char x : 3; int y : 4; short z : 5; };
struct MS c { int x : 20; int y : 20; int z : 4; };
struct MS d { char c; int : 0; char e; };
struct MS e { int x : 3; int : 0; char e; };
struct MS f { char x : 3; long y : 40; long z : 20; long w : 10; char v; };
struct MS g { short x : 9; unsigned short y : 7; unsigned z : 1; };
struct MS h { char a; short x : 4; char : 0; short y : 4; };
struct MS i { int x : 3; int : 5; int y : 4; unsigned u : 20; unsigned w : 4; };
struct gnu { char x : 3; int y : 4; short z : 5; };
struct MS k { char head; struct gnu g; int x : 1; double d; };

/* Which bytes a value in the members occupies. */
#define SHOW(type, ...) do { \
    type value; \
    memset(&value, 0, sizeof value); \
    type *p = &value; \
    __VA_ARGS__; \
    printf(#type " %zu %zu:", sizeof(type), _Alignof(type)); \
    for (size_t at = 0; at < sizeof value; at++) \
        printf(" %02x", ((unsigned char *)&value)[at]); \
    printf("\n"); \
} while (0)

int main(void)
{
    SHOW(struct a, p->x = 1, p->y = 5, p->z = -1);
    SHOW(struct b, p->x = 1, p->y = 5, p->z = 9);
    SHOW(struct c, p->x = 1, p->y = 5, p->z = 7);
    SHOW(struct d, p->c = 1, p->e = 2);
    SHOW(struct e, p->x = 1, p->e = 2);
    SHOW(struct f, p->x = 1, p->y = 2, p->z = 3, p->w = 4, p->v = 5);
    SHOW(struct g, p->x = 3, p->y = 5, p->z = 1);
    SHOW(struct h, p->a = 1, p->x = 2, p->y = 3);
    SHOW(struct i, p->x = 1, p->y = 3, p->u = 7, p->w = 15);
    SHOW(struct gnu, p->x = 1, p->y = 5, p->z = 9);
    SHOW(struct k, p->head = 1, p->g.y = 3, p->x = -1, p->d = 1);
    return 0;
}

// test: run
// Static initialisers: addresses with offsets, function pointers, casts, conditional constants.
#include <stddef.h>
#include <stdio.h>

struct s { int a; char name[8]; struct s *link; };

static int array[10] = {1, 2, 3};
static int *mid = &array[4], *back = array + 2, *end = &array[10];
static struct s one, two = {2, "two", &one}, one = {1, "one", &two};
static char *tail = &two.name[1];
static const char *text = "static text" + 7;
static int (*print)(const char *, ...) = printf;
static int choice = sizeof(int) == 4 ? 40 : 80;
static unsigned char narrow = 0x1ff & ~1;
static double quotient = 1.0 / 3;
static int truncated = (int)3.99 + (char)300;
static int *null = NULL, *cast = (int *)&two;
static long difference = (long)(10u - 11u);
static size_t offset = offsetof(struct s, link) + sizeof(struct s);
static void *self = &self;
static const int *const table[] = {array, &array[1], (const int *)&one.a};
static unsigned shifted = 1u << 31 | 5;
static float single = 0.1;
static _Bool flag = 5, address_flag = array != 0;
static char letters[] = {'a' + 1, 'z' - 1, 0};
static int compare = -1 < 1u, logic = (3 && 0) || 2, comma_free = !0;

int main(void) {
    *mid = 44;
    *back = 22;
    printf("%d %d %td\n", array[4], array[2], end - array);
    printf("%d %s %d %s %s\n", one.link->a, one.link->name, two.link->link->a, tail, text);
    print("%d %d %.17g %d\n", choice, narrow, quotient, truncated);
    printf("%d %d %ld %zu %d\n", null == NULL, *cast, difference, offset, self == &self);
    printf("%d %d %d\n", *table[0], *table[1], *table[2]);
    printf("%u %.9g %d %d %s\n", shifted, single, flag, address_flag, letters);
    printf("%d %d %d\n", compare, logic, comma_free);
    return 0;
}

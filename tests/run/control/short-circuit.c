// test: run
// && || and ?: evaluate only what they need; their values are 0 or 1; nesting and mixing.
#include <stdio.h>

static char trace[64];
static int at;
static int t(char c) { trace[at++] = c; return 1; }
static int f(char c) { trace[at++] = c; return 0; }
static void show(int v) { trace[at] = 0; printf("%d %s\n", v, trace); at = 0; }

int main(void) {
    show(t('a') && t('b'));
    show(f('a') && t('b'));
    show(t('a') || t('b'));
    show(f('a') || t('b'));
    show((f('a') && t('b')) || (t('c') && f('d')) || t('e'));
    show((t('a') || t('b')) && (f('c') || f('d')) && t('e'));
    show(!(t('a') && f('b')) && !f('c'));
    show(t('a') ? f('b') : t('c'));
    show(f('a') ? f('b') : t('c') ? t('d') : f('e'));
    show((t('a') && f('b')) ? t('c') : (f('d') || t('e')));
    show((t('a') && t('b')) * 2 + 1);
    show((t('a'), f('b')) || (t('c'), t('d')));
    int x = 5, *p = 0;
    printf("%d %d\n", 7 && -3, 0 || 256);
    printf("%d\n", p && *p == 3);
    printf("%d\n", !p || *p == 3);
    if (x > 3 && (x < 4 || x == 5) && !(x & 2))
        printf("nested\n");
    int r = x > 4 && x++;
    printf("%d %d\n", r, x);
    r = x > 4 || x++;
    printf("%d %d\n", r, x);
    while (x-- && x != 2)
        ;
    printf("%d\n", x);
    printf("%d\n", 0.0 || "string");
    return 0;
}

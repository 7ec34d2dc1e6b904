// test: run
// A backtracking matcher for ^ $ . * and character classes.
#include <stdio.h>

static int here(const char *re, const char *s);
static int one(const char **re, int c) {
    const char *r = *re;
    if (*r == '[') {
        int negate = r[1] == '^', hit = 0;
        for (r += 1 + negate; *r != ']'; r++)
            if (r[1] == '-' && r[2] != ']') {
                hit |= c >= r[0] && c <= r[2];
                r += 2;
            } else
                hit |= *r == c;
        *re = r + 1;
        return c && hit != negate;
    }
    *re = r + 1;
    return c && (*r == '.' || *r == c);
}
static int star(const char *atom, const char *rest, const char *s) {
    const char *p = s, *r;
    while (r = atom, one(&r, *p)) p++;
    do
        if (here(rest, p)) return 1;
    while (p-- > s);
    return 0;
}
static int here(const char *re, const char *s) {
    if (!*re) return 1;
    if (*re == '$' && !re[1]) return !*s;
    const char *after = re;
    int hit = one(&after, *s);
    if (*after == '*') return star(re, after + 1, s);
    return hit && here(after, s + 1);
}
static int match(const char *re, const char *s) {
    if (*re == '^') return here(re + 1, s);
    do
        if (here(re, s)) return 1;
    while (*s++);
    return 0;
}

int main(void) {
    static const char *const res[] = {"^a.*z$", "b*c", "[0-9][0-9]*", "^[^a-m]", "x$", "", "^$", "a[xyz]*b"};
    static const char *const texts[] = {"abcz", "bbbbc", "room 101", "zoo", "box", "", "axyzzyb", "ab"};
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) printf("%d ", match(res[i], texts[j]));
        printf("%s\n", res[i]);
    }
    return 0;
}

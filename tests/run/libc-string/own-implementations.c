// test: run
// The user's own versions of library functions, under other names and with the usual loops.
#include <stddef.h>
#include <stdio.h>

static size_t my_strlen(const char *s) { const char *p = s; while (*p) ++p; return p - s; }
static char *my_strcpy(char *d, const char *s) { char *r = d; while ((*d++ = *s++)) ; return r; }
static int my_strcmp(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return (unsigned char)*a - (unsigned char)*b; }
static void *my_memcpy(void *d, const void *s, size_t n) { char *a = d; const char *b = s; while (n--) *a++ = *b++; return d; }
static void my_reverse(char *s) { for (char *e = s + my_strlen(s); s < e && s < --e; s++) { char t = *s; *s = *e; *e = t; } }
static int my_atoi(const char *s) { int n = 0, neg = *s == '-'; for (s += neg; *s >= '0' && *s <= '9'; s++) n = n * 10 + *s - '0'; return neg ? -n : n; }
static char *my_itoa(int n, char *b, int base) {
    unsigned u = n < 0 && base == 10 ? -(unsigned)n : (unsigned)n;
    char *p = b;
    do *p++ = "0123456789abcdef"[u % base]; while (u /= base);
    if (n < 0 && base == 10) *p++ = '-';
    *p = 0;
    my_reverse(b);
    return b;
}

int main(void) {
    char b[40];
    printf("%zu %s %d %d\n", my_strlen("twelve chars"), my_strcpy(b, "copied"), my_strcmp("abc", "abd"), my_strcmp("b", "abc"));
    my_reverse(b);
    printf("%s %d %d\n", b, my_atoi("-1204x"), my_atoi(""));
    printf("%s ", my_itoa(-2147483647 - 1, b, 10));
    printf("%s ", my_itoa(255, b, 2));
    printf("%s\n", my_itoa(-1, b, 16));
    int from[3] = {1, 2, 3}, to[3];
    my_memcpy(to, from, sizeof to);
    printf("%d %d\n", to[0], to[2]);
    return 0;
}

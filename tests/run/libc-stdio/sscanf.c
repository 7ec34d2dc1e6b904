// test: run
// sscanf: numbers in all bases, widths, suppression, scansets, %n, literals, failures and EOF.
#include <stdio.h>
#include <string.h>

int main(void) {
    int a = 0, b = 0, c = 0, n = 0, r;
    unsigned u = 0;
    long l = 0;
    char s[32] = "", t[32] = "", ch = '?';
    r = sscanf("12 -34 +56", "%d %d %d", &a, &b, &c); printf("%d %d %d %d\n", r, a, b, c);
    r = sscanf("0x1f 017 99", "%i %i %i", &a, &b, &c); printf("%d %d %d %d\n", r, a, b, c);
    r = sscanf("ff 0xFF 777", "%x %x %o", &a, &b, &c); printf("%d %d %d %d\n", r, a, b, c);
    r = sscanf("123456", "%2d%3d%d", &a, &b, &c); printf("%d %d %d %d\n", r, a, b, c);
    r = sscanf("word next", "%s %c%s", s, &ch, t); printf("%d %s %c %s\n", r, s, ch, t);
    r = sscanf("abcdef", "%3s%s", s, t); printf("%d %s %s\n", r, s, t);
    r = sscanf("key=value;rest", "%[^=]=%[^;]%n", s, t, &n); printf("%d %s %s %d\n", r, s, t, n);
    r = sscanf("abc123XYZ", "%[a-z]%[0-9]%[A-Z]", s, t, s + 16); printf("%d %s %s %s\n", r, s, t, s + 16);
    r = sscanf("]]a", "%[]]%s", s, t); printf("%d %s %s\n", r, s, t);
    r = sscanf("a-b", "%[a-]%s", s, t); printf("%d %s %s\n", r, s, t);
    r = sscanf("x ^]y", "%*c %[]^]%s", s, t); printf("%d %s %s\n", r, s, t);
    r = sscanf("1,2,3", "%d,%*d,%d", &a, &b); printf("%d %d %d\n", r, a, b);
    r = sscanf("5 apples", "%d oranges%n", &a, &n); printf("%d %d\n", r, a);
    r = sscanf("", "%d", &a); printf("%d\n", r);
    r = sscanf("   ", "%d", &a); printf("%d\n", r);
    r = sscanf("abc", "%d", &a); printf("%d\n", r);
    r = sscanf("", "%n", &n); printf("%d %d\n", r, n);
    r = sscanf("100%", "%d%%%n", &a, &n); printf("%d %d %d\n", r, a, n);
    r = sscanf("  x", "%c%c", s, t); printf("%d %d %d\n", r, s[0], t[0]);
    r = sscanf("xyz", "%3c", s); s[3] = 0; printf("%d %s\n", r, s);
    r = sscanf("4294967295 -9000000000", "%u %ld", &u, &l); printf("%d %u %ld\n", r, u, l);
    short h; signed char hh; unsigned char uh; size_t z; long long ll;
    r = sscanf("70000 300 -1 12345678901 -5", "%hd %hhd %hhu %zu %lld", &h, &hh, &uh, &z, &ll);
    printf("%d %d %d %d %zu %lld\n", r, h, hh, uh, z, ll);
    r = sscanf("10:20:30", "%d:%d:%d", &a, &b, &c); printf("%d %d\n", r, a * 3600 + b * 60 + c);
    r = sscanf("10 : 20", "%d:%d", &a, &b); printf("%d\n", r);
    r = sscanf("10 :20", "%d :%d", &a, &b); printf("%d %d\n", r, b);
    r = sscanf("-", "%d", &a); printf("%d\n", r);
    r = sscanf("0xz", "%x%s", &a, s); printf("%d\n", r);
    r = sscanf("\n\t 7\n", "%d\n%n", &a, &n); printf("%d %d %d\n", r, a, n);
    r = sscanf("12abc", "%d%n%s", &a, &n, s); printf("%d %d %s\n", r, n, s);
    void *p; r = sscanf("0x1234", "%p", &p); printf("%d %p\n", r, p);
    return 0;
}

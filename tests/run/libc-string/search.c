// test: run
// strchr, strrchr, strstr, strpbrk, strspn, strcspn, memchr, strnlen, memrchr, memmem, strcasestr.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static long at(const char *base, const char *p) { return p ? p - base : -1; }

int main(void) {
    const char *s = "the cat sat on the mat";
    printf("%ld %ld %ld\n", at(s, strchr(s, 'a')), at(s, strrchr(s, 'a')), at(s, strchr(s, 'z')));
    printf("%ld %ld\n", at(s, strchr(s, 0)), at(s, strrchr(s, 0)));
    printf("%ld %ld %ld %ld\n", at(s, strstr(s, "at")), at(s, strstr(s, "the m")), at(s, strstr(s, "")), at(s, strstr(s, "matt")));
    const char *r = "aaab", *h = "a\xff";
    printf("%ld %ld\n", at(r, strstr(r, "aab")), at(s, strstr(s, s)));
    printf("%ld %ld\n", at(s, strpbrk(s, "xyzs")), at(s, strpbrk(s, "qz")));
    printf("%zu %zu %zu %zu\n", strspn(s, "eht "), strcspn(s, "c"), strspn(s, ""), strcspn(s, ""));
    printf("%ld %ld\n", at(s, memchr(s, 'o', 22)), at(s, memchr(s, 'o', 5)));
    printf("%ld\n", at(s, memchr(s, 0x100 + 'o', 22)));
    printf("%zu %zu %zu\n", strlen(""), strnlen(s, 5), strnlen("abc", 10));
    printf("%ld\n", at(s, memrchr(s, 't', 10)));
    printf("%ld\n", at(s, memmem(s, 22, "sat", 3)));
    printf("%ld\n", at(s, strcasestr(s, "SAT")));
    printf("%ld\n", at(s, strchrnul(s, 'z')));
    printf("%ld\n", at(h, strchr(h, -1)));
    return 0;
}

// test: run
// strtol, strtoul, strtoll, strtoull: bases, signs, prefixes, overflow, end pointers, errno.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void l(const char *s, int base) {
    char *end;
    errno = 0;
    long v = strtol(s, &end, base);
    printf("%ld %td %d | ", v, end - s, errno == ERANGE);
    errno = 0;
    unsigned long u = strtoul(s, &end, base);
    printf("%lu %td %d\n", u, end - s, errno == ERANGE);
}

int main(void) {
    l("0", 10); l("  -42abc", 10); l("+7", 10); l("", 10); l("   ", 10); l("-", 10); l("+-3", 10);
    l("0x1F", 16); l("0x1F", 0); l("0x", 16); l("0xg", 0); l("017", 0); l("08", 0); l("0", 0);
    l("zZ", 36); l("1012", 2); l("19", 8); l("-0x10", 0); l("\t\n\v\f\r 5", 10);
    l("9223372036854775807", 10); l("9223372036854775808", 10); l("-9223372036854775808", 10);
    l("-9223372036854775809", 10); l("18446744073709551615", 10); l("18446744073709551616", 10);
    l("-18446744073709551615", 10); l("-1", 10); l("99999999999999999999999x", 10); l("12 34", 10);
    printf("%lld %llu\n", strtoll("-123456789012", NULL, 10), strtoull("0xffffffffffffffff", NULL, 0));
    return 0;
}

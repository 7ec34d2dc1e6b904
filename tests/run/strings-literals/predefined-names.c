// test: run
// __func__, __LINE__, __FILE__, __COUNTER__ and other predefined names.
#include <stdio.h>
#include <string.h>

static const char *who(void) { return __func__; }
static const char *pretty(void) { return __FUNCTION__; }

#define WHERE() __LINE__

int main(void) {
    printf("%s %s %s\n", who(), pretty(), __func__);
    printf("%d %d\n", __LINE__, WHERE());
    const char *file = strrchr(__FILE__, '/');
    printf("%s\n", file ? file + 1 : __FILE__);
    int first = __COUNTER__, second = __COUNTER__;
    printf("%d\n", second - first);
    printf("%zu\n", sizeof __func__);
#line 500 "renamed.c"
    printf("%d %s\n", __LINE__, __FILE__);
    printf("%d %ld\n", __STDC__, (long)(__STDC_VERSION__ >= 201112L));
    printf("%d %d %d\n", __CHAR_BIT__, __SIZEOF_POINTER__, __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    return 0;
}

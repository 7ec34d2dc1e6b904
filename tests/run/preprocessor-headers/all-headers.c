// test: run
// Every standard header of C11 that a hosted program includes, together.
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <iso646.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    assert(true and not false);
    if (EOF < 0 and NULL == 0 or false)
        printf("%d %d %d\n", EXIT_SUCCESS, EXIT_FAILURE, BUFSIZ > 255);
    printf("%d %d %d\n", SEEK_SET, SEEK_CUR, SEEK_END);
    printf("%d %d %d\n", EDOM, ERANGE, EINVAL);
    printf("%d %d %d\n", SIGINT, SIGABRT, SIGSEGV);
    printf("%d\n", RAND_MAX);
    printf("%ld\n", (long)CLOCKS_PER_SEC);
    return 0;
}

// test: gen
// A function that promises a value and comes to its end: whatever it gives is not checked.
// compilers: all
// expect-total: branch 4
// expect-covered: branch 4
#include <stdio.h>
int tell(int x) {
    if (x > 3)
        puts("large");
    else
        puts("small");
}

int some(int x) {
    if (x > 3)
        return 1;
    puts("small");
}

// test: fault
// The fixed twin of member-array.c.
#include <stdio.h>

struct account { char name[8]; int balance; int flags; };

int main(void) {
    struct account a = {"abc", 100, 0};
    int i = 0;
    while (i < 8) {
        a.name[i] = 'x';
        i++;
    }
    printf("%d\n", a.flags);
    return 0;
}

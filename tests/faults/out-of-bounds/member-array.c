// test: fault
// An index past a member array that is not the last member stays in the struct but is out of bounds.
#include <stdio.h>

struct account { char name[8]; int balance; int flags; };

int main(void) {
    struct account a = {"abc", 100, 0};
    int i = 0;
    while (i <= 8) {
        a.name[i] = 'x'; //~ out-of-bounds
        i++;
    }
    printf("%d\n", a.flags);
    return 0;
}

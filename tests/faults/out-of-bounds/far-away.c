// test: fault
// An index very far from the object.
#include <stdio.h>

int main(void) {
    char a[16] = "text";
    long i = 1l << 40;
    char c = a[i]; //~ out-of-bounds
    printf("%c\n", c);
    return 0;
}

// test: fault
// An uninitialised local decides a branch.
#include <stdio.h>

int main(void) {
    int flag;
    if (flag) //~ uninitialised-read
        printf("set\n");
    else
        printf("clear\n");
    return 0;
}

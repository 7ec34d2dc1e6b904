// test: fault
// The fixed twin of condition.c.
#include <stdio.h>

int main(void) {
    int flag = 0;
    if (flag)
        printf("set\n");
    else
        printf("clear\n");
    return 0;
}

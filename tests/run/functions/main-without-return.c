// test: run
// Reaching the end of main returns 0.
#include <stdio.h>

int main(void) {
    printf("no return statement\n");
}

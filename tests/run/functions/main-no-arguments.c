// test: run
// Without arguments argc is 1 and argv[1] is null.
#include <stdio.h>

int main(int argc, char *argv[]) {
    printf("%d %d %d\n", argc, argv[0] != 0, argv[1] == 0);
    return argc - 1;
}

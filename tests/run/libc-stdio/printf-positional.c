// test: run
// Numbered arguments in printf (POSIX).
#include <stdio.h>

int main(void) {
    printf("%2$s %1$d\n", 5, "five");
    printf("%1$d %1$x %1$o\n", 64);
    printf("%3$c%2$c%1$c\n", 'a', 'b', 'c');
    printf("%1$*2$d|\n", 7, 5);
    printf("%2$.*1$f\n", 2, 3.14159);
    return 0;
}

// test: run
// stdout and stderr are apart; setvbuf, fileno-free writes, putchar and fputc values.
#include <stdio.h>

int main(void) {
    fprintf(stderr, "to stderr\n");
    setvbuf(stdout, NULL, _IOFBF, 1024);
    int a = putchar('a'), b = fputc('\xff' & 0x7f, stdout);
    printf("%d %d\n", a, b);
    printf("%d\n", fputs("x", stdout) >= 0);
    printf("%d\n", puts("y") >= 0);
    fwrite("raw\0bytes\n", 1, 10, stdout);
    printf("%d\n", fflush(stdout));
    fprintf(stdout, "%s", "");
    printf("%zu\n", fwrite("", 1, 0, stdout));
    perror("ignored");
    return 0;
}

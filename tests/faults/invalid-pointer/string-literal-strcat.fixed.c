// test: fault
// The fixed twin of string-literal-strcat.c.
#include <stdio.h>
#include <string.h>

int main(void) {
    char path[16] = "/usr";
    strcat(path, "/b");
    printf("%s\n", path);
    return 0;
}

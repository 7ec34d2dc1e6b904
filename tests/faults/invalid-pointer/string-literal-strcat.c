// test: fault
// A library function writes to a string literal.
#include <stdio.h>
#include <string.h>

int main(void) {
    char *path = "/usr\0/local";
    strcat(path, "/b"); //~ invalid-pointer
    printf("%s\n", path);
    return 0;
}

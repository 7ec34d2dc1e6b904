// test: fault
// An assertion on a pointer.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *line = "key value";
    const char *p = strchr(line, '=');
    assert(p); //~ assertion-failure
    printf("%s\n", p + 1);
    return 0;
}

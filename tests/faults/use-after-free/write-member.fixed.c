// test: fault
// The fixed twin of write-member.c.
#include <stdlib.h>

struct s { int a; struct s *next; };

int main(void) {
    struct s *p = calloc(1, sizeof *p);
    p->next = NULL;
    free(p);
    return 0;
}

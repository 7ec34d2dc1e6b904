// test: fault
// Writes a member of a freed struct.
#include <stdlib.h>

struct s { int a; struct s *next; };

int main(void) {
    struct s *p = calloc(1, sizeof *p);
    free(p);
    p->next = NULL; //~ use-after-free
    return 0;
}

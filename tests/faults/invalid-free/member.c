// test: fault
// Frees a member embedded in an allocated struct.
#include <stdlib.h>

struct s { int id; char name[20]; };

int main(void) {
    struct s *p = calloc(1, sizeof *p);
    p->id = 1;
    free(p->name); //~ invalid-free
    return 0;
}

// test: fault
// The fixed twin of member.c.
#include <stdlib.h>

struct s { int id; char name[20]; };

int main(void) {
    struct s *p = calloc(1, sizeof *p);
    p->id = 1;
    free(p);
    return 0;
}

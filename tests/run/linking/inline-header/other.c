#include "shared.h"
#include "shared.h"
extern inline int square(int x);
int other_count(void) { return bump(); }
int other_square(int x) { return square(x) + limit_of(0); }

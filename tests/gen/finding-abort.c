// test: gen
// An internal error that calls abort.
// clew-gen: -f check_state
// expect-total: branch 4
// expect-finding: abort 17
#include <stdlib.h>

int check_state(unsigned state) {
    switch (state & 3) {
    case 0:
        return 0;
    case 1:
        return 1;
    case 2:
        return 2;
    default:
        abort(); //~ abort
    }
}

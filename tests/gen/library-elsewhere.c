// test: gen
// What a header of the system declares may be in a library that the tests are not linked with.
// clew-gen: -f pick
// expect-total: branch 2
// expect-covered: branch 2
#include <thread_db.h>

int start(void) {
    return td_init() == TD_OK;
}

int pick(int n) {
    return n > 3 ? 1 : 2;
}

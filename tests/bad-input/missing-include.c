// Includes a header that does not exist.
#include "no-such-header.h"

int main(void) {
    return 0;
}

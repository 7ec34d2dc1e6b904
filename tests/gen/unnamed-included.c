// test: gen
// A record without a name, in a file that is read again behind drivers that call the function several times.
// clew-gen: -f step
// expect-total: branch 4
// expect-covered: branch 4
#include <string.h>

int step(int x) {
    static int calls;
    union {
        int number;
        unsigned char bytes[4];
    } u;
    u.number = x;
    if (++calls == 3 && u.bytes[0] == 7)
        return 1;
    return (int)strlen("ab");
}

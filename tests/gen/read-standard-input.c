// test: gen
// Characters that a program reads through the descriptor of its standard input: each read gives as
// many as it asks for, or those up to the end.
// clew-gen: --entry main
// expect-total: branch 16
// expect-covered: branch 16
// expect-infeasible: branch 0
#include <unistd.h>

static int checksum(const unsigned char *bytes, long count) {
    int sum = 0;
    for (long i = 0; i < count; i++)
        sum = (sum + bytes[i]) & 0xff;
    return sum;
}

int main(void) {
    unsigned char frame[8];
    long count = read(0, frame, 2);
    if (count < 2)
        return count == 0 ? 1 : 2;
    if (frame[0] != '~')
        return 3;
    if (frame[1] > 4)
        return 4;
    long rest = read(0, frame + 2, frame[1]);
    if (rest != frame[1])
        return 5;
    if (rest == 3 && checksum(frame, 5) == 0x11)
        return 6;
    return 0;
}

// test: run
// std: may-be-unsupported label-differences
// Tables of label differences, resolved against a base label.
#include <stdio.h>

static int relative(int k) {
    static const int offsets[] = {&&one - &&one, &&two - &&one, &&three - &&one};
    goto *(&&one + offsets[k]);
one:
    return 100;
two:
    return 200;
three:
    return 300;
}

int main(void) {
    printf("%d %d %d\n", relative(0), relative(1), relative(2));
    return 0;
}

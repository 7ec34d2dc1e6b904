// test: run
// __label__ declares block-local labels, so that a macro with a label can be used twice.
#include <stdio.h>

#define FIND(array, n, what) ({                 \
    __label__ found;                            \
    int at_ = -1;                               \
    for (int i_ = 0; i_ < (n); i_++)            \
        if ((array)[i_] == (what)) {            \
            at_ = i_;                           \
            goto found;                         \
        }                                       \
found:                                          \
    at_;                                        \
})

int main(void) {
    int a[] = {5, 3, 9, 1};
    printf("%d %d\n", FIND(a, 4, 9), FIND(a, 4, 7));
    {
        __label__ again;
        int n = 0;
    again:
        if (++n < 4)
            goto again;
        printf("%d\n", n);
    }
    return 0;
}

// test: gen
// Instructions of different lengths: where each is read depends on all before it. The questions must
// not get harder with each of them.
// clew-gen: -f execute
// expect-total: branch 22
// expect-covered: branch 22
#include <stdint.h>

static const uint8_t lengths[6] = {1, 2, 1, 2, 1, 2};

int execute(const uint8_t code[28]) {
    int at = 0, top = 0, stack[4];
    while (at < 28) {
        if (code[at] >= 6)
            return -1;
        at += lengths[code[at]];
    }
    if (at != 28)
        return -2;
    for (at = 0; at < 28; at += lengths[code[at]]) {
        switch (code[at]) {
        case 0:
            break;
        case 1:
            if (top == 4)
                return -3;
            stack[top++] = code[at + 1];
            break;
        case 2:
            if (top < 2)
                return -4;
            top--;
            stack[top - 1] += stack[top];
            break;
        case 3:
            if (top > 0 && stack[top - 1] == code[at + 1])
                return 1;
            break;
        case 4:
            return top;
        default:
            break;
        }
    }
    return 0;
}
